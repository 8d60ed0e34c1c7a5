import OutlineCore

extension StoreReader {
  /// Calls `body` with the check box and the texts of every section and row that contains a `#`, all sections first.
  ///
  /// O(n).
  package func eachTagged(_ body: (_ isDone: Bool?, _ texts: [String]) throws -> Void) throws {
    let lines = try db.cursor(
      """
      SELECT done, title, detail FROM section WHERE instr(title, '#') OR instr(detail, '#')
      UNION ALL SELECT done, text, NULL FROM row WHERE instr(text, '#')
      """)
    while let line = try lines.next() {
      let texts: [String?] = [try line[1], try line[2]]
      try body(try line[0], texts.compactMap(\.self))
    }
  }
}
