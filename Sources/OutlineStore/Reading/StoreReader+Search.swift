import OutlineCore
import SQLite

/// The sections and rows that contain a text.
package struct TextMatches {
  /// The titles of all sections of the outline, in document order.
  package internal(set) var titles: [String] = []
  /// The sections whose title or detail contains the text.
  package internal(set) var sections: Set<SectionID> = []
  /// The details of those sections that have one.
  package internal(set) var details: [SectionID: String] = [:]
  /// The rows that contain the text, in order, by section.
  package internal(set) var rows: [SectionID: [Row]] = [:]
}

extension StoreReader {
  /// Finds every section and row that contains a text, in upper or lower case.
  ///
  /// ASCII texts are compared inside SQLite, others in Swift after composition and case folding.
  ///
  /// O(n) in the size of the outline.
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
      SELECT \(RowTable.columns) FROM row WHERE ? OR instr(lower(text), lower(?)) > 0
      ORDER BY section_id, rank
      """, [!isASCII, text])
    while let line = try rows.next() {
      if !isASCII, !holds(try line[3]) { continue }
      let row = try RowTable.row(from: line)
      matches.rows[row.section, default: []].append(row)
    }
    return matches
  }

  /// Returns the number of users that the file knows.
  package func userCount() throws -> Int { try value("SELECT count(*) FROM user", []) ?? 0 }
}
