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

extension String {
  /// How often a character occurs.
  fileprivate func occurrences(of sign: Character) -> Int { count { $0 == sign } }
}
