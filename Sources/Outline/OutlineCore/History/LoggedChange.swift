/// One change in the log: what happened to one section, row, flag or user.
package struct LoggedChange: Sendable {
  /// What happened; a state is nil where the section, row, flag or user did not exist.
  package enum Event: Sendable {
    case section(SectionID, old: SectionImage?, new: SectionImage?)
    case row(RowID, old: RowImage?, new: RowImage?)
    /// A user's flag for a section was set, changed or removed.
    case fold(SectionID, user: Int64, old: Bool?, new: Bool?)
    case user(Int64, old: UserImage?, new: UserImage?)
  }

  /// The changes that belong together: those of one edit made with pleat, or of one statement run by hand.
  package enum Group: Hashable, Sendable {
    /// The edit with this value of `edit.edit_id`.
    case edit(Int64)
    /// The statement run by hand at this time, in milliseconds since 1970, UTC.
    case hand(at: Int64)
  }

  /// The number of the change in the log; later changes have greater numbers.
  package let number: Int64
  package let group: Group
  package var event: Event
  /// Whether only the sort key changed, to make room for a neighbour; the order stayed the same.
  package let madeRoom: Bool

  package init(number: Int64, group: Group, event: Event, madeRoom: Bool = false) {
    self.number = number
    self.group = group
    self.event = event
    self.madeRoom = madeRoom
  }
}

extension LoggedChange.Event {
  /// Whether it changes the content of an item that existed before it and still exists after it.
  package var changesContent: Bool {
    switch self {
    case .section(_, let old?, let new?): old.hasContent || old.isCollapsible != new.isCollapsible
    case .row(_, let old?, .some): !old.content.isEmpty
    case .section, .row, .fold, .user: false
    }
  }
}

/// The state of a section before or after a change: nil for parts that the log does not record, and `.some(nil)` for
/// recorded parts that the section did not have.
package struct SectionImage: Hashable, Sendable {
  package var ord: OrderKey
  package var level: Int
  package var isCollapsible: Bool
  package var title: String?
  package var detail: String??
  package var newRows: NewRows??
  package var isDone: Bool??
  package var attributes: String??
  package var due: DueDate??
  package var repeats: String??

  package init(
    ord: OrderKey, level: Int, isCollapsible: Bool, title: String? = nil, detail: String?? = nil,
    newRows: NewRows?? = nil, isDone: Bool?? = nil, attributes: String?? = nil, due: DueDate?? = nil,
    repeats: String?? = nil
  ) {
    self.ord = ord
    self.level = level
    self.isCollapsible = isCollapsible
    self.title = title
    self.detail = detail
    self.newRows = newRows
    self.isDone = isDone
    self.attributes = attributes
    self.due = due
    self.repeats = repeats
  }

  package init(_ section: Section) {
    self.init(
      ord: section.ord, level: section.level, isCollapsible: section.isCollapsible, title: section.title,
      detail: section.detail, newRows: section.newRows, isDone: section.isDone, attributes: section.attributes,
      due: section.schedule.due, repeats: section.schedule.repeats)
  }

  package var isComplete: Bool {
    title != nil && detail != nil && newRows != nil && isDone != nil && attributes != nil && due != nil
      && repeats != nil
  }

  /// Whether the image has any part of the content.
  ///
  /// The state before an update has one only if the update changed the content.
  package var hasContent: Bool {
    title != nil || detail != nil || newRows != nil || isDone != nil || attributes != nil || due != nil
      || repeats != nil
  }

  /// Returns the image after a later change, which keeps every part that the change did not record.
  func followed(by later: SectionImage) -> SectionImage { later.completed(by: self) }

  /// Returns the image, with missing parts filled in from another image of the same state.
  package func completed(by other: SectionImage) -> SectionImage {
    var image = self
    image.title = title ?? other.title
    image.detail = detail ?? other.detail
    image.newRows = newRows ?? other.newRows
    image.isDone = isDone ?? other.isDone
    image.attributes = attributes ?? other.attributes
    image.due = due ?? other.due
    image.repeats = repeats ?? other.repeats
    return image
  }

  /// Returns whether a section has the recorded content, compared only where it differs from an earlier image.
  ///
  /// - Parameter before: The state before the changes that led to this image; nil to compare everything.
  package func contentFits(_ section: Section, since before: SectionImage?) -> Bool {
    (before.map { $0.isCollapsible == isCollapsible } ?? false || isCollapsible == section.isCollapsible)
      && (before.map { $0.title == nil } ?? false || title.map { $0.hasSameBytes(as: section.title) } ?? true)
      && (before.map { $0.detail == nil } ?? false || detail.map { $0.hasSameBytes(as: section.detail) } ?? true)
      && (before.map { $0.newRows == nil } ?? false || newRows.map { $0 == section.newRows } ?? true)
      && (before.map { $0.isDone == nil } ?? false || isDone.map { $0 == section.isDone } ?? true)
      && (before.map { $0.attributes == nil } ?? false
        || attributes.map { $0.hasSameBytes(as: section.attributes) } ?? true)
      && (before.map { $0.due == nil } ?? false || due.map { $0 == section.schedule.due } ?? true)
      && (before.map { $0.repeats == nil } ?? false
        || repeats.map { $0.hasSameBytes(as: section.schedule.repeats) } ?? true)
  }

  /// Creates a section from the image, with missing parts taken from `found`; nil if there is no title in either.
  ///
  /// Whether it is collapsible is taken from `found` as well if that did not change between this image and `after`.
  package func section(_ id: SectionID, over found: Section?, after: SectionImage? = nil) -> Section? {
    guard let title = title ?? found?.title else { return nil }
    let keepsFlag = after?.isCollapsible == isCollapsible
    let content = SectionContent(
      title, detail: detail ?? found?.detail,
      isCollapsible: keepsFlag ? found?.isCollapsible ?? isCollapsible : isCollapsible,
      newRows: newRows ?? found?.newRows, isDone: isDone ?? found?.isDone,
      attributes: attributes ?? found?.attributes,
      schedule: Schedule(due: due ?? found?.schedule.due, repeats: repeats ?? found?.schedule.repeats))
    return Section(id: id, ord: ord, level: level, content: content)
  }
}

