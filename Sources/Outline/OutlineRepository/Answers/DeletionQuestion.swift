import OutlineCore
import OutlineStore

/// The sections and rows that an edit would delete, if somebody agrees to it.
public struct DeletionQuestion: Hashable, Sendable {
  /// A section or row that would be deleted.
  public struct Item: Hashable, Sendable {
    /// The id.
    public let id: ItemID
    /// The title or text.
    public let name: String
  }

  /// The sections and rows that would be deleted, sections first.
  public let items: [Item]
  /// The number by which ``Request/Deletions/agreed(_:)`` agrees to deleting these items.
  ///
  /// It is valid in this process alone, until the next change of the file.
  public let number: UInt64

  /// A random part of every number, so that no other process has the same ones.
  private static let seed = UInt64.random(in: .min ... .max)

  /// Creates the question about an edit that is not committed yet; nil if the edit deletes nothing.
  ///
  /// - Parameter first: The last change before the edit.
  init?(after first: Int64, _ reader: StoreReader) throws {
    let net = NetChanges(try reader.changes(after: first))
    let sections = net.sections.filter { $0.change.isGone }.sorted { $0.id < $1.id }
    let rows = net.rows.filter { $0.change.isGone }.sorted { $0.id < $1.id }
    let others = Set(net.sections.filter { $0.change.isNew }.map(\.id.rawValue))
      .union(net.rows.filter { $0.change.isNew }.map(\.id.rawValue))
    items =
      sections.filter { !others.contains($0.id.rawValue) }
      .map { Item(id: .section($0.id), name: $0.change.before?.title ?? "") }
      + rows.filter { !others.contains($0.id.rawValue) }
      .map { Item(id: .row($0.id), name: $0.change.before?.content.text ?? "") }
    if items.isEmpty { return nil }
    var hasher = Hasher()
    hasher.combine(Self.seed)
    hasher.combine(first)
    hasher.combine(try reader.identity()?.word)
    items.forEach { hasher.combine($0.id) }
    number = UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
