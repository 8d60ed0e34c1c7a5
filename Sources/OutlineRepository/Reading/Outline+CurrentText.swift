import OutlineCore
import OutlineStore

/// The present title or text of a section or a row, and the user who wrote it.
public struct CurrentText: Hashable, Sendable {
  /// The title or the text; nil if the section or row does not exist any more.
  public let text: String?
  /// The user who wrote or deleted it; nil for a change made by hand, and if the history does not have the change.
  public let writer: String?
}

extension Outline {
  /// Returns the present title or text of a section or a row, and the user who wrote it.
  ///
  /// O(n) in the number of changes in the log.
  /// - Parameters:
  ///   - item: The section or row.
  ///   - userName: The acting user.
  /// - Throws: `StoreError`.
  public func currentText(of item: ItemID, as userName: String) throws -> CurrentText {
    try read(as: userName) { reader, _ in
      let text =
        switch item {
        case .section(let id): try reader.section(id)?.title
        case .row(let id): try reader.row(id)?.text
        }
      return CurrentText(
        text: text, writer: try reader.history(of: item).first(where: \.namesItem)?.entries.first?.user)
    }
  }
}

extension ItemChange {
  /// Whether the change gave the item its title or text, or took it away.
  fileprivate var namesItem: Bool {
    kinds.contains(.added) || kinds.contains(.deleted) || fields.contains { $0.name == "text" || $0.name == "title" }
  }
}
