import OutlineCore
import OutlineJSON

/// The dictionary that is written for a section or a row.
struct PropertyListDictionary {
  private(set) var members: [JSONTree.Member] = []
  /// The key of a section's list, which is written last and is not part of `members`.
  private(set) var itemsKey = PropertyListEntry.itemsKey

  /// Creates the dictionary of a row: its attributes, and a note of the properties that they do not determine.
  init(_ row: RowDraft) {
    if let attributes = row.attributes {
      add(JSONTree.object(attributes) ?? [], without: [])
    } else {
      members = [.init("text", .string(XMLText.visible(row.text)))]
    }
    var note = EntryNote()
    let read = PropertyListEntry(row: members)
    if !read.text.hasSameBytes(as: row.text) { note.text = row.text }
    if !read.attributes.hasSameBytes(as: row.attributes) { note.attributes = .some(row.attributes) }
    if members.contains(where: \.value.isArray) { note.kind = "row" }
    note.isDone = row.isDone.map { .some($0) }
    if row.schedule != .none { note.schedule = row.schedule }
    add(note.json())
  }

  /// Creates the dictionary of a section without its list: name, attributes, and a note of the properties that these do not
  /// determine.
  init(_ section: SectionPiece, needsLevel: Bool) {
    let draft = section.draft
    let keys = Keys(draft.attributes.flatMap(JSONTree.object) ?? [])
    itemsKey = keys.items
    members = [.init(keys.name, .string(XMLText.visible(draft.title)))]
    add(keys.rest, without: [keys.name, keys.items])
    members.removeAll(where: \.value.isArray)
    let read = PropertyListEntry(section: members + [.init(keys.items, .array([]))], fallback: "")
    var note = EntryNote(section)
    note.isDone = draft.isDone.map { .some($0) }
    if needsLevel { note.level = draft.level }
    if !read.text.joinedLines().hasSameBytes(as: draft.title) { note.text = draft.title }
    if !read.attributes.hasSameBytes(as: draft.attributes) { note.attributes = .some(draft.attributes) }
    add(note.json(naming: "title"))
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
    guard name != items, ![name, items].contains(PropertyListEntry.noteKey),
      XMLText.canCarry(name), XMLText.canCarry(items)
    else { return }
    (self.name, self.items) = (name, items)
    rest.removeLast()
  }
}
