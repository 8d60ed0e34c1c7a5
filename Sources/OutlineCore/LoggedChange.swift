/// One change as the log has it: what happened to one section, row, flag or user.
public struct LoggedChange: Sendable {
  /// What happened.
  public enum Event: Sendable {
    /// A section came, changed or went.
    case section(SectionID, old: SectionImage?, new: SectionImage?)
    /// A row came, changed or went.
    case row(RowID, old: RowImage?, new: RowImage?)
    /// A user's flag for a section was set, or taken away (nil).
    case fold(SectionID, user: Int64, isCollapsed: Bool?)
    /// A user came, changed or went (nil).
    case user(Int64, User?)
  }

  /// What belongs together: one edit of pleat's, or one statement by hand.
  public enum Group: Hashable, Sendable {
    /// The edit with this key.
    case edit(Int64)
    /// The statement run by hand at this time, in milliseconds since 1970, UTC.
    case hand(at: Int64)
  }

  /// The place in the log; later changes have greater numbers.
  public let number: Int64
  /// What it belongs to.
  public let group: Group
  /// What happened.
  public let event: Event

  /// Makes a change.
  public init(number: Int64, group: Group, event: Event) {
    self.number = number
    self.group = group
    self.event = event
  }
}

/// What the log keeps of a section at one side of a change.
///
/// What the change left as it was is nil.
public struct SectionImage: Sendable {
  /// The sort key.
  public let ord: OrderKey
  /// The nesting level.
  public let level: Int
  /// Whether users may collapse the section.
  public let isCollapsible: Bool
  /// The title; nil where the change left it.
  public let title: String?
  /// The detail; see `changesDetail`.
  public let detail: String?
  /// The attributes; see `changesAttributes`.
  public let attributes: String?
  /// Whether `detail` counts; if not, the change left it.
  public let changesDetail: Bool
  /// Whether `attributes` counts; if not, the change left them.
  public let changesAttributes: Bool

  /// Makes an image.
  public init(
    ord: OrderKey, level: Int, isCollapsible: Bool, title: String?, detail: String?, attributes: String?,
    changesDetail: Bool, changesAttributes: Bool
  ) {
    self.ord = ord
    self.level = level
    self.isCollapsible = isCollapsible
    self.title = title
    self.detail = detail
    self.attributes = attributes
    self.changesDetail = changesDetail
    self.changesAttributes = changesAttributes
  }

  /// The section that this image makes of what was there before; nil where texts are missing that nothing gave.
  public func section(_ id: SectionID, over old: Section?) -> Section? {
    guard let title = title ?? old?.title else { return nil }
    return Section(
      id: id, ord: ord, level: level, title: title, detail: changesDetail ? detail : old?.detail,
      isCollapsible: isCollapsible, attributes: changesAttributes ? attributes : old?.attributes)
  }
}

/// What the log keeps of a row at one side of a change.
public struct RowImage: Sendable {
  /// The section that holds the row.
  public let section: SectionID
  /// The sort key.
  public let rank: OrderKey
  /// The text; nil where the change left it.
  public let text: String?
  /// The attributes; see `changesAttributes`.
  public let attributes: String?
  /// Whether `attributes` counts; if not, the change left them.
  public let changesAttributes: Bool

  /// Makes an image.
  public init(section: SectionID, rank: OrderKey, text: String?, attributes: String?, changesAttributes: Bool) {
    self.section = section
    self.rank = rank
    self.text = text
    self.attributes = attributes
    self.changesAttributes = changesAttributes
  }

  /// Whether the change gave the row another content.
  public var changesContent: Bool { text != nil || changesAttributes }
}
