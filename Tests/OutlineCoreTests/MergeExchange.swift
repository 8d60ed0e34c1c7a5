import OutlineCore
import OutlineDocuments
import OutlineFormats
import TestSupport

/// Three machines that edit one document and exchange it as git does: each merges what is common into its own, and makes
/// the result common.
struct MergeExchange {
  private var machines = (1...3).map { MergeWorld(ids: Int64($0) * 100_000) }
  /// What each machine had in common with the others when it last merged.
  private var bases: [[OutlinePiece]] = [[], [], []]
  private var common: [OutlinePiece] = []
  /// The numbers of inboxes and archives that were given up for those of other machines.
  private var twins: Set<Int64> = []

  /// Lets one machine edit, and perhaps merge.
  mutating func step(using random: inout SeededGenerator) throws {
    let machine = Int.random(in: 0..<3, using: &random)
    for _ in 0..<Int.random(in: 1...8, using: &random) { machines[machine].edit(using: &random) }
    if random.next() % 2 == 0 { try merge(machine) }
  }

  /// Lets all merge until all have the same.
  mutating func settle(using random: inout SeededGenerator) throws {
    for machine in [0, 1, 2].shuffled(using: &random) + [0, 1, 2] { try merge(machine) }
  }

  private mutating func merge(_ machine: Int) throws {
    let merged = try ThreeWayMerge(
      base: Document(bases[machine]), ours: Document(machines[machine].pieces), theirs: Document(common))
    twins.formUnion(
      merged.conflicts.filter { $0.kind == .twin }.compactMap { $0.part.flatMap { Int64($0.dropFirst(2)) } })
    machines[machine].pieces = merged.pieces
    common = merged.pieces
    bases[machine] = merged.pieces
  }

  /// What is wrong after all have merged.
  func faults() -> [String] {
    var faults: [String] = []
    if machines.contains(where: { $0.pieces != common }) { faults.append("the machines differ") }
    let ids = common.compactMap(\.id?.number)
    if Set(ids).count != ids.count { faults.append("doubled") }
    let added = machines.reduce(into: Set<Int64>()) { $0.formUnion($1.added) }
    let deleted = machines.reduce(into: Set<Int64>()) { $0.formUnion($1.deleted) }
    if ids.count != common.count(where: { if case .user = $0 { false } else { true } }) {
      faults.append("an id is lost")
    }
    let lost = added.subtracting(deleted).subtracting(ids).subtracting(twins)
    if !lost.isEmpty { faults.append("lost: \(lost)") }
    if !Set(ids).isSubset(of: added) { faults.append("an id from nowhere") }
    return faults
  }
}
