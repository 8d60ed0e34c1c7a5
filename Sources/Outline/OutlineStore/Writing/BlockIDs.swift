import OutlineCore
import SQLite

/// Gives ids to new sections and rows within one transaction.
///
/// In a file that is not synchronized, SQLite chooses the ids. Otherwise they come from the file's block, because other
/// copies of the outline give ids of other blocks, which can be greater.
final class BlockIDs {
  /// The next id; nil if the file is not synchronized.
  private var next: (id: Int64, end: Int64)?
  private var isRead = false
  private var hasGiven = false

  /// Returns the id for a new section or row; nil to let SQLite choose it.
  func take(in db: Connection) throws -> Int64? {
    if !isRead { try read(db) }
    guard let (id, end) = next else { return nil }
    if id >= end {
      throw StoreError.refused(message: "the block of ids is used up; the next synchronization reserves another")
    }
    next?.id = id + 1
    hasGiven = true
    return id
  }

  private func read(_ db: Connection) throws {
    isRead = true
    guard let state = try StoreReader(db: db).sync() else { return }
    next = (try StoreReader(db: db).nextID(of: state), state.block.ids.upperBound)
  }

  /// Saves which ids were given; call it after the insertions, before anything else reads the next id.
  func save(in db: Connection) throws {
    guard hasGiven, let id = next?.id else { return }
    hasGiven = false
    try db.run("UPDATE sync SET next_id = ?", [id])
  }

  /// Forgets the next id, because it is going to change.
  func forget() { (next, isRead, hasGiven) = (nil, false, false) }
}
