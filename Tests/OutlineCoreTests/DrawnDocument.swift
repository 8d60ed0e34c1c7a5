import OutlineCore

/// Documents drawn as words: "A1 a1 a2=milk+ .B2 b3".
///
/// Capitals are sections with their numbers, small letters rows, whose numbers are greater by 1000, dots the levels of both. `=milk` is a text other than the name, `+` a
/// task that is done and `-` one that is open; a name without a number has no id.
enum DrawnDocument {
  /// Reads a drawing.
  static func pieces(_ drawing: String) -> [OutlinePiece] { drawing.split(separator: " ").map { piece(String($0)) } }

  private static func piece(_ word: String) -> OutlinePiece {
    var name = word.drop { $0 == "." }
    let mark = name.last.flatMap { ["+": true, "-": false][$0] }
    if mark != nil { name.removeLast() }
    let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let id = Int64(parts[0].drop { $0.isLetter })
    let text = (parts.count > 1 ? parts[1] : parts[0]).replacing("_", with: " ")
    if name.first?.isUppercase == true {
      let draft = SectionDraft(level: word.prefix { $0 == "." }.count + 1, title: text)
      return .section(SectionPiece(draft, id: id.map { SectionID($0) }))
    }
    let level = word.prefix { $0 == "." }.count + 1
    return .row(RowPiece(RowDraft(text, isDone: mark, level: level), id: id.map { RowID($0 + 1_000) }))
  }

  /// Draws a document, with the text of each item in place of its name; `!` is behind one that has no id.
  static func drawing(_ pieces: [OutlinePiece]) -> String {
    pieces.compactMap { piece -> String? in
      switch piece {
      case .section(let section):
        String(repeating: ".", count: section.draft.level - 1) + section.draft.title + (section.id == nil ? "!" : "")
      case .row(let row):
        String(repeating: ".", count: row.draft.level - 1) + row.draft.text
          + (row.draft.isDone.map { $0 ? "+" : "-" } ?? "") + (row.id == nil ? "!" : "")
      case .rowLevels, .setting, .identity, .user, .level, .flag: nil
      }
    }.map { $0.replacing(" ", with: "_") }.joined(separator: " ")
  }
}
