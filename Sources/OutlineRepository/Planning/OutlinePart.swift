import OutlineCore
import OutlineDocuments
import OutlineStore

/// A part of the outline: a section with everything below it, only what is below it, or the whole outline.
struct OutlinePart {
  let start: OrderKey
  /// Where it ends; nil at the end of the outline.
  let end: OrderKey?
  /// The level of the outermost sections.
  let level: Int

  /// Whether the edit names the section of this part; that section stays when done items are deleted or archived.
  let isNamed: Bool

  /// Finds the part of a section, with or without the section itself; without a section, the whole outline.
  init(_ reader: StoreReader, of section: Section? = nil, isBelow: Bool = false) throws {
    start = section.map { $0.ord + (isBelow ? 1 : 0) } ?? -OrderKeys.bound
    end = try section.flatMap { try reader.subtreeEnd(ord: $0.ord, level: $0.level) }
    level = section.map { $0.level + (isBelow ? 1 : 0) } ?? 1
    isNamed = section != nil
  }

  private init(from start: OrderKey, to end: OrderKey?) {
    (self.start, self.end, level, isNamed) = (start, end, 1, false)
  }

  /// Returns the whole outline without a range of outermost sections.
  static func all(_ reader: StoreReader, leavingOut hole: Range<OrderKey>?) throws -> [OutlinePart] {
    guard let hole else { return [try OutlinePart(reader)] }
    return [
      OutlinePart(from: -OrderKeys.bound, to: hole.lowerBound), OutlinePart(from: hole.upperBound, to: nil),
    ]
  }
}

extension StoreReader {
  /// Returns a part of the outline as a document, without identity, users and flags.
  func document(in scope: OutlinePart) throws -> Document {
    var items: [DocumentItem] = []
    var next = try section(atOrAfter: scope.start)
    while let section = next, section.ord < scope.end ?? OrderKeys.bound {
      items.append(DocumentItem(section.id.rawValue, .section(section.content), level: section.level))
      for row in try rows(in: section.id, where: { _ in true }) {
        items.append(DocumentItem(row.id.rawValue, .row(row.content)))
      }
      next = try self.section(after: section.ord)
    }
    return Document(items)
  }
}
