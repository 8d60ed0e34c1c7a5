import OutlineCore

/// The treatment of sections and rows of the outline that the document does not have.
public struct MergeOptions: Hashable, Sendable {
  /// What happens to sections and rows that the document does not have.
  public enum Missing: Hashable, Sendable {
    /// They stay, each after the neighbour that was before it.
    case keep
    /// They are deleted; the merge is refused if these are more than half of the sections and rows that it looks at.
    case deleteUpToHalf
    /// They are deleted, however many they are.
    case delete
  }

  /// What happens to sections and rows that the document does not have; the merge looks for them in the outermost
  /// sections of the document and everything below those.
  public var missing: Missing
  /// The day on which the tasks that the document ticks were done; those with a rule then come again; nil to end them.
  public var doneOn: Day?

  /// Creates options; the default deletes nothing.
  public init(missing: Missing = .keep, doneOn: Day? = nil) {
    self.missing = missing
    self.doneOn = doneOn
  }
}
