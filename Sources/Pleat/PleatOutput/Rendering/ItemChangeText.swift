import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatSystem

extension HistoryEntry {
  /// The time to the minute, in the user's time zone.
  package var localTime: String { Timestamp(milliseconds: time).localMinute }

  /// The word for the kind of entry in JSON.
  package var kindName: String {
    switch kind {
    case .edit: "edit"
    case .sync: "sync"
    case .undo: "undo"
    case .redo: "redo"
    case .hand: "hand"
    }
  }

  /// The JSON members that identify the entry.
  package var members: [JSONTree.Member] {
    let key: String? = if case .edit(let key) = id { "\(key)" } else { nil }
    return [
      .init("entry", .string("\(id)")), .init("edit", key.map { .number($0) } ?? .null),
      .init("kind", .string(kindName)),
    ] + (origin.id == id ? [] : [.init("undoes", .string("\(origin.id)"))]) + [
      .init("at", .string(Timestamp(milliseconds: time).iso8601)), .init("user", .text(user)),
      .init("words", .string(sentence)),
    ]
  }
}

extension ItemChange {
  /// The change with the old and new texts, as lines for people.
  package var lines: [String] {
    kinds.flatMap { kind in
      switch kind {
      case .added: ["added \(quotedName)\(to.map { " to \(Escapes.oneLine($0))" } ?? "")"]
      case .deleted: ["deleted \(quotedName)\(from.map { " from \(Escapes.oneLine($0))" } ?? "")"]
      case .changed: fields.map(\.line)
      case .converted:
        switch id {
        case .section: ["became a section"]
        case .row: ["became a row\(to.map { " of \(Escapes.oneLine($0))" } ?? "")"]
        }
      case .moved: [from == to ? "moved\(to.map { " within \(Escapes.oneLine($0))" } ?? "")" : movedBetween]
      }
    }
  }

  private var quotedName: String { name.map { "\"\(Escapes.joined($0))\"" } ?? "it" }

  private var movedBetween: String {
    "moved" + (from.map { " from \(Escapes.oneLine($0))" } ?? "") + (to.map { " to \(Escapes.oneLine($0))" } ?? "")
  }

  package var json: JSONTree {
    .object(
      (entries.first ?? entry).members + (authors.isEmpty ? [] : [.init("authors", .array(authors.map(\.json)))]) + [
        .init("did", .texts(kinds.map(\.rawValue))), .init("name", .text(name)), .init("from", .text(from)),
        .init("to", .text(to)), .init("fields", .object(fields.map(\.json))),
      ])
  }
}

extension Authorship {
  package var json: JSONTree {
    [
      "user": .string(user), "at": .string(Timestamp(milliseconds: time).iso8601), "did": .string(action.word),
    ]
  }
}

extension Authorship.Action {
  /// The action as a word of the history.
  fileprivate var word: String {
    switch self {
    case .insert: "added"
    case .update: "changed"
    case .delete: "deleted"
    }
  }
}

extension ItemChange.Field {
  /// The fields whose values are shown without quotation marks.
  private static let unquoted: Set = ["done", "collapsible", "newRows", "attributes", "due", "repeat"]

  /// The names of fields in messages, where they differ.
  private static let names = ["newRows": "new-rows", "due": "due date", "repeat": "repeat rule"]

  private var called: String { Self.names[name] ?? name }

  /// Returns a value as people read it; nil for none.
  private func shown(_ value: String?, _ text: (String) -> String) -> String? {
    guard let value else { return nil }
    let words = name == "repeat" ? Repeat(stored: value).shown : value
    return Self.unquoted.contains(name) ? text(words) : "\"\(text(words))\""
  }

  /// The field with its old and its new value: `done from no to yes`.
  package var words: String {
    let values = [old, new].map { shown($0, Escapes.short) ?? "none" }
    return "\(called) from \(values[0]) to \(values[1])"
  }

  package var json: JSONTree.Member { .init(name, ["old": .text(old), "new": .text(new)]) }

  fileprivate var line: String {
    let the = ["done", "collapsible", "newRows"].contains(name) ? called : "the \(called)"
    return switch (shown(old, Escapes.joined), shown(new, Escapes.joined)) {
    case (let old?, let new?): "changed \(the) from \(old) to \(new)"
    case (nil, let new?): "set \(the) to \(new)"
    case (let old?, nil): "removed \(the) \(old)"
    case (nil, nil): "changed \(the)"
    }
  }
}

extension HistoryEntry.Origin {
  /// Who made the edit, and how long ago, in parentheses; empty if the log no longer has it.
  package var remark: String {
    guard let time else { return "" }
    let parts = [user.map(Escapes.oneLine), Age.text(of: time, at: Platform.now)].compactMap(\.self)
    return " (\(parts.joined(separator: ", ")))"
  }
}

extension HistoryEntry {
  /// The edit that was undone or redone, as one JSON object.
  package var originJSON: JSONTree {
    [
      "entry": .string("\(origin.id)"), "user": .text(origin.user),
      "at": .text(origin.time.map { Timestamp(milliseconds: $0).iso8601 }), "words": .string(sentence),
    ]
  }
}
