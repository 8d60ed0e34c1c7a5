import ListChanges
import OutlineCore

/// An outline in memory that does everything in the slowest obvious way, to compare the repository with.
///
/// It shares only types such as addresses and edits with the rules, and makes all decisions itself.
struct ModelOutline: Equatable {
  /// A section with its own rows.
  struct Section: Equatable {
    var id: SectionID
    var level: Int
    var title: String
    var detail: String?
    var isCollapsible = true
    var newRows: NewRows?
    var isDone: Bool?
    var schedule = Schedule.none
    var attributes: String?
    var rows: [RowContent] = []
  }

  /// How one user views the outline.
  struct Viewer: Equatable {
    var startsCollapsed = false
    var accordion = false
    var flags: [SectionID: Bool] = [:]
  }

  /// All sections, in document order.
  var sections: [Section] = []
  /// The users that did something.
  var viewers: [String: Viewer] = [:]
  /// How many sections and rows were ever made, from which the next id follows.
  var made: Int64 = 0
  /// Who makes the present edit.
  var actor = ""
}

/// What a header of a visible list says.
struct HeaderContent: Hashable {
  var id: SectionID
  var level: Int
  var title: String
  var detail: String?
  var isCollapsible: Bool
  var newRows: NewRows?
  var isDone: Bool?
  var schedule = Schedule.none
  var attributes: String?
  var isCollapsed: Bool
  /// What a collapsed header says of what is below it; nil where it is open.
  var closed: Closed?

  struct Closed: Hashable {
    /// The section's own rows.
    var rows: Int
    /// The rows and tasks that the header hides, those of subsections included.
    var hidden: ItemCounts
    /// The sections below it.
    var below: Int
  }
}

/// What a row of a visible list says.
struct RowContent: Hashable {
  var id: RowID
  var text: String
  var isDone: Bool?
  var schedule = Schedule.none
  var attributes: String?
  var level = 1
  /// Whether the user has collapsed it; nil where nothing is below it.
  var isCollapsed: Bool?
  /// The rows and tasks that a collapsed row hides.
  var hidden = ItemCounts.zero
}

typealias VisibleList = GroupedList<HeaderContent, RowContent>

/// Why the model refuses an edit.
struct Refusal: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension ModelOutline {
  /// The outline after an edit.
  func after(_ edit: Edit, as user: String) throws -> ModelOutline {
    var model = self
    model.actor = user
    switch edit {
    case .addRows(let drafts, let placement, let asTyped): try model.addRows(drafts, to: placement, asTyped: asTyped)
    case .addSections(let drafts, let placement, let asTyped):
      try model.addSections(drafts, to: placement, asTyped: asTyped)
    case .change(let addresses, let patch): try model.change(try model.items(addresses), to: patch)
    case .renameTag(let tag, let new): try model.rename(tag, to: new)
    case .move(let addresses, let placement): try model.move(addresses, to: placement)
    case .copy(let addresses, let placement): try model.copy(addresses, to: placement)
    case .reorder(let addresses, let position): try model.reorder(addresses, to: position)
    case .indent(let addresses): try model.indent(addresses)
    case .outdent(let addresses): try model.outdent(addresses)
    case .promote(let addresses, let placement): try model.promote(addresses, to: placement)
    case .demote(let addresses, let placement): try model.demote(addresses, to: placement)
    case .demoteItems(let addresses): try model.demoteItems(in: addresses)
    case .sort(let addresses, let order): try model.sort(addresses, by: order)
    case .delete(let addresses, let options): try model.delete(addresses, options)
    case .tick(let addresses, let isDone, let day, _): try model.tick(addresses, isDone: isDone, on: day)
    case .archive(let addresses): try model.archive(addresses)
    case .archiveDone(let addresses): try model.archiveDone(in: addresses)
    case .unarchive(let addresses, let placement): try model.unarchive(addresses, to: placement)
    case .deleteDone(let addresses, let isRecursive): try model.deleteDone(in: addresses, isRecursive)
    case .fold(let scope, let request): try model.fold(scope, request, as: user)
    case .setAccordion(let isOn): model.viewers[user, default: Viewer()].accordion = isOn
    case .resetFolds(let startsCollapsed):
      model.viewers[user, default: Viewer()].flags = [:]
      if let startsCollapsed { model.viewers[user, default: Viewer()].startsCollapsed = startsCollapsed }
    }
    model.dropFlagsOfLeaves()
    model.actor = ""
    return model
  }

  /// Whether a section shows nothing below its header.
  func isShut(_ section: Section, for user: String) -> Bool {
    let viewer = viewers[user] ?? Viewer()
    return section.isCollapsible && (viewer.flags[section.id] ?? viewer.startsCollapsed)
  }

  /// What a user sees.
  func visible(to user: String) -> VisibleList {
    VisibleList(tree.flatMap { visible($0, to: user) })
  }

  private func visible(_ node: Node, to user: String) -> [VisibleList.Section] {
    let section = node.section
    let isShut = isShut(section, for: user)
    let header = HeaderContent(
      id: section.id, level: section.level, title: section.title, detail: section.detail,
      isCollapsible: section.isCollapsible, newRows: section.newRows, isDone: section.isDone,
      schedule: section.schedule, attributes: section.attributes, isCollapsed: isShut,
      closed: isShut ? .init(rows: section.rows.count, hidden: node.hidden, below: node.sections.count - 1) : nil)
    if isShut { return [VisibleList.Section(header: header, rows: [])] }
    return [VisibleList.Section(header: header, rows: visibleRows(of: section, to: user))]
      + node.children.flatMap { visible($0, to: user) }
  }

