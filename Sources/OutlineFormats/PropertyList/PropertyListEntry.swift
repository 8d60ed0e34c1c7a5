/// What a dictionary of a property list says as an entry, without what pleat adds to it.
///
/// The reader and the writer ask the same functions, so that the writer knows what will come back.
struct PropertyListEntry {
  /// The title or the text.
  let text: String
  /// A JSON object as text; nil for none.
  let attributes: String?

  /// The keys that a section's dictionary has for its name and for its list, unless the file has others.
  static let nameKey = "name"
  static let itemsKey = "items"
  /// The member of a section's attributes that remembers other keys.
  static let keysKey = "plist"

  /// A row: its text is the longest string, and its attributes are all of it.
  init(row members: [PropertyListValue.Member]) {
    let json = PropertyListValue.object(members)
    text = Self.longestString(in: members) ?? json
    attributes = json
  }

  /// A section: its title is the string that is called a name, and its attributes are what is neither that nor a list;
  /// the keys of its name and its first list come last where they are not those that pleat writes.
  init(section members: [PropertyListValue.Member], fallback: String) {
    let name = Self.nameIndex(in: members)
    let others = members.indices.filter { $0 != name && members[$0].value.elements == nil }.map { members[$0] }
    var object = JSONObjectText()
    for member in others { object.append(member.key, json: member.value.json) }
    let keys = Self.keys(
      name: name.map { members[$0].key }, items: members.first { $0.value.elements != nil }?.key)
    if let keys { object.append(Self.keysKey, json: keys) }
    text = name.flatMap { members[$0].value.string } ?? fallback
    attributes = others.isEmpty && keys == nil ? nil : object.text
  }

  private static func keys(name: String?, items: String?) -> String? {
    var keys = JSONObjectText()
    if let name, name != nameKey { keys.append("name", name) }
    if let items, items != itemsKey { keys.append("items", items) }
    return keys.text == "{}" ? nil : keys.text
  }

  /// The string that names a section: `name` or `title`, else a key that ends so, else the first string.
  private static func nameIndex(in members: [PropertyListValue.Member]) -> Int? {
    let strings = members.indices.filter { members[$0].value.string != nil }
    let key = { (index: Int) in members[index].key.lowercased() }
    return strings.first { key($0) == "name" || key($0) == "title" }
      ?? strings.first { key($0).hasSuffix("name") || key($0).hasSuffix("title") } ?? strings.first
  }

  private static func longestString(in members: [PropertyListValue.Member]) -> String? {
    members.compactMap(\.value.string).reduce(nil) { longest, text in
      guard let longest, longest.utf8.count >= text.utf8.count else { return text }
      return longest
    }
  }
}
