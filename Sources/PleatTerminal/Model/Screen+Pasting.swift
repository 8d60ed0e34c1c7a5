import OutlineCore
import OutlineRepository

/// The items made from a pasted text: rows, followed by sections.
struct PastedItems {
  var rows: [RowDraft]
  var sections: [SectionDraft] = []

  /// Makes a row of each line that is not blank.
  ///
  /// - Parameter isDone: The check box of lines that have none of their own.
  init(linesOf text: String, isDone: Bool?) {
    rows = text.split(separator: "\n").filter { !String($0).isBlank }.map {
      RowDraft(typed: String($0), isDone: isDone, today: nil)
    }
  }

  /// Takes the items of a document; its lines before the first section are rows.
  init(_ pieces: [OutlinePiece]) {
    for piece in pieces { sections.add(piece) }
    rows = sections.first.map { $0.content.representsDocument ? $0.rows : [] } ?? []
    if !rows.isEmpty { sections.removeFirst() }
  }

  /// Whether a text has a line that Markdown reads as a heading or as an item of a list.
  static func looksLikeMarkdown(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      let line = line.drop { $0 == " " || $0 == "\t" }
      let marker = line.prefix { $0 != " " && $0 != "\t" }
      if marker.endIndex == line.endIndex || marker.isEmpty { return false }
      if ["-", "*", "+"].contains(marker) || marker.count <= 6 && marker.allSatisfy({ $0 == "#" }) { return true }
      let digits = marker.dropLast()
      return !digits.isEmpty && digits.count <= 9 && digits.allSatisfy(\.isASCII) && digits.allSatisfy(\.isNumber)
        && (marker.last == "." || marker.last == ")")
    }
  }
}

extension Screen {
  /// Adds the lines of a text as items below the cursor; Markdown keeps its levels.
  func paste(lines text: String) {
    leaveFilter()
    add(pasted: text, to: rowPlacement)
  }

  /// Adds the lines of a text as items.
  ///
  /// - Parameters:
  ///   - placement: The placement of rows; sections go into the section under the cursor.
  ///   - isDone: The check box of lines that have none of their own, unless the text is Markdown.
  @discardableResult
  func add(pasted text: String, to placement: Placement, isDone: Bool? = nil) -> Result<Answer, EditRefusal> {
    let text = LineInput.withUnixLines(text)
    let items: PastedItems
    do {
      let isDocument = readMarkdown != nil && PastedItems.looksLikeMarkdown(text)
      items = try isDocument ? PastedItems(readMarkdown?(text) ?? []) : PastedItems(linesOf: text, isDone: isDone)
    } catch {
      state.message = texts.failure(error)
      return .failure(.other)
    }
    let (rows, sections) = (items.rows, items.sections)
    if rows.isEmpty, sections.isEmpty { return .failure(.other) }
    let count = rows.count + sections.reduce(0) { $0 + 1 + $1.rows.count }
    let words = "paste \(count) items"
    if sections.isEmpty { return add(rows, to: placement, words: words) }
    if rows.isEmpty, sections.count == count { return add(sections, to: nestedPlacement, words: words) }
    let first = rows.isEmpty ? [] : [BatchEdit(.addRows(rows, to: placement))]
    return perform(
      first + [BatchEdit(.addSections(sections, to: nestedPlacement))], adding: count, words: words)
  }
}
