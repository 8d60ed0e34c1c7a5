import OutlineCore
import OutlineJSON

// The keys by which items match; nil for an item without such a key.
extension Document {
  /// A name below a section of the outline; nil for a section that the outline does not have.
  struct Spot: Hashable {
    let section: Int64?
    let name: String
    var isSection = false
    /// The texts of the rows above a row, from the top down, if they count.
    var above: [String] = []
  }

  /// The indices of the outermost sections.
  var roots: [Int] { items.indices.filter { items[$0].isSection && items[$0].parent == nil } }

  /// The titles from the top down to each section.
  var paths: [[String]?] {
    var paths: [[String]?] = []
    for index in items.indices {
      let above = { items[index].parent.flatMap { paths[$0] } ?? [] }
      paths.append(items[index].isSection ? above() + [items[index].content.name] : nil)
    }
    return paths
  }

  /// The titles of the sections at one depth, each in the section that holds it.
  ///
  /// - Parameters:
  ///   - depth: 1 for the outermost ones.
  ///   - sections: For each section the one of the outline that it is.
  ///   - paths: What ``paths`` is.
  func sections(at depth: Int, _ sections: [Int64?], _ paths: [[String]?]) -> [Spot?] {
    items.indices.map { index in
      guard paths[index]?.count == depth else { return nil }
      return Spot(
        section: items[index].parent.flatMap { sections[$0] }, name: items[index].content.name, isSection: true)
    }
  }

  /// The identifiers that other programs gave to the items: `UID` of iCalendar, `uuid` of Taskwarrior, `ID` of org, or a long
  /// `id`, as Google's; nil for an item without one.
  ///
  /// A short number as an `ID`, as in tables, is not global: it names something else in another document.
  var identifiers: [(text: String, isGlobal: Bool)?] {
    items.map { item in
      guard let text = item.content.attributes, let members = JSONTree.object(text) else { return nil }
      for member in members {
        guard let value = member.value.string, !value.isEmpty else { continue }
        let isLong = value.utf8.count >= 16
        switch member.key {
        case "UID", "uuid": return (value, true)
        case "ID": return (value, isLong || !value.utf8.allSatisfy(\.isDigit))
        case "id" where isLong: return (value, true)
        default: break
        }
      }
      return nil
    }
  }

  /// The titles of the sections, or the texts of the rows.
  func names(ofSections isSection: Bool) -> [String?] {
    items.map { $0.isSection == isSection ? $0.content.name : nil }
  }

  /// The texts of the rows, each in its section.
  ///
  /// - Parameters:
  ///   - sections: For each section the one of the outline that it is.
  ///   - above: For each row the texts of the rows above it; empty if they do not count.
  func spots(_ sections: [Int64?], below above: [[String]] = []) -> [Spot?] {
    items.indices.map { index in
      let item = items[index]
      if item.isSection { return nil }
      return Spot(
        section: item.parent.flatMap { sections[$0] }, name: item.content.name,
        above: above.isEmpty ? [] : above[index])
    }
  }

  /// The texts of the rows above each row, from the top down; empty if no row of the document is below another one.
  var rowPaths: [[String]] {
    if !items.contains(where: \.isNestedRow) { return [] }
    let nesting = nesting
    return items.indices.reduce(into: []) { paths, index in
      let row = nesting[index].parent.flatMap { items[$0].isSection ? nil : $0 }
      paths.append(row.map { paths[$0] + [items[$0].content.name] } ?? [])
    }
  }

  /// The titles and first lines, each in the section that holds it; nil for an item in a section that only one side has.
  ///
  /// An item in a section that is a row on the other side counts as beside that row.
  /// - Parameters:
  ///   - sections: For each section the one of the outline that it is, if it is a section on both sides.
  ///   - matches: For each item its match in the outline; nil for one that only one side has.
  func lines(_ sections: [Int64?], _ matches: [Int64?]) -> [Spot?] {
    var homes: [Int64?] = []
    return items.indices.map { index in
      let home = items[index].parent.flatMap { homes[$0] }
      homes.append(sections[index] ?? (matches[index] == nil ? nil : home))
      return home.map { spot(of: index, in: $0) }
    }
  }

  /// The first lines of rows, and the titles of sections that hold nothing that only one side has, wherever they are.
  func leaves(_ matches: [Int64?]) -> [Spot?] {
    let holders = Set(items.indices.compactMap { matches[$0] == nil ? items[$0].parent : nil })
    return items.indices.map { holders.contains($0) ? nil : spot(of: $0, in: nil) }
  }

  /// The title of a section, or the first line of a row.
  private func spot(of index: Int, in section: Int64?) -> Spot {
    let (name, isSection) = (items[index].content.name, items[index].isSection)
    return Spot(section: section, name: isSection ? name : name.cutAfterFirstLine().first, isSection: isSection)
  }
}

extension [Document.Spot?] {
  /// The spots with the kinds exchanged; nil for a name that both kinds have here.
  var ofOtherKind: Self {
    let all = Set(self)
    return map { spot in
      guard var spot else { return nil }
      spot.isSection.toggle()
      return all.contains(spot) ? nil : spot
    }
  }
}
