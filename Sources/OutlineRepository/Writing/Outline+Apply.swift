import OutlineCore
import OutlineStore

extension Outline {
  /// Carries out many edits as one: one transaction, one entry in the history, one set of changes, all or nothing.
  ///
  /// O(what the edits write), and where changes are wanted O(sections).
  /// - Returns: what they did, with the keys of what was made; and the keys of what was named.
  /// - Throws: ``OutlineCore/BatchError`` with the edit that was refused, by a rule or by the file, and why;
  ///   ``OutlineCore/StoreError`` where the file cannot be read or written at all.
  public func apply(
    _ edits: [BatchEdit], as userName: String, words: String = "", isTrial: Bool = false, observers: Set<String> = [],
    wantsChanges: Bool = true
  ) throws -> (outcome: Outcome, names: [String: ItemID]) {
    var names: [String: ItemID] = [:]
    let terms = Terms(
      words: words, isTrial: isTrial, makesFile: edits.contains { $0.edit.isOfContent }, observers: observers,
      wantsChanges: wantsChanges)
    let outcome = try compare(as: userName, terms) { writer in
      var batch = try Batch(writer, as: userName, words: words)
      for (index, edit) in edits.enumerated() {
        do { try batch.perform(edit) } catch { throw BatchError(index: index, reason: error) }
      }
      names = batch.planner.names
      return (batch.made, batch.hasWritten)
    }
    return (outcome, names)
  }
}

/// The edits of a batch on their way into the file.
private struct Batch {
  private let writer: StoreWriter
  private let heading: EntryHeading
  private(set) var planner: Planner
  private(set) var made: [ItemID] = []
  private(set) var hasWritten = false

  init(_ writer: StoreWriter, as userName: String, words: String) throws {
    self.writer = writer
    heading = EntryHeading(user: userName, words: words)
    let reader = writer.reader
    planner = Planner(reader: reader, user: try reader.user(named: userName), tellsChanges: false)
  }

  mutating func perform(_ edit: BatchEdit) throws {
    let plan = try planner.plan(edit.edit)
    if !plan.writes.isEmpty, !hasWritten {
      try writer.begin(heading)
      hasWritten = true
    }
    let new = try writer.perform(plan.writes, as: planner.user)
    made += new
    if let name = edit.name { planner.names[name] = new.first }
    if planner.user.key == nil && hasWritten || edit.edit.setsUser {
      planner.user = try writer.reader.user(named: planner.user.user.name)
    }
  }
}

extension Edit {
  /// Whether it may change the acting user's settings.
  fileprivate var setsUser: Bool {
    switch self {
    case .setAccordion, .resetFolds: true
    case .addRows, .addSections, .change, .move, .delete, .fold: false
    }
  }
}
