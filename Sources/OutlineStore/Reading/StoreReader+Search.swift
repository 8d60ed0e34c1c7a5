import OutlineCore
import SQLite

/// Where a text stands.
package struct TextMatches {
  /// The title of every section, in document order.
  package internal(set) var titles: [String] = []
  /// The sections with the text in their title or detail.
  package internal(set) var sections: Set<SectionID> = []
  /// The details of those sections.
  package internal(set) var details: [SectionID: String] = [:]
  /// The rows with the text, in order, by their sections.
  package internal(set) var rows: [SectionID: [Row]] = [:]
}

extension StoreReader {
  /// Every section and row that holds a text; case does not matter.
  ///
  /// O(size of the outline).
  ///
  /// ASCII is compared inside SQLite; other texts here, after composition and folding of case.
  package func matches(of text: String) throws -> TextMatches {
    var matches = TextMatches()
    let wanted = TextMatch.folded(text)
    let holds = { (candidate: String) in candidate.isEmpty ? text.isEmpty : TextMatch.folded(candidate).contains(wanted)
    }
    let sections = try db.cursor("SELECT section_id, title, detail FROM section ORDER BY ord")
    while let line = try sections.next() {
      let (id, title, detail): (SectionID, String, String?) = (SectionID(try line[0]), try line[1], try line[2])
      matches.titles.append(title)
      guard holds(title) || holds(detail ?? "") else { continue }
      matches.sections.insert(id)
      matches.details[id] = detail
    }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let rows = try db.cursor(
      """
      SELECT row_id, section_id, rank, text, attributes FROM row WHERE ? OR instr(lower(text), lower(?)) > 0
      ORDER BY section_id, rank
      """, [!isASCII, text])
    while let line = try rows.next() {
      if !isASCII, !holds(try line[3]) { continue }
      let row = try row(from: line)
      matches.rows[row.section, default: []].append(row)
    }
    return matches
  }

  /// How many users the file knows.
  package func userCount() throws -> Int { try value("SELECT count(*) FROM user", []) ?? 0 }
}
