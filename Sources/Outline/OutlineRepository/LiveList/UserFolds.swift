import OutlineCore
import OutlineStore

/// One user's flags and settings, as of one revision of the file.
struct UserFolds {
  /// What a list depends on: users with equal values share a list until one of them folds something or changes
  /// settings.
  struct Effect: Hashable {
    let startsCollapsed: Bool
    /// The flags with an effect: the collapsed ones if sections start expanded, otherwise all, as rows always start
    /// expanded.
    let flags: [SectionID: Bool]
  }

  private(set) var user: User
  private(set) var key: Int64?
  private(set) var flags: [SectionID: Bool]

  init(_ user: User, key: Int64?, flags: [SectionID: Bool]) { (self.user, self.key, self.flags) = (user, key, flags) }

  init(_ reader: StoreReader, userName: String) throws {
    let stored = try reader.user(named: userName)
    self.init(stored.user, key: stored.key, flags: try reader.flags(of: stored))
  }

  var name: ExactText { ExactText(user.name) }

  var effect: Effect {
    let startsCollapsed = user.startsCollapsed
    return Effect(
      startsCollapsed: startsCollapsed, flags: startsCollapsed ? flags : flags.filter(\.value))
  }

  /// Applies an event of the log; most are not about this user.
  mutating func apply(_ event: LoggedChange.Event) {
    switch event {
    case .fold(let id, let key, _, let flag) where key == self.key: flags[id] = flag
    case .user(let key, _, let settings):
      let isOwn = settings?.name.hasSameBytes(as: user.name) == true
      guard isOwn || key == self.key else { return }
      if isOwn, let settings {
        self.key = key
        user.startsCollapsed = settings.startsCollapsed
        user.accordion = settings.accordion
      } else {
        self = UserFolds(User(name: user.name), key: nil, flags: [:])
      }
    case .section, .row, .fold: break
    }
  }
}

extension LoggedChange.Event {
  /// Whether the event is about one user, and not about the content that all users share.
  var isPersonal: Bool {
    switch self {
    case .fold, .user: true
    case .section, .row: false
    }
  }
}
