import ListChanges
import OutlineCore
import OutlineStore

// Merges the rows, one section after the other.
extension Merge {
  mutating func arrangeRows(of part: DocumentPart, in section: SectionID) throws {
    let pieces = part.rows
    let title = part.piece.draft.title
    let rows = try pieces.map { try $0.id.flatMap { try reader.row($0) } }
    let present = rows.indices.filter { rows[$0]?.section == section }
    let ranks = present.map { Int(rows[$0]?.rank ?? 0) }
    let staying = Set(longestIncreasingSubsequence(of: ranks).map { present[$0] })
    var run: [Int] = []
    for position in pieces.indices {
      guard staying.contains(position), let row = rows[position] else {
        run.append(position)
        continue
      }
      try put(run, of: pieces, rows, in: section, title, before: row.id)
      run = []
      try update(row, to: pieces[position].draft, in: section, title)
    }
    try put(run, of: pieces, rows, in: section, title, before: nil)
  }

  private mutating func update(_ row: Row, to draft: RowDraft, in section: SectionID, _ title: String) throws {
    let after = row.with(try content(of: row.content, updatedTo: draft))
    if after.content.isSame(as: row.content) { return }
    report.counts.changed += 1
    report.note(\.changed, MergeReport.Item(row.id, after.content, in: section, title))
    try perform([.changeRow(after)])
  }

  /// Inserts new rows and moves existing ones to the position before a row that stays.
  private mutating func put(
    _ run: [Int], of pieces: [RowPiece], _ rows: [Row?], in id: SectionID, _ title: String, before next: RowID?
  ) throws {
    guard !run.isEmpty, let section = try reader.section(id) else { return }
    let upper = try next.flatMap { try reader.row($0)?.rank }
    let lower = try reader.row(before: upper ?? OrderKeys.bound, in: id)?.key
    let spot = RowSpot(section: section, gap: Gap(lower: lower, upper: upper), start: .index(0))
    let (ranks, room) = try planner.makeRoom(for: run.count, at: spot)
    try perform(room)
    for (index, rank) in zip(run, ranks) {
      if let row = rows[index] {
        report.counts.moved += 1
        report.note(\.moved, MergeReport.Item(row.id, pieces[index].draft, in: id, title))
        try perform([.moveRow(row.id, in: id, rank: rank)])
        try update(row, to: pieces[index].draft, in: id, title)
      } else {
        let isNew = pieces[index].id.map { !converted.contains($0.rawValue) } ?? true
        if isNew { report.counts.added += 1 } else { report.counts.changed += 1 }
        try insert(pieces[index], in: id, rank: rank)
        if case .row(let row)? = made.last {
          report.note(isNew ? \.added : \.changed, MergeReport.Item(row, pieces[index].draft, in: id, title))
        }
      }
    }
  }

  private mutating func insert(_ piece: RowPiece, in section: SectionID, rank: OrderKey) throws {
    guard let id = piece.id, keepsNewIDs || converted.contains(id.rawValue) else {
      return try perform([.insertRow(piece.draft, in: section, rank: rank)])
    }
    let content = try content(ofSection: SectionID(id.rawValue), updatedTo: piece.draft)
    try perform([.restoreRow(Row(id: id, section: section, rank: rank, content: content))])
    noteMade(.row(id))
  }
}
