import ListChanges
import OutlineCore

/// A section or a row in which all words of a search occur.
public struct Hit: Hashable, Sendable {
  /// The section or row as a list shows it; its `line` counts the hits.
  public private(set) var line: OutlineLine
  /// The number of the section or row.
  public let number: ItemNumber
  /// The titles from the top down to the section.
  public let path: [String]
  /// The sections of the path, by their ids.
  public let sections: [SectionID]
  /// The first lines of the rows that a row is below, the outermost first.
  public let parents: [String]
  /// The attributes in which a word was found, as `key=value`; empty if the text, title or detail has all words.
  public let attributes: [String]
  /// The title of the outermost collapsed section that hides the hit from the user; nil if the hit is visible.
  public let hiddenBy: String?
  /// Whether it is done, or a section around it is.
  package let isDone: Bool

  /// The id of the section or row.
  public var id: ItemID { line.id }

  init(_ hit: RawHit) {
    let place = hit.place
    switch hit.line {
    case .header(let header): (line, number) = (.header(header), header.number)
    case .row(let row):
      line = .row(RowLine(id: row.id, section: place.id, number: row.number, line: row.line, content: row.content))
      number = ItemNumber(place.number.sections, row: row.number)
    }
    (path, sections, parents) = (place.path, place.sections, hit.parents)
    (attributes, hiddenBy, isDone) = (hit.attributes, hit.hiddenBy, hit.isDone)
  }

  /// Calls `body` with the hit as bytes.
  package func withBytes(_ body: (RawHit) throws -> Void) rethrows {
    let place = HitPlace(
      number: ItemNumber(number.sections), path: path, sections: sections, hiding: nil, isDone: isDone)
    func pass(_ line: ListLine<HeaderLine, RawRowLine>) throws {
      try body(RawHit(place: place, line: line, parents: parents, attributes: attributes, hiddenBy: hiddenBy))
    }
    switch line {
    case .header(let header): try pass(.header(header))
    case .row(let row):
      try RawRowLine.with(row.id, row.content, number: row.number, line: row.line) { try pass(.row($0)) }
    }
  }

  /// The same hit as another line of a list.
  package func with(line index: Int) -> Hit {
    let line: OutlineLine =
      switch line {
      case .header(let header): .header(header.with(line: index))
      case .row(let row):
        .row(RowLine(id: row.id, section: row.section, number: row.number, line: index, content: row.content))
      }
    var hit = self
    hit.line = line
    return hit
  }
}

/// A hit whose row is bytes in the file's memory, so that nothing is copied; valid only while it is passed on.
package struct RawHit {
  /// The section, or the section that the row is in.
  package let place: HitPlace
  /// The section or row as a list shows it; its `line` counts the hits.
  package let line: ListLine<HeaderLine, RawRowLine>
  /// The first lines of the rows that a row is below, the outermost first.
  package let parents: [String]
  /// The attributes in which a word was found, as `key=value`; empty if the text, title or detail has all words.
  package let attributes: [String]
  /// The title of the outermost collapsed section that hides the hit from the user; nil if the hit is visible.
  package let hiddenBy: String?

  /// The id of the section or row.
  package var id: ItemID { if case .row(let row) = line { .row(row.id) } else { .section(place.id) } }

  /// The path of the section that the hit is in; empty for an outermost section.
  package var group: [String] { if case .row = line { place.path } else { place.path.dropLast() } }

  /// Whether it is done, or a section around it is.
  var isDone: Bool { if case .row(let row) = line, row.isDone == true { true } else { place.isDone } }
}

/// The section of hits, and where it is.
package final class HitPlace {
  /// The number of the section.
  package let number: ItemNumber
  /// The titles from the top down to the section.
  package let path: [String]
  /// The sections of the path, by their ids.
  let sections: [SectionID]
  /// The title of the outermost collapsed section that hides the rows of the section; nil for none.
  let hiding: String?
  /// Whether the section or one around it is done.
  let isDone: Bool

  /// The path as an address.
  package private(set) lazy var words = Address.words(forPath: path)

  /// The section's id.
  package var id: SectionID { sections.last ?? SectionID(0) }

  init(number: ItemNumber, path: [String], sections: [SectionID], hiding: String?, isDone: Bool) {
    (self.number, self.path, self.sections, self.hiding, self.isDone) = (number, path, sections, hiding, isDone)
  }

  /// Creates a place from the headers from the top down to that of the section.
  convenience init(_ headers: [HeaderLine]) {
    self.init(
      number: headers.last?.number ?? ItemNumber([]), path: headers.map(\.section.title),
      sections: headers.map(\.section.id), hiding: headers.first { $0.isCollapsed }?.section.title,
      isDone: headers.contains { $0.section.isDone == true })
  }
}
