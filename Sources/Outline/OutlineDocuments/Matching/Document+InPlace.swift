import OutlineCore

extension Document {
  /// Returns the document with the rows that are in an outline, by their ids, in their places there, within copies of the
  /// outermost sections around them.
  ///
  /// Only rows of a section that represents the document are placed, as in an export of rows alone; if none are left in it,
  /// it goes. So the comparison finds these rows where they are. O(n).
  func placed(in outline: Document) -> Document {
    guard let holder = items.indices.first(where: { items[$0].representsDocument }) else { return self }
    let common = CommonIDs(outline.identity, identity)
    let (indices, rows) = (outline.indices, Array(ownRows(of: holder)))
    let titles = Set(roots.map { items[$0].content.name })
    var branches: [Int: ArraySlice<DocumentItem>] = [:]  // by the index of the row that each replaces
    var rest: [DocumentItem] = []
    var start = 0
    while start < rows.count {
      let end = rows[(start + 1)...].firstIndex { $0.rowLevel <= rows[start].rowLevel } ?? rows.count
      defer { start = end }
      if let number = rows[start].number, let place = indices[number], !outline.items[place].isSection,
        branches[place] == nil, !titles.contains(outline.items[outline.root(of: place)].content.name),
        common.include(.row(RowID(number)), named: outline.items[place].content.name, rows[start].content.name)
      {
        branches[place] = rows[start..<end]
      } else {
        rest += rows[start..<end]
      }
    }
    if branches.isEmpty { return self }
    let placed = Set(branches.keys.map(outline.root)).sorted().flatMap { outline.replacing(branches, below: $0) }
    let own = Array(items[(holder + 1)...].dropFirst(rows.count))
    return with(Array(items[..<holder]) + (rest.isEmpty ? [] : [items[holder]] + rest) + own + placed)
  }

  /// The index of the outermost section around an item.
  private func root(of index: Int) -> Int {
    var index = index
    while let parent = items[index].parent { index = parent }
    return index
  }

  /// Returns an outermost section with everything below it, with other rows in place of some, each with what is below it.
  private func replacing(_ branches: [Int: ArraySlice<DocumentItem>], below root: Int) -> [DocumentItem] {
    let end = roots.first { $0 > root } ?? items.count
    var found: [DocumentItem] = []
    var index = root
    while index < end {
      guard let branch = branches[index], let first = branch.first else {
        found.append(items[index])
        index += 1
        continue
      }
      let (level, lift) = (items[index].rowLevel, items[index].rowLevel - first.rowLevel)
      for row in branch {
        found.append(row)
        found[found.count - 1].rowLevel += lift
      }
      repeat { index += 1 } while index < end && !items[index].isSection && items[index].rowLevel > level
    }
    return found
  }
}

extension DocumentItem {
  fileprivate var representsDocument: Bool {
    guard case .section(let section) = content else { return false }
    return number == nil && parent == nil && section.representsDocument
  }
}
