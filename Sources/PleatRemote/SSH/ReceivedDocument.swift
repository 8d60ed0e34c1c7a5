import PleatOutput

/// The document of an export on another machine, for a local file that is created only once all of it has arrived.
final class ReceivedDocument {
  private let file: ExportFile
  private let tell: (ExportCounts, _ isWhole: Bool, Context) -> Void
  private var document = TrailedDocument()

  /// Prepares the file; nil if the command writes none.
  ///
  /// - Throws: A ``Failure`` that names the file.
  init?(_ document: Needs.Document?) throws {
    guard case .written(let path, let mayReplace, let tell)? = document else { return nil }
    file = try ExportFile(path, mayReplace: mayReplace)
    self.tell = tell
  }

  func take(_ bytes: [UInt8]) throws { try file.write(document.take(bytes)) }

  /// Moves the document to its place, and reports it.
  ///
  /// - Throws: A ``Failure`` if the document is incomplete, or cannot be written.
  func finish(in context: Context) throws {
    guard let trailer = document.trailer else {
      throw Failure(.inputOutput, "The document did not arrive completely.", hint: "Nothing was written; try again.")
    }
    try file.finish()
    tell(trailer.counts, trailer.isWhole, context)
  }
}
