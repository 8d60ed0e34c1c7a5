import ListChanges
import OutlineCore
import TestSupport

@testable import OutlineFormats
@testable import OutlineJSON

/// Makes up outlines whose texts are hard to write down, as `OutlineWriter` gets them.
struct RandomOutline {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// What texts are made of.
  static let pieces = [
    "milk", "a b", " ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", "'", "\"", "\\", "\\n", "-", "- ", "+ ", "* ", "#",
    "# ",
    "1. ", "> ", "`", "```", "~~~", "|", "|-|", "<", "<!--", "-->", "</p>", "&", "&amp;", "]]>", "[a]: b", "[ ] ",
    "[x] ",
    "=", "=1+1", "@", "+1", ",", ";", ":", ": ", "!", "{", "}", "{\"k\":1}", "$", "é", "e\u{301}", "日本", "👩‍👩‍👧",
    "\u{FEFF}",
    "\u{1}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFE}", "\u{FFFD}", "---", "===", "***", "<div>", "<script>", "_",
    "<!-- pleat {} -->", "[/] ", "[-] ", "\u{1F4C5} 2026-11-29", "\u{1F501} every week", "\u{23EB}",
    "[due:: 2026-11-28]", "+++",
  ]

  private static let attributes: [String?] = [
    nil, nil, nil, "{}", "{\"k\":1}", "{\"url\":\"https://example.org/?a=b&c\",\"type\":\"rss\"}",
    "{\"a\":null,\"b\":[1,2.5,{\"c\":\"\\u0001\\n\"}],\"text\":\"x\",\"title\":\"y\",\"name\":\"z\"}",
    "{\"markdown\":\"paragraph\"}", "{\"markdown\":\"code\",\"info\":\"swift\"}",
    "{\"markdown\":\"ordered\",\"number\":3}", "{\"markdown\":\"bullet\",\"done\":true}", "{\"done\":false}",
    "{\"_complete\":\"true\",\"done\":1}",
    "{\"1 bad name\":\"v\",\"\":\"w\",\"é\":\"x\"}",
  ]

  /// The pieces of an outline: sections at levels that jump, with rows; now and then after one that stands for the
  /// document.
  mutating func outline() -> [OutlinePiece] {
    var pieces: [OutlinePiece] = []
    if int(0...3) == 0 {
      pieces.append(.section(SectionPiece(DocumentSection.draft(named: "Document"))))
      pieces += rows(int(0...3))
    }
    var level = 1
    for _ in 0..<int(0...6) {
      level = min(max(1, level + pick([-3, -1, -1, 0, 0, 1, 1, 1, 2, 5])), 100)
      if pieces.isEmpty, int(0...2) > 0 { level = 1 }
      let draft = SectionDraft(
        level: level, title: text(), detail: int(0...3) == 0 ? text() : nil, isCollapsible: int(0...4) > 0,
        newRows: int(0...4) > 0 ? nil : int(0...1) > 0 ? .task : .plain,
        isDone: pick([nil, nil, nil, false, true]),
        attributes: pick(Self.attributes.filter { $0?.contains("\"done\":") != true }))
      pieces.append(.section(SectionPiece(draft, isCollapsed: int(0...2) == 0)))
      pieces += rows(int(0...4))
    }
    return pieces
  }

  /// Rows at levels that now and then jump.
  private mutating func rows(_ count: Int) -> [OutlinePiece] {
    var level = 1
    return (0..<count).map { _ in
      defer { level = min(max(1, level + pick([-2, -1, 0, 0, 0, 1, 1, 1, 3])), 100) }
      let draft = RowDraft(
        text(), isDone: pick([nil, nil, nil, false, true]), attributes: pick(Self.attributes), level: level)
      return .row(RowPiece(draft))
    }
  }

  private mutating func text() -> String {
    if int(0...2) == 0 { return pick(["milk", "two words", "Groceries"]) }
    return (0..<int(0...4)).map { _ in pick(Self.pieces) }.joined()
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[int(0...choices.count - 1)] }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}

/// The document that a writer makes of pieces.
func document(
  _ pieces: [OutlinePiece], as format: OutlineFormat, _ change: (inout ExportHeading) -> Void = { _ in }
) throws -> [UInt8] {
  var bytes: [UInt8] = []
  let sections = pieces.compactMap { piece -> SectionPiece? in
    if case .section(let section) = piece { section } else { nil }
  }
  var states = sections.map { section in
    SectionState(
      id: SectionID(0), level: section.draft.level, isCollapsible: section.draft.isCollapsible,
      isCollapsed: section.isCollapsed ?? false, rowCount: 0)
  }
  var index = -1
  for piece in pieces {
    if case .section = piece { index += 1 }
    if case .row = piece { states[index].counts.rows += 1 }
  }
  var heading = ExportHeading(title: "Document", sections: states)
  change(&heading)
  var writer = try OutlineWriter(format, heading) { bytes += $0 }
  if pieces.contains(where: \.isNestedRow) { try writer.write(.rowLevels) }
  for piece in pieces { try writer.write(piece) }
  try writer.finish()
  return bytes
}

extension OutlinePiece {
  /// Whether it is a row with a level above 1.
  var isNestedRow: Bool { if case .row(let row) = self { row.draft.level > 1 } else { false } }
}

/// Reads a document into pieces, with later corrections worked in.
func pieces(of bytes: [UInt8], as format: OutlineFormat) throws -> [OutlinePiece] {
  var pieces: [OutlinePiece] = []
  var sections: [Int] = []
  var flagged: [Int] = []
  _ = try OutlineReader.read(ByteStream(bytes), as: format, documentName: "Document") { piece in
    switch piece {
    case .section:
      sections.append(pieces.count)
      flagged.append(pieces.count)
      pieces.append(piece)
    case .row(let row):
      if row.isCollapsed != nil { flagged.append(pieces.count) }
      pieces.append(piece)
    case .level(let ordinal, let level):
      guard case .section(var section) = pieces[sections[ordinal]] else { return }
      section.draft.level = level
      pieces[sections[ordinal]] = .section(section)
    case .flag(let index, let isCollapsed):
      switch pieces[flagged[index]] {
      case .section(var section):
        section.isCollapsed = isCollapsed
        pieces[flagged[index]] = .section(section)
      case .row(var row):
        row.isCollapsed = isCollapsed
        pieces[flagged[index]] = .row(row)
      default: break
      }
    case .rowLevels: break
    case .setting, .identity, .user: pieces.append(piece)
    }
  }
  return pieces
}

extension OutlineFormat {
  /// The formats that bring back every outline that they are given, but for folds.
  static let bothWays = allCases.filter { format in
    format.isImportable && format.isExportable && ![.todotxt, .taskwarrior].contains(format)
  }
}
