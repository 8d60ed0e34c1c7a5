import Foundation

/// Ends the program, as a view of UIKit does by an exception.
func invalidUpdate(_ words: String) -> Never {
  FileHandle.standardError.write(Data("Invalid update: \(words)\n".utf8))
  exit(1)
}

/// What the block of one `performBatchUpdates` does, and the rules by which UITableView and UICollectionView take it.
///
/// Deletions, and where moves begin, count in the list before the block; insertions, and where moves end, in the list after.
struct ListBatch {
  /// What leaves, arrives and moves, of sections or of rows.
  struct Moves<Place: Hashable> {
    var deleted: [Place] = []
    var inserted: [Place] = []
    var moved: [(from: Place, to: Place)] = []

    var leaving: [Place] { deleted + moved.map(\.from) }
    var arriving: [Place] { inserted + moved.map(\.to) }
  }

  var sections = Moves<Int>()
  var rows = Moves<IndexPath>()

  /// Returns the list after the batch, with nil where something was inserted.
  ///
  /// - Parameters:
  ///   - old: The list that the view shows.
  ///   - counts: The number of rows in each section, as the data source has them after the block.
  func applied<Section, Row>(
    to old: [(section: Section, rows: [Row])], counts: [Int]
  ) -> [(section: Section?, rows: [Row?])] {
    let order = Self.arrange(Array(old.indices), sections, count: counts.count, "of sections")
    let moved = Set(sections.leaving), arrived = Set(sections.arriving)
    for path in rows.leaving where moved.contains(path.section) {
      invalidUpdate("row \(path) leaves a section that is deleted or moved")
    }
    for path in rows.arriving where arrived.contains(path.section) {
      invalidUpdate("row \(path) arrives in a section that is inserted or moved")
    }
    let strays =
      rows.leaving.filter { !old.indices.contains($0.section) }
      + rows.arriving.filter { !counts.indices.contains($0.section) }
    if let stray = strays.first { invalidUpdate("there is no section for row \(stray)") }
    for (from, _) in rows.moved where !old[from.section].rows.indices.contains(from.row) {
      invalidUpdate("there is no row \(from) to move")
    }
    let carried = Dictionary(rows.moved.map { ($0.to, old[$0.from.section].rows[$0.from.row]) }) { first, _ in first }
    return order.enumerated().map { section, source in
      guard let source else {
        return (nil, Array(repeating: nil, count: counts[section]))
      }
      let (content, oldRows) = old[source]
      let own = Moves(
        deleted: rows.leaving.filter { $0.section == source }.map(\.row),
        inserted: rows.arriving.filter { $0.section == section }.map(\.row))
      let places = Self.arrange(Array(oldRows.indices), own, count: counts[section], "of rows in section \(section)")
      return (
        content,
        places.enumerated().map { row, place in
          place.map { oldRows[$0] } ?? carried[IndexPath(row: row, section: section)]
        }
      )
    }
  }

  /// Puts what arrives in its places, and what is not named into the others in its order.
  private static func arrange(_ old: [Int], _ moves: Moves<Int>, count: Int, _ what: String) -> [Int?] {
    let (leaving, arriving) = (moves.leaving, moves.arriving)
    guard Set(leaving).count == leaving.count, leaving.allSatisfy(old.indices.contains) else {
      invalidUpdate("\(leaving) leave the \(old.count) \(what)")
    }
    guard Set(arriving).count == arriving.count, arriving.allSatisfy((0..<count).contains) else {
      invalidUpdate("\(arriving) arrive in the \(count) \(what)")
    }
    guard old.count - leaving.count + arriving.count == count else {
      invalidUpdate(
        "the number \(what) is \(count), but \(leaving.count) of \(old.count) leave, and \(arriving.count) arrive")
    }
    var new = [Int?](repeating: nil, count: count)
    for (from, to) in moves.moved { new[to] = from }
    let (gone, taken) = (Set(leaving), Set(arriving))
    var staying = old.lazy.filter { !gone.contains($0) }.makeIterator()
    for place in new.indices where !taken.contains(place) { new[place] = staying.next() }
    return new
  }
}
