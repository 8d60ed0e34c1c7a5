import OutlineCore
import OutlineFormats
import PleatOutput

/// A document of an outline: its pieces, and its bytes in pleat's JSON.
package struct SyncDocument {
  /// The users by name, and then the sections with their rows.
  package let pieces: [OutlinePiece]
  /// The bytes as pleat writes them.
  package let bytes: [UInt8]

  /// Writes pieces.
  package init(_ pieces: [OutlinePiece]) throws {
    self.pieces = pieces.inOrder
    bytes = try Self.written(self.pieces)
  }

  /// Reads the bytes of a document.
  ///
  /// - Parameter name: The name of the document, for errors.
  package init(reading bytes: [UInt8], named name: String) throws {
    var pieces: [OutlinePiece] = []
    do {
      let remarks = try OutlineReader.read(ByteStream(bytes), as: .json, documentName: name) { pieces.append($0) }
      try ImportError.refuse(renumbered: remarks)
    } catch let error as ImportError {
      throw Failure(input: error, in: name, consequence: "Nothing was changed.")
    }
    self.pieces = pieces.inOrder
    self.bytes = bytes
  }

  /// Whether all sections and rows have ids, and the bytes are as pleat writes them, so that the outline has exactly these
  /// bytes once it was made equal to the document.
  package var isExact: Bool {
    get throws {
      let ids = Set(pieces.compactMap(\.itemID))
      guard case .identity? = pieces.first else { return false }
      return try ids.count == pieces.count(where: \.isItem) && bytes == Self.written(pieces)
    }
  }

  /// The ids of all sections and rows that have one.
  package var ids: Set<ItemID> { Set(pieces.compactMap(\.itemID)) }

  private static func written(_ pieces: [OutlinePiece]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = try OutlineWriter(.json, ExportHeading(title: "", sections: [])) { bytes += $0 }
    for piece in pieces { try writer.write(piece) }
    try writer.finish()
    return bytes
  }
}
