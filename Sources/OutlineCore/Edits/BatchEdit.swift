/// One edit of a batch.
public struct BatchEdit: Hashable, Sendable {
  /// The edit; where it names something ``Address/named(_:)``, an earlier edit of the batch made that.
  public var edit: Edit
  /// The name under which later edits find the first thing that this one makes; nil for none.
  public var name: String?

  /// Makes an edit of a batch.
  public init(_ edit: Edit, name: String? = nil) {
    self.edit = edit
    self.name = name
  }
}

/// Why a batch was refused; nothing of it was done.
public struct BatchError: Error {
  /// Which edit was refused, counted from 0.
  public let index: Int
  /// Why.
  public let reason: any Error

  /// Makes an error.
  public init(index: Int, reason: any Error) {
    self.index = index
    self.reason = reason
  }
}
