import OutlineJSON

/// The text and attributes that a dictionary of a property list gives an entry, without pleat's own additions.
///
/// The reader and the writer both use it, so the writer knows how the reader will read a dictionary.
struct PropertyListEntry {
  /// The title of a section or the text of a row.
  let text: String
  /// The attributes, a JSON object as text; nil if there are none.
  let attributes: String?

  /// The key of the note that pleat adds.
  static let noteKey = "pleat"
  /// The keys that pleat writes for the name and the list of an item, unless its attributes record others.
  static let nameKey = "name"
  static let itemsKey = "items"
  /// The member of an item's attributes that records the keys of the file.
  static let keysKey = "plist"

  /// Reads an item without a list: its text is the longest string, and its attributes are all members.
  init(row members: [JSONTree.Member]) {
    let json = JSONTree.object(members).text
    text = Self.longestString(in: members) ?? json
    attributes = json
  }

  /// Reads an item with a list: its text is the string that is its name, and its attributes are the members that are
  /// neither name nor list.
  ///
  /// If the keys of its name and first list are not those that pleat writes, they are recorded as the last attribute.
  /// `fallback` is the text if no member is a string.
  init(listed members: [JSONTree.Member], fallback: String) {
    let name = Self.nameIndex(in: members)
    var others = members.indices.filter { $0 != name && !members[$0].value.isArray }.map { members[$0] }
    let (nameKey, itemsKey) = (name.map { members[$0].key }, members.first { $0.value.isArray }?.key)
    let keys: JSONTree = [
      "name": nameKey == Self.nameKey ? nil : nameKey.map { .string($0) },
      "items": itemsKey == Self.itemsKey ? nil : itemsKey.map { .string($0) },
    ]
    if !keys.isEmptyObject { others.append(.init(Self.keysKey, keys)) }
    text = name.flatMap { members[$0].value.string } ?? fallback
    attributes = others.isEmpty ? nil : JSONTree.object(others).text
  }

  /// The index of the string that names an item with a list: `name` or `title`, else a key that ends in one of them, else the
  /// first string.
  private static func nameIndex(in members: [JSONTree.Member]) -> Int? {
    let strings = members.indices.filter { members[$0].value.string != nil }
    let key = { (index: Int) in members[index].key.lowercased() }
    return strings.first { key($0) == "name" || key($0) == "title" }
      ?? strings.first { key($0).hasSuffix("name") || key($0).hasSuffix("title") } ?? strings.first
  }

  private static func longestString(in members: [JSONTree.Member]) -> String? {
    members.compactMap(\.value.string).reduce(nil) { longest, text in
      guard let longest, longest.utf8.count >= text.utf8.count else { return text }
      return longest
    }
  }
}

extension JSONTree {
  var isArray: Bool {
    if case .array = self { true } else { false }
  }
}
