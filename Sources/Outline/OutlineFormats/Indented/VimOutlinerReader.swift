import ListChanges
import OutlineCore

/// Reads an outline of VimOutliner: headings are nested by tabs, may have a box such as `[X] ` or `[_] 40% `, and have body texts,
/// lines that begin with `:`, `;`, `|`, `>` or `<`, below them.
struct VimOutlinerReader: LineReader {
  private let rule: ImportRule
  /// The last heading, or the first line of a body text without one above it, held back while lines of its text may follow.
  private var last: (entry: TaskEntry, indent: Int, isBody: Bool, depth: Int, line: Int)?
  private var indents = LevelStack<Void>()
  private(set) var tally = ReadingTally()

  init(rule: ImportRule) { self.rule = rule }

  mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) throws {
    let text = line.trimmed().text()
    if text.isEmpty { return }
    let indent = IndentedTextReader.width(of: line.prefix(while: \.isBlank))
    let body = Self.body(text)
    if let body, let last, last.isBody ? indent == last.indent : indent > last.indent {
      self.last?.entry.notes = last.entry.notes.map { "\($0)\n\(body)" } ?? body
      return
    }
    try give()
    indents.enter(level: indent)
    var entry = TaskEntry()
    entry.title = body ?? Self.takeBox(of: text, into: &entry)
    last = (entry, indent, body != nil, indents.count - 1, number)
  }

  /// Passes on the heading that was held back.
  mutating func give() throws {
    guard let last else { return }
    self.last = nil
    tally.count(last.entry)
    try rule.add(last.entry.node(depth: last.depth, isSection: nil, line: last.line))
  }

  /// The text of a line of a body text, of which a table keeps its signs; nil for a heading.
  private static func body(_ text: String) -> String? {
    guard let sign = text.first, ":;|<>".contains(sign) else { return nil }
    let rest = text.dropFirst()
    return sign == "|" ? text : String(rest.first == " " ? rest.dropFirst() : rest)
  }

  /// Takes a box over into an entry, with the part of the tasks below that is done, and returns the rest.
  private static func takeBox(of text: String, into entry: inout TaskEntry) -> String {
    let box = text.prefix(3)
    guard ["[_]", "[X]", "[x]"].contains(box), text.dropFirst(3).first.map({ $0 == " " }) ?? true else { return text }
    entry.isDone = box != "[_]"
    let rest = text.dropFirst(3).trimmingBlanks()
    let word = rest.prefix { $0 != " " }
    guard word.hasSuffix("%"), word.dropLast().allSatisfy(\.isNumber) else { return String(rest) }
    // A sign without a number stands for one that was not computed yet.
    if word.count > 1 { entry.add("percent", String(word.dropLast())) }
    return String(rest.dropFirst(word.count).trimmingBlanks())
  }
}
