import ListChanges
import OutlineCore
import OutlineJSON

/// Reads the files of Emacs' org mode: headings, list items, and the texts between them.
struct OrgReader {
  /// The attribute that records how the file writes a row that is no heading and no plain item: `item` for one with a box,
  /// `ordered` or `text`.
  static let shapeKey = "org"
  static let noteKey = "PLEAT"

  private let lines: [Substring]
  private let keywords: OrgKeywords
  private let sink: (ImportNode) throws -> Void
  private var index = 0
  /// The kind of the headings in the document or in another heading where nothing states it; nil for the kind that they
  /// look like.
  private enum Inside {
    case rows, sections
  }
  /// The document and the headings around the current line.
  private var headings = LevelStack<Inside?>()
  /// The items around the current line, by their indentation.
  private var items = LevelStack<Void>()
  /// Whether the file says that its headings are collapsed; nil if it says nothing.
  private var isFolded: Bool?
  private var tally = ReadingTally()

  /// Passes the entries of a file to the rule.
  ///
  /// - Returns: Remarks on what was imported as what, and on what was left out.
  /// - Throws: ``ImportError`` for bad bytes and a file that is too large, and every error of the rule.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws -> [String] {
    let lines = lines(of: try bytes.text())
    rule.frontMatter = OrgKeywords.block(in: lines)
    return try read(lines) { try rule.add($0) }.remarks
  }

  /// The lines of a file.
  static func lines(of bytes: [UInt8]) -> [Substring] { bytes.lineRanges().map { bytes[$0].text()[...] } }

  /// Passes the entries of a file's lines to `sink`, and counts them.
  static func read(_ lines: [Substring], into sink: @escaping (ImportNode) throws -> Void) throws -> ReadingTally {
    var reader = OrgReader(lines: lines, keywords: OrgKeywords(lines), sink: sink)
    while reader.index < lines.count { try reader.readEntry() }
    return reader.tally
  }

  private init(lines: [Substring], keywords: OrgKeywords, sink: @escaping (ImportNode) throws -> Void) {
    (self.lines, self.keywords, self.sink) = (lines, keywords, sink)
    headings.enter(nil, level: 0)
  }

  /// The number of headings around the current line.
  private var depth: Int { headings.count - 1 }

  private mutating func readEntry() throws {
    let line = lines[index]
    if let heading = OrgHeading(line, keywords) {
      try readHeading(heading)
    } else if let item = OrgItem(line) {
      try readItem(item)
    } else if line.trimmingBlanks().isEmpty {
      index += 1
    } else if line.hasPrefix("#+"), depth == 0 || OrgKeywords.areNamed(in: line), blockEnd(from: index) == nil {
      takeSetting(line)
    } else {
      try readText()
    }
  }

  private mutating func takeSetting(_ line: Substring) {
    index += 1
    let name = line.prefix { $0 != ":" }
    let values = line.dropFirst(name.count + 1).lowercased().split(separator: " ").map(String.init)
    if OrgKeywords.areNamed(in: line) { return }
    let folds = ["overview": true, "fold": true, "folded": true, "showall": false, "nofold": false, "all": false]
    let fold = ["#+startup", "#+visibility"].contains(name.lowercased()) ? values.compactMap { folds[$0] }.first : nil
    if let fold { isFolded = fold } else { tally.left(String(name)) }
  }

  private mutating func add(
    _ entry: TaskEntry, _ line: Int, depth: Int, isSection: Bool = false, isCollapsed: Bool? = nil
  ) throws {
    tally.count(entry)
    var node = entry.node(depth: depth, isSection: isSection, line: line + 1)
    if let isCollapsed { node.isCollapsed = isCollapsed }
    try sink(node)
  }
}

// MARK: - Headings

