import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatArguments
import PleatOutput
import PleatSystem

/// `pleat log`: lists the history.
struct Log: OutlineCommand {
  static let verb = Verb(
    "log", synonyms: ["history"], .history, for: .key,
    summary: "List the edits, the newest first: when, by whom, and with which command.",
    discussion: "Every line begins with the number of its entry, which 'pleat undo --entry' takes.",
    options: [Self.limit.option, Self.folds.option, Self.verbose.option, Pager.off.option] + GlobalOptions.declared,
    examples: [
      VerbExample("The edits, the newest first", "pleat log"),
      VerbExample("The last three, with what each of them did", "pleat log --limit 3 -v"),
      VerbExample("When you collapsed and expanded what", "pleat log --folds"),
    ],
    notes: VerbNotes(environment: [HelpPage.Term("TZ", "The time zone of the times.")]))

  private static let limit = NumberOption("limit", 0...Int.max, "N", for: .key, help: "List at most N edits.")
  private static let folds = Flag(
    "folds", for: .key, help: "List the edits of your folds instead of the edits of the content.")
  private static let verbose = Flag(
    "verbose", letter: "v", for: .key, help: "List below each edit what it added, changed, moved and deleted.")

  private let limit: Int?
  private let folds: Bool
  private let verbose: Bool
  private let noPager: Bool
  let options: GlobalOptions

  init(_ arguments: Arguments) throws {
    limit = arguments[Self.limit]
    folds = arguments[Self.folds]
    verbose = arguments[Self.verbose]
    noPager = arguments[Pager.off]
    options = try GlobalOptions(arguments)
  }

  var wantsPager: Bool { !noPager }

  func run(in context: Context) throws {
    let outline = try options.outlineForReading(in: context)
    let log = try outline.log(
      folds ? .folds : .content, as: options.userName(in: context), limit: limit,
      hasEffects: verbose || options.json)
    if options.json {
      let last = log.hasLostOlder ? [Self.lostJSON] : []
      context.output.write(JSONTree.lines(log.lines.map(\.json) + last))
    } else {
      try Pager.use(unless: noPager, options, in: context)
      write(log, to: context.output, try context.lineWrapping())
    }
  }

  /// The last object where older entries were let go.
  private static let lostJSON: JSONTree = [
    "entry": .null, "edit": .null, "kind": .string("lost"), "at": .null, "user": .null, "words": .string(lost),
    "changes": .null,
  ]
  private static let lost = "older entries were let go"

  private func write(_ log: HistoryLog, to output: OutputBuffer, _ wrapping: LineWrapping?) {
    func line(_ prefix: String, _ text: String) {
      output.write((wrapping?.broken(prefix, text) ?? prefix + text) + "\n")
    }
    let numberWidth = log.entries.map { "\($0.id)".count }.max() ?? 0
    let userWidth = log.entries.map { Escapes.oneLine($0.user ?? "").count }.max() ?? 0
    for logged in log.lines {
      let entry = logged.entry
      let number = String(repeating: " ", count: numberWidth - "\(entry.id)".count) + "\(entry.id)"
      let user = Escapes.oneLine(entry.user ?? "")
      let space = String(repeating: " ", count: userWidth - user.count + 2)
      line("\(number)  \(entry.localTime)  \(user)\(space)", entry.prefix + Escapes.oneLine(entry.sentence))
      if verbose { logged.effects?.lines.forEach { line("    ", $0) } }
    }
    if log.hasLostOlder { output.write("\(Self.lost); 'pleat settings' shows how many are kept\n") }
  }
}

extension HistoryEntry {
  /// The time to the minute, in the user's time zone.
  fileprivate var localTime: String { Timestamp(milliseconds: time).localMinute }

  fileprivate var prefix: String {
    switch kind {
    case .edit, .sync, .hand: ""
    case .undo: "undo \(origin.id): "
    case .redo: "redo \(origin.id): "
    }
  }

  fileprivate var kindName: String {
    switch kind {
    case .edit: "edit"
    case .sync: "sync"
    case .undo: "undo"
    case .redo: "redo"
    case .hand: "hand"
    }
  }
}

extension HistoryLog.Line {
  /// The line as one JSON object.
  fileprivate var json: JSONTree {
    let key: String? = if case .edit(let key) = entry.id { "\(key)" } else { nil }
    return [
      "entry": .string("\(entry.id)"), "edit": key.map { .number($0) } ?? .null, "kind": .string(entry.kindName),
      "undoes": entry.origin.id == entry.id ? nil : .string("\(entry.origin.id)"),
      "at": .string(Timestamp(milliseconds: entry.time).iso8601), "user": .text(entry.user),
      "words": .string(entry.sentence), "changes": .int(entry.changes.count), "effects": effects.map(\.json),
    ]
  }
}

extension HistoryEffects {
  /// The effects as lines for people.
  fileprivate var lines: [String] {
    let named = first.map { effect in
      let name = Escapes.oneLine(effect.name)
      return "\(effect.kind.rawValue) \"\(name.count > 60 ? "\(name.prefix(59))…" : name)\" (\(effect.id))"
    }
    return named + (count > first.count ? ["and \(count - first.count) more"] : [])
  }

  /// The effects as one JSON object, with a list for each kind that there is.
  fileprivate var json: JSONTree {
    var members = Kind.allCases.compactMap { kind -> JSONTree.Member? in
      let items = first.filter { $0.kind == kind }
      if items.isEmpty { return nil }
      return .init(kind.rawValue, .array(items.map { ["id": .string("\($0.id)"), "name": .string($0.name)] }))
    }
    if count > first.count { members.append(.init("more", .int(count - first.count))) }
    return .object(members)
  }
}
