/// The ids that one copy of an outline gives to its new sections and rows, and no other copy does.
package struct IDBlock: Hashable, Sendable {
  /// How many ids a block has.
  package static let size: Int64 = 1_000_000_000
  /// The numbers that blocks can have; all ids are below 2^53.
  package static let numbers: ClosedRange<Int64> = 0...9_007_198

  /// The number of the block; 0 for that of the first copy.
  package let number: Int64

  /// Creates the block with a number; nil for a number that no block can have.
  package init?(_ number: Int64) {
    guard Self.numbers.contains(number) else { return nil }
    self.number = number
  }

  /// Its ids.
  package var ids: Range<Int64> { max(1, number * Self.size)..<((number + 1) * Self.size) }
}

/// Where an outline is synchronized, and which ids its new sections and rows get.
package struct SyncState: Hashable, Sendable {
  /// The name of the document.
  package var document: String
  /// The random word of digits and small letters under which the block is reserved.
  package var token: String
  /// The block of the new ids.
  package var block: IDBlock
  /// The first id of the block that was free at the time of the last synchronization.
  package var first: Int64
  /// The greatest id of any block at that time.
  package var last: Int64
  /// The commit with the state that the present state follows from; nil before the first one.
  package var synced: String?

  /// Creates the value.
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

  /// Whether a section or a row that the document of the last synchronization does not have was inserted by hand, with an id of
  /// no block that this copy may use.
  ///
  /// What an undo brings back keeps its id.
  package func needsNewID(_ id: ItemID) -> Bool {
    !block.ids.contains(id.number) && id.number > last
  }
}
