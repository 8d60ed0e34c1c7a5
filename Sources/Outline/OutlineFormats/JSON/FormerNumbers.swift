import OutlineCore
import OutlineJSON

/// Gives rows of documents of version 1, whose sections and rows were numbered separately, numbers that no section has.
///
/// A row keeps its number if no section of the document has it. The pieces are held in memory until all numbers are known.
struct FormerNumbers {
  private var held: [OutlinePiece] = []
  private var heldBytes = 0

  /// Takes the next piece.
  ///
  /// - Throws: ``ImportError`` if the document is too large to be held.
  mutating func add(_ piece: OutlinePiece) throws {
    if case .row(let row) = piece { heldBytes += row.draft.text.utf8.count }
    heldBytes += 256
    held.append(piece)
    if heldBytes <= 4 * DocumentLimits.wholeBytes { return }
    throw ImportError(
      message:
        "The document is of version 1, and larger than \(DocumentLimits.mebibytes(4 * DocumentLimits.wholeBytes))",
      hint: "Import it in parts.")
  }

  /// Passes all pieces on.
  ///
  /// - Returns: A sentence for the user; nil if no row got a new number.
  func pass(to sink: ImportRule.Sink) throws -> String? {
    let sections = Set(held.compactMap { if case .section(let section) = $0 { section.id?.rawValue } else { nil } })
    var greatest = held.compactMap(\.itemID?.number).max() ?? 0
    var (count, examples) = (0, [String]())
    for piece in held {
      guard case .row(let row) = piece, let id = row.id, sections.contains(id.rawValue) else {
        try sink(piece)
        continue
      }
      greatest += 1
      count += 1
      if examples.count < 5 { examples.append("\(id) is \(RowID(greatest))") }
      try sink(piece.with(number: greatest))
    }
    if count == 0 { return nil }
    let more = count - examples.count
    return
      "\(count == 1 ? "1 row has a new number" : "\(count) rows have new numbers"), because sections have the old numbers: "
      + examples.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension ImportError {
  /// Refuses a document whose rows got new numbers, where the numbers are compared with those of other documents.
  ///
  /// - Parameter remarks: The remarks of the reader of the document.
  package static func refuse(renumbered remarks: [String]) throws(ImportError) {
    if remarks.isEmpty { return }
    throw ImportError(
      message: "The document has version 1, in which a row and a section may have the same number",
      hint: "Import it into a new outline, and use what that exports.")
  }
}
