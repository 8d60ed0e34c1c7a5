import OutlineCore
import SQLite

/// Gives ids to new sections and rows within one transaction.
///
/// In a file that is not synchronized, SQLite chooses the ids. Otherwise they come from the file's block, because ids of
/// other blocks, which can be greater, come from other copies of the outline.
final class BlockIDs {
  /// The next ids; nil if the file is not synchronized.
  private var next: (ids: IDPair, end: Int64)?
  private var isRead = false
  private var hasGiven = false

  /// Returns the id for a new section; nil to let SQLite choose it.
  func section(in db: Connection) throws -> Int64? { try take(\.section, "section", in: db) }

  /// Returns the id for a new row; nil to let SQLite choose it.
  func row(in db: Connection) throws -> Int64? { try take(\.row, "row", in: db) }

  private func take(_ part: WritableKeyPath<IDPair, Int64>, _ table: String, in db: Connection) throws -> Int64? {
    if !isRead { try read(db) }
    guard let id = next?.ids[keyPath: part], let end = next?.end else { return nil }
    if id >= end {
      throw StoreError.refused(
        message: "\(table): the block of ids is used up; the next synchronization reserves another")
    }
    next?.ids[keyPath: part] = id + 1
    hasGiven = true
    return id
  }

  private func read(_ db: Connection) throws {
    isRead = true
    guard let state = try StoreReader(db: db).sync() else { return }
    next = (try StoreReader(db: db).nextIDs(of: state), state.block.ids.upperBound)
  }

  /// Saves which ids were given; to be called after the insertions, and before anything else looks at it.
  func save(in db: Connection) throws {
    guard hasGiven, let ids = next?.ids else { return }
    hasGiven = false
    try db.run("UPDATE sync SET next_section = ?, next_row = ?", [ids.section, ids.row])
  }

  /// Forgets what was read, because it is going to change.
  func forget() { (next, isRead, hasGiven) = (nil, false, false) }
}
