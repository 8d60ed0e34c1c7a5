import OutlineCore

/// New items that both sides have added, each with an id of its own, and that can be known to be one thing.
///
/// These are what both sides have made of one thing, a row that both promoted or a section that both demoted, and the section
/// Inbox, which both have got without asking for it. Both have the same content and the same parent. All else that both sides have
/// added stays twice: who adds milk here may not mean the milk there.
struct MergeTwins {
  /// For the greater id of each pair the smaller one.
  private(set) var smaller: [ItemID: ItemID] = [:]

  /// What new items of both sides have in common if they are one thing.
  private struct Spot: Hashable {
    let parent: ItemID?
    let content: [ExactText]
    let isSection: Bool
  }

  /// What neither side has any more.
  private struct Origin: Hashable {
    let isSection: Bool
    let name: ExactText
    /// The section of a row, below which a section is that was made of it; nil for a section.
    let section: ItemID?
  }

  init(_ base: MergeDocument, _ ours: MergeDocument, _ theirs: MergeDocument) {
    let known = Set(base.items.compactMap(\.id))
    let left = Set(ours.items.compactMap(\.id)).union(theirs.items.compactMap(\.id))
    var gone: Set<Origin> = []
    for item in base.items {
      guard let id = item.id, !left.contains(id) else { continue }
      let isSection = item.content.isSection
      let section = isSection ? nil : item.parent.flatMap { base.items[$0].id }
      gone.insert(Origin(isSection: isSection, name: ExactText(item.content.name), section: section))
    }
    var found = -1
    while found < smaller.count {  // what is in a section that is a twin may be one as well
      found = smaller.count
      let own = new(in: ours, known, gone)
      let other = new(in: theirs, known, gone)
      for (spot, ids) in own {
        for (one, another) in zip(ids, other[spot] ?? []) where one != another {
          smaller[max(one, another)] = min(one, another)
        }
      }
    }
  }

  /// Returns the new items of a document that can have a twin, in document order.
  private func new(
    in document: MergeDocument, _ known: Set<ItemID>, _ gone: Set<Origin>
  ) -> [Spot: [ItemID]] {
    var found: [Spot: [ItemID]] = [:]
    for item in document.items {
      guard let id = item.id, !known.contains(id) else { continue }
      let name = ExactText(item.content.name)
      let isSection = item.content.isSection
      let isInbox = isSection && item.parent == nil && name == "Inbox"
      let parent = item.parent.flatMap { document.items[$0].id }.map { smaller[$0] ?? $0 }
      let origin = Origin(isSection: !isSection, name: name, section: isSection ? parent : nil)
      guard isInbox || gone.contains(origin) else { continue }
      found[Spot(parent: parent, content: item.content.parts, isSection: isSection), default: []].append(id)
    }
    return found
  }
}
