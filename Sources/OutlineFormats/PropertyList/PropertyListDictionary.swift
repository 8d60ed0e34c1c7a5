import OutlineCore

/// The dictionary of an entry on its way out.
struct PropertyListDictionary {
  private(set) var members: [PropertyListValue.Member] = []
  /// The key of a section's list, which comes last and is not among the members.
  private(set) var itemsKey = PropertyListEntry.itemsKey

  /// A row's: its attributes, and what they do not say.
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
    add(own)
  }

  /// A section's without its list: its name, its attributes, and what they do not say.
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

/// The keys for a section's name and list that its attributes remember.
private struct Keys {
  var name = PropertyListEntry.nameKey
  var items = PropertyListEntry.itemsKey
  /// The attributes without those that remember the keys.
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
