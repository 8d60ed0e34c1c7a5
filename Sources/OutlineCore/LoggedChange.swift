/// One change as the log has it: what happened to one section, row, flag or user.
public struct LoggedChange: Sendable {
  /// What happened.
  public enum Event: Sendable {
    /// A section came, changed or went.
    case section(SectionID, old: SectionImage?, new: SectionImage?)
    /// A row came, changed or went.
    case row(RowID, old: RowImage?, new: RowImage?)
    /// A user's flag for a section was set, or taken away (nil).
    case fold(SectionID, user: Int64, old: Bool?, new: Bool?)
    /// A user came, changed or went (nil).
    case user(Int64, old: User?, new: User?)
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
public struct SectionImage: Hashable, Sendable {
  /// The sort key.
  public private(set) var ord: OrderKey
  /// The nesting level.
  public private(set) var level: Int
  /// Whether users may collapse the section.
  public private(set) var isCollapsible: Bool
  /// The title; nil where the change left it.
  public private(set) var title: String?
  /// The detail; see `changesDetail`.
  public private(set) var detail: String?
  /// The attributes; see `changesAttributes`.
  public private(set) var attributes: String?
  /// Whether `detail` counts; if not, the change left it.
  public private(set) var changesDetail: Bool
  /// Whether `attributes` counts; if not, the change left them.
  public private(set) var changesAttributes: Bool

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

  /// The image after a later change: what that left stays.
  func followed(by later: SectionImage) -> SectionImage {
    var image = self
    (image.ord, image.level, image.isCollapsible) = (later.ord, later.level, later.isCollapsible)
    image.title = later.title ?? title
    if later.changesDetail { (image.detail, image.changesDetail) = (later.detail, true) }
    if later.changesAttributes { (image.attributes, image.changesAttributes) = (later.attributes, true) }
    return image
  }

  /// The image with what only a later change tells of the same state.
  func completed(by later: SectionImage) -> SectionImage {
    var image = self
    image.title = title ?? later.title
    if !changesDetail { (image.detail, image.changesDetail) = (later.detail, later.changesDetail) }
    if !changesAttributes { (image.attributes, image.changesAttributes) = (later.attributes, later.changesAttributes) }
    return image
  }

  /// Whether a section is as the image has it.
  public func fits(_ section: Section) -> Bool {
    ord == section.ord && level == section.level && isCollapsible == section.isCollapsible
      && (title == nil || title.hasSameBytes(as: section.title))
      && (!changesDetail || detail.hasSameBytes(as: section.detail))
      && (!changesAttributes || attributes.hasSameBytes(as: section.attributes))
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
public struct RowImage: Hashable, Sendable {
  /// The section that holds the row.
  public private(set) var section: SectionID
  /// The sort key.
  public private(set) var rank: OrderKey
  /// The text; nil where the change left it.
  public private(set) var text: String?
  /// The attributes; see `changesAttributes`.
  public private(set) var attributes: String?
  /// Whether `attributes` counts; if not, the change left them.
  public private(set) var changesAttributes: Bool

  /// Makes an image.
  public init(section: SectionID, rank: OrderKey, text: String?, attributes: String?, changesAttributes: Bool) {
    self.section = section
    self.rank = rank
    self.text = text
    self.attributes = attributes
    self.changesAttributes = changesAttributes
  }

  /// The image after a later change: what that left stays.
  func followed(by later: RowImage) -> RowImage {
    var image = self
    (image.section, image.rank) = (later.section, later.rank)
    image.text = later.text ?? text
    if later.changesAttributes { (image.attributes, image.changesAttributes) = (later.attributes, true) }
    return image
  }

  /// The image with what only a later change tells of the same state.
  func completed(by later: RowImage) -> RowImage {
    var image = self
    image.text = text ?? later.text
    if !changesAttributes { (image.attributes, image.changesAttributes) = (later.attributes, later.changesAttributes) }
    return image
  }

  /// Whether a row is as the image has it.
  public func fits(_ row: Row) -> Bool {
    section == row.section && rank == row.rank && (text == nil || text.hasSameBytes(as: row.text))
      && (!changesAttributes || attributes.hasSameBytes(as: row.attributes))
  }

  /// The row that this image makes of what was there before; nil where a text is missing that nothing gave.
  public func row(_ id: RowID, over old: Row?) -> Row? {
    guard let text = text ?? old?.text else { return nil }
    return Row(
      id: id, section: section, rank: rank, text: text, attributes: changesAttributes ? attributes : old?.attributes)
  }

  /// Whether the change gave the row another content.
  public var changesContent: Bool { text != nil || changesAttributes }
}
