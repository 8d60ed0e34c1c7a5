import OutlineCore

extension Document {
  /// Returns the document with a section for each row in which something of the outline stays, and for the rows after it.
  ///
  /// The document, whose items have the numbers of their matches, lacks something that is in a section of the outline, and has that
  /// section as a row. As no row comes after a subsection, the rows after it become sections without content. O(n).
  package func keepingKinds(of old: Document) -> Document {
    let holders = old.holders(without: numbers)
    if holders.isEmpty { return self }
    var kept: [DocumentItem] = []
    var rest = items[...]
    while let section = rest.popFirst() {
      let rows = rest.prefix { !$0.isSection }
      rest = rest[rows.endIndex...]
      let first = rows.firstIndex { $0.staysSection(among: holders) } ?? rows.endIndex
      let level = max(section.level + 1, rest.first?.level ?? 0)
      let sections = rows[first...].map { $0.asSection(level: level) }
      kept += [section] + rows[..<first] + zip(rows[first...], sections).compactMap { $1 == nil ? $0 : nil }
      kept += sections.compactMap(\.self)
    }
    return with(kept)
  }

  /// The numbers of the sections that have a detail, or hold a row or a section that is not among those with these
  /// numbers; each with whether it holds something.
  private func holders(without taken: Set<Int64>) -> [Int64: Bool] {
    var holders: [Int64: Bool] = [:]
    for (index, item) in items.enumerated() {
      guard let number = item.number else { continue }
      if let home = home(of: index), !taken.contains(number) { holders[home] = true }
      if case .section(let section) = item.content, section.detail != nil { holders[number] = false }
    }
    return holders
  }
}

extension DocumentItem {
  /// Whether the row is one of these sections, and holds something or has a detail there that the row does not say.
  fileprivate func staysSection(among holders: [Int64: Bool]) -> Bool {
    guard let holds = number.flatMap({ holders[$0] }) else { return false }
    return holds || !content.name.hasSeveralLines
  }

  /// The section that a row becomes; nil where its text is too long for a section.
  fileprivate func asSection(level: Int) -> DocumentItem? {
    content.section.map { DocumentItem(number, .section($0), level: level) }
  }
}
