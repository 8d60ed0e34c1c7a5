/// One edit of a batch.
public struct BatchEdit: Hashable, Sendable {
  /// The edit; an ``Address/named(_:)`` in it is the first item that the earlier edit with this name created.
  public var edit: Edit
  /// The name under which later edits can address the first item that this edit creates; nil for none.
  public var name: String?

  /// Creates an edit of a batch.
  public init(_ edit: Edit, name: String? = nil) {
    self.edit = edit
    self.name = name
  }
}

/// An error in one edit of a batch; no edit of the batch was carried out.
///
/// If the file cannot be read or written, the error is a `StoreError` instead, because no edit is to blame.
public struct BatchError: Error {
  /// The index in the batch of the edit that was refused, counted from 0.
  public let index: Int
  /// The error in that edit.
  public let reason: any Error

  package init(index: Int, reason: any Error) {
    self.index = index
    self.reason = reason
  }
}

extension BatchError: CustomStringConvertible {
  /// The number of the edit, counted from 1, and its error.
  public var description: String { "Edit \(index + 1) of the batch was refused: \(reason)" }
}
