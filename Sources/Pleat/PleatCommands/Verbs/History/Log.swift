import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem
import TerminalText

/// `pleat log`: lists the history.
struct Log: Command {
  static let verb = Verb(
    "log", synonyms: ["history"], .history, for: .key,
    summary: "List the edits, the newest first: when, by whom, and with which command.",
    discussion: """
      Every line begins with the number of its entry, which 'pleat undo --entry' takes. With an ADDRESS, only the \
      edits of that section or row are listed; the id of a deleted item is an address, too. A synchronization is \
      one line, with the users whose edits it brought; with an ADDRESS or --by, it has their names and times. \
      Collapsing and expanding take numbers too, so that some are missing; --folds lists those edits.
      """,
    arguments: [Argument("address", .item, .oneOrNone, help: "The section or row whose edits are listed.")],
    options: [limit, by, folds, verbose, Pager.off] + GlobalOptions.declared,
    examples: [
      "The edits, the newest first": "pleat log",
      "The last three, with what each of them did": "pleat log --limit 3 -v",
      "What became of one row, with old and new texts": "pleat log milk -v",
      "The edits of one user": "pleat log --by bob",
      "When you collapsed and expanded what": "pleat log --folds",
    ],
    environment: ["TZ": "The time zone of the times."])

  private static let limit = Option<Int?>("limit", 0...Int.max, "N", for: .key, help: "List at most N edits.")
  private static let by = TextOption("by", .user, "name", for: .key, help: "List the edits of this user alone.")
  private static let folds = Flag(
    "folds", for: .key, help: "List the edits of your folds instead of the edits of the content.")
  private static let verbose = Flag(
    "verbose", letter: "v", for: .key,
    help: "List below each edit what it added, changed, moved and deleted, with old and new texts.")

  let arguments: Arguments

  private var folds: Bool { arguments[Self.folds] }

  func check() throws {
    if folds, !arguments.positional.isEmpty {
      throw Refusal("--folds lists the edits of your folds, so it takes no ADDRESS.")
    }
  }

  var needs: Needs { Needs(pager: true) }

  func run(in context: Context) throws {
    let outline = try arguments.outlineForReading(in: context)
    if let item = try arguments.addresses().first { return try run(outline, of: item, in: context) }
    let by = arguments[Self.by]
    let log = try outline.log(
      folds ? .folds : .content, as: arguments.userName(in: context), limit: arguments[Self.limit],
      hasEffects: arguments[Self.verbose] || arguments.isJSON, by: by)
    if arguments.isJSON {
      let last = log.hasLostOlder ? [Self.lostJSON] : []
      context.output.write(JSONTree.lines(log.lines.map(\.json) + last))
    } else {
      try Pager.use(for: arguments, in: context)
      write(log, in: context, try context.lineWrapping())
      if !folds, by == nil, log.othersCount > 0, context.isTerminal {
        let (count, are) = log.othersCount == 1 ? ("1 edit", "is") : ("\(log.othersCount) edits", "are")
        let hint = "\(count) of folds \(are) not listed; for yours: 'pleat log --folds'"
        context.report(CommandText.naming(arguments.file, in: hint))
      }
    }
  }

  /// Lists the changes of the entries to one section or row.
  private func run(_ outline: Outline, of address: Address, in context: Context) throws {
    let (changes, hasLostOlder) = try outline.log(of: address, limit: arguments[Self.limit], by: arguments[Self.by])
    if arguments.isJSON {
      return context.output.write(JSONTree.lines(changes.map(\.json) + (hasLostOlder ? [Self.lostJSON] : [])))
    }
    try Pager.use(for: arguments, in: context)
    let wrapping = try context.lineWrapping()
    let width = ItemChange.numberWidth(of: changes)
    let isVerbose = arguments[Self.verbose]
    for change in changes { change.write(in: context, wrapping, numberWidth: width, withLines: isVerbose) }
    if hasLostOlder { context.output.write("\(Self.lost)\n") }
  }

  /// The final object, which says that older entries were trimmed.
  private static let lostJSON: JSONTree = [
    "entry": .null, "edit": .null, "kind": .string("lost"), "at": .null, "user": .null, "words": .string(lost),
    "changes": .null,
  ]
  static let lost = "older entries were trimmed"

