import OutlineCore
import OutlineJSON

/// The dictionary that is written for a section or a row.
struct PropertyListDictionary {
  private(set) var members: [JSONTree.Member] = []
  /// The key of the item's list, which is written last and is not part of `members`.
  private(set) var itemsKey = PropertyListEntry.itemsKey

  /// Creates the dictionary of a row: its attributes, and a note of the properties that they do not determine.
  init(_ row: RowPiece, _ nesting: Nesting) {
    let draft = row.draft
    var note = nesting.note(of: row)
    note.isDone = draft.isDone.map { .some($0) }
    if draft.schedule != .none { note.schedule = draft.schedule }
    if row.isCollapsed == true { note.isCollapsed = true }
    let read =
      nesting.hasChildren ? addHead(draft.text, draft.attributes) : addRow(draft, keepsLists: !nesting.needsLevel)
    if !nesting.hasChildren, members.contains(where: \.value.isArray) { note.kind = "row" }
    if !read.text.hasSameBytes(as: draft.text) { note.text = draft.text }
    if !read.attributes.hasSameBytes(as: draft.attributes) { note.attributes = .some(draft.attributes) }
    add(note.json())
  }

  /// Creates the dictionary of a section without its list: name, attributes, and a note of the properties that these do not
  /// determine.
  init(_ section: SectionPiece, _ nesting: Nesting) {
    let draft = section.draft
    let read = addHead(draft.title, draft.attributes)
    var note = EntryNote(section)
    let place = nesting.note(of: section)
    // An outermost item with a list is a section even if the list is empty.
    (note.kind, note.level) = (nesting.depth > 0 ? place.kind : nil, place.level)
    note.isDone = draft.isDone.map { .some($0) }
    if !read.text.joinedLines().hasSameBytes(as: draft.title) { note.text = draft.title }
    if !read.attributes.hasSameBytes(as: draft.attributes) { note.attributes = .some(draft.attributes) }
    add(note.json(naming: "title"))
  }

  /// Adds the name and the attributes of an item with a list, and returns how they are read back.
  private mutating func addHead(_ name: String, _ attributes: String?) -> PropertyListEntry {
    let keys = Keys(attributes.flatMap(JSONTree.object) ?? [])
    itemsKey = keys.items
    members = [.init(keys.name, .string(XMLText.visible(name)))]
    add(keys.rest, without: [keys.name, keys.items])
    members.removeAll(where: \.value.isArray)
    return PropertyListEntry(listed: members + [.init(keys.items, .array([]))], fallback: "")
  }

  /// Adds the attributes of a row without a list, and returns how they are read back.
  private mutating func addRow(_ row: RowDraft, keepsLists: Bool) -> PropertyListEntry {
    if let attributes = row.attributes {
      add(JSONTree.object(attributes) ?? [], without: [])
    } else {
      members = [.init("text", .string(XMLText.visible(row.text)))]
    }
    if !keepsLists { members.removeAll(where: \.value.isArray) }
    return PropertyListEntry(row: members)
  }

  private mutating func add(_ attributes: [JSONTree.Member], without keys: Set<String>) {
    var taken = keys.union([PropertyListEntry.noteKey])
    for attribute in attributes {
      guard let member = attribute.inPropertyList(), taken.insert(member.key).inserted else { continue }
      members.append(member)
    }
  }

  private mutating func add(_ note: JSONTree) {
    if !note.isEmptyObject { members.append(.init(PropertyListEntry.noteKey, .string(XMLText.json(note)))) }
  }
}

/// The keys that the attributes of an item with a list record for its name and its list.
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
    guard name != items, ![name, items].contains(PropertyListEntry.noteKey),
      XMLText.canCarry(name), XMLText.canCarry(items)
    else { return }
    (self.name, self.items) = (name, items)
    rest.removeLast()
  }
}
