import OutlineCore
import Testing

/// Which entry is next: histories as one letter for each entry, the oldest first.
///
/// `e` is an edit, `h` one by hand, `u` an undo, `r` a redo.
struct UndoSearchTests {
  /// The place of the next entry, counted from 0 in the order of the letters; nil where there is none.
  private func next(_ direction: History.Direction, _ letters: some StringProtocol, owner: String? = nil) -> Int? {
    var search = UndoSearch(direction, owner: owner)
    let entries = Self.entries(letters)
    for (index, entry) in entries.enumerated().reversed() {
      switch search.judge(entry) {
      case .next: return index
      case .passed: continue
      case .end: return nil
      }
    }
    return nil
  }

  /// The entries that the letters stand for; undo and redo take what two stacks have on top.
  ///
  /// Edits and undos in capitals are ben's, the others ana's.
  private static func entries(_ letters: some StringProtocol) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var done: [HistoryEntry.Origin] = []
    var undone: [HistoryEntry.Origin] = []
    for (index, letter) in letters.enumerated() {
      let user = letter == "h" ? nil : letter.isUppercase ? "ben" : "ana"
      let id: EntryID = letter == "h" ? .hand(Int64(index + 1)) : .edit(Int64(index + 1))
      var origin = HistoryEntry.Origin(id: id, user: user, time: 0)
      var kind = HistoryEntry.Kind.edit
      switch letter.lowercased() {
      case "u": (kind, origin) = (.undo(.content), done.popLast() ?? origin)
      case "r": (kind, origin) = (.redo(.content), undone.popLast() ?? origin)
      default:
        kind = letter == "h" ? .hand : .edit
        undone = []
      }
      if letter.lowercased() == "u" { undone.append(origin) } else { done.append(origin) }
      entries.append(
        HistoryEntry(
          id: id, origin: origin, kind: kind, user: user, words: "", time: 0, changes: 0..<0, isComplete: true))
    }
    return entries
  }

  @Test(
    arguments: [
      ("", nil), ("e", 0), ("eh", 1), ("ehu", 0), ("eehu", 1), ("eeuu", nil), ("eur", 2), ("eeuur", 4), ("eeuurr", 5),
      ("eeuurru", 4), ("eeue", 3), ("eeueu", 0), ("eeueuu", nil),
    ] as [(String, Int?)])
  func `undo takes back the last entry that nothing has taken back`(letters: String, index: Int?) {
    #expect(next(.undo, letters) == index)
  }

  @Test(
    arguments: [
      ("", nil), ("e", nil), ("eu", 1), ("eeu", 2), ("eeuu", 3), ("eeuur", 2), ("eeuurr", nil), ("eeuurru", 6),
      ("eue", nil), ("euh", nil), ("eeuuru", 5), ("euru", 3),
    ] as [(String, Int?)])
  func `redo takes back the last undo, until the next edit`(letters: String, index: Int?) {
    #expect(next(.redo, letters) == index)
  }

  @Test(
    arguments: [
      ("eE", 0), ("EeE", 1), ("EE", nil), ("ehE", 1), ("eEU", 0), ("eEu", 0), ("eu", nil), ("eur", 2), ("eEUr", 0),
    ] as [(String, Int?)])
  func `of one's own, undo takes back the last edit that nothing has taken back, whatever others did`(
    letters: String, index: Int?
  ) {
    #expect(next(.undo, letters, owner: "ana") == index)
  }

  @Test(
    arguments: [
      ("eu", 1), ("euE", 1), ("eue", nil), ("euh", nil), ("eU", nil), ("eEUu", 3), ("eEuU", 2), ("eur", nil),
    ] as [(String, Int?)])
  func `of one's own, redo takes back the last undo, until one's own next edit`(letters: String, index: Int?) {
    #expect(next(.redo, letters, owner: "ana") == index)
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
