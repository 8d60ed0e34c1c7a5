/// Which sections a document's `expansionState` says are expanded.
///
/// Two ways of counting are in use, and a document does not say which is its own: lines from 1, counted among those
/// that the expansions before have revealed, as the specification has it; and lines from 0 of the whole list. Both are
/// followed side by side as the outline streams by, and at the end the one is taken whose every number named a line
/// with something below it; the specification's when both do.
struct OPMLFolds {
  /// One way of counting.
  private struct Count {
    var line: Int
    /// How many of the numbers were met.
    var met = 0
    var isPossible = true
  }

  /// The bits of a line, by the two counts.
  private enum Mark {
    static let revealed = 1
    static let whole = 2
  }

  private let numbers: [Int]
  private var revealed = Count(line: 1)
  private var whole = Count(line: 0)
  /// The elements that are open: their marks, and whether anything is below them.
  private var open: [(marks: Int, hasChildren: Bool)] = []
  /// Sections with something below them: four times their place, plus their marks.
  private var sections: [Int] = []

  /// Begins with the text of an `expansionState`.
  init(_ text: String) {
    let words = text.utf8.split { $0 == UInt8(ascii: ",") || $0.isBlank || $0.isLineEnd }
    let numbers = words.map { Int(String(Substring($0))) ?? -1 }
    let isOrdered = numbers.first ?? 0 >= 0 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    self.numbers = isOrdered ? numbers : []
    revealed.isPossible = isOrdered
    whole.isPossible = isOrdered
  }

  /// Takes the start of an outline element and answers with the tag of its node.
  mutating func start() -> Int {
    let isRevealed = open.last.map { $0.marks & Mark.revealed != 0 } ?? true
    var marks = 0
    if isRevealed, isNext(&revealed) { marks |= Mark.revealed }
    if isNext(&whole) { marks |= Mark.whole }
    if let last = open.indices.last { open[last].hasChildren = true }
    open.append((marks, false))
    return marks
  }

  /// Takes the end of an outline element.
  mutating func end() {
    guard let ended = open.popLast(), !ended.hasChildren else { return }
    if ended.marks & Mark.revealed != 0 { revealed.isPossible = false }
    if ended.marks & Mark.whole != 0 { whole.isPossible = false }
  }

  /// Takes the place of a section with something below it, and its tag.
  mutating func add(section: Int, tag: Int) { sections.append(section << 2 | tag) }

  /// Gives the flag of every section with something below it to `collapse`, and answers with a remark on them.
  func finish(_ collapse: (_ section: Int, _ isCollapsed: Bool) throws -> Void) throws -> [String] {
    if sections.isEmpty { return [] }
    let mark: Int
    let remark: String
    if revealed.isPossible, revealed.met == numbers.count {
      mark = Mark.revealed
      remark = "Folds were read from expansionState: 1-based lines as revealed, as the specification says."
    } else if whole.isPossible, whole.met == numbers.count {
      mark = Mark.whole
      remark = "Folds were read from expansionState: 0-based lines of the whole list."
    } else {
      return ["Folds were not read: expansionState names lines that have nothing below them, however they are counted."]
    }
    for section in sections { try collapse(section >> 2, section & mark == 0) }
    return [remark]
  }

  /// Counts a line; true when the next number names it.
  private func isNext(_ count: inout Count) -> Bool {
    defer { count.line += 1 }
    guard count.met < numbers.count, numbers[count.met] == count.line else { return false }
    count.met += 1
    return true
  }
}
