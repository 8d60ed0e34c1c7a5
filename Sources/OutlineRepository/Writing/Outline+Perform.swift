import OutlineCore
import OutlineStore

extension Outline {
  /// Carries out one edit as a user.
  ///
  /// - Parameters:
  ///   - edit: what to change.
  ///   - user: the user who asks for it, whose flags it may set.
  ///   - request: how to carry it out and what to report; each observer costs as much as the plan again, shapes cost
  ///     O(sections).
  /// - Returns: what the edit did; it is in the file when this returns, unless it is a trial.
  /// - Throws: `OutlineError` when a rule refuses the edit, `StoreError` when the file cannot
  ///   be read or written; nothing has changed then.
  public func perform(_ edit: Edit, as user: String, with request: Request = Request()) throws -> Answer {
    var request = request
    if !edit.changesContent { request.observers = [] }
    return try write(as: user, with: request, whenMissing: edit.changesContent ? .make : .refuse) { session in
      try session.carryOut { planner in try planner.plan(edit) }
    }
  }

  /// Carries out many edits as one: one transaction, one entry in the history, one set of changes, all or nothing.
  ///
  /// O(what the edits write), and O(sections) when the request asks for changes.
  /// - Returns: what the edits did together; ``Answer/items`` are those that they created.
  /// - Throws: `BatchError` with the edit that was refused and why, `StoreError` when the
  ///   file cannot be opened; nothing has changed then.
  public func perform(_ batch: [BatchEdit], as user: String, with request: Request = Request()) throws -> Answer {
    let changesContent = batch.contains { $0.edit.changesContent }
    return try write(as: user, with: request, whenMissing: changesContent ? .make : .refuse) { session in
      try session.carryOutComparing {
        var answer = Answer()
        for (index, edit) in batch.enumerated() {
          do { try session.carryOut(edit, into: &answer) } catch { throw BatchError(index: index, reason: error) }
        }
        return answer
      }
    }
  }
}

extension WriteSession {
  /// Carries out one edit of a batch, which may address what earlier ones created under names.
  fileprivate func carryOut(_ edit: BatchEdit, into answer: inout Answer) throws {
    var planner = try planner(computesChanges: false)
    planner.names = answer.names
    let created = try write(planner.plan(edit.edit).writes)
    answer.items += created
    if let name = edit.name { answer.names[name] = created.first }
  }
}

extension Edit {
  /// Whether it changes the outline, and not only one user's way of viewing it.
  var changesContent: Bool {
    switch self {
    case .addRows, .addSections, .change, .move, .delete: true
    case .fold, .setAccordion, .resetFolds: false
    }
  }
}
