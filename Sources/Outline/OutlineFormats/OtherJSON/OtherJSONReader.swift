import OutlineCore
import OutlineJSON

/// Reads the JSON of other programs: Google Tasks and Google Keep as Takeout has them, boards of Trello, and lists of
/// Microsoft To Do.
///
/// A list is a section and a task is a row. Texts, numbers and flags without a place of their own become attributes;
/// objects and lists are left out and counted.
struct OtherJSONReader {
  private typealias Object = [JSONTree.Member]

  private let rule: ImportRule
  private let days: WrittenDays
  private var tally = ReadingTally()

  /// Passes the lists and tasks to the rule.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for JSON of a program that pleat does not know, and every error of the rule.
  static func read(_ bytes: ByteStream, _ clock: LocalClock, into rule: ImportRule) throws -> [String] {
    let tree = try JSONTree(try bytes.text()[...].text())
    var reader = OtherJSONReader(rule: rule, days: WrittenDays(clock))
    try reader.read(tree)
    return reader.tally.remarks
  }

  private init(rule: ImportRule, days: WrittenDays) { (self.rule, self.days) = (rule, days) }

  private mutating func read(_ tree: JSONTree) throws {
    let root = tree.members ?? []
    let kind = root["kind"]?.string ?? ""
    if kind.hasPrefix("tasks#") { return try readGoogle(root, kind) }
    if root["cards"] != nil, root["lists"] != nil { return try readBoard(root) }
    if root["textContent"] != nil || root["listContent"] != nil { return try readNote(root) }
    let lists =
      root["value"]?.elements ?? root["lists"]?.elements ?? tree.elements ?? (root["tasks"] == nil ? [] : [tree])
    let objects = lists.compactMap(\.members)
    if !objects.isEmpty, objects.allSatisfy({ $0["tasks"] != nil && ($0["displayName"] ?? $0["title"]) != nil }) {
      for list in objects {
        try addSection(
          list["displayName"]?.string ?? list["title"]?.string ?? "", depth: 0, list,
          besides: ["displayName", "title", "tasks"])
        try readMicrosoft(list["tasks"]?.elements ?? [], depth: 1)
      }
    } else if !objects.isEmpty,
      objects.allSatisfy({
        $0["title"] != nil && $0["status"] != nil && ($0["importance"] ?? $0["dueDateTime"] ?? $0["body"]) != nil
      })
    {
      try readMicrosoft(lists, depth: 0)
    } else {
      throw Self.unknown(objects.first ?? root)
    }
  }

  private static func unknown(_ object: Object) -> ImportError {
    let names = object.prefix(8).map { "\"\($0.key.prefix(40))\"" }.joined(separator: ", ")
    let found =
      names.isEmpty
      ? "The JSON has no objects"
      : "The JSON has objects with the members \(names), which are not those of a program that pleat knows"
    return ImportError(
      message: found,
      hint:
        "pleat reads the JSON of Taskwarrior, Google Tasks, Google Keep, Trello and Microsoft To Do. Bring other lists as CSV, OPML, "
        + "Markdown or text.")
  }
}

// MARK: - Programs

extension OtherJSONReader {
  private mutating func readGoogle(_ root: Object, _ kind: String) throws {
    let items = (root["items"]?.elements ?? []).compactMap(\.members)
    if kind == "tasks#tasks" { return try readGoogleTasks(items, depth: 0) }
    guard kind == "tasks#taskLists" else { throw Self.unknown(root) }
    for list in items {
      try addSection(
        list["title"]?.string ?? "", depth: 0, list, besides: ["title", "items", "kind", "etag", "selfLink"])
      try readGoogleTasks((list["items"]?.elements ?? []).compactMap(\.members), depth: 1)
    }
  }

