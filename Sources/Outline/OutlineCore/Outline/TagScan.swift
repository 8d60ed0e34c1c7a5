/// One pass over a text that finds its tags.
struct TagScan {
  private let text: String.UnicodeScalarView
  private var position: String.Index
  private var found: [Range<String.Index>] = []
  /// The positions of open brackets that may begin a link.
  private var brackets: [String.Index] = []
  /// The start of the last run of backticks, by the length of the run.
  private let lastRuns: [Int: String.Index]

  /// The limit for nested parentheses in an address, as in CommonMark.
  private static let depth = 32

  init(_ text: String.UnicodeScalarView) {
    self.text = text
    position = text.startIndex
    lastRuns = Self.lastRuns(of: text)
  }

  private static func lastRuns(of text: String.UnicodeScalarView) -> [Int: String.Index] {
    var runs: [Int: String.Index] = [:]
    var position = text.startIndex
    while let start = text[position...].firstIndex(of: "`") {
      position = text[start...].firstIndex { $0 != "`" } ?? text.endIndex
      runs[text.distance(from: start, to: position)] = start
    }
    return runs
  }

  mutating func ranges() -> [Range<String.Index>] {
    var isAtStart = true
    while position < text.endIndex {
      let scalar = text[position]
      switch scalar {
      case "\\": skipEscaped()
      case "`": skipCode()
      case "[": open()
      case "]": close()
      case "#" where isAtStart: takeTag()
      default: position = text.index(after: position)
      }
      isAtStart = scalar == " " || !("!"..."~" ~= scalar) && scalar.properties.isWhitespace
    }
    return found
  }

  /// Skips a backslash, and the punctuation that it escapes.
  private mutating func skipEscaped() {
    position = text.index(after: position)
    guard position < text.endIndex else { return }
    let next = text[position]
    let isPunctuation = "!"..."~" ~= next && !Tag.isLetter(next) && !("0"..."9" ~= next)
    if isPunctuation { position = text.index(after: position) }
  }

  /// Skips a run of backticks, with everything up to the next run that is as long.
  private mutating func skipCode() {
    let (count, end) = run(from: position)
    position = end
    guard let last = lastRuns[count], last >= end else { return }
    while let start = text[position...].firstIndex(of: "`") {
      let next = run(from: start)
      position = next.end
      if next.count == count { return }
    }
  }

  private func run(from start: String.Index) -> (count: Int, end: String.Index) {
    let end = text[start...].firstIndex { $0 != "`" } ?? text.endIndex
    return (text.distance(from: start, to: end), end)
  }

  private mutating func open() {
    brackets.append(position)
    position = text.index(after: position)
  }

  /// Ends the text of a possible link; a link's text and address have no tags.
  private mutating func close() {
    position = text.index(after: position)
    guard let start = brackets.popLast(), position < text.endIndex, text[position] == "(",
      let end = endOfAddress(from: position)
    else { return }
    while let last = found.last, last.lowerBound >= start { found.removeLast() }
    position = end
  }

  /// Returns the end of the address in parentheses that begins at a position; nil if it has none.
  private func endOfAddress(from start: String.Index) -> String.Index? {
    var (depth, position) = (0, start)
    while let next = text[position...].firstIndex(where: { $0 == "(" || $0 == ")" || $0 == "\\" }) {
      position = text.index(after: next)
      switch text[next] {
      case "\\": if position < text.endIndex { position = text.index(after: position) }
      case "(": depth += 1
      default: depth -= 1
      }
      if depth == 0 { return position }
      if depth > Self.depth { return nil }
    }
    return nil
  }

  private mutating func takeTag() {
    let start = position
    position = text.index(after: position)
    guard position < text.endIndex, Tag.isLetter(text[position]) else { return }
    position = text[position...].firstIndex { !Tag.isInName($0) } ?? text.endIndex
    found.append(start..<position)
  }
}
