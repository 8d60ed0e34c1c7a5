import ListChanges

/// A list as it is drawn in tests: a header per line, its rows indented below it.
typealias DrawnList = GroupedList<String, String>

extension GroupedList where Header == String, Row == String {
  /// Reads a drawing.
  init(_ drawing: String) {
    self.init([])
    for line in drawing.split(separator: "\n") {
      if line.hasPrefix("  ") {
        sections[sections.count - 1].rows.append(String(line.dropFirst(2)))
      } else {
        sections.append(Section(header: String(line), rows: []))
      }
    }
  }

  /// The drawing.
  var drawing: String {
    sections.map { ([$0.header] + $0.rows.map { "  \($0)" }).joined(separator: "\n") }.joined(separator: "\n")
  }
}

extension ViewChanges {
  /// The drawing of the list after, replayed on a drawing of the list before.
  func replay(on before: String, reading after: String) throws(ReplayError) -> String {
    try replay(on: DrawnList(before), reading: DrawnList(after)).drawing
  }
}
