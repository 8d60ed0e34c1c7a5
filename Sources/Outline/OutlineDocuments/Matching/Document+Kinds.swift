import OutlineCore

extension Document {
  /// Returns the document with a section in place of each row that had a section of the outline below it which stays.
  ///
  /// The items of the document have the numbers of their matches. The section that stays is not among them, and the one
  /// around it is a row. The rows below that row go into the new section, which comes before the subsections around it.
  /// O(n).
  package func keepingKinds(of old: Document) -> Document {
    let holders = old.holders(without: numbers)
    if holders.isEmpty { return self }
    var kept: [DocumentItem] = []
    var rest = items[...]
    while let section = rest.popFirst() {
      let rows = rest.prefix { !$0.isSection }
      rest = rest[rows.endIndex...]
      kept += [section] + Self.dividing(rows, at: holders, below: max(section.level + 1, rest.first?.level ?? 0))
    }
    return with(kept)
  }

  /// Makes sections of the rows whose numbers are in `holders`; these sections, with their rows, follow all other rows.
  private static func dividing(
    _ rows: ArraySlice<DocumentItem>, at holders: Set<Int64>, below level: Int
  ) -> [DocumentItem] {
    var staying: [DocumentItem] = []
    var sections: [DocumentItem] = []
    var open: Int?  // the level of the row that became the last section
    for row in rows {
      if let level = open, row.rowLevel <= level { open = nil }
      if let number = row.number, holders.contains(number), let section = row.asSection(level: level) {
        sections.append(section)
        open = row.rowLevel
      } else if let level = open {
        var below = row
        below.rowLevel -= level
        sections.append(below)
      } else {
        staying.append(row)
      }
    }
    return staying + sections
  }

  /// The numbers of the sections that hold a section whose number is not in `taken`.
  private func holders(without taken: Set<Int64>) -> Set<Int64> {
    Set(
      items.indices.compactMap { index in
        guard items[index].isSection, items[index].number.map({ !taken.contains($0) }) ?? true else { return nil }
        return home(of: index)
      })
  }
}

extension DocumentItem {
  /// The section that a row becomes; nil where its text is too long for a section.
  fileprivate func asSection(level: Int) -> DocumentItem? {
    content.section.map { DocumentItem(number, .section($0), level: level) }
  }
}
