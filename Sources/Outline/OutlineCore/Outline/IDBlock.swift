/// The ids for new sections and rows in one copy of an outline; every copy has its own block.
package struct IDBlock: Hashable, Sendable {
  /// The number of ids in a block.
  package static let size: Int64 = 1_000_000_000
  /// The possible numbers of blocks; all ids are below 2^53.
  package static let numbers: ClosedRange<Int64> = 0...9_007_198

  /// The number of the block; 0 for the first copy's.
  package let number: Int64

  /// Creates the block with a number; nil for a number that no block can have.
  package init?(_ number: Int64) {
    guard Self.numbers.contains(number) else { return nil }
    self.number = number
  }

  package var ids: Range<Int64> { max(1, number * Self.size)..<((number + 1) * Self.size) }
}

/// The state of synchronization of an outline: its document and its block of ids.
package struct SyncState: Hashable, Sendable {
  /// The name of the document.
  package var document: String
  /// The random word of digits and small letters under which the block is reserved.
  package var token: String
  /// The block of the new ids.
  package var block: IDBlock
  /// The first free id of the block at the last synchronization.
  package var first: Int64
  /// The greatest id of any block at the last synchronization.
  package var last: Int64
  /// The commit of the last synchronization; nil before the first one.
  package var synced: String?

  package init(
    document: String, token: String, block: IDBlock, first: Int64, last: Int64, synced: String?
  ) {
    self.document = document
    self.token = token
    self.block = block
    self.first = first
    self.last = last
    self.synced = synced
  }

  /// Whether an item that is new since the last synchronization was inserted by hand with an id outside of this copy's
  /// block.
  ///
  /// Items that an undo restores keep their ids.
  package func needsNewID(_ id: ItemID) -> Bool {
    !block.ids.contains(id.number) && id.number > last
  }
}
