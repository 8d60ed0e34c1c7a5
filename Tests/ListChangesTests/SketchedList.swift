import ListChanges

/// A list sketched on one line: sections between bars, each a header and the rows behind its colon.
func sketch(_ text: String) -> GroupedList<String, String> {
  GroupedList(
    text.split(separator: "|").map { part in
      let words = part.split(separator: " ").map(String.init)
      let header = words.first.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
      return .init(header: header ?? "", rows: Array(words.dropFirst()))
    })
}

/// What cannot be read in a test's notation.
struct NotationError: Error {
  var word: Substring
}

extension ViewChanges {
  /// Reads the one-line notation, runs as they are written.
  init(notation: String) throws {
    self.init()
    for word in notation.split(separator: " ") where word != "none" {
      let end = word.lastIndex(of: "x") ?? word.endIndex
      let count = end == word.endIndex ? 1 : try number(word[end...].dropFirst())
      let place = word[..<end].drop { "+-~".contains($0) }.dropFirst()
      let ends = place.split(separator: ">")
      switch (word.first, word.drop { "+-~".contains($0) }.first) {
      case ("-", "S"): deletedSections.append(IndexRun(try number(place), count: count))
      case ("+", "S"): insertedSections.append(IndexRun(try number(place), count: count))
      case (_, "S"): movedSections.append(IndexMove(from: try number(ends[0]), to: try number(ends[1]), count: count))
      case ("-", "R"): deletedRows.append(try rows(place, count))
      case ("+", "R"): insertedRows.append(try rows(place, count))
      case ("~", "R"): reloadedRows.append(try rows(place, count))
      case (_, "R"): movedRows.append(RowMove(from: try path(ends[0]), to: try path(ends[1]), count: count))
      case ("~", "H"): reloadedHeaders.append(IndexRun(try number(place), count: count))
      default: throw NotationError(word: word)
      }
    }
  }
}

private func number(_ word: Substring) throws -> Int {
  guard let number = Int(word) else { throw NotationError(word: word) }
  return number
}

private func path(_ word: Substring) throws -> RowPath {
  let parts = word.split(separator: ".")
  guard parts.count == 2 else { throw NotationError(word: word) }
  return RowPath(section: try number(parts[0]), row: try number(parts[1]))
}

private func rows(_ word: Substring, _ count: Int) throws -> RowRun {
  let start = try path(word)
  return RowRun(section: start.section, start: start.row, count: count)
}
