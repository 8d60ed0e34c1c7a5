/// The purpose for which a store is opened.
package enum StoreAccess: Sendable {
  /// Reading only; the file's bytes and times stay unchanged.
  case reading
  case writing
  /// Writing many transactions one after the other.
  ///
  /// While the store is open, the journal beside the file keeps its size between transactions, so that the disk need
  /// not allocate it anew for each; the rest of the last one is ignored, because its header is overwritten with zeros.
  case writingOften
  /// Writing to a new file that no other process knows, and that is removed unless it is completed.
  case making
}
