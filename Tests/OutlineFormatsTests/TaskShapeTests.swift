import Foundation
import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats

/// Task lists of every shape that CommonMark and GFM have, made up at random.
struct TaskShapeTests {
  /// 10,000 documents with `PLEAT_DOCUMENTS=10000`.
  static let count = ProcessInfo.processInfo.environment["PLEAT_DOCUMENTS"].flatMap(Int.init) ?? 400

  @Test(arguments: 1...8)
  func `every box that goes in is a box of a row or section, comes out again, and stays in every format`(
    seed: Int
  ) throws {
    var random = RandomTasks(seed: UInt64(seed))
    for number in 1...(Self.count / 8) {
      let (text, boxes) = random.document()
      let read = try drafts(of: text, as: .markdown)
      #expect(Self.boxes(in: read) == boxes, "seed \(seed), document \(number):\n\(text)")
      for format in OutlineFormat.bothWays {
        let pieces = read.flatMap { draft -> [OutlinePiece] in
          var section = draft
          section.rows = []
          return [.section(SectionPiece(section))] + draft.rows.map { .row(RowPiece($0)) }
        }
        let written = String(decoding: try document(pieces, as: format), as: UTF8.self)
        #expect(Self.boxes(in: try drafts(of: written, as: format)) == boxes, "\(format), seed \(seed):\n\(text)")
        if format == .markdown {
          let shown = written.split(separator: "\n").compactMap(Self.box)
          #expect(shown == boxes, "seed \(seed), document \(number):\n\(text)\nwritten:\n\(written)")
        }
      }
      let page = String(
        decoding: try document(
          read.flatMap { draft in
            [.section(SectionPiece(SectionDraft(level: draft.level, draft.content)))]
              + draft.rows.map { .row(RowPiece($0)) }
          }, as: .html), as: UTF8.self)
      #expect(page.occurrences(of: "☐") == boxes.count { !$0 } && page.occurrences(of: "☑") == boxes.count { $0 })
      if Self.boxes(in: read) != boxes { return }
    }
  }

  /// The boxes of a document in order, each done or open.
  private static func boxes(in drafts: [SectionDraft]) -> [Bool] {
    drafts.flatMap { [$0.isDone] + $0.rows.map(\.isDone) }.compactMap(\.self)
  }

  /// The box that a line of Markdown has after its list markers or its heading's sign; nil for none.
  private static func box(of line: Substring) -> Bool? {
    var rest = line.drop { $0 == " " }
    while let end = rest.firstIndex(of: " "), "-*+#0123456789.)".contains(rest[rest.startIndex]),
      rest[..<end].allSatisfy({ "-*+#0123456789.)".contains($0) })
    { rest = rest[end...].drop { $0 == " " } }
    return rest.hasPrefix("[ ] ") ? false : rest.hasPrefix("[x] ") ? true : nil
  }
}

/// Makes up Markdown documents with task lists, and knows the boxes in them.
private struct RandomTasks {
  private var random: SeededGenerator
  private var boxes: [Bool] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func document() -> (text: String, boxes: [Bool]) {
    boxes = []
    var lines: [String] = []
    for _ in 0..<int(1...4) {
      switch int(0...5) {
      case 0, 1: lines += ["\(String(repeating: "#", count: int(1...6))) \(box(oneIn: 4))\(word())", ""]
      case 2: lines += ["a paragraph of \(word())", ""]
      default: lines += list(depth: 0) + [""]
      }
    }
    return (lines.joined(separator: "\n") + "\n", boxes)
  }

  private mutating func list(depth: Int) -> [String] {
    // A list that begins with another number than 1 cannot interrupt the paragraph of the item around it.
    let marker = ["-", "*", "+", "1.", "1)", "7."][int(0...(depth == 0 ? 5 : 4))]
    let isLoose = int(0...3) == 0
    var lines: [String] = []
    for _ in 0..<int(1...4) {
      let indent = String(repeating: " ", count: marker.count + 1)
      lines.append("\(marker) \(box(oneIn: 2))\(word())")
      if isLoose { lines.append("") }
      if int(0...5) == 0 { lines += isLoose ? [indent + "more \(word())", ""] : [indent + "and \(word())"] }
      if depth < 4, int(0...2) == 0 { lines += list(depth: depth + 1).map { $0.isEmpty ? "" : indent + $0 } }
    }
    return lines
  }

  /// A box with the space after it, in one of some lines.
  private mutating func box(oneIn count: Int) -> String {
    if int(1...count) > 1 { return "" }
    let isDone = int(0...1) == 0
    boxes.append(isDone)
    return ["[ ]", "[x]", "[X]"][isDone ? int(1...2) : 0] + " "
  }

  private mutating func word() -> String {
    ["write tests", "publish", "`code`", "*later*", "[link](x)", "é 日本"][int(0...5)]
  }

  private mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}

extension String {
  /// How often a character occurs.
  fileprivate func occurrences(of sign: Character) -> Int { count { $0 == sign } }
}
