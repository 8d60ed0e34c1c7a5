import OutlineCore

/// Works out which items a document's `expansionState` calls expanded.
///
/// Programs count its line numbers in two ways, and a document does not say which one it uses. The specification counts
/// from 1 and only the lines revealed by the expansions before; others count from 0 and all lines. Both counts are
/// followed while the outline is read. At the end the count wins in which more numbers name a line with something
/// below it; on a tie, the specification's. Numbers that name no such line are ignored: they may date from an earlier state
/// of the outline, or count lines that a program included from elsewhere, as in the specification's own examples.
struct OPMLFolds {
  /// The state of one way of counting.
  private struct Count {
    /// The number of the next line.
    var line: Int
    /// The numbers that no line has had yet.
    var rest: ArraySlice<Int>
    /// The numbers that name a line with something below it.
    var fitting: Set<Int> = []

    /// Counts a line, and returns the number that names it; nil if none does.
    mutating func take() -> Int? {
      defer { line += 1 }
      while let first = rest.first, first < line { rest.removeFirst() }
      return rest.first == line ? line : nil
    }
  }

  /// An element whose end tag has not been read yet.
  private struct Element {
    /// The numbers that name its line by the two ways of counting; nil if none does.
    let revealed: Int?
    let whole: Int?
    var hasChildren = false
  }

  /// The bits of a tag, one for each way of counting in which the line is expanded.
  private enum Way {
    static let revealed = 1
    static let whole = 2
  }

  private let numbers: [Int]
  /// Entries that are not numbers or not greater than the number before.
  private let oddWords: [String]
  private var revealed: Count
  private var whole: Count
  private var open: [Element] = []
  /// The items with something below them.
  ///
  /// Each value is the item's index times four, plus the bits of its tag.
  private var items: [Int] = []

  /// Reads the text of an `expansionState` element.
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
    revealed = Count(line: 1, rest: numbers[...])
    whole = Count(line: 0, rest: numbers[...])
  }

  /// Counts the line of an element that begins, and returns the tag for its node.
  mutating func start() -> Int {
    let isRevealed = open.last.map { $0.revealed != nil } ?? true
    let element = Element(revealed: isRevealed ? revealed.take() : nil, whole: whole.take())
    if let last = open.indices.last { open[last].hasChildren = true }
    open.append(element)
    return (element.revealed == nil ? 0 : Way.revealed) | (element.whole == nil ? 0 : Way.whole)
  }

  /// Ends the innermost open element.
  mutating func end() {
    guard let ended = open.popLast(), ended.hasChildren else { return }
    if let number = ended.revealed { revealed.fitting.insert(number) }
    if let number = ended.whole { whole.fitting.insert(number) }
  }

  /// Records an item with something below it.
  ///
  /// - Parameters:
  ///   - item: The index by which ``ImportRule/setFlag(of:isCollapsed:)`` knows it.
  ///   - tag: The tag that ``start()`` returned for its element.
  mutating func add(_ item: Int, tag: Int) { items.append(item << 2 | tag) }

  /// Calls `setFlag` with the flag of every item with something below it, unless no number fits.
  ///
  /// - Returns: A remark for the user on how the numbers were read; empty if there are no such items.
  /// - Throws: The errors of `setFlag`.
  func finish(_ setFlag: (_ item: Int, _ isCollapsed: Bool) throws -> Void) throws -> [String] {
    if items.isEmpty { return [] }
    let isWhole = whole.fitting.count > revealed.fitting.count
    let misfits = numbers.filter { !(isWhole ? whole : revealed).fitting.contains($0) }
    if misfits.count == numbers.count, misfits.count + oddWords.count > 0 {
      return [
        "Folds were not imported: however its lines are counted, expansionState names none with anything below it."
      ]
    }
    let way = isWhole ? Way.whole : Way.revealed
    for item in items { try setFlag(item >> 2, item & way == 0) }
    let name = isWhole ? "0-based lines of the whole list" : "1-based lines as revealed, as the specification says"
    let rest = misfits.map(\.description) + oddWords
    return ["Folds were read from expansionState: \(name)." + Self.remark(on: rest)]
  }

  private static func remark(on misfits: [String]) -> String {
    if misfits.isEmpty { return "" }
    let named = misfits.prefix(10).map { String($0.prefix(20)) }.joined(separator: ", ")
    let more = misfits.count > 10 ? " and \(misfits.count - 10) more" : ""
    return " Ignored, because they name no line with anything below it: \(named)\(more)."
  }
}
