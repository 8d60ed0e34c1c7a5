import ListChanges
import OutlineCore
import OutlineJSON

/// Reads a page of Logseq: blocks begin with `- `, nested by tabs, and have properties such as `collapsed:: true`.
struct LogseqReader: LineReader {
  private let rule: ImportRule
  /// The last block, held back while lines of it may follow, and the indentation of its further lines.
  private var last: (block: LogseqBlock, depth: Int, indent: Int, line: Int)?
  private var open = LevelStack<Void>()
  private(set) var tally = ReadingTally()

  init(rule: ImportRule) { self.rule = rule }

  mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) throws {
    let indent = line.prefix(while: \.isBlank).reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 2 : 1) }
    let text = line.trimmed().text()
    if last?.block.isInCode != true, text == "-" || text.hasPrefix("- ") {
      try give()
      open.enter((), level: indent + 1)
      last = (LogseqBlock(String(text.dropFirst(2))), open.count - 1, indent + 2, number)
    } else if last != nil {
      // A further line is indented like the text of its block.
      let more = line.dropFirst(line.prefix(while: \.isBlank).count - max(0, indent - (last?.indent ?? 0)))
      last?.block.take(more.text())
    } else if LogseqBlock.property(text) != nil {
      tally.left("properties of the page")
    } else if !text.isEmpty {
      try rule.add(ImportNode(depth: 0, text: text, line: number))
    }
  }

  /// Passes on the block that was held back.
  mutating func give() throws {
    guard let last else { return }
    self.last = nil
    let entry = last.block.finished
    tally.count(entry)
    var node = entry.node(depth: last.depth, line: last.line)
    node.isCollapsed = last.block.isCollapsed
    if last.block.isCollapsed != nil { tally.took("collapsed", as: "folds") }
    try rule.add(node)
  }
}

/// A block of a page of Logseq.
struct LogseqBlock {
  private var entry = TaskEntry()
  private(set) var isCollapsed: Bool?
  private(set) var isInCode = false
  private var lines: [String] = []
  /// The lines of a drawer that has not ended yet, the first one with its name; nil outside of one.
  private var drawer: [String]?

  private static let markers = [
    "TODO": false, "DOING": false, "NOW": false, "LATER": false, "WAITING": false, "WAIT": false, "IN-PROGRESS": false,
    "DONE": true, "CANCELED": true, "CANCELLED": true,
  ]

  /// Begins a block with its first line.
  init(_ text: String) {
    var rest = OrgHeading.takeStart(of: text[...], into: &entry) { Self.markers[$0] }
    let level = rest.prefix { $0 == "#" }.count
    if (1...6).contains(level), rest.dropFirst(level).first == " " {
      entry.add("heading", "\(level)")
      rest = rest.dropFirst(level).trimmingBlanks()
    }
    entry.title = String(rest)
    isInCode = text.hasPrefix("```")
    if Self.property(text) != nil {
      entry.title = ""
      take(text)
    }
  }

  /// Takes a further line.
  mutating func take(_ line: String) {
    if line.hasPrefix("```"), drawer == nil { isInCode.toggle() }
    if !isInCode, takeDrawer(line) { return }
    guard !isInCode, let (key, value) = Self.property(line) else {
      if isInCode || !OrgPlanning.take(line[...], into: &entry) { lines.append(line) }
      return
    }
    if key == "collapsed", value == "true" || value == "false" {
      isCollapsed = value == "true"
    } else {
      entry.add(key, value)
    }
  }

  /// Takes a line of a drawer such as `:LOGBOOK:`, which becomes an attribute at its end; false for any other line.
  private mutating func takeDrawer(_ line: String) -> Bool {
    let word = line[...].trimmingBlanks()
    guard let open = drawer else {
      let name = word.dropFirst().dropLast()
      guard word.hasPrefix(":"), word.hasSuffix(":"), !name.isEmpty, word != ":END:",
        name.allSatisfy({ $0.isUppercase || $0 == "-" || $0 == "_" })
      else { return false }
      drawer = [line]
      return true
    }
    guard word.uppercased() == ":END:" else {
      drawer?.append(line)
      return true
    }
    let name = open.first.map { String($0[...].trimmingBlanks().dropFirst().dropLast()) } ?? ""
    if !entry.add(name, open.dropFirst().joined(separator: "\n")) { lines += open + [line] }
    drawer = nil
    return true
  }

  /// The entry with all its lines.
  var finished: TaskEntry {
    var entry = entry
    var lines = lines + (drawer ?? [])
    while lines.last?.isEmpty == true { lines.removeLast() }
    if !lines.isEmpty { entry.notes = lines.joined(separator: "\n") }
    return entry
  }

  /// Reads a property such as `collapsed:: true`; nil for any other line.
  static func property(_ line: String) -> (key: String, value: String)? {
    let key = line.prefix { $0.isLetter || $0.isNumber || "-_./".contains($0) }
    let rest = line.dropFirst(key.count)
    guard !key.isEmpty, rest.hasPrefix("::"), rest.dropFirst(2).first.map({ $0 == " " }) ?? true else { return nil }
    return (key.lowercased(), String(rest.dropFirst(2).trimmingBlanks()))
  }
}
