extension [DocumentPart] {
  /// Returns the sections of a document with a section for each row in which something of the outline stays, and for the
  /// rows after it.
  ///
  /// The document, which has the ids of what it matches, lacks something that is in a section of the outline, and has that
  /// section as a row. As no row comes after a subsection, the rows after it become sections without content. O(n).
  package func keepingKinds(of old: [DocumentPart]) -> [DocumentPart] {
    let holders = old.holders(without: numbers(ofSections: true).union(numbers(ofSections: false)))
    if holders.isEmpty { return self }
    return indices.flatMap { index in
      let part = self[index]
      guard let first = part.rows.firstIndex(where: { $0.staysSection(among: holders) }) else { return [part] }
      let level = part.piece.draft.level
      let next = index + 1 < count ? self[index + 1].piece.draft.level : 0
      let sections = part.rows[first...].map { DocumentPart($0, level: next > level ? next : level + 1) }
      let rows = zip(part.rows[first...], sections).compactMap { $1 == nil ? $0 : nil }
      return [DocumentPart(part.piece, rows: part.rows[..<first] + rows)] + sections.compactMap(\.self)
    }
  }

  /// The numbers of the sections, or those of the rows.
  package func numbers(ofSections isSection: Bool) -> Set<Int64> {
    Set(isSection ? compactMap(\.piece.id?.rawValue) : flatMap { $0.rows.compactMap(\.id?.rawValue) })
  }

  /// The numbers of the sections that have a detail, or hold a row or a section that is not among those with these
  /// numbers; each with whether it holds something.
  private func holders(without taken: Set<Int64>) -> [Int64: Bool] {
    var open = LevelStack<Int64>()
    var holders: [Int64: Bool] = [:]
    for part in self {
      guard let id = part.piece.id?.rawValue else { continue }
      let parent = open.enter(id, level: part.piece.draft.level)
      if let parent, !taken.contains(id) { holders[parent] = true }
      let isHolder = part.rows.contains { $0.id.map { !taken.contains($0.rawValue) } == true }
      if isHolder || part.piece.draft.detail != nil { holders[id] = isHolder }
    }
    return holders
  }
}

extension RowPiece {
  /// Whether the row is one of these sections, and holds something or has a detail there that the row does not say.
  fileprivate func staysSection(among holders: [Int64: Bool]) -> Bool {
    guard let holds = id.flatMap({ holders[$0.rawValue] }) else { return false }
    return holds || LevelRules.title(of: draft.text) == draft.text
  }
}

extension DocumentPart {
  /// The section that a row becomes; nil where its text is too long for a section.
  fileprivate init?(_ row: RowPiece, level: Int) {
    guard let content = try? LevelRules.section(of: row.draft) else { return nil }
    self.init(SectionPiece(SectionDraft(level: level, content), id: row.id.map { SectionID($0.rawValue) }))
  }
}
