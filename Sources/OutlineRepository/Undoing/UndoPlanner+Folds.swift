import OutlineCore
import OutlineStore

extension UndoPlanner {
  /// Returns the writes that undo a synchronization's changes of the flags and settings of all users.
  ///
  /// Flags and settings that a user has changed since stay. Flags of inserted and deleted sections are left out.
  func foldWrites() throws -> [Write] {
    let comingOrGoing = net.comingOrGoing
    let flags = net.flags.sorted { ($0.key.section, $0.key.user) < ($1.key.section, $1.key.user) }
    let flagWrites: [Write] = try flags.compactMap { flag, change in
      guard change.before != change.after, !comingOrGoing.contains(flag.section),
        try reader.holder(of: flag) != nil,
        try reader.flag(of: flag.section, ofUserWithKey: flag.user) == change.after
      else { return nil }
      return .restoreFlag(flag.section, user: flag.user, isCollapsed: change.before)
    }
    return try flagWrites + net.users.sorted { $0.key < $1.key }.compactMap(settings)
  }

  /// Returns the write that gives a user the former settings back, unless the user has changed them since.
  private func settings(of key: Int64, _ change: NetChanges.Change<UserImage>) throws -> Write? {
    // A user who came with the synchronization stays, with the settings of a user whom the file does not know.
    let before = change.before ?? UserImage(name: nil, startsCollapsed: false, accordion: false)
    guard let after = change.after, let user = try reader.user(withKey: key),
      user.startsCollapsed == after.startsCollapsed, user.accordion == after.accordion,
      before.startsCollapsed != after.startsCollapsed || before.accordion != after.accordion
    else { return nil }
    return .restoreUser(
      key, User(name: user.name, startsCollapsed: before.startsCollapsed, accordion: before.accordion))
  }
}
