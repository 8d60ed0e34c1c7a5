import OutlineCore
import Testing

/// Which entry is next: histories as one letter for each entry, the oldest first.
///
/// `e` is an edit, `h` one by hand, `u` an undo, `r` a redo.
struct UndoRulesTests {
  /// The place of the next entry, counted from 0 in the order of the letters; nil where there is none.
  private func next(_ direction: History.Direction, _ letters: some StringProtocol) -> Int? {
    var rules = UndoRules(direction)
    for (index, letter) in letters.enumerated().reversed() {
      switch rules.judge(Self.kind(letter)) {
      case .next: return index
      case .passed: continue
      case .end: return nil
      }
    }
    return nil
  }

  private static func kind(_ letter: Character) -> HistoryEntry.Kind {
    switch letter {
    case "u": .undo(.content)
    case "r": .redo(.content)
    case "h": .hand
    default: .edit
    }
  }

  @Test(
    arguments: [
      ("", nil), ("e", 0), ("eh", 1), ("ehu", 0), ("eehu", 1), ("eeuu", nil), ("eur", 2), ("eeuur", 4), ("eeuurr", 5),
      ("eeuurru", 4), ("eeue", 3), ("eeueu", 0), ("eeueuu", nil),
    ] as [(String, Int?)])
  func `undo takes back the last entry that nothing has taken back`(letters: String, place: Int?) {
    #expect(next(.undo, letters) == place)
  }

  @Test(
    arguments: [
      ("", nil), ("e", nil), ("eu", 1), ("eeu", 2), ("eeuu", 3), ("eeuur", 2), ("eeuurr", nil), ("eeuurru", 6),
      ("eue", nil), ("euh", nil), ("eeuuru", 5), ("euru", 3),
    ] as [(String, Int?)])
  func `redo takes back the last undo, until the next edit`(letters: String, place: Int?) {
    #expect(next(.redo, letters) == place)
  }

  /// Two stacks, as every textbook has them, against entries that are only ever added.
  @Test func `of every history of eight entries, undo and redo find what two stacks have on top`() {
    var seen = 0
    func visit(_ letters: String, _ done: [Int], _ undone: [Int]) {
      seen += 1
      let undo = next(.undo, letters)
      let redo = next(.redo, letters)
      #expect(undo == done.last && redo == undone.last, "\(letters)")
      guard letters.count < 8 else { return }
      visit(letters + "e", done + [letters.count], [])
      visit(letters + "h", done + [letters.count], [])
      if !done.isEmpty { visit(letters + "u", done.dropLast(), undone + [letters.count]) }
      if !undone.isEmpty { visit(letters + "r", done + [letters.count], undone.dropLast()) }
    }
    visit("", [], [])
    #expect(seen > 5_000)
  }
}
