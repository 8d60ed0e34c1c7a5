import ListChanges
import OutlineCore
import OutlineStore

extension Planner {
  /// Deletes the tasks that are done; see ``Edit/deleteDone(in:isRecursive:)``.
  func deleteDone(in addresses: [Address]?, isRecursive: Bool) throws -> Plan {
    var plan = Plan()
    var subtrees: [DeletionRules.Subtree] = []
    var rows: [RowLocation] = []
    for part in try parts(of: addresses) {
      let (gone, kept) = try doneItems(in: part, isRecursive: isRecursive)
      plan.kept += kept
      plan.items += gone.map(\.id)
      for item in gone {
        switch item {
        case .row(let row, let section):
          let below = try reader.rows(below: row)
          plan.writes += ([row] + below).map { .deleteRow($0.id) }
          plan.below.rows += below.count
          if computesChanges { rows.append(try location(of: row, in: section)) }
        case .section(let section):
          let subtree = try subtree(of: section)
          subtrees.append(subtree)
          plan.below.sections += subtree.sections.count - 1
          plan.below.rows += subtree.sections.rowTotal
          plan.writes += subtree.sections.reversed().map { .deleteSection($0.id) }
        }
      }
    }
    if computesChanges { plan.changes = DeletionRules.deleting(subtrees, rows: rows, keeping: nil) }
    return plan
  }
}