extension OrgReader {
  private mutating func readHeading(_ heading: OrgHeading) throws {
    let start = index
    var (entry, fold) = (heading.entry, isFolded)
    index += 1
    if index < lines.count, OrgPlanning.take(lines[index], into: &entry) { index += 1 }
    var body: [Substring] = []
    while index < lines.count, !OrgHeading.begins(lines[index]), OrgItem(lines[index]) == nil {
      if let end = drawerEnd(from: index) {
        takeDrawer(index...end, &entry, &fold)
        index = end + 1
      } else if OrgKeywords.areNamed(in: lines[index]) {
        index += 1
      } else {
        let end = blockEnd(from: index) ?? index
        body += lines[index...end]
        index = end + 1
      }
    }
    entry.notes = Self.text(of: body)
    items = LevelStack()
    let isRow = enter(entry, stars: heading.stars)
    tally.took(isRow ? "headings of tasks" : "headings", as: isRow ? "rows" : "sections")
    try add(entry, start, depth: depth - 1, isSection: !isRow, isCollapsed: fold)
  }

  /// Enters a heading; returns whether it is a row.
  ///
  /// A task is a row, and so is every heading after it and in it; after a section come only sections, so that the order
  /// is kept.
  private mutating func enter(_ entry: TaskEntry, stars: Int) -> Bool {
    while headings.leave(for: stars) != nil {}
    let isTask = (entry.note?.isDone ?? entry.isDone) != nil
    let given = entry.note?.kind.map { $0 == "row" } ?? isTask
    let isRow =
      switch headings.innermost ?? nil {
      case .sections: false
      case .rows: entry.note?.kind != "section"
      case nil: given
      }
    headings.changeInnermost { $0 = isRow ? .rows : .sections }
    headings.enter(isRow ? .rows : nil, level: stars)
    return isRow
  }

  /// The last line of a drawer that begins on a line; nil if none does.
  private func drawerEnd(from start: Int) -> Int? {
    guard OrgReader.drawerName(lines[start]).map({ $0 != "END" }) == true else { return nil }
    return lines[start...].indices.dropFirst().prefix { !OrgHeading.begins(lines[$0]) }
      .first { OrgReader.drawerName(lines[$0]) == "END" }
  }

  private static func drawerName(_ line: Substring) -> String? {
    let word = line.trimmingBlanks()
    guard word.utf8.count > 2, word.hasPrefix(":"), word.hasSuffix(":") else { return nil }
    let name = word.dropFirst().dropLast()
    return name.isWord(with: "-_") ? name.uppercased() : nil
  }

  private mutating func takeDrawer(_ range: ClosedRange<Int>, _ entry: inout TaskEntry, _ fold: inout Bool?) {
    let inside = lines[range].dropFirst().dropLast()
    guard Self.drawerName(lines[range.lowerBound]) == "PROPERTIES" else {
      let name = lines[range.lowerBound].trimmingBlanks().dropFirst().dropLast()
      return add(String(name), inside.joined(separator: "\n"), to: &entry)
    }
    for line in inside {
      let parts = line.trimmingBlanks().dropFirst().split(separator: ":", maxSplits: 1)
      let (key, value) = (parts.first.map(String.init) ?? "", parts.count > 1 ? parts[1].trimmingBlanks() : "")
      switch key.uppercased() {
      case "VISIBILITY": fold = value == "folded"
      case Self.noteKey where entry.note == nil: entry.note = EntryNote(json: String(value))
      default: add(key, String(value), to: &entry)
      }
    }
  }

  private mutating func add(_ key: String, _ value: String, to entry: inout TaskEntry) {
    if key == "repeat", entry.text(key) == nil {
      entry.repetition = entry.repetition ?? value
    } else if key == "due" || key == "tags" || !entry.add(key, value) {
      tally.left(key)
    }
  }
}

// MARK: - Items and texts

extension OrgReader {
  private mutating func readItem(_ item: OrgItem) throws {
    let start = index
    var entry = item.entry
    index += 1
    var body: [Substring] = []
    while index < lines.count, let end = endOfMore(below: item.indent) {
      body += lines[index...end]
      index = end + 1
    }
    entry.notes = Self.text(of: body)
    items.enter(level: item.indent + 1)
    tally.took("list items", as: "rows")
    try add(entry, start, depth: depth + items.count - 1)
  }

