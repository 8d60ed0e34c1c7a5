import OutlineCore
import OutlineJSON

/// The dictionary that is written for a section or a row.
struct PropertyListDictionary {
  private(set) var members: [PropertyListValue.Member] = []
  /// The key of a section's list, which is written last and is not part of `members`.
  private(set) var itemsKey = PropertyListEntry.itemsKey

  /// Creates the dictionary of a row: its attributes, and under a key of its own whatever they do not determine.
  init(_ row: RowDraft) {
    if let attributes = row.attributes {
      add(JSONTree.object(attributes) ?? [], without: [])
    } else {
      members = [PropertyListValue.Member(key: "text", value: PropertyListValue(XMLText.visible(row.text)))]
    }
    var own = PropertyListPrivate()
    let read = PropertyListEntry(row: members)
    if !read.text.hasSameBytes(as: row.text) { own.text = row.text }
    if !read.attributes.hasSameBytes(as: row.attributes) { own.attributes = .some(row.attributes) }
    if members.contains(where: { $0.value.elements != nil }) { own.kind = "row" }
    own.isDone = row.isDone
    add(own)
  }

  /// Creates the dictionary of a section without its list: name, attributes, and under a key of its own whatever these
  /// do not determine.
  init(_ section: SectionPiece, needsLevel: Bool) {
    let draft = section.draft
    let attributes = draft.attributes.flatMap(JSONTree.object) ?? []
    let keys = Keys(attributes)
    itemsKey = keys.items
    members = [PropertyListValue.Member(key: keys.name, value: PropertyListValue(XMLText.visible(draft.title)))]
    add(keys.rest, without: [keys.name, keys.items])
    members.removeAll { $0.value.elements != nil }
    let items = PropertyListValue.Member(key: keys.items, value: .emptyArray)
    let read = PropertyListEntry(section: members + [items], fallback: "")
    var own = PropertyListPrivate()
    if needsLevel { own.level = draft.level }
    if !read.text.joinedLines().hasSameBytes(as: draft.title) { own.title = draft.title }
    own.detail = draft.detail
    own.isCollapsible = draft.isCollapsible
    own.isCollapsed = section.isCollapsed
    if !read.attributes.hasSameBytes(as: draft.attributes) { own.attributes = .some(draft.attributes) }
    add(own)
  }

  private mutating func add(_ attributes: [JSONTree.Member], without keys: Set<String>) {
    var taken = keys.union([PropertyListPrivate.key])
    for attribute in attributes {
      guard let member = PropertyListValue.Member(attribute), taken.insert(member.key).inserted else { continue }
      members.append(member)
    }
  }

  private mutating func add(_ own: PropertyListPrivate) {
    guard let json = own.json else { return }
    members.append(PropertyListValue.Member(key: PropertyListPrivate.key, value: PropertyListValue(json)))
  }
}

/// The keys that a section's attributes record for its name and its list.
private struct Keys {
  var name = PropertyListEntry.nameKey
  var items = PropertyListEntry.itemsKey
  /// The attributes without the member that records the keys.
  var rest: [JSONTree.Member]

  init(_ attributes: [JSONTree.Member]) {
    rest = attributes
    guard let last = attributes.last, last.key == PropertyListEntry.keysKey, let keys = last.value.members else {
      return
    }
    let name = keys.first { $0.key == "name" }?.value.string ?? name
    let items = keys.first { $0.key == "items" }?.value.string ?? items
    guard name != items, ![name, items].contains(PropertyListPrivate.key),
      XMLText.canCarry(name), XMLText.canCarry(items)
    else { return }
    self.name = name
    self.items = items
    rest.removeLast()
  }
}
