import GRDB
import OutlineCore

/// Where a text stands.
public struct TextMatches {
  /// The title of every section, in document order.
  public internal(set) var titles: [String] = []
  /// The sections with the text in their title or detail.
  public internal(set) var sections: Set<SectionID> = []
  /// The details of those sections.
  public internal(set) var details: [SectionID: String] = [:]
  /// The rows with the text, in order, by their sections.
  public internal(set) var rows: [SectionID: [OutlineCore.Row]] = [:]
}

extension StoreReader {
  /// Every section and row that holds a text; case does not matter.
  ///
  /// O(size of the outline).
  ///
  /// ASCII is compared inside SQLite; other texts here, after composition and folding of case.
  public func matches(of text: String) throws -> TextMatches {
    var matches = TextMatches()
    let wanted = TextMatch.folded(text)
    let holds = { (candidate: String) in candidate.isEmpty ? text.isEmpty : TextMatch.folded(candidate).contains(wanted)
    }
    let sections = try GRDB.Row.fetchCursor(
      db, sql: "SELECT section_id, title, detail FROM section ORDER BY ord")
    while let line = try sections.next() {
      matches.titles.append(line[1])
      guard holds(line[1]) || holds(line[2] ?? "") else { continue }
      matches.sections.insert(SectionID(line[0]))
      matches.details[SectionID(line[0])] = line[2]
    }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let rows = try GRDB.Row.fetchCursor(
      db,
      sql: """
        SELECT row_id, section_id, rank, text, attributes FROM row WHERE ? OR instr(lower(text), lower(?)) > 0
        ORDER BY section_id, rank
        """, arguments: [!isASCII, text])
    while let line = try rows.next() {
      if !isASCII, !holds(line[3]) { continue }
      let row = self.row(from: line)
      matches.rows[row.section, default: []].append(row)
    }
    return matches
  }

  /// How many users the file knows.
  public func userCount() throws -> Int { try value("SELECT count(*) FROM user", []) ?? 0 }
}
