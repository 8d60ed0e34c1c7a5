import OutlineCore
import OutlineStore

extension Outline {
  /// Carries out one edit as a user.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - user: The user who asks for the edit; it can set only this user's flags.
  ///   - request: How to carry the edit out, and what to report. Each observer costs as much as another plan, and
  ///     shapes cost O(sections).
  /// - Returns: The answer; the file has the change when this returns, unless it is a trial.
  /// - Throws: `OutlineError` if a rule refuses the edit, and `StoreError` if the file cannot be read or written;
  ///   nothing has changed then.
  @discardableResult
  public func perform(_ edit: Edit, as user: String, with request: Request = Request()) throws -> Answer {
    var request = request
    if !edit.changesContent { request.observers = [] }
    return try write(as: user, with: request, whenMissing: edit.changesContent ? .make : .refuse) { session in
      let title = try session.addedTitle(edit)
      var answer = try session.carryOut { planner in try planner.plan(edit) }
      answer.note(addedTitle: title)
      return answer
    }
  }

  /// Carries out many edits as one: in one transaction, with one entry in the history and one set of changes.
  ///
  /// If one edit is refused, none is carried out. O(n) in the number of writes, and O(sections) if the request asks for
  /// changes.
  /// - Returns: The answer for all edits together; ``Answer/items`` has the items that they created.
  /// - Throws: `BatchError` with the edit that was refused and the reason, and `StoreError` if the file cannot be
  ///   opened, read or written; nothing has changed then.
  @discardableResult
  public func perform(_ batch: [BatchEdit], as user: String, with request: Request = Request()) throws -> Answer {
    let changesContent = batch.contains { $0.edit.changesContent }
    return try write(as: user, with: request, whenMissing: changesContent ? .make : .refuse) { session in
      let last = try session.reader.lastChange()
      return try session.carryOutDiffing {
        var items: [ItemID] = []
        var names: [String: ItemID] = [:]
        var receipts: [Receipt?] = []
        for (index, edit) in batch.enumerated() {
          do { items += try session.carryOut(edit, &names, &receipts) } catch {
            throw session.refusal(of: error, at: index)
          }
        }
        if try session.takesBackItself(since: last) { return Answer(outcome: .batch(names: [:])) }
        return Answer(items: items, outcome: .batch(names: names), receipts: receipts)
      }
    }
  }
}

extension Outline {
  /// Runs statements of SQL as one edit: in one transaction, with one entry in the history and one set of changes.
  ///
  /// They can read everything, and change rows of the tables `section`, `row` and `fold`, as by hand, and of tables that are
  /// not pleat's, which the history does not have. If one fails, none has changed anything.
  /// - Returns: The answer; `Answer.Outcome.ran` has what the statements returned, and ``Answer/items`` the sections and rows that they
  ///   changed.
  /// - Throws: `StatementError` for a statement that cannot be run, and `StoreError`; nothing has changed then.
  public func run(statements: String, as user: String, with request: Request = Request()) throws -> Answer {
    try write(as: user, with: request, whenMissing: .refuse) { session in
      try session.carryOutDiffing { try session.run(statements: statements) }
    }
  }
}

extension WriteSession {
  /// Returns the error of a batch whose edit at `index` failed: the edit is named unless it was the file that failed.
  fileprivate func refusal(of error: any Error, at index: Int) -> any Error {
    switch writer.translated(error) {
    case StoreError.refused(let message): BatchError(index: index, reason: StoreError.refused(message: message))
    case let error as StoreError: error
    case let error: BatchError(index: index, reason: error)
    }
  }

  /// Returns the first added row's text that is exactly a section's title; nil for none, or if no names are asked for.
  fileprivate func addedTitle(_ edit: Edit) throws -> String? {
    guard request.report == .names, case .addRows(let drafts, _, _) = edit else { return nil }
    return try drafts.prefix(Receipt.limit).first { try !reader.sections(titled: $0.text).isEmpty }?.text
  }

  /// Carries out the parts of an edit one after the other; the answer has their items in the order of the edit.
  func carryOut(partsOf plan: Plan, named names: [String: ItemID] = [:]) throws -> Answer {
    var items: [(index: Int, items: [ItemID])] = []
    var whole = Plan()
    whole.kept = plan.kept
    var isFirst = true
    try carryOut(plan.parts, named: names) { part, plan, created in
      guard let index = part.index else { return }
      items.append((index, plan.items + (plan.asked?.map { created[$0] } ?? created)))
      whole.below.sections += plan.below.sections
      whole.below.rows += plan.below.rows
      whole.unchanged.formUnion(plan.unchanged)
      whole.carried.formUnion(plan.carried)
      whole.opened += plan.opened
      whole.missingAttribute = isFirst || whole.missingAttribute != nil ? plan.missingAttribute : nil
      isFirst = false
    }
    var seen: Set<Int64> = []
    let all = try items.sorted { $0.index < $1.index }.flatMap(\.items).filter { seen.insert($0.number).inserted }.map(
      current)
    return Answer(items: all, outcome: .edited(try receipt(for: all, before: [], of: whole)))
  }

  /// The id of an item in its present kind.
  private func current(_ id: ItemID) throws -> ItemID {
    try reader.section(SectionID(id.number)) == nil ? .row(RowID(id.number)) : .section(SectionID(id.number))
  }

  /// Carries out the parts of an edit, and their own parts, one after the other.
  ///
  /// - Parameter body: Called for each with its plan and the items that it created.
  private func carryOut(
    _ parts: [EditPart], named names: [String: ItemID] = [:], _ body: (EditPart, Plan, [ItemID]) throws -> Void
  ) throws {
    for part in parts {
      var planner = try planner(computesChanges: false)
      planner.names = names
      let plan = try planner.plan(part.step)
      if plan.parts.isEmpty {
        try body(part, plan, write(plan))
      } else {
        try carryOut(plan.parts, named: names) { inner, plan, created in
          try body(EditPart(inner.step, index: inner.index == nil ? nil : part.index), plan, created)
        }
      }
    }
  }

  /// Carries out one edit of a batch, which can address items that earlier ones created under names.
  ///
  /// - Returns: The items that it created, and those that it addressed if the request asks for the names of each edit.
  fileprivate func carryOut(
    _ edit: BatchEdit, _ names: inout [String: ItemID], _ receipts: inout [Receipt?]
  ) throws -> [ItemID] {
    var created: [ItemID] = []
    if request.namesEdits {
      var planner = try planner(computesChanges: false)
      planner.names = names
      let plan = try planner.plan(edit.edit)
      let last = try reader.lastChange()
      let answer = try plan.parts.isEmpty ? carryOut(whole: plan) : carryOut(partsOf: plan, named: names)
      created = answer.items
      var receipt = answer.receipt
      receipt?.isOfNothing = try reader.lastChange() == last
      receipts.append(receipt)
    } else {
      try carryOut([EditPart(.edit(edit.edit), index: 0)], named: names) { part, _, made in
        if part.index != nil { created += made }
      }
    }
    if let name = edit.name { names[name] = created.first }
    return created
  }
}

extension Edit {
  /// Whether the edit changes the outline, and not only one user's flags and settings.
  package var changesContent: Bool {
    switch self {
    case .addRows, .addSections, .change, .renameTag, .tick, .move, .copy, .reorder, .indent, .outdent, .promote,
      .demote, .demoteItems, .sort, .delete, .deleteDone, .archive, .archiveDone, .unarchive:
      true
    case .fold, .setAccordion, .resetFolds: false
    }
  }
}
