import PleatOutput

/// The document of an export that is carried out elsewhere, for a file here that appears only if all of it has arrived.
final class ReceivedDocument {
  private let file: ExportFile
  private let tell: (ExportCounts, _ isWhole: Bool, Context) -> Void
  private var document = TrailedDocument()

  /// Prepares the file; nil for a command that writes none.
  ///
  /// - Throws: A ``Failure`` that names the file.
  init?(_ transfer: Transfer?) throws {
    guard case .receives(let path, let mayReplace, let tell)? = transfer else { return nil }
    file = try ExportFile(path, mayReplace: mayReplace)
    self.tell = tell
  }

  /// Takes bytes as they arrive.
  func take(_ bytes: [UInt8]) throws { try file.write(document.take(bytes)) }

  /// Moves the document to its place, and tells of it.
  ///
  /// - Throws: A ``Failure`` if its end has not arrived, or if it cannot be written.
  func finish(in context: Context) throws {
    guard let trailer = document.trailer else {
      throw Failure(.inputOutput, "The document did not arrive completely.", hint: "Nothing was written; try again.")
    }
    try file.finish()
    tell(trailer.counts, trailer.isWhole, context)
  }
}
