import ListChanges
import OutlineCore
import OutlineStore

extension Outline {
  /// One write transaction around any number of steps; the changes come from comparing the lists before and after.
  ///
  /// O(sections + what was written); where no changes are wanted, nothing is compared.
  func compare(
    as userName: String, _ terms: Terms, _ work: (StoreWriter) throws -> (items: [ItemID], hasWritten: Bool)
  ) throws -> Outcome {
    try transact(as: userName, terms) { (writer: StoreWriter) in
      let reader = writer.reader
      let names = terms.wantsChanges ? terms.observers.union([userName]) : []
      var lists = try Dictionary(uniqueKeysWithValues: names.map { ($0, try ListRevision(reader, as: $0)) })
      let last = try reader.lastChange()
      let (items, hasWritten) = try work(writer)
      let events = try hasWritten && terms.wantsChanges ? reader.changes(after: last).map(\.event) : []
      var steps: [String: ViewStep] = [:]
      for name in lists.keys {
        for event in events { lists[name]?.note(event) }
        steps[name] = try lists[name]?.advance(by: events, reader)
      }
      let own = steps.removeValue(forKey: userName)
      return Outcome(
        items: items, changes: own?.changes ?? ViewChanges(),
        observed: steps.mapValues(\.changes).filter { !$0.value.isEmpty },
        before: own?.before, after: own?.after, hasWritten: hasWritten)
    }
  }
}
