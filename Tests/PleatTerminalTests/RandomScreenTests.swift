import OutlineCore
import OutlineRepository
import TestSupport
import Testing

@testable import PleatTerminal

/// Random keys, with edits by others in between: the screen always shows what a fresh paint of the file shows.
struct RandomScreenTests {
  @Test(arguments: [UInt64](1...8))
  func `after every key and every edit of others the screen is a fresh paint of the list`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drafts = [1, 2, 3, 2, 1, 2, 1, 1].enumerated().map { index, level in
      SectionDraft(
        level: level, title: "S\(index)",
        rows: (0..<Int(index % 4)).map { RowDraft("row \(index) \($0)", level: 1 + $0 % 3) })
    }
    let session = try ScreenSession(drafts, columns: 24, rows: 8)
    var story: [String] = []
    for number in 1...150 {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let selected = session.screen.state.selected
        story.append(try Self.foreignEdit(in: session, &random))
        let isShown = try !session.screen.state.hidesDone && session.lines().contains { $0.id == selected }
        if isShown, session.screen.state.filter == nil {
          #expect(
            session.screen.state.selected == selected,
            "the selection stays, seed \(seed), step \(number): \(story.suffix(4))")
        }
      } else {
        story.append(Self.press(in: session, &random))
      }
      let problems = try session.problems()
      #expect(problems == [], "seed \(seed), step \(number): \(story.suffix(5))")
      if !problems.isEmpty { return }
    }
  }

  @Test(arguments: [UInt64](1...3))
  func `whatever bytes arrive, the screen goes on, and is a fresh paint of the list`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try ScreenSession(columns: 24, rows: 8)
    var decoder = KeyDecoder()
    for number in 1...150 {
      let bytes = RandomBytes.piece(&random)
      for key in decoder.take(bytes, isLast: Bool.random(using: &random)) {
        session.press(key)
        _ = session.painted
        let problems = try session.problems()
        #expect(problems == [], "seed \(seed), piece \(number): \(bytes)")
        if !problems.isEmpty { return }
      }
      if number.isMultiple(of: 20) { _ = decoder.take("\u{1B}[201~".utf8) }
    }
  }

  private static func press(in session: ScreenSession, _ random: inout SeededGenerator) -> String {
    let commands = Screen.commandsByKey.keys.sorted { $0.name < $1.name }
    var keys = [commands.randomElement(using: &random) ?? .down]
    switch keys[0] {
    case .character("m"): keys += [.character("S"), .down, .enter]
    case .character("a"), .character("O"):
      let text = ["tea", "two\nlines", "a text that is longer than the screen is wide", "牛乳 e\u{301} 😀"].randomElement(
        using: &random)
      keys += [.paste(text ?? ""), .enter]
    case .character("A"), .character("e"), .character("i"):
      keys += [.character("x"), .altEnter, .character("y"), .enter]
    case .character("/"): keys += [.character("w"), .down, Bool.random(using: &random) ? .enter : .escape]
    case .character("n"): keys += [.character("x"), .enter]
    case .character("t"): keys += [.character("S"), .down, .enter]
    case .character("s"): keys += [.enter]
    case .character(":"): keys += [.escape]
    case .character("d"): keys += [[.character("d"), .escape].randomElement(using: &random) ?? .escape]
    case .character("E"): return "E"
    case .character("?"): keys += [.down, .escape]
    default: break
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0: keys = [.click(column: 3, row: Int.random(in: 0..<8, using: &random))]
    case 1: keys = [[.wheelUp, .wheelDown].randomElement(using: &random) ?? .wheelUp]
    case 2:
      session.screen.resize(
        to: ScreenSize(
          columns: Int.random(in: 1...60, using: &random),
          rows: [Int.random(in: 2...14, using: &random), 22].randomElement(using: &random) ?? 9))
    case 3: keys = [.paste(["one\ntwo\n", "- one\n  - two\n- [ ] three\n"].randomElement(using: &random) ?? "")]
    default: break
    }
    for key in keys { session.press(key) }
    if case .input = session.screen.state.mode { session.press(.escape) }
    if case .picker = session.screen.state.mode { session.press(.escape) }
    return keys.map(\.name).joined(separator: " ")
  }

  private static func foreignEdit(in session: ScreenSession, _ random: inout SeededGenerator) throws -> String {
    let user = Bool.random(using: &random) ? "ana" : "bob"
    for _ in 0..<20 {
      let edit = edit(&random)
      do {
        try session.edit(edit, as: user)
        return "\(user): \(edit)"
      } catch is OutlineError {
        continue
      }
    }
    return "nothing"
  }

  private static func edit(_ random: inout SeededGenerator) -> Edit {
    func section() -> Address {
      let depth = Int.random(in: 1...2, using: &random)
      return .number(ItemNumber((0..<depth).map { _ in Int.random(in: 1...4, using: &random) }))
    }
    func row() -> Address {
      .number(ItemNumber([Int.random(in: 1...5, using: &random)], row: Int.random(in: 1...4, using: &random)))
    }
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2: return .add("new w", to: .inside(section(), .first))
    case 3: return .addSections("New", to: .after(section()))
    case 4: return .rename(row(), to: "changed w")
    case 5: return .rename(section(), to: "Renamed")
    case 6, 7: return .move(row(), to: .inside(section()))
    case 8: return .move(section(), to: .before(section()))
    case 9: return .delete(row())
    case 10: return .delete(section(), recursively: true)
    case 11: return .setCheckBox(of: row(), to: .done)
    case 12: return Bool.random(using: &random) ? .indent([row()]) : .toggle(row())
    default: return .toggle(section())
    }
  }
}
