import OutlineJSON

/// Counts the kinds of things that a reader imported, and those that it left out.
struct ReadingTally {
  private var taken = Counts()
  private var leftOut = Counts()
  /// The properties whose values should be days and are not, with the first such value.
  private var unread: [(what: String, count: Int, example: String)] = []

  /// Counts something that was read.
  mutating func took(_ what: String, as meaning: String) { taken.add(what, as: meaning) }

  /// Counts a time that was given with another zone or a distance to UTC.
  mutating func tookOtherZone() { took("times of other zones", as: "local times") }

  /// Counts something that the outline has no place for.
  mutating func left(_ what: String) { leftOut.add(what) }

  /// Counts a value that should be a day, and that stays an attribute because it cannot be read as one.
  mutating func notDay(_ what: String, _ value: String) {
    guard let index = unread.firstIndex(where: { $0.what == what }) else {
      return unread.append((what, 1, String(value.prefix(40))))
    }
    unread[index].count += 1
  }

  private var unreadRemarks: [String] {
    unread.map { what, count, example in
      let value = JSONText.string(example)
      return count == 1
        ? "Kept 1 \(what) as an attribute, because it cannot be read as a day: \(value)."
        : "Kept \(count) \(what) as attributes, because they cannot be read as days, such as \(value)."
    }
  }

  var remarks: [String] {
    let lost =
      leftOut.list.isEmpty ? [] : ["Left out: \(leftOut.list.joined(separator: ", "))."]
    return taken.list.map { "Read \($0)." } + unreadRemarks + lost
  }
}

/// Counts of what was read or left out, in the order in which each kind first came.
private struct Counts {
  private struct Kind: Hashable {
    let what: String
    /// As what it was taken; nil if it was left out.
    let meaning: String?
  }

  /// The kinds with their counts, and with the index of the kind that came after each one the last time.
  private var counts: [(kind: Kind, count: Int, next: Int)] = []
  private var indices: [Kind: Int] = [:]
  private var last = 0

  var list: [String] {
    counts.map { kind, count, _ in "\(count) \(kind.what)" + (kind.meaning.map { " as \($0)" } ?? "") }
  }

  mutating func add(_ what: String, as meaning: String? = nil) {
    // Most entries have the same kinds in the same order, so that nothing has to be looked up.
    let next = last < counts.count ? counts[last].next : 0
    if next < counts.count, counts[next].kind.what == what, counts[next].kind.meaning == meaning {
      counts[next].count += 1
      last = next
      return
    }
    let kind = Kind(what: what, meaning: meaning)
    let index = indices[kind] ?? counts.count
    if index == counts.count {
      indices[kind] = index
      counts.append((kind, 0, 0))
    }
    counts[index].count += 1
    counts[last].next = index
    last = index
  }
}

extension ReadingTally {
  /// Counts the parts of an entry as they are read, which its note may correct.
  mutating func count(_ entry: TaskEntry) {
    if let isDone = entry.note?.isDone ?? entry.isDone {
      took(isDone ? "done" : "open", as: isDone ? "tasks that are done" : "open tasks")
    }
    for _ in entry.tags { took("tags", as: "#tag") }
    if entry.notes != nil { took("notes", as: "further lines") }
    let isKept = entry.schedule != nil
    if entry.due != nil {
      let start = entry.text(TaskEntry.dueFormKey).flatMap { form in
        ["DTSTART", "SCHEDULED"].first(where: form.hasPrefix)
      }
      took(start ?? "due", as: isKept ? "due days" : "an attribute")
    }
    if entry.repetition != nil { took("repeat", as: isKept ? "repeat rules" : "an attribute") }
    let attributes = entry.note?.attributes.map { $0.flatMap(JSONTree.object) ?? [] } ?? entry.attributes
    for member in attributes where member.key != TaskEntry.dueFormKey {
      guard member.key.utf8.elementsEqual("due".utf8, by: { $0 | 0x20 == $1 }), let value = member.value.string else {
        took(member.key, as: "an attribute")
        continue
      }
      notDay(member.key, value)
    }
  }
}