/// The recorded state of a row before or after a change.
package struct RowImage: Hashable, Sendable {
  package var section: SectionID
  package var rank: OrderKey
  /// The content; before an update, only the columns that the update changed are known.
  package var content: PartialRowContent

  package init(section: SectionID, rank: OrderKey, content: PartialRowContent = PartialRowContent()) {
    self.section = section
    self.rank = rank
    self.content = content
  }

  /// The image after a later change: columns that it changed take its values, or become unknown; the others stay.
  ///
  /// - Parameter changed: The contents that the later change replaced.
  func followed(by later: RowImage, changing changed: PartialRowContent) -> RowImage {
    var kept = self
    kept.content = content.without(changed)
    return later.completed(by: kept)
  }

  /// Returns the image, with missing parts filled in from another image of the same state.
  package func completed(by other: RowImage) -> RowImage {
    RowImage(section: section, rank: rank, content: content.completed(by: other.content))
  }

  /// Returns whether a row has the recorded content, compared only in columns that an earlier image has too.
  ///
  /// - Parameter before: The state before the changes that led to this image; nil to compare everything.
  package func contentFits(_ row: Row, since before: RowImage?) -> Bool {
    (before.map { content.limited(to: $0.content) } ?? content).fits(row.content)
  }

  /// Creates a row from the image, with missing parts taken from `old`; nil if there is no text in either.
  package func row(_ id: RowID, over old: Row?) -> Row? {
    content.content(over: old?.content).map { Row(id: id, section: section, rank: rank, content: $0) }
  }
}

/// The state of a user before or after a change.
package struct UserImage: Hashable, Sendable {
  /// The name; nil if the log does not record it.
  package var name: String?
  package var startsCollapsed: Bool
  package var accordion: Bool

  package init(name: String?, startsCollapsed: Bool, accordion: Bool) {
    self.name = name
    self.startsCollapsed = startsCollapsed
    self.accordion = accordion
  }
}