  /// The last line of the part of an item that begins on the current line; nil if the line belongs to no item.
  private func endOfMore(below indent: Int) -> Int? {
    let line = lines[index]
    if line.trimmingBlanks().isEmpty {
      // One empty line may be in an item, if the item goes on after it.
      let next = index + 1
      guard next < lines.count, !lines[next].trimmingBlanks().isEmpty, OrgItem(lines[next]) == nil,
        lines[next].indentation > indent
      else { return nil }
      return index
    }
    guard OrgItem(line) == nil, line.indentation > indent else { return nil }
    return blockEnd(from: index) ?? index
  }

  private mutating func readText() throws {
    let start = index
    while index < lines.count, !lines[index].trimmingBlanks().isEmpty, OrgItem(lines[index]) == nil || index == start,
      !OrgHeading.begins(lines[index])
    {
      index = (blockEnd(from: index) ?? index) + 1
    }
    items = LevelStack()
    var entry = TaskEntry()
    let (first, rest) = (Self.text(of: Array(lines[start..<index])) ?? "").cutAtLineFeed()
    (entry.title, entry.notes) = (first, rest)
    entry.attributes = [.init(Self.shapeKey, .string("text"))]
    tally.took("texts", as: "rows")
    try add(entry, start, depth: depth)
  }

  /// The last line of a block such as `#+BEGIN_SRC` that begins on a line; nil if none does.
  private func blockEnd(from start: Int) -> Int? {
    let line = lines[start].trimmingBlanks().lowercased()
    guard line.hasPrefix("#+begin_") else { return nil }
    let end = "#+end_" + line.dropFirst("#+begin_".count).prefix { $0 != " " }
    return lines[start...].indices.dropFirst().prefix { !OrgHeading.begins(lines[$0]) }
      .first { lines[$0].trimmingBlanks().lowercased() == end }
  }

  /// The text of lines without their common indentation and the empty lines around them; nil if it is empty.
  private static func text(of lines: [Substring]) -> String? {
    let isFull = { (line: Substring) in !line.trimmingBlanks().isEmpty }
    guard let first = lines.firstIndex(where: isFull), let last = lines.lastIndex(where: isFull) else { return nil }
    let indent = lines.filter(isFull).map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    return lines[first...last].map { $0.dropFirst(indent) }.joined(separator: "\n")
  }
}

/// An item of a list of org: `- [X] milk` or `1. milk`.
struct OrgItem {
  let indent: Int
  var entry = TaskEntry()

  /// Reads a line; nil if no item begins on it.
  init?(_ line: Substring) {
    guard let start = line.firstByte(where: { !$0.isBlank }), Self.canBegin(with: line.utf8[start]) else { return nil }
    indent = line.indentation
    let rest = line.trimmingBlanks()
    let marker = rest.prefix { $0 != " " && $0 != "\t" }
    let isOrdered = marker.count > 1 && marker.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
    guard ["-", "+"].contains(marker) || marker == "*" && indent > 0 || isOrdered && ".)".contains(marker.last ?? " ")
    else { return nil }
    var text = rest.dropFirst(marker.count).trimmingBlanks()
    for (box, isDone) in [("[ ]", false), ("[-]", false), ("[X]", true), ("[x]", true)]
    where text == box || text.hasPrefix(box + " ") {
      entry.isDone = isDone
      text = text.dropFirst(3).trimmingBlanks()
      break
    }
    entry.title = String(text)
    if isOrdered || entry.isDone != nil {
      entry.attributes = [.init(OrgReader.shapeKey, .string(isOrdered ? "ordered" : "item"))]
    }
  }

  /// Whether the marker of an item can begin with a byte.
  private static func canBegin(with byte: UInt8) -> Bool {
    byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "*")
  }
}

extension Substring {
  /// The number of columns that a line is indented by; a tab extends to the next multiple of eight.
  fileprivate var indentation: Int {
    prefix { $0 == " " || $0 == "\t" }.reduce(0) { $1 == "\t" ? ($0 / 8 + 1) * 8 : $0 + 1 }
  }
}
