import ListChanges
import OutlineCore

/// A document as a whole: its sections and rows in document order, its settings, its users and its identity.
///
/// Sections nest by their levels alone, and rows belong to the last section before them.
package struct Document: Hashable, Sendable {
  /// The identity of the outline; nil if the document does not say.
  package var identity: OutlineIdentity?
  /// The settings that are not the standard ones.
  package var settings: [Setting: SettingValue]
  package var users: [User]
  /// The sections and rows, in document order.
  package private(set) var items: [DocumentItem]

  /// Creates a document; which section holds an item follows from the order and the levels.
  package init(
    identity: OutlineIdentity? = nil, settings: [Setting: SettingValue] = [:], users: [User] = [],
    _ items: [DocumentItem] = []
  ) {
    self.identity = identity
    self.settings = settings
    self.users = users
    self.items = items
    arrange()
  }

  /// Finds out which section holds each item.
  private mutating func arrange() {
    let sections = items.indices.filter { items[$0].isSection }
    let parents = LevelStack.parents(of: sections.map { items[$0].level })
    var (count, section) = (0, Int?.none)
    for index in items.indices {
      guard items[index].isSection else {
        (items[index].parent, items[index].step) = (section, 0)
        continue
      }
      let parent = parents[count].map { sections[$0] }
      items[index].parent = parent
      items[index].step = items[index].level - (parent.map { items[$0].level } ?? 0)
      (count, section) = (count + 1, index)
    }
  }

  /// Collects the pieces of a document.
  ///
  /// - Parameter read: Calls the function that it receives with every piece, in order.
  package init(reading read: (_ take: @escaping (OutlinePiece) -> Void) throws -> Void) rethrows {
    var (identity, users, items, sections) = (OutlineIdentity?.none, [User](), [DocumentItem](), [Int]())
    var (settings, flagged) = ([Setting: SettingValue](), [Int]())
    try read { piece in
      switch piece {
      case .rowLevels: break
      case .setting(let setting, let value): settings[setting] = value
      case .identity(let own): identity = own
      case .user(let user): users.append(user)
      case .level(let section, let level): items[sections[section]].level = level
      case .flag(let index, let flag): items[flagged[index]].isCollapsed = flag
      case .section(let section):
        sections.append(items.count)
        flagged.append(items.count)
        items.append(DocumentItem(section))
      case .row(let row):
        if row.isCollapsed != nil { flagged.append(items.count) }
        items.append(DocumentItem(row))
      }
    }
    self.init(identity: identity, settings: settings, users: users, items)
  }

  package init(_ pieces: [OutlinePiece]) { self.init { take in pieces.forEach(take) } }
}

extension Document {
  package func pass(to take: (OutlinePiece) throws -> Void) rethrows {
    if items.contains(where: \.isNestedRow) { try take(.rowLevels) }
    for setting in Setting.allCases { if let value = settings[setting] { try take(.setting(setting, value)) } }
    if let identity { try take(.identity(identity)) }
    for user in users { try take(.user(user)) }
    for item in items { try take(item.piece) }
  }

  /// The document with the users sorted by name, because each machine has them in another order.
  package var inOrder: Document {
    var document = self
    document.users.sort { ExactText($0.name) < ExactText($1.name) }
    return document
  }

  package var numbers: Set<Int64> { Set(items.compactMap(\.number)) }

  package var ids: Set<ItemID> { Set(items.compactMap(\.id)) }

  /// The index of the first item with each number.
  package var indices: [Int64: Int] {
    Dictionary(items.indices.compactMap { index in items[index].number.map { ($0, index) } }) { first, _ in first }
  }

  /// The number of the section that holds the item at an index; nil for an outermost one, and for one without a number.
  func home(of index: Int) -> Int64? { items[index].parent.flatMap { items[$0].number } }

  /// The item that each item is directly below, a section or a row, by its index, and how much deeper it is; nil at the
  /// outermost level.
  package var nesting: [(parent: Int?, step: Int)] {
    // The last row and those around it; `LevelStack` is not specialized here, and takes much longer.
    var around: [Int] = []
    return items.indices.map { index in
      let level = items[index].rowLevel
      if items[index].isSection {
        around.removeAll(keepingCapacity: true)
        return (items[index].parent, items[index].step)
      }
      while let last = around.last, items[last].rowLevel >= level { around.removeLast() }
      defer { around.append(index) }
      return (around.last ?? items[index].parent, level - (around.last.map { items[$0].rowLevel } ?? 0))
    }
  }

  /// Returns the rows of new sections that stood below another row, which is still one, and are as deep as they were.
  ///
  /// Somebody who writes a title between a row and those below it may not mean to part them. O(n).
  package func rowsCutOff(since former: Document) -> [DocumentItem] {
    let (parents, formerParents, places, formerPlaces) = (nesting, former.nesting, indices, former.indices)
    return items.indices.filter { index in
      guard let number = items[index].number, let old = formerPlaces[number], !items[index].isSection,
        let parent = formerParents[old].parent, !former.items[parent].isSection,
        let row = former.items[parent].number.flatMap({ places[$0] }), !items[row].isSection,
        let section = parents[index].parent, items[section].isSection, depth(of: index) == former.depth(of: old)
      else { return false }
      return items[section].number.flatMap { formerPlaces[$0] }.map { !former.items[$0].isSection } ?? true
    }.map { items[$0] }
  }

  /// How deep a row is in the outline: 1 for a row directly in an outermost section.
  private func depth(of row: Int) -> Int { (items[row].parent.map { items[$0].level - 1 } ?? 0) + items[row].rowLevel }

  package func ownRows(of section: Int) -> ArraySlice<DocumentItem> { items[(section + 1)...].prefix { !$0.isSection } }

  /// Whether a row is below the one at an index.
  package func hasRowBelow(_ index: Int) -> Bool {
    guard index + 1 < items.count, case .row(let row) = items[index].content,
      case .row(let next) = items[index + 1].content
    else { return false }
    return next.level > row.level
  }

  package func with(_ items: [DocumentItem]) -> Document {
    Document(identity: identity, settings: settings, users: users, items)
  }

  /// Changes each item, which is given with its index.
  package mutating func change(_ change: (inout DocumentItem, _ index: Int) throws -> Void) rethrows {
    for index in items.indices { try change(&items[index], index) }
    arrange()
  }

  /// Changes the numbers of the items, which are given with their indices.
  package mutating func renumber(_ number: (DocumentItem, _ index: Int) -> Int64?) {
    for index in items.indices { items[index].number = number(items[index], index) }
  }

  /// Adds to the levels of all sections.
  package mutating func lower(by levels: Int) {
    if levels != 0 { change { item, _ in if item.isSection { item.level += levels } } }
  }

  /// Refuses values that the file cannot hold.
  package func check() throws(OutlineError) { for item in items { try item.check() } }
}