  /// What a user would see with all sections open, flags included.
  func everything(for user: String) -> VisibleList {
    VisibleList(
      sections.map { section in
        let header = HeaderContent(
          id: section.id, level: section.level, title: section.title, detail: section.detail,
          isCollapsible: section.isCollapsible, newRows: section.newRows, isDone: section.isDone,
          schedule: section.schedule, attributes: section.attributes, isCollapsed: isShut(section, for: user),
          closed: isShut(section, for: user)
            ? .init(rows: section.rows.count, hidden: .zero, below: subtree(of: section.id).count - 1) : nil)
        return VisibleList.Section(header: header, rows: visibleRows(of: section, to: user, ignoringFolds: true))
      })
  }

  /// The rows that a user sees of an open section; all of them, with the user's flags, if folds are ignored.
  private func visibleRows(of section: Section, to user: String, ignoringFolds: Bool = false) -> [RowContent] {
    let flags = viewers[user]?.flags ?? [:]
    var visible: [RowContent] = []
    var index = 0
    while index < section.rows.count {
      var row = section.rows[index]
      let below = section.rows[(index + 1)...].prefix { $0.level > row.level }
      let isCollapsed = !below.isEmpty && flags[SectionID(row.id.rawValue)] == true
      row.isCollapsed = below.isEmpty ? nil : isCollapsed
      let hides = isCollapsed && !ignoringFolds
      if hides { row.hidden = below.map { ItemCounts(row: $0.isDone) }.total }
      visible.append(row)
      index += 1 + (hides ? below.count : 0)
    }
    return visible
  }
}

// MARK: - Finding things

extension ModelOutline {
  /// The index of the section that an address names.
  func section(_ address: Address) throws -> Int {
    guard case .section(let index) = try item(address) else { throw Refusal("a section is needed") }
    return index
  }

  /// The indices of the row that an address names.
  func row(_ address: Address) throws -> (section: Int, row: Int) {
    guard case .row(let section, let row) = try item(address) else { throw Refusal("a row is needed") }
    return (section, row)
  }

  enum Found: Hashable {
    case section(Int)
    case row(Int, Int)
  }

  /// The positions of a section and of those that enclose it, each among the sections with the same parent.
  func number(ofSection index: Int) -> [Int] {
    let parents = sections.indices.map { parent(ofSection: $0) }
    let position = parents[...index].count { $0 == parents[index] }
    return (parents[index].map { number(ofSection: $0) } ?? []) + [position]
  }

  private func parent(ofSection index: Int) -> Int? {
    sections[..<index].lastIndex { $0.level < sections[index].level }
  }

  /// What has a number, a section or a row.
  private func item(_ number: Int64) throws -> Found {
    for (index, section) in sections.enumerated() {
      if section.id.rawValue == number { return .section(index) }
      if let row = section.rows.firstIndex(where: { $0.id.rawValue == number }) { return .row(index, row) }
    }
    throw Refusal("no such item")
  }

  func item(_ address: Address) throws -> Found {
    switch address {
    case .id(let number): return try item(number)
    case .section(let id): return try item(id.rawValue)
    case .row(let id): return try item(id.rawValue)
    case .number(let number):
      guard let index = sections.indices.first(where: { self.number(ofSection: $0) == number.sections }) else {
        throw Refusal("no such section")
      }
      guard let row = number.row else { return .section(index) }
      guard row >= 1, row <= sections[index].rows.count else { throw Refusal("no such row") }
      return .row(index, row - 1)
    case .words, .path, .named, .range, .fitting:
      throw Refusal("the model knows no titles")
    }
  }

  /// The things that addresses name, each once, in order.
  func items(_ addresses: [Address]) throws -> [Found] {
    var found: [Found] = []
    for address in addresses {
      if case .fitting(let filter) = address {
        found += try items(fitting: filter).filter { !found.contains($0) }
      } else {
        let item = try item(address)
        if !found.contains(item) { found.append(item) }
      }
    }
    return found
  }

  /// The tasks that a filter takes, in order.
  private func items(fitting filter: ItemFilter) throws -> [Found] {
    guard case .task(let wanted) = filter else { throw Refusal("the model knows no texts") }
    func fits(_ isDone: Bool?) -> Bool { isDone != nil && (wanted == nil || isDone == wanted) }
    let archived = wanted == false ? archive.map { subtree(of: $0) } ?? [] : []
    return sections.enumerated().flatMap { index, section -> [Found] in
      let isArchived = archived.contains(section.id)
      let rows = isArchived ? [] : section.rows.indices.filter { fits(section.rows[$0].isDone) }
      return (fits(section.isDone) && (!isArchived || section.id == archive) ? [.section(index)] : [])
        + rows.map { Found.row(index, $0) }
    }
  }

  fileprivate mutating func rename(_ tag: Tag, to new: Tag) throws {
    var count = 0
    for index in sections.indices {
      let section = sections[index]
      let title = tag.renamed(to: new, in: section.title)
      let detail = section.detail.flatMap { tag.renamed(to: new, in: $0) }
      (sections[index].title, sections[index].detail) = (title ?? section.title, detail ?? section.detail)
      count += title != nil || detail != nil ? 1 : 0
      for row in sections[index].rows.indices {
        guard let text = tag.renamed(to: new, in: sections[index].rows[row].text) else { continue }
        sections[index].rows[row].text = text
        count += 1
      }
    }
    if count == 0 { throw Refusal("no such tag") }
  }
}
