import OutlineCore
import OutlineJSON
import OutlineRepository
import TerminalText

/// Draws hits for people, each on a line with its path, or without the path for a list below the paths of sections.
package struct HitRenderer {
  private let style: Style
  private let pattern: TextPattern
  private let showsIDs: Bool
  private let numberLook: Look
  private let (openBox, doneBox): ([UInt8], [UInt8])
  /// The last place, with its number, and with its path and a colon.
  private var place: HitPlace?
  private var (number, holder): ([UInt8], [UInt8]) = ([], [])

  package init(_ style: Style, highlighting pattern: TextPattern, showsIDs: Bool) {
    (self.style, self.pattern, self.showsIDs) = (style, pattern, showsIDs)
    numberLook = style.look(.numberColor)
    (openBox, doneBox) = (Array(style.boxed(isDone: false).utf8), Array(style.boxed(isDone: true).utf8))
  }

  /// Appends the line of a hit.
  ///
  /// - Parameter isInGroup: Whether the line is below the path of the hit's ``RawHit/group``.
  package mutating func append(_ hit: RawHit, isInGroup: Bool = false, to bytes: inout [UInt8]) {
    if let wrapping = style.wrapping {
      var line: [UInt8] = []
      let start = draw(hit, isInGroup, in: &line)
      wrapping.append(prefix: line[..<start], text: line[start...], to: &bytes)
    } else {
      _ = draw(hit, isInGroup, in: &bytes)
    }
    bytes.append(0x0A)
  }

  /// Appends the line of a group of hits: the path of their section.
  package func append(group path: [String], to bytes: inout [UInt8]) {
    let heading = style.drawn(Escapes.oneLine(Address.words(forPath: path)), as: .titleColor)
    bytes.append(contentsOf: (style.wrapping?.broken("", heading) ?? heading).utf8)
    bytes.append(0x0A)
  }

  /// Draws a hit, and returns how many bytes are before its text.
  private mutating func draw(_ hit: RawHit, _ isInGroup: Bool, in bytes: inout [UInt8]) -> Int {
    let place = hit.place
    if self.place !== place {
      self.place = place
      number = Array("\(place.number)".utf8)
      holder = Array((Escapes.oneLine(place.words) + ": ").utf8)
    }
    if isInGroup, !hit.group.isEmpty { bytes.append(contentsOf: [0x20, 0x20]) }
    style.draw(numberLook, in: &bytes) { bytes in
      bytes.append(contentsOf: number)
      if case .row(let row) = hit.line {
        bytes.append(UInt8(ascii: ":"))
        Digits.append(row.number, to: &bytes)
      }
    }
    bytes.append(0x20)
    if showsIDs {
      style.dim(in: &bytes) { $0.append(contentsOf: "\(hit.id)".utf8) }
      bytes.append(0x20)
    }
    let start = bytes.count
    switch hit.line {
    case .header(let header): draw(header.section, place, isInGroup, in: &bytes)
    case .row(let row):
      if !isInGroup, hit.parents.isEmpty {
        bytes.append(contentsOf: holder)
      } else {
        bytes.append(contentsOf: Self.holder((isInGroup ? [] : place.path) + hit.parents).utf8)
      }
      if let isDone = row.isDone { bytes.append(contentsOf: isDone ? doneBox : openBox) }
      if !style.isColored, TextSafety.isPlain(row.text) {
        bytes.append(contentsOf: row.text)
      } else if style.isColored || row.text.contains(UInt8(ascii: "\n")) {
        bytes.append(contentsOf: highlighted(String(decoding: row.text, as: UTF8.self)).utf8)
      } else {
        Escapes.append(row.text, as: .line, to: &bytes)
      }
      if row.due != nil { style.append(row.schedule, isDone: row.isDone, to: &bytes) }
    }
    for attribute in hit.attributes { bytes.append(contentsOf: " (\(highlighted(attribute)))".utf8) }
    if let hiding = hit.hiddenBy {
      style.dim(in: &bytes) { $0.append(contentsOf: " \(style.signs.dot) hidden in \(Escapes.oneLine(hiding))".utf8) }
    }
    return start
  }

  private func draw(_ section: Section, _ place: HitPlace, _ isInGroup: Bool, in bytes: inout [UInt8]) {
    let title =
      isInGroup
      ? style.boxed(isDone: section.isDone) + highlighted(section.title) : path(of: place, isDone: section.isDone)
    let detail = section.detail.map { " \(style.signs.dash) " + highlighted($0) } ?? ""
    bytes.append(contentsOf: (title + detail).utf8)
    style.append(section.schedule, isDone: section.isDone, to: &bytes)
  }

  /// Returns the path of the section around an item, with a colon, to show before the item's text; empty at the top
  /// level.
  private static func holder(_ path: some Collection<String>) -> String {
    path.isEmpty ? "" : Escapes.oneLine(Address.words(forPath: Array(path))) + ": "
  }

  /// Returns the path of a section, with the hits in its own title highlighted; a task is shown like a row.
  private func path(of place: HitPlace, isDone: Bool?) -> String {
    if let isDone, let title = place.path.last {
      return Self.holder(place.path.dropLast()) + style.boxed(isDone: isDone) + highlighted(title)
    }
    let path = place.words
    let title = place.path.last ?? ""
    guard style.isColored, path.hasSuffix(title) else { return Escapes.oneLine(path) }
    return Escapes.oneLine(String(path.dropLast(title.count))) + highlighted(title)
  }

  /// Returns a text on one line, with a sign for each line break; with colours, the hits are highlighted.
  private func highlighted(_ text: String) -> String {
    guard text.hasByte(UInt8(ascii: "\n")) else { return highlighted(line: text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { highlighted(line: String($0)) }.joined(separator: " \(style.signs.lineBreak) ")
  }

  private func highlighted(line text: String) -> String {
    guard style.isColored else { return Escapes.oneLine(text) }
    var line = ""
    var start = text.startIndex
    for range in pattern.ranges(in: text) {
      line += Escapes.oneLine(text, start..<range.lowerBound)
      line += style.drawn(Escapes.oneLine(text, range), as: .hitColor)
      start = range.upperBound
    }
    return line + Escapes.oneLine(text, start..<text.endIndex)
  }
}
