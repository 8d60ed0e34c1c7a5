/// Which sections a document's `expansionState` says are expanded.
///
/// Two ways of counting are in use, and a document does not say which is its own: lines from 1, counted among those
/// that the expansions before have revealed, as the specification has it; and lines from 0 of the whole list. Both are
/// followed side by side as the outline streams by. At the end the one is taken by which more numbers name a line with
/// something below it; the specification's when that is as many. Other numbers are passed over: they may be from a
/// time when the outline was another, or name what a program has included from elsewhere, as in the specification's
/// own examples.
struct OPMLFolds {
  /// One way of counting.
  private struct Count {
    /// The number of the next line.
    var line: Int
    /// Which of the numbers comes next.
    var next = 0
    /// The numbers, by their places, that name no line with something below it.
    var misfits: [Int] = []

    /// Counts a line, and answers with the place of the number that names it; nil where none does.
    mutating func take(_ numbers: [Int]) -> Int? {
      defer { line += 1 }
      while next < numbers.count, numbers[next] < line {
        misfits.append(next)
        next += 1
      }
      guard next < numbers.count, numbers[next] == line else { return nil }
      defer { next += 1 }
      return next
    }
  }

  /// An element that is open.
  private struct Element {
    /// The numbers, by their places, that name its line by the two counts.
    var revealed: Int?
    var whole: Int?
    var hasChildren = false
  }

  /// The bits of a section's tag.
  private enum Mark {
    static let revealed = 1
    static let whole = 2
  }

  private let numbers: [Int]
  /// Words that are no numbers, or are not greater than the one before.
  private let oddWords: [String]
  private var revealed = Count(line: 1)
  private var whole = Count(line: 0)
  private var open: [Element] = []
  /// Sections with something below them: four times their place, plus their marks.
  private var sections: [Int] = []

  /// Begins with the text of an `expansionState`.
  init(_ text: String) {
    var numbers: [Int] = []
    var oddWords: [String] = []
    for word in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0.isBlank || $0.isLineEnd }) {
      let word = String(Substring(word))
      if let number = Int(word), number >= 0, number > numbers.last ?? -1 {
        numbers.append(number)
      } else {
        oddWords.append(word)
      }
    }
    self.numbers = numbers
    self.oddWords = oddWords
  }

  /// Takes the start of an outline element and answers with the tag of its node.
  mutating func start() -> Int {
    let isRevealed = open.last.map { $0.revealed != nil } ?? true
    let element = Element(
      revealed: isRevealed ? revealed.take(numbers) : nil, whole: whole.take(numbers))
    if let last = open.indices.last { open[last].hasChildren = true }
    open.append(element)
    return (element.revealed == nil ? 0 : Mark.revealed) | (element.whole == nil ? 0 : Mark.whole)
  }

  /// Takes the end of an outline element.
  mutating func end() {
    guard let ended = open.popLast(), !ended.hasChildren else { return }
    if let number = ended.revealed { revealed.misfits.append(number) }
    if let number = ended.whole { whole.misfits.append(number) }
  }

  /// Takes the place of a section with something below it, and its tag.
  mutating func add(section: Int, tag: Int) { sections.append(section << 2 | tag) }

  /// Gives the flag of every section with something below it to `collapse`, and answers with a remark on them.
  ///
  /// Where no number fits the flags are left alone.
  func finish(_ collapse: (_ section: Int, _ isCollapsed: Bool) throws -> Void) throws -> [String] {
    if sections.isEmpty { return [] }
    let (byRevealed, byWhole) = (misfits(of: revealed), misfits(of: whole))
    let isWhole = byWhole.count < byRevealed.count
    let misfits = isWhole ? byWhole : byRevealed
    if misfits.count == numbers.count, misfits.count + oddWords.count > 0 {
      return ["Folds were not read: expansionState names lines that have nothing below them, however they are counted."]
    }
    let mark = isWhole ? Mark.whole : Mark.revealed
    for section in sections { try collapse(section >> 2, section & mark == 0) }
    let way = isWhole ? "0-based lines of the whole list" : "1-based lines as revealed, as the specification says"
    let rest = misfits.map { "\(numbers[$0])" } + oddWords
    return ["Folds were read from expansionState: \(way)." + Self.remark(on: rest)]
  }

  /// The numbers, by their places and ascending, that do not fit a count that has come to the end.
  private func misfits(of count: Count) -> [Int] { count.misfits.sorted() + (count.next..<numbers.count) }

  private static func remark(on misfits: [String]) -> String {
    if misfits.isEmpty { return "" }
    let named = misfits.prefix(10).map { String($0.prefix(20)) }.joined(separator: ", ")
    let more = misfits.count > 10 ? " and \(misfits.count - 10) more" : ""
    return " Passed over, because they name no line with something below it: \(named)\(more)."
  }
}
