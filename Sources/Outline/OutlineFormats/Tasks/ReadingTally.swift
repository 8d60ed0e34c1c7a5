import OutlineJSON

/// Counts the kinds of things that a reader imported, and those that it left out.
struct ReadingTally {
  /// The most sentences for the user.
  private static let mostLines = 10

  private var taken = Counts()
  private var leftOut = Counts()

  /// Counts something that was read.
  mutating func took(_ what: String, as meaning: String) { taken.add("\(what) as \(meaning)") }

  /// Counts a time that was given with another zone or a distance to UTC.
  mutating func tookOtherZone() { took("times of other zones", as: "local times") }

  /// Counts something that the outline has no place for.
  mutating func left(_ what: String) { leftOut.add(what) }

  var remarks: [String] {
    let lost =
      leftOut.list.isEmpty ? [] : ["Left out: \(Self.shortened(leftOut.list, to: 12).joined(separator: ", "))."]
    return Self.shortened(taken.list.map { "Read \($0)." }, to: Self.mostLines - lost.count) + lost
  }

  private static func shortened(_ list: [String], to most: Int) -> [String] {
    list.count <= most ? list : list.prefix(most - 1) + ["\(list.count - most + 1) more kinds"]
  }
}

/// The counts of words, in the order in which the words first came.
private struct Counts {
  private var words: [String] = []
  private var numbers: [String: Int] = [:]

  var list: [String] { words.map { "\(numbers[$0] ?? 0) \($0)" } }

  mutating func add(_ word: String) {
    if numbers[word] == nil { words.append(word) }
    numbers[word, default: 0] += 1
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
    for member in attributes where member.key != TaskEntry.dueFormKey { took(member.key, as: "an attribute") }
  }
}
