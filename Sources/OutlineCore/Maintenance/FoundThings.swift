/// Where something was found in a damaged file, the most trustworthy first.
package enum FoundOrigin: Int, Sendable {
  /// In its table.
  case table
  /// On a page that belongs to no table any more.
  case lostPage
  /// On a page that is free.
  case freePage
}

/// A section as a damaged file has it.
package struct FoundSection: Sendable {
  package let id: FoundValue
  package let ord: FoundValue
  package let level: FoundValue
  package let title: FoundValue
  package let detail: FoundValue
  package let collapsible: FoundValue
  package let attributes: FoundValue
  /// Whether the attributes are a JSON object that a file can have.
  package let hasObject: Bool
  package let origin: FoundOrigin
  /// Whether the end of it is missing.
  package let isCut: Bool

  /// Creates a section.
  package init(
    id: FoundValue, ord: FoundValue, level: FoundValue, title: FoundValue, detail: FoundValue, collapsible: FoundValue,
    attributes: FoundValue, hasObject: Bool, origin: FoundOrigin, isCut: Bool
  ) {
    self.id = id
    self.ord = ord
    self.level = level
    self.title = title
    self.detail = detail
    self.collapsible = collapsible
    self.attributes = attributes
    self.hasObject = hasObject
    self.origin = origin
    self.isCut = isCut
  }
}

/// A row as a damaged file has it.
package struct FoundRow: Sendable {
  package let id: FoundValue
  package let rank: FoundValue
  package let text: FoundValue
  package let done: FoundValue
  package let attributes: FoundValue
  /// Whether the attributes are a JSON object that a file can have.
  package let hasObject: Bool
  package let origin: FoundOrigin
  /// Whether the end of it is missing.
  package let isCut: Bool

  /// Creates a row.
  package init(
    id: FoundValue, rank: FoundValue, text: FoundValue, done: FoundValue, attributes: FoundValue, hasObject: Bool,
    origin: FoundOrigin, isCut: Bool
  ) {
    self.id = id
    self.rank = rank
    self.text = text
    self.done = done
    self.attributes = attributes
    self.hasObject = hasObject
    self.origin = origin
    self.isCut = isCut
  }
}

/// A user as a damaged file has it.
package struct FoundUser: Sendable {
  package let id: FoundValue
  package let name: FoundValue
  package let startsCollapsed: FoundValue
  package let accordion: FoundValue

  /// Creates a user.
  package init(id: FoundValue, name: FoundValue, startsCollapsed: FoundValue, accordion: FoundValue) {
    self.id = id
    self.name = name
    self.startsCollapsed = startsCollapsed
    self.accordion = accordion
  }
}

/// A flag as a damaged file has it.
package struct FoundFlag: Sendable {
  package let user: FoundValue
  package let section: FoundValue
  package let collapsed: FoundValue
  package let origin: FoundOrigin

  /// Creates a flag.
  package init(user: FoundValue, section: FoundValue, collapsed: FoundValue, origin: FoundOrigin) {
    self.user = user
    self.section = section
    self.collapsed = collapsed
    self.origin = origin
  }
}
