import OutlineCore
import OutlineRepository
import TestSupport
import Testing

@testable import PleatTerminal

/// Two screens and another process that edit the same ten rows at random.
struct TwoScreensTests {
  @Test(arguments: [UInt64](1...2))
  func `no text is lost that its writer was not shown`(seed: UInt64) throws {
    let world = try World(seed: seed)
    while world.edits < 1_000, world.problems.isEmpty { try world.step() }
    try world.finish()
    #expect(world.problems == [], "seed \(seed), after \(world.edits) edits: \(world.story.suffix(12))")
    #expect(world.questions > 20, "hardly anybody was in anybody's way")
  }

  /// Somebody at a screen.
  private final class Hand {
    let name: String
    let screen: Screen
    /// The texts that the screen has shown.
    var seen: Set<String> = []

    init(_ name: String, _ screen: Screen) { (self.name, self.screen) = (name, screen) }

    /// The text that is being typed, and not saved.
    var pending: String? {
      switch screen.state.mode {
      case .input(let input): input.isBlank ? nil : input.line.text
      case .question(let question): question.typing?.line.text
      default: nil
      }
    }

    func look() {
      for line in screen.paint().texts { seen.formUnion(line.matches(of: /t[0-9]{6}/).map { String($0.0) }) }
    }
  }

  private final class World {
    private let session: ScreenSession
    private let hands: [Hand]
    private var random: SeededGenerator
    private var number = 100_000
    private var rows: [ItemID: String]
    private(set) var edits = 0
    private(set) var questions = 0
    private(set) var story: [String] = []
    private(set) var problems: [String] = []

    init(seed: UInt64) throws {
      let rows = (1...10).map { RowDraft("t\(99_999 + $0)") }
      let session = try ScreenSession([SectionDraft(title: "Shared", rows: rows)])
      self.session = session
      hands = try ["ana", "eva"].map {
        Hand($0, try ScreenSession.screen(session.path, as: $0, columns: 120, rows: 40))
      }
      random = SeededGenerator(seed: seed)
      number += rows.count
      self.rows = try Self.rows(in: session.other)
    }

    private static func rows(in outline: Outline) throws -> [ItemID: String] {
      try outline.lines(for: "bob").reduce(into: [:]) { rows, line in
        if case .row(let row) = line { rows[line.id] = row.text }
      }
    }

    private func newText() -> String {
      number += 1
      return "t\(number)"
    }

    private func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    func step() throws {
      if roll(3) == 0 { return try script() }
      let hand = hands[roll(2)]
      // As the loop at the terminal does it: what is polled is painted before the next keys are taken.
      if roll(3) == 0, hand.screen.poll() { hand.look() }
      for key in keys(for: hand) { try press(key, hand) }
      hand.screen.settle()
      hand.look()
    }

    /// An edit of the other process, which looks at nothing.
    private func script() throws {
      guard let id = rows.keys.sorted(by: { "\($0)" < "\($1)" }).randomElement(using: &random) else { return }
      let address = Address(id)
      let edit: Edit =
        switch roll(10) {
        case 0 where rows.count > 6: .delete(address)
        case 1,
          2 where rows.count < 14:
          .add(newText(), to: .after(address))
        case 3: .move(address, to: .inside("Shared", .first))
        default: .rename(address, to: newText())
        }
      // The words of the history name what is written, as those of the command line do.
      _ = try session.other.perform(edit, as: "bob", with: Request(words: "edit t\(number)"))
      story.append("bob: \(edit)")
      edits += 1
      rows = try Self.rows(in: session.other)
    }

    private func keys(for hand: Hand) -> [Key] {
      switch hand.screen.state.mode {
      case .input: return [[.enter, .enter, .enter, .escape, .left][roll(5)]]
      case .question:
        return [
          [.character("y"), .character("t"), .character("b"), .character("a"), .character("d"), .escape][roll(6)]
        ]
      default: break
      }
      let isOnRow = hand.screen.current?.marker.isRow ?? false
      switch roll(10) {
      case 0...3 where isOnRow: return [.character("e"), .control("u"), .paste(newText())]
      case 4 where rows.count < 14: return [.character("a"), .paste(newText())]
      case 5 where isOnRow && rows.count > 6: return [.character("d")]
      case 6: return [.character("x")]
      case 7: return [.character("u")]
      case 8: return [.character("j"), .character("j"), .character("j")]
      default: return [[.character("j"), .character("k"), .character("G"), .character("g")][roll(4)]]
      }
    }

    /// Presses a key, and looks for what was lost.
    private func press(_ key: Key, _ hand: Hand) throws {
      let (before, typed, seen) = (rows, hand.pending, hand.seen)
      let isQuestion = if case .question = hand.screen.state.mode { true } else { false }
      hand.screen.take(key)
      if case .question(let question) = hand.screen.state.mode, question.typing != nil { questions += 1 }
      story.append("\(hand.name): \(key.name) \(hand.pending ?? "") \(hand.screen.state.message ?? "")")
      rows = try Self.rows(in: session.other)
      if rows != before { edits += 1 }
      for (id, text) in before where rows[id] != text && !seen.contains(text) {
        problems.append("\(hand.name) has not seen \(text), and has lost it with \(key.name)")
      }
      guard let typed, hand.pending?.contains(typed) != true, !rows.values.contains(typed) else { return }
      let isDropped =
        isQuestion ? [.character("t"), .character("d")].contains(key) : [.escape, .control("u")].contains(key)
      if !isDropped { problems.append("\(hand.name) typed \(typed), which is gone with \(key.name)") }
    }

    /// Everybody ends, and sees what there is.
    func finish() throws {
      for hand in hands {
        for _ in 0..<3 { hand.screen.take(.escape) }
        _ = hand.screen.poll()
        hand.screen.take(.home)
        hand.seen = []
        hand.look()
        if hand.seen != Set(rows.values) { problems.append("\(hand.name) does not see what there is") }
      }
    }
  }
}