  private mutating func readGoogleTasks(_ items: [Object], depth: Int) throws {
    let tasks = items.filter { $0["deleted"]?.bool != true }
    for _ in tasks.count..<items.count { tally.left("deleted tasks") }
    let ids = Dictionary(
      tasks.indices.compactMap { index in tasks[index]["id"]?.string.map { ($0, index) } }
    ) { first, _ in first }
    let tree = TaskTree(parents: tasks.map { $0["parent"]?.string.flatMap { ids[$0] } })
    for (index, inside) in tree.order {
      let task = tasks[index]
      var entry = TaskEntry()
      entry.title = task["title"]?.string ?? ""
      entry.notes = task["notes"]?.string
      entry.isDone = task["status"]?.string == "completed"
      // Google keeps only the day, as midnight in UTC.
      take(due: task["due"]?.string.map { String($0.prefix(10)) }, &entry)
      var known: Set = ["title", "notes", "status", "due", "kind", "etag", "selfLink", "position"]
      if tree.parents[index] != nil { known.insert("parent") }
      try add(entry, depth: depth + inside, task, besides: known)
    }
  }

  private mutating func readNote(_ note: Object) throws {
    if note["isTrashed"]?.bool == true { return tally.left("notes in the trash") }
    let title = note["title"]?.string ?? ""
    let labels = (note["labels"]?.elements ?? []).compactMap { $0.members?["name"]?.string }
    let tags = labels.filter(TagWords.isTag)
    for _ in tags { tally.took("labels", as: "#tag") }
    for _ in tags.count..<labels.count { tally.left("labels that cannot be tags") }
    try addSection(
      TagWords.joined(title.isEmpty ? rule.documentName : title, tags), depth: 0, note,
      besides: ["title", "textContent", "textContentHtml", "listContent", "labels"])
    if let text = note["textContent"]?.string, !text.isEmpty {
      try rule.add(ImportNode(depth: 1, text: text, isSection: false))
    }
    for item in (note["listContent"]?.elements ?? []).compactMap(\.members) {
      var entry = TaskEntry()
      (entry.title, entry.isDone) = (item["text"]?.string ?? "", item["isChecked"]?.bool ?? false)
      try add(entry, depth: 1, item, besides: ["text", "textHtml", "isChecked"])
    }
  }

  private mutating func readBoard(_ board: Object) throws {
    let cards = Self.sorted(board["cards"])
    let lists = Self.sorted(board["lists"])
    let checklists = Self.sorted(board["checklists"])
    var comments: [String: [String]] = [:]
    for action in (board["actions"]?.elements ?? []).reversed().compactMap(\.members) {
      let data = action["data"]?.members ?? []
      guard action["type"]?.string == "commentCard", let text = data["text"]?.string,
        let id = data["card"]?.members?["id"]?.string
      else {
        tally.left("actions")
        continue
      }
      comments[id, default: []].append(text)
    }
    let (byList, byCard) = (
      Dictionary(grouping: cards) { $0["idList"]?.string }, Dictionary(grouping: checklists) { $0["idCard"]?.string }
    )
    try addSection(board["name"]?.string ?? rule.documentName, depth: 0, [], besides: [])
    let isListed = Set(lists.compactMap { $0["id"]?.string })
    for list in lists {
      try addSection(list["name"]?.string ?? "", depth: 1, list, besides: ["name", "pos", "idBoard"])
      for card in byList[list["id"]?.string] ?? [] { try addCard(card, byCard, comments) }
    }
    for card in cards where !isListed.contains(card["idList"]?.string ?? "") { try addCard(card, byCard, comments) }
  }

  private mutating func addCard(_ card: Object, _ checklists: [String?: [Object]], _ comments: [String: [String]])
    throws
  {
    var entry = TaskEntry()
    let id = card["id"]?.string
    entry.title = card["name"]?.string ?? ""
    let said = id.flatMap { comments[$0] } ?? []
    for _ in said { tally.took("comments", as: "further lines") }
    let notes = ([card["desc"]?.string ?? ""] + said).filter { !$0.isEmpty }
    entry.notes = notes.isEmpty ? nil : notes.joined(separator: "\n")
    entry.isDone = card["dueComplete"]?.bool ?? false
    take(due: card["due"]?.string, &entry)
    entry.tags = (card["labels"]?.elements ?? []).compactMap { label in
      let name = label.members?["name"]?.string ?? ""
      return name.isEmpty ? label.members?["color"]?.string : name
    }
    try add(
      entry, depth: 2, card, besides: ["name", "desc", "dueComplete", "due", "labels", "pos", "idList", "idBoard"])
    let lists = checklists[id] ?? []
    for list in lists {
      if lists.count > 1 {
        try rule.add(ImportNode(depth: 3, text: list["name"]?.string ?? "", isSection: false))
      }
      for item in Self.sorted(list["checkItems"]) {
        var entry = TaskEntry()
        (entry.title, entry.isDone) = (item["name"]?.string ?? "", item["state"]?.string == "complete")
        take(due: item["due"]?.string, &entry)
        try add(
          entry, depth: lists.count > 1 ? 4 : 3, item,
          besides: ["name", "state", "due", "pos", "idChecklist", "nameData"])
      }
    }
  }