  private func write(_ log: HistoryLog, in context: Context, _ wrapping: LineWrapping?) {
    func line(_ prefix: String, _ text: String) {
      let text = context.shown(text)
      context.output.write((wrapping?.broken(prefix, text) ?? prefix + text) + "\n")
    }
    let isVerbose = arguments[Self.verbose]
    let numberWidth = log.entries.map { "\($0.id)".count }.max() ?? 0
    let userWidth = log.entries.map { Escapes.oneLine($0.user ?? "").count }.max() ?? 0
    for logged in log.lines {
      let entry = logged.entry
      let number = String(repeating: " ", count: numberWidth - "\(entry.id)".count) + "\(entry.id)"
      let user = Escapes.oneLine(entry.user ?? "")
      let space = String(repeating: " ", count: userWidth - user.count + 2)
      line(
        "\(number)  \(entry.localTime)  \(user)\(space)", entry.prefix + Escapes.joined(entry.sentence) + logged.others
      )
      if isVerbose { logged.effects?.lines.forEach { line("    ", $0) } }
    }
    if log.hasLostOlder {
      let hint = "\(Self.lost); 'pleat settings' shows how many are kept\n"
      context.output.write(CommandText.naming(arguments.file, in: hint))
    }
  }
}

extension HistoryLog.Line {
  /// The users whose edits a synchronization brought, in parentheses; empty if there is only the entry's own user.
  fileprivate var others: String {
    let names = authors.map { Escapes.oneLine($0.user) }
    if names.isEmpty || authors.map(\.user) == [entry.user] { return "" }
    return " (\(names.prefix(3).joined(separator: ", "))\(names.count > 3 ? ", …" : ""))"
  }

  fileprivate var json: JSONTree {
    .object(
      entry.members + [.init("changes", .int(entry.changes.count))]
        + (authors.isEmpty ? [] : [.init("authors", .array(authors.map(\.json)))])
        + (effects.map { [.init("effects", $0.json)] } ?? []))
  }
}

extension HistoryEffects {
  /// The effects as lines for people.
  var lines: [String] {
    let named = first.map { effect in
      let old = effect.oldName.map { "\"\(Escapes.short($0))\" to " } ?? ""
      let verb = effect.kind == .converted ? "made" : effect.kind.rawValue
      let kind = effect.kind == .converted ? " a \(effect.id.kind)" : ""
      let parents = Escapes.short(Address.words(forPath: effect.parents))
      let place = (effect.parents.isEmpty ? "" : " below \(parents)") + (effect.author?.words ?? "")
      let fields = effect.fields.isEmpty ? "" : ": \(effect.fields.map(\.words).joined(separator: ", "))"
      return
        "\(verb) \(old)\"\(Escapes.short(effect.name))\"\(kind) (\(effect.id))\(place)\(fields)"
    }
    return named + (count > first.count ? ["and \(count - first.count) more"] : [])
  }

  /// The effects as one JSON object, with a list for each kind that there is.
  fileprivate var json: JSONTree {
    var members = Kind.allCases.compactMap { kind -> JSONTree.Member? in
      let items = first.filter { $0.kind == kind }
      if items.isEmpty { return nil }
      return .init(kind.rawValue, .array(items.map(\.json)))
    }
    if count > first.count { members.append(.init("more", .int(count - first.count))) }
    return .object(members)
  }
}

extension ItemID {
  /// The kind of item, as a word.
  var kind: String {
    switch self {
    case .section: "section"
    case .row: "row"
    }
  }
}

extension HistoryEffects.Effect {
  fileprivate var json: JSONTree {
    [
      "id": .string("\(id)"), "name": .string(name), "oldName": oldName.map { .string($0) },
      "below": parents.isEmpty ? nil : .string(Address.words(forPath: parents)),
      "fields": fields.isEmpty ? nil : .object(fields.map(\.json)), "author": author?.json,
    ]
  }
}

extension Authorship {
  /// The user and the time, as the end of a line.
  fileprivate var words: String {
    " by \(Escapes.oneLine(user)), \(Timestamp(milliseconds: time).localMinute)"
  }
}
