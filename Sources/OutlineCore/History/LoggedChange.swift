/// One change as the log has it: what happened to one section, row, flag or user.
package struct LoggedChange: Sendable {
  /// What happened.
  package enum Event: Sendable {
    /// A section came, changed or went.
    case section(SectionID, old: SectionImage?, new: SectionImage?)
    /// A row came, changed or went.
    case row(RowID, old: RowImage?, new: RowImage?)
    /// A user's flag for a section was set, or taken away (nil).
    case fold(SectionID, user: Int64, old: Bool?, new: Bool?)
    /// A user came, changed or went (nil).
    case user(Int64, old: UserImage?, new: UserImage?)
  }

  /// What belongs together: one edit of pleat's, or one statement by hand.
  package enum Group: Hashable, Sendable {
    /// The edit with this key.
    case edit(Int64)
    /// The statement run by hand at this time, in milliseconds since 1970, UTC.
    case hand(at: Int64)
  }

  /// The place in the log; later changes have greater numbers.
  package let number: Int64
  /// What it belongs to.
  package let group: Group
  /// What happened.
  package var event: Event

  /// Makes a change.
  package init(number: Int64, group: Group, event: Event) {
    self.number = number
    self.group = group
    self.event = event
  }
}

/// A section at one side of a change; what the log does not say of it is nil.
package struct SectionImage: Hashable, Sendable {
  /// The sort key.
  package var ord: OrderKey
  /// The nesting level.
  package var level: Int
  /// Whether users may collapse the section.
  package var isCollapsible: Bool
  /// The title.
  package var title: String?
  /// The detail; `.some(nil)` for none.
  package var detail: String??
  /// The attributes; `.some(nil)` for none.
  package var attributes: String??

  /// Makes an image.
  package init(
    ord: OrderKey, level: Int, isCollapsible: Bool, title: String? = nil, detail: String?? = nil,
    attributes: String?? = nil
  ) {
    self.ord = ord
    self.level = level
    self.isCollapsible = isCollapsible
    self.title = title
    self.detail = detail
    self.attributes = attributes
  }

  /// The image of a section as it is stored, which says everything of it.
  package init(_ section: Section) {
    self.init(
      ord: section.ord, level: section.level, isCollapsible: section.isCollapsible, title: section.title,
      detail: section.detail, attributes: section.attributes)
  }

  /// Whether the image says everything of the section.
  package var isComplete: Bool { title != nil && detail != nil && attributes != nil }

  /// Whether it says anything of the content: on the old side of an update, whether the update changed it.
  package var hasContent: Bool { title != nil || detail != nil || attributes != nil }

  /// The image after a later change: what that left stays.
  func followed(by later: SectionImage) -> SectionImage { later.completed(by: self) }

  /// The image with the contents that only another image of the same state has.
  package func completed(by other: SectionImage) -> SectionImage {
    var image = self
    image.title = title ?? other.title
    image.detail = detail ?? other.detail
    image.attributes = attributes ?? other.attributes
    return image
  }

  /// Whether a section is as the image has it.
  package func fits(_ section: Section) -> Bool {
    ord == section.ord && level == section.level && isCollapsible == section.isCollapsible
      && title.map { $0.hasSameBytes(as: section.title) } ?? true
      && detail.map { $0.hasSameBytes(as: section.detail) } ?? true
      && attributes.map { $0.hasSameBytes(as: section.attributes) } ?? true
  }

  /// The section that this image makes of what was there before; nil where a title is missing that nothing gave.
  package func section(_ id: SectionID, over old: Section?) -> Section? {
    guard let title = title ?? old?.title else { return nil }
    return Section(
      id: id, ord: ord, level: level, title: title, detail: detail ?? old?.detail, isCollapsible: isCollapsible,
      attributes: attributes ?? old?.attributes)
  }
}

/// A row at one side of a change.
package struct RowImage: Hashable, Sendable {
  /// The section that holds the row.
  package var section: SectionID
  /// The sort key.
  package var rank: OrderKey
  /// The content, as far as the log says it: on the old side of an update, what the update changed.
  package var content: PartialRowContent

  /// Makes an image.
  package init(section: SectionID, rank: OrderKey, content: PartialRowContent = PartialRowContent()) {
    self.section = section
    self.rank = rank
    self.content = content
  }

  /// The image after a later change: what that left stays.
  func followed(by later: RowImage) -> RowImage { later.completed(by: self) }

  /// The image with the contents that only another image of the same state has.
  package func completed(by other: RowImage) -> RowImage {
    RowImage(section: section, rank: rank, content: content.completed(by: other.content))
  }

  /// Whether a row is as the image has it.
  package func fits(_ row: Row) -> Bool {
    section == row.section && rank == row.rank && content.fits(row.content)
  }

  /// The row that this image makes of what was there before; nil where a text is missing that nothing gave.
  package func row(_ id: RowID, over old: Row?) -> Row? {
    content.content(over: old?.content).map { Row(id: id, section: section, rank: rank, content: $0) }
  }
}

/// A user at one side of a change.
package struct UserImage: Hashable, Sendable {
  /// The name; nil where the log does not say it.
  package var name: String?
  /// What a section without a flag of its own is for this user.
  package var startsCollapsed: Bool
  /// Whether opening a section closes its open siblings.
  package var accordion: Bool

  /// Makes an image.
  package init(name: String?, startsCollapsed: Bool, accordion: Bool) {
    self.name = name
    self.startsCollapsed = startsCollapsed
    self.accordion = accordion
  }
}
