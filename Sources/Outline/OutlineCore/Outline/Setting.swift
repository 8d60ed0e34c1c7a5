/// A setting of a file, which applies to all its users.
public enum Setting: String, CaseIterable, Sendable {
  /// The number of changes that the history keeps; beyond it, the oldest entries are deleted.
  case historyChanges = "history-changes"
  /// The number of days that the history reaches back; older entries are deleted.
  case historyDays = "history-days"
  /// The title of the section for rows that are added without a placement; see ``Placement/Anchor/anywhere``.
  case inbox
  /// The title of the outermost section for archived items; see ``Edit/archive(_:)``.
  case archive
  /// How often a backup is made beside the file, before the first edit of a period: `12h`, `1d`, `2w`, or `off`.
  case backupEvery = "backup-every"
  /// Whether the rows of an inbox that pleat makes are tasks: a value of ``NewRows``.
  case newRows = "new-rows"

  /// The value of a file that does not set it.
  public var standard: SettingValue {
    switch self {
    case .historyChanges: 200_000
    case .historyDays: 365
    case .inbox: "Inbox"
    case .archive: "Archive"
    case .backupEvery: "off"
    case .newRows: .text(NewRows.task.rawValue)
    }
  }

  /// Whether documents have the setting.
  ///
  /// Documents have the settings that give a section its purpose in any file; the others concern the history and the
  /// backups of one file.
  public var isInDocuments: Bool { self == .inbox || self == .archive }

  /// The numbers that the setting can have; nil for the settings that are texts.
  public var range: ClosedRange<Int>? {
    switch self {
    case .historyChanges: 1_000...1_000_000_000
    case .historyDays: 1...36_500
    case .inbox, .archive, .backupEvery, .newRows: nil
    }
  }
}

/// The value of a setting.
public enum SettingValue: Hashable, Sendable {
  /// A whole number.
  case number(Int)
  /// A text.
  case text(String)
}

extension SettingValue: CustomStringConvertible {
  /// The value as a user would type it.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}

extension SettingValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates a number.
  public init(integerLiteral number: Int) { self = .number(number) }

  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
}
