/// The columns of a table, found by their names.
struct FoundColumns {
  /// The parts that have a column; few, so that a look through them is faster than a dictionary.
  private let indices: [(part: TableColumns.Part, index: Int)]
  /// The columns with the titles of the sections around a row, outermost first.
  let groups: [Int]
  /// Whether the column with the texts has no known name.
  let isGuess: Bool
  /// Whether every row is a task, because the table has columns that only tasks have.
  let hasTasks: Bool
  /// Whether the column for check boxes has the states of a workflow, such as "In progress"; an unknown state means open.
  let hasStates: Bool
  /// Whether the records of a section may be apart, because several columns name the sections and rows around a record.
  let isInAnyOrder: Bool

  /// The usual names of columns in small letters and without signs and spaces, the best one first.
  private static let usual: [TableColumns.Part: [String]] = [
    .text: [
      "text", "title", "name", "task", "item", "summary", "subject", "content", "cardname", "taskname", "todo",
      "titel", "aufgabe", "titre", "t\u{E2}che", "tarea", "t\u{ED}tulo", "tarefa", "compito",
    ],
    .note: [
      "notes", "note", "description", "body", "details", "content", "carddescription", "notizen", "notiz",
      "beschreibung",
    ],
    .folder: ["foldername", "folder", "area", "boardname", "board"],
    .list: ["listname", "list", "project", "projects", "category", "projekt", "liste"],
    .section: ["section", "sectioncolumn", "columnname", "bucketname", "bucket", "heading"],
    .done: [
      "done", "completed", "complete", "iscompleted", "iscomplete", "duecomplete", "checked", "finished", "erledigt",
    ] + states,
    .completed: [
      "completedat", "completedtime", "completedtimestamp", "completiondate", "completeddate", "datecompleted",
      "completedon", "closedat", "donedate",
    ],
    .due: ["due", "duedate", "dueon", "dueat", "duedatetime", "deadline", "f\u{E4}llig", "f\u{E4}lligkeit"],
    .time: ["duetime"],
    .allDay: ["isallday", "allday"],
    .repetition: ["repeat", "repeats", "recurrence", "recurring", "rrule", "recur"],
    .tags: ["tags", "tag", "labels", "label", "context", "contexts", "categories"],
    .indent: ["indent", "indentlevel", "outlinelevel"],
    .parent: ["parenttask", "parentid", "parent", "parenttaskid"],
    .id: ["taskid", "id", "cardid", "uuid"],
    .type: ["type"],
  ]
  /// The names of columns that have the words of a work flow.
  private static let states = ["status", "state", "taskstatus", "progress"]

  /// - Parameters:
  ///   - columns: The columns that are asked for by name.
  ///   - header: The record that names the columns.
  /// - Throws: ``ImportError`` if there is no column of a name, if one column is asked for twice, or if no column can have
  ///   the texts.
  init(_ columns: TableColumns, in header: DelimitedRecord) throws {
    let names = (0..<header.count).map { Array(header[$0].utf8).trimmed().text() }
    var indices: [TableColumns.Part: Int] = [:]
    for part in TableColumns.Part.allCases {
      guard let name = columns.names[part] else { continue }
      let index = try Self.column(name, in: names, header)
      if let other = indices.first(where: { $0.value == index })?.key {
        let parts = [other, part].map(\.rawValue).sorted().joined(separator: " and the ")
        throw header.error("'\(names[index])' cannot be the column of the \(parts) at once")
      }
      indices[part] = index
    }
    let words = names.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
    let given = indices
    var taken = Set(given.values)
    func find(_ part: TableColumns.Part, _ usual: [String]) {
      guard indices[part] == nil else { return }
      for word in usual {
        guard let index = words.indices.first(where: { words[$0] == word && !taken.contains($0) }) else { continue }
        indices[part] = index
        taken.insert(index)
        return
      }
    }
    // A section that is named is the only one; a text that is named may be one of the usual sections.
    let isTodoist = words.contains("content") && words.contains("indent") && words.contains("type")
    if isTodoist { find(.due, ["date"]) }
    if given[.section] == nil, given[.list] == nil {
      for part in [TableColumns.Part.section, .list, .folder] { find(part, Self.usual[part] ?? []) }
    }
    for part in TableColumns.Part.allCases where ![.section, .list, .folder].contains(part) {
      find(part, Self.usual[part] ?? [])
    }
    groups = [.folder, .list, .section].compactMap { part in indices[part] }
    let hasProjects = indices[.type] != nil && indices[.id] != nil && indices[.list] != nil
    isInAnyOrder = groups.count > 1 || indices[.parent] != nil || hasProjects
    hasStates = indices[.done].map { Self.states.contains(words[$0]) } ?? false
    hasTasks =
      [.completed, .indent, .repetition].contains { part in indices[part] != nil } || hasStates
      || indices[.due] != nil && words.contains("priority")
    if indices[.text] != nil {
      (self.indices, isGuess) = (indices.map { ($0.key, $0.value) }, false)
      return
    }
    let signs = ["title", "name", "task", "text", "subject", "summary", "titel", "aufgabe", "todo", "item"]
    let others = words.indices.filter { !taken.contains($0) }
    guard
      let guess = words.count == 1
        ? 0 : others.first(where: { index in signs.contains(where: words[index].contains(utf8:)) })
    else {
      throw header.error(
        "No column is known to hold the texts of the rows",
        hint: "Name it with --column text=NAME. \(Self.list(names)).")
    }
    indices[.text] = guess
    (self.indices, isGuess) = (indices.map { ($0.key, $0.value) }, words.count > 1)
  }

  /// The index of the column that holds a part; nil for none.
  subscript(part: TableColumns.Part) -> Int? { indices.first { $0.part == part }?.index }

  private static func column(_ name: String, in columns: [String], _ header: DelimitedRecord) throws -> Int {
    let word = name.lowercased()
    if let column = columns.firstIndex(of: name) ?? columns.firstIndex(where: { $0.lowercased() == word }) {
      return column
    }
    throw header.error("There is no column '\(name)'", hint: list(columns))
  }

  /// Names the columns for a message.
  private static func list(_ columns: [String]) -> String {
    let first = columns.prefix(20).map { "'\($0.prefix(60))'" }.joined(separator: ", ")
    let more = columns.count > 20 ? " and \(columns.count - 20) more" : ""
    return "The first line names the columns \(first)\(more)"
  }
}
