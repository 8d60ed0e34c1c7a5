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
    let isQuestion = arguments.isQuiet && !arguments.isJSON && !reveal
    let most = isQuestion ? 1 : isRanked ? limit.map { max($0, Self.ranked) } : limit
    let query = FindQuery(
      try wanted(in: context), leavesOutDone: open, in: try arguments[Self.inside].map(address), limit: most)
    let pattern = try TextPattern(highlighting: query.filter)
    let user = try arguments.userName(in: context)
    try Pager.use(for: arguments, in: context)
    var isEmpty = true
    var count = 0
    if reveal {
      let (report, answer) = try arguments.makeEdit(in: context) { outline, user, request in
        try arguments.checkNewUser(user, in: outline, context)
        return try outline.reveal(query, as: user, with: request)
      }
      guard case .revealed(let hits, _) = answer.outcome else { return try report.tell(answer, done: .expanded) }
      isEmpty = hits.isEmpty
      if !isSilent {
        try write(upTo: nil, pattern, in: context) { show in for hit in hits { hit.withBytes(show) } }
      }
      if arguments.isJSON || !hits.isEmpty { try report.tell(answer, done: .expanded) }
    } else {
      let outline = try arguments.outlineForReading(in: context)
      if arguments.isJSON {
        var list = JSONRenderer(to: context.output)
        try outline.eachHit(query, as: user) { hit in
          isEmpty = false
          list.visit(hit)
        }
        list.end()
      } else if arguments.isQuiet {
        try outline.eachHit(query, as: user) { _ in isEmpty = false }
      } else {
        try write(upTo: limit, pattern, in: context) { show in
          try outline.eachHit(query, as: user) { hit in
            isEmpty = false
            count += 1
            show(hit)
          }
        }
      }
    }
    let remark = isSilent || regex ? nil : keywordRemark
    if isEmpty { throw nowhere(query.filter, remark) }
    if let remark, !context.isOfAgent { context.report(remark) }
    if context.isOfAgent, count > 0, count == limit {
      context.report("There may be more: limit=\(2 * count) shows them.")
    }
  }

  /// How many of the first hits are sorted by how well they match.
  private static let ranked = 1_000

  /// Writes the hits that `find` passes: elsewhere than on a terminal each with its path, as it comes; on a terminal below the paths of
  /// their sections, the best of the first 1,000 first, and then the others in their order.
  private func write(
    upTo limit: Int?, _ pattern: TextPattern, in context: Context, _ find: ((RawHit) -> Void) throws -> Void
  ) throws {
    var renderer = HitRenderer(
      try arguments.style(in: context), highlighting: pattern, showsIDs: arguments[Self.ids])
    guard context.isTerminal else {
      return try find { hit in context.output.append { renderer.append(hit, to: &$0) } }
    }
    var first: [(rank: Int, group: [String], line: [UInt8])] = []
    var group: [String] = []
    func begin(_ path: [String]) {
      group = path
      if !path.isEmpty { context.output.append { renderer.append(group: path, to: &$0) } }
    }
    func writeFirst() {
      let best = reveal ? first : (0...2).flatMap { rank in first.filter { $0.rank == rank } }
      var groups: [(path: [String], lines: [UInt8])] = []
      var places: [[String]: Int] = [:]
      for hit in best.prefix(limit ?? .max) {
        if places[hit.group] == nil { groups.append((hit.group, [])) }
        groups[places[hit.group, default: groups.count - 1]].lines += hit.line
        places[hit.group] = places[hit.group] ?? groups.count - 1
      }
      for (path, lines) in groups {
        begin(path)
        context.output.append { $0 += lines }
      }
      first = []
    }
    var count = 0
    try find { hit in
      count += 1
      if count <= Self.ranked {
        var line: [UInt8] = []
        renderer.append(hit, isInGroup: true, to: &line)
        first.append((reveal ? 0 : Self.rank(of: hit, pattern), hit.group, line))
        return
      }
      if !first.isEmpty { writeFirst() }
      if group != hit.group { begin(hit.group) }
      context.output.append { renderer.append(hit, isInGroup: true, to: &$0) }
    }
    writeFirst()
  }

  /// How well a hit matches: 0 for a text equal to the pattern, 1 for the beginning of a word, 2 otherwise.
  private static func rank(of hit: RawHit, _ pattern: TextPattern) -> Int {
    switch hit.line {
    case .header(let header):
      [header.section.title, header.section.detail ?? ""].map(pattern.rank).min() ?? 2
    case .row(let row): pattern.rank(of: String(decoding: row.text, as: UTF8.self))
    }
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
}
