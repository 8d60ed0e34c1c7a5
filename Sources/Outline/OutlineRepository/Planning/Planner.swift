import ListChanges
import OutlineCore
import OutlineStore

/// Turns an edit into a plan: loads the state that the rules need, asks the rules, and lists the writes.
///
/// A planner reads inside the transaction that will carry the plan out, and writes nothing.
struct Planner {
  let reader: StoreReader
  var user: StoredUser
  /// Whether to compute view changes; otherwise nothing is looked up for them, and `Plan.changes` is empty.
  var computesChanges = true
  /// The items that earlier edits of the same batch created under names.
  var names: [String: ItemID] = [:]

  /// Whether the edit's addresses may be beginnings of titles and texts.
  private var takesBeginnings = false
  /// The check box that the edit gives; nil for none.
  private var givenBox: Bool?

  var resolver: Resolver {
    Resolver(reader: reader, names: names, takesBeginnings: takesBeginnings, boxOfLast: givenBox)
  }

  init(reader: StoreReader, user: StoredUser, computesChanges: Bool = true, names: [String: ItemID] = [:]) {
    (self.reader, self.user, self.computesChanges, self.names) = (reader, user, computesChanges, names)
  }

  func plan(_ step: EditPart.Step) throws -> Plan {
    switch step {
    case .edit(let edit): try plan(edit)
    case .makeSection(let row, let placement): try makeSection(of: row, at: placement)
    case .makeRow(let section, let placement): try makeRow(of: section, at: placement)
    case .moveAlone(let items, let placement): try moveAlone(items, to: placement)
    case .patch(let patches): try change(patches.map { (try resolver.item(Address($0)), $1) })
    case .unarchive(let item): try unarchive(resolver.item(Address(item)))
    }
  }

  /// Returns the plan for an edit, or its parts.
  ///
  /// - Throws: `OutlineError` if a rule refuses the edit.
  func plan(_ edit: Edit) throws -> Plan {
    var planner = self
    (planner.takesBeginnings, planner.givenBox) = (edit.takesBeginnings, edit.givenBox)
    return try planner.planResolved(edit)
  }

  private func planResolved(_ edit: Edit) throws -> Plan {
    switch edit {
    case .addRows(let drafts, let placement, let asTyped): try addRows(drafts, to: placement, asTyped: asTyped)
    case .addSections(let drafts, let placement, let asTyped): try addSections(drafts, to: placement, asTyped: asTyped)
    case .change(let addresses, let patch): try change(addresses, to: patch)
    case .renameTag(let tag, let new): try rename(tag, to: new)
    case .tick(let addresses, let isDone, let day, let check):
      try tick(addresses, isDone: isDone, on: day, check)
    case .move(let addresses, let placement): try move(addresses, to: placement)
    case .copy(let addresses, let placement): try copy(addresses, to: placement)
    case .reorder(let addresses, let position): try reorder(addresses, to: position)
    case .indent(let addresses):
      try addresses.mayNameSeveral ? Plan(parts: indentations(of: addresses)) : addresses.first.map(indent) ?? Plan()
    case .outdent(let addresses):
      try addresses.mayNameSeveral ? Plan(parts: outdentations(of: addresses)) : addresses.first.map(outdent) ?? Plan()
    case .promote(let addresses, let placement): try promote(addresses, to: placement)
    case .demote(let addresses, let placement): try demote(addresses, to: placement)
    case .demoteItems(let addresses): try demoteItems(in: addresses)
    case .sort(let addresses, let order):
      try addresses.mayNameSeveral ? Plan(parts: sorts(of: addresses, by: order)) : sort(addresses.first, by: order)
    case .delete(let addresses, let options): try delete(addresses, options: options)
    case .deleteDone(let addresses, let isRecursive): try deleteDone(in: addresses, isRecursive: isRecursive)
    case .archive(let addresses): try archive(resolver.distinct(addresses))
    case .archiveDone(let addresses): try archiveDone(in: addresses)
    case .unarchive(let addresses, let placement): try unarchive(addresses, to: placement)
    case .fold(let scope, let request): try fold(scope, request)
    case .setAccordion(let isOn): setAccordion(isOn: isOn)
    case .resetFolds(let startsCollapsed): try resetFolds(startsCollapsed: startsCollapsed)
    }
  }

  func location(of row: Row, in section: Section) throws -> RowLocation {
    RowLocation(
      section: section.id, visibility: try visibility(of: section),
      index: try reader.rowIndex(of: row.rank, in: section.id), isDone: row.isDone)
  }

  func visibility(of section: Section) throws -> SectionVisibility {
    try computesChanges ? reader.visibility(of: section, for: user) : .unknown
  }
}
