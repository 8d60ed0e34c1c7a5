/// The purpose for which a store is opened.
package enum StoreAccess: Sendable {
  /// Reading only; the file's bytes and times stay unchanged.
  case reading
  /// Reading and writing.
  case writing
  /// Writing to a new file that no other process knows, and that is removed unless it is completed.
  case making
}