  /// The objects of an array in the order of their positions.
  private static func sorted(_ tree: JSONTree?) -> [Object] {
    func place(_ object: Object) -> Double {
      if case .number(let text)? = object["pos"] { Double(text) ?? 0 } else { 0 }
    }
    let objects = (tree?.elements ?? []).compactMap(\.members)
    return objects.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(
      \.element)
  }

  private mutating func readMicrosoft(_ tasks: [JSONTree], depth: Int) throws {
    for task in tasks.compactMap(\.members) {
      var entry = TaskEntry()
      entry.title = task["title"]?.string ?? ""
      let body = task["body"]?.members?["content"]?.string ?? task["body"]?.string ?? ""
      entry.notes = body.allSatisfy(\.isWhitespace) ? nil : body
      entry.isDone = task["status"]?.string?.lowercased() == "completed"
      let due = task["dueDateTime"]?.members?["dateTime"] ?? task["dueDateTime"]
      take(due: due?.string.map { String($0.prefix(10)) }, &entry)
      entry.tags = (task["categories"]?.elements ?? []).compactMap(\.string)
      var known: Set = ["title", "body", "dueDateTime", "categories", "checklistItems"]
      if ["notstarted", "completed"].contains(task["status"]?.string?.lowercased()) { known.insert("status") }
      try add(entry, depth: depth, task, besides: known)
      for item in (task["checklistItems"]?.elements ?? []).compactMap(\.members) {
        var entry = TaskEntry()
        (entry.title, entry.isDone) = (item["displayName"]?.string ?? "", item["isChecked"]?.bool ?? false)
        try add(entry, depth: depth + 1, item, besides: ["displayName", "isChecked"])
      }
    }
  }
}

// MARK: - Entries

extension OtherJSONReader {
  private mutating func take(due: String?, _ entry: inout TaskEntry) {
    guard let due, !due.isEmpty else { return }
    if let date = days.date(due) {
      entry.due = date
    } else {
      entry.add("due", due)
    }
  }

  private mutating func addSection(_ title: String, depth: Int, _ object: Object, besides known: Set<String>) throws {
    var entry = TaskEntry()
    entry.attributes = attributes(of: object, besides: known)
    tally.took("lists", as: "sections")
    tally.count(entry)
    entry.title = title
    try rule.add(entry.node(depth: depth, isSection: true))
  }

  private mutating func add(_ entry: TaskEntry, depth: Int, _ object: Object, besides known: Set<String>) throws {
    var entry = entry
    entry.attributes += attributes(of: object, besides: known)
    tally.count(entry)
    try rule.add(entry.node(depth: depth))
  }

  /// The members that say something and have no other place.
  private mutating func attributes(of object: Object, besides known: Set<String>) -> Object {
    object.filter { member in
      if known.contains(member.key) { return false }
      switch member.value {
      case .string(let text): return !text.isEmpty
      case .number, .bool(true): return true
      case .array(let elements):
        if !elements.isEmpty { tally.left(member.key) }
        return false
      case .object(let members):
        if !members.isEmpty { tally.left(member.key) }
        return false
      case .null, .bool, .written: return false
      }
    }
  }
}

extension [JSONTree.Member] {
  /// The value of a member; nil for none.
  fileprivate subscript(key: String) -> JSONTree? { first { $0.key == key }?.value }
}

extension JSONTree {
  fileprivate var elements: [JSONTree]? { if case .array(let elements) = self { elements } else { nil } }
}
