import OutlineCore
import OutlineDocuments
import OutlineFormats
import PleatOutput

/// A document of an outline, with its bytes in pleat's JSON.
package struct SyncDocument {
  /// The document, with its users sorted by name.
  package let document: Document
  package let bytes: [UInt8]

  package init(_ document: Document) throws {
    self.document = document.inOrder
    bytes = try Self.written(self.document)
  }

  /// Reads the bytes of a document.
  ///
  /// - Parameter name: The name of the document, for errors.
  package init(reading bytes: [UInt8], named name: String) throws {
    do {
      var document = try Document(json: bytes, named: name).inOrder
      document.settings = [:]  // each machine has its own
      self.document = document
    } catch let error as ImportError {
      throw Failure(input: error, in: name, consequence: "Nothing was changed.")
    }
    self.bytes = bytes
  }

  /// Whether all sections and rows have ids, and the bytes are exactly as pleat writes them.
  ///
  /// An outline that is made equal to such a document is then written as the same bytes.
  package var isExact: Bool {
    get throws {
      try document.identity != nil && document.numbers.count == document.items.count
        && bytes == Self.written(document)
    }
  }

  private static func written(_ document: Document) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try document.write { bytes += $0 }
    return bytes
  }
}

// Documents in pleat's JSON.
extension Document {
  /// Reads a document.
  ///
  /// - Throws: `ImportError`, also for a document in which a section and a row have the same number.
  package init(json bytes: [UInt8], named name: String) throws {
    self = try Document { take in
      try ImportError.refuse(
        renumbered: OutlineReader.read(ByteStream(bytes), as: .json, documentName: name, into: take))
    }
  }

  package func write(to output: @escaping ([UInt8]) throws -> Void) throws {
    var writer = try OutlineWriter(.json, ExportHeading(title: "", sections: []), to: output)
    try pass { try writer.write($0) }
    try writer.finish()
  }
}
