import OutlineCore
import OutlineStore

/// A part of the outline: a section with all that is below it, only what is below it, or everything.
struct OutlinePart {
  let start: OrderKey
  /// Where it ends; nil at the end of the outline.
  let end: OrderKey?
  /// The level of the outermost sections.
  let level: Int

  /// Finds the part of a section, or of everything if there is none.
  init(_ reader: StoreReader, of section: Section? = nil, isBelow: Bool = false) throws {
    start = section.map { $0.ord + (isBelow ? 1 : 0) } ?? -OrderKeys.bound
    end = try section.flatMap { try reader.subtreeEnd(ord: $0.ord, level: $0.level) }
    level = section.map { $0.level + (isBelow ? 1 : 0) } ?? 1
  }
}

extension StoreReader {
  /// Returns the sections of a part of the outline, with their rows.
  func wholeSections(in scope: OutlinePart) throws -> [DocumentPart] {
    var found: [DocumentPart] = []
    var next = try section(atOrAfter: scope.start)
    while let section = next, section.ord < scope.end ?? OrderKeys.bound {
      let draft = SectionDraft(level: section.level, section.content)
      let rows = try rows(in: section.id) { _ in true }
      found.append(
        DocumentPart(SectionPiece(draft, id: section.id), rows: rows.map { RowPiece($0.content, id: $0.id) }))
      next = try self.section(after: section.ord)
    }
    return found
  }
}
