import OutlineCore
import OutlineJSON

// The archive of a document, in which an attribute records the former places of items.
extension Document {
  /// The titles of outermost sections in which something is archived.
  var archiveTitles: Set<String> {
    let archived = items.filter { ArchivedPlace.isIn($0.content.attributes) }
    let holders = archived.compactMap(\.parent).filter { items[$0].parent == nil }
    return Set(holders.map { items[$0].content.name })
  }

  /// Removes the former places of items that have left the archive, as a move does.
  ///
  /// An item has left it if it is archived in other documents, and is neither in the same section nor in the same outermost
  /// section as in one of these. O(n) if anything is archived there.
  ///
  /// - Parameter others: The documents that this one was made from.
  package mutating func forgetPlaces(ofItemsArchivedIn others: [Document]) {
    let archived = others.map(\.archivedItems)
    if archived.allSatisfy(\.isEmpty) { return }
    let holders = holders
    change { item, index in
      guard let number = item.number, let attributes = item.content.attributes, ArchivedPlace.isIn(attributes) else {
        return
      }
      let known = archived.compactMap { $0[number] }
      let holder = holders[index]
      if known.isEmpty || known.contains(where: { $0.parent == holder.parent || $0.outermost == holder.outermost }) {
        return
      }
      item.content.attributes = Self.withoutPlace(attributes)
    }
  }

  private static func withoutPlace(_ attributes: String) -> String? {
    guard var members = JSONTree.object(attributes), members.contains(where: { $0.key == ArchivedPlace.attribute })
    else { return attributes }
    members.removeAll { $0.key == ArchivedPlace.attribute }
    return members.isEmpty ? nil : JSONTree.object(members).text
  }

  /// The numbers of the section that holds an item, and of the outermost section around it, which may be the item
  /// itself; nil for none.
  private typealias Holders = (parent: Int64?, outermost: Int64?)

  /// The archived items with their numbers.
  private var archivedItems: [Int64: Holders] {
    let archived = items.indices.filter { ArchivedPlace.isIn(items[$0].content.attributes) }
    if archived.isEmpty { return [:] }
    let holders = holders
    let known = archived.compactMap { index in items[index].number.map { ($0, holders[index]) } }
    return Dictionary(known) { first, _ in first }
  }

  private var holders: [Holders] {
    items.indices.reduce(into: []) { holders, index in
      let outermost = items[index].parent.map { holders[$0].outermost } ?? items[index].number
      holders.append((home(of: index), outermost))
    }
  }
}
