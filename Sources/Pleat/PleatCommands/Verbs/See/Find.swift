import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat find`: finds words, in collapsed sections too.
struct Find: Command {
  static let verb = Verb(
    "find", synonyms: ["search", "grep"], .see, for: .key,
    summary: "Find rows and sections by a filter, in collapsed sections too.",
    discussion: """
      All words must occur in a row or section: in its text or title, its detail or its attributes, which are \
      searched as KEY=VALUE. Case is ignored, and so are accents, unless the word itself has one. Besides words, a \
      filter can have "a phrase", #tag, open, done, task, in:ADDRESS and more, combined with not, or and brackets; \
      see 'pleat help filters'. On a terminal, texts that equal the word come first, then texts with a word that \
      begins with it. The exit code is 1 if nothing is found.
      """,
    arguments: [
      Argument(
        "filter", .filter, .any, standard: "with --open, all open tasks",
        help: "What to find; several arguments are one filter.")
    ],
    options: [inside, regex, open, limit, reveal, ids] + DisplayOptions.declared + [Pager.off] + EditOptions.declared,
    examples: [
      "Everything with the word, in collapsed sections too": "pleat find milk",
      "All open tasks": "pleat find --open",
      "Open tasks with one tag and without another": "pleat find '#home open not #later'",
      "Texts that begin with call, without done tasks": "pleat find '^call' --regex --open",
      "Expand the sections that hide the hits": "pleat find milk --reveal",
    ],
    exitCodes: [1: "nothing was found"])

  private static let inside = TextOption(
    "in", .section, "address", for: .key, help: "Search this section or row and all below it.")
  private static let regex = Flag("regex", for: .key, help: "Read each word as a regular expression.")
  private static let open = Flag("open", for: .key, help: "Leave out the tasks that are done, and the archive.")
  private static let limit = Option<Int?>("limit", 1...Int.max, "N", for: .key, help: "Show at most N hits.")
  private static let reveal = Flag("reveal", for: .key, help: "Expand the sections and rows that hide what was found.")

  private static let ids = Flag("ids", for: .key, help: "Show ids, which never change.")

  let arguments: Arguments

  private var words: [String] { arguments.positional }
  private var regex: Bool { arguments[Self.regex] }
  private var open: Bool { arguments[Self.open] }
  private var reveal: Bool { arguments[Self.reveal] }
  private var isSilent: Bool { arguments.isJSON || arguments.isQuiet }

  func check() throws {
    if words.contains("") { throw Refusal("One of the words to find is empty.") }
    if words.isEmpty, !open || regex { throw Refusal("'find' needs a FILTER, or --open for all open tasks.") }
  }

  var needs: Needs { Needs(edits: reveal, input: reveal ? .answer : .nothing, pager: true) }

  func run(in context: Context) throws {
    // On a terminal the best hits come first, so the limit is applied after sorting.
    let isRanked = context.isTerminal && !arguments.isJSON && !reveal
    let limit = arguments[Self.limit]
    let most = isRanked ? limit.map { max($0, Self.ranked) } : limit
    let query = FindQuery(
      try wanted(in: context), leavesOutDone: open, in: try arguments[Self.inside].map(address), limit: most)
    let pattern = try TextPattern(highlighting: query.filter)
    let user = try arguments.userName(in: context)
    try Pager.use(for: arguments, in: context)
    let hits: [Hit]
    if reveal {
      let (report, answer) = try arguments.makeEdit(in: context) { outline, user, request in
        try arguments.checkNewUser(user, in: outline, context)
        return try outline.reveal(query, as: user, with: request)
      }
      guard case .revealed(let found, _) = answer.outcome else { return try report.tell(answer, done: .expanded) }
      hits = found
      if !isSilent { try show(hits, pattern, in: context) }
      if arguments.isJSON || !hits.isEmpty { try report.tell(answer, done: .expanded) }
    } else {
      hits = try arguments.outlineForReading(in: context).find(query, as: user)
      if arguments.isJSON {
        context.output.write(JSONTree.lines(hits.map(JSONRenderer.object)))
      } else if !arguments.isQuiet {
        let best = isRanked ? Self.ordered(hits, pattern) : hits
        try show(Array(best.prefix(limit ?? .max)), pattern, in: context)
      }
    }
    let remark = isSilent || regex ? nil : keywordRemark
    if hits.isEmpty { throw nowhere(query.filter, remark) }
    if let remark { context.report(remark) }
  }

  /// How many of the first hits are sorted by how well they match.
  private static let ranked = 1_000

  /// Sorts the first hits: texts equal to the pattern, then beginnings of words, then the others.
  private static func ordered(_ hits: [Hit], _ pattern: TextPattern) -> [Hit] {
    let first = hits.prefix(ranked).map { hit in
      switch hit.line {
      case .header(let header):
        (rank: [header.section.title, header.section.detail ?? ""].map(pattern.rank).min() ?? 2, hit: hit)
      case .row(let row): (rank: pattern.rank(of: row.text), hit: hit)
      }
    }
    return (0...2).flatMap { rank in first.filter { $0.rank == rank }.map(\.hit) } + hits.dropFirst(ranked)
  }

  /// Returns the filter in the arguments; all open tasks without arguments.
  private func wanted(in context: Context) throws -> ItemFilter {
    if words.isEmpty { return .task(isDone: false) }
    return regex ? .all(words.map(ItemFilter.expression)) : try filter(words.joined(separator: " "), in: context)
  }

  /// Says how to find a keyword of filters as a text; nil unless it is the only argument.
  private var keywordRemark: String? {
    ItemFilter.onlyKeyword(in: words.joined(separator: " ")).map { word in
      "To find the text '\(word)': \(CommandText.pleat(with: arguments.file)) find text:\(word)"
    }
  }

  /// Ends with exit code 1 if nothing matches the filter.
  private func nowhere(_ filter: ItemFilter, _ remark: String?) -> Failure {
    let all = words.map { "'\(Escapes.joined($0))'" }.joined(separator: " and ")
    let part = arguments[Self.inside].map { "in '\(Escapes.oneLine($0))'" } ?? "in the outline"
    let isOfWords = !open && filter.and(.everything) == .all(words.map(ItemFilter.text))
    if words.isEmpty {
      return Failure(status: 1, message: isSilent ? "" : "no task \(part) is open.")
    }
    let verb = regex ? "matches" : isOfWords ? "has" : "fits"
    let wanted = regex || isOfWords ? all : "'\(Escapes.joined(words.joined(separator: " ")))'"
    var failure = Failure(status: 1, message: isSilent ? "" : "nothing \(part) \(verb) \(wanted).")
    failure.next = remark
    return failure
  }

  /// Writes the hits: on a terminal below the paths of their sections, and elsewhere each with its path.
  private func show(_ hits: [Hit], _ pattern: TextPattern, in context: Context) throws {
    let style = try arguments.style(in: context)
    guard context.isTerminal else {
      for hit in hits { context.output.write(line(hit, pattern, style, isInGroup: false) + "\n") }
      return
    }
    var groups: [(path: [String], hits: [Hit])] = []
    var places: [[String]: Int] = [:]
    for hit in hits {
      let path = place(of: hit)
      if let known = places[path] {
        groups[known].hits.append(hit)
      } else {
        places[path] = groups.count
        groups.append((path, [hit]))
      }
    }
    for (path, hits) in groups {
      if !path.isEmpty {
        let heading = style.drawn(Escapes.oneLine(Address.words(forPath: path)), as: .titleColor)
        context.output.write((style.wrapping?.broken("", heading) ?? heading) + "\n")
      }
      for hit in hits { context.output.write(line(hit, pattern, style, isInGroup: true) + "\n") }
    }
  }

  /// The path of the section that a hit is in; empty for an outermost section.
  private func place(of hit: Hit) -> [String] {
    if case .header = hit.line { hit.path.dropLast() } else { hit.path }
  }

  /// Returns the line of a hit, with its path if it is not in a group.
  private func line(_ hit: Hit, _ pattern: TextPattern, _ style: Style, isInGroup: Bool) -> String {
    let (text, schedule, isDone) =
      switch hit.line {
      case .header(let header):
        (
          (isInGroup
            ? style.boxed(isDone: header.section.isDone) + highlighted(header.section.title, pattern, style)
            : section(hit, isDone: header.section.isDone, pattern, style))
            + (header.section.detail.map { " \(style.signs.dash) " + highlighted($0, pattern, style) } ?? ""),
          header.section.schedule, header.section.isDone
        )
      case .row(let row):
        (
          holder((isInGroup ? [] : hit.path) + hit.parents) + style.boxed(isDone: row.isDone)
            + highlighted(row.text, pattern, style),
          row.content.schedule, row.isDone
        )
      }
    let attributes = hit.attributes.map { " (\(highlighted($0, pattern, style)))" }.joined()
    let hidden = hit.hiddenBy.map { style.dim(" \(style.signs.dot) hidden in \(Escapes.oneLine($0))") } ?? ""
    let id = arguments[Self.ids] ? style.dim("\(hit.id)") + " " : ""
    let indent = isInGroup && !place(of: hit).isEmpty ? "  " : ""
    let number = indent + style.drawn("\(hit.number)", as: .numberColor) + " " + id
    let line = text + style.due(schedule, isDone: isDone) + attributes + hidden
    return style.wrapping?.broken(number, line) ?? number + line
  }

  /// Returns the path of the section around an item, with a colon, to show before the item's text; empty at the top
  /// level.
  private func holder(_ path: some Collection<String>) -> String {
    path.isEmpty ? "" : Escapes.oneLine(Address.words(forPath: Array(path))) + ": "
  }

  /// Returns the path of a section, with the hits in its own title highlighted; a task is shown like a row.
  private func section(_ hit: Hit, isDone: Bool?, _ pattern: TextPattern, _ style: Style) -> String {
    if let isDone, let title = hit.path.last {
      return holder(hit.path.dropLast()) + style.boxed(isDone: isDone) + highlighted(title, pattern, style)
    }
    let path = Address.words(forPath: hit.path)
    let title = hit.path.last ?? ""
    guard style.isColored, path.hasSuffix(title) else { return Escapes.oneLine(path) }
    return Escapes.oneLine(String(path.dropLast(title.count))) + highlighted(title, pattern, style)
  }

  /// Returns a text on one line, with a sign for each line break; with colours, the hits are highlighted.
  private func highlighted(_ text: String, _ pattern: TextPattern, _ style: Style) -> String {
    guard text.hasByte(UInt8(ascii: "\n")) else { return highlighted(line: text, pattern, style) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { highlighted(line: String($0), pattern, style) }.joined(separator: " \(style.signs.lineBreak) ")
  }

  private func highlighted(line text: String, _ pattern: TextPattern, _ style: Style) -> String {
    guard style.isColored else { return Escapes.oneLine(text) }
    var line = ""
    var start = text.startIndex
    for range in pattern.ranges(in: text) {
      line += Escapes.oneLine(text, start..<range.lowerBound)
      line += style.drawn(Escapes.oneLine(text, range), as: .hitColor)
      start = range.upperBound
    }
    return line + Escapes.oneLine(text, start..<text.endIndex)
  }
}
