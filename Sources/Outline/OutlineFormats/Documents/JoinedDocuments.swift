import OutlineCore

/// Passes several documents on as one.
///
/// Ids, users, settings and the identity of pleat's own documents are left out, because two of them can have the same.
package final class JoinedDocuments {
  /// Where the sections of a document go.
  package enum Place {
    /// After the documents before it, as they are.
    case end
    /// At this level: a section of its own, which has the title of the document, and everything else below it.
    ///
    /// The only outermost section of a document that begins with it is the section of the document, with its own title. Without
    /// `isKept`, a document that has nothing gets no section.
    case section(title: String, level: Int, isKept: Bool)
  }

  private let sink: (OutlinePiece) throws -> Void
  /// How many sections were passed on, and how many sections and rows that a flag may follow for.
  private var (sections, flagged) = (0, 0)
  /// How many sections were deeper than the deepest level.
  private var tooDeep = 0
  /// What was changed, for the user; one sentence each.
  package var remarks: [String] { ImportRule.remarks(onItemsTooDeep: tooDeep) }

  package init(into sink: @escaping (OutlinePiece) throws -> Void) { self.sink = sink }

  /// Passes a section of its own on, such as that of a folder.
  package func add(_ title: String, level: Int) throws {
    try pass(.section(SectionPiece(SectionDraft(level: level, title: title))), from: (sections, flagged))
  }

  /// Passes a document on; in memory is one document at a time, if it gets a section of its own, and otherwise a piece.
  ///
  /// - Parameter read: Calls the function that it receives with each piece of the document, in order.
  package func add(to place: Place, _ read: (_ take: @escaping (OutlinePiece) throws -> Void) throws -> Void) throws {
    let start = (sections, flagged)
    guard case .section(let title, let level, let isKept) = place else {
      return try read { [self] in try pass($0, from: start) }
    }
    var pieces: [OutlinePiece] = []
    var indices: [Int] = []  // of the sections among the pieces
    try read { piece in
      switch piece {
      case .level(let index, let level):
        guard indices.indices.contains(index), case .section(var section) = pieces[indices[index]] else { return }
        section.draft.level = level
        pieces[indices[index]] = .section(section)
      case .section:
        indices.append(pieces.count)
        pieces.append(piece)
      case .row, .flag: pieces.append(piece)
      case .rowLevels, .setting, .identity, .user: break
      }
    }
    if isKept || !pieces.isEmpty { try pass(pieces, titled: title, level: level, from: start) }
  }

  private func pass(_ pieces: [OutlinePiece], titled title: String, level: Int, from start: (Int, Int)) throws {
    let drafts = pieces.compactMap { if case .section(let section) = $0 { section.draft } else { nil } }
    let outermost = drafts.map(\.level).min() ?? 1
    let isMade = drafts.first?.content.representsDocument == true
    let isOnlyOne = drafts.first?.level == outermost && drafts.count { $0.level == outermost } == 1
    var isOwn = isMade || isOnlyOne  // whether the next section is that of the document
    // Where the document's section is not one of its own headings, those are a level below it.
    let distance = level - outermost + (isOnlyOne && !isMade ? 0 : 1)
    if !isOwn { try add(title, level: level) }
    let start = isOwn ? start : (sections, flagged)
    for piece in pieces {
      guard case .section(var section) = piece else {
        try pass(piece, from: start)
        continue
      }
      section.draft.level = isOwn ? level : limited(section.draft.level + distance)
      if isOwn, isMade {
        section.draft.content.attributes = DocumentSection.attributesOfRealSection(section.draft)
        section.draft.content.title = title
      }
      isOwn = false
      try pass(.section(section), from: start)
    }
  }

  private func limited(_ level: Int) -> Int {
    if level > OutlineLimits.levels.upperBound { tooDeep += 1 }
    return min(level, OutlineLimits.levels.upperBound)
  }

  /// Passes a piece of a document on, which counts its sections from the first one of the document.
  private func pass(_ piece: OutlinePiece, from start: (sections: Int, flagged: Int)) throws {
    switch piece {
    case .rowLevels, .setting, .identity, .user: break
    case .section(var section):
      section.id = nil
      sections += 1
      flagged += 1
      try sink(.section(section))
    case .row(var row):
      row.id = nil
      if row.isCollapsed != nil { flagged += 1 }
      try sink(.row(row))
    case .level(let index, let level): try sink(.level(section: start.sections + index, level))
    case .flag(let index, let isCollapsed): try sink(.flag(of: start.flagged + index, isCollapsed: isCollapsed))
    }
  }
}
