/// Receives the elements of an XML document in order.
///
/// An error that a method throws ends the reading and is thrown by ``XMLParser/parse(_:with:)``. An ``XMLFault`` is
/// turned into an ``ImportError`` with the parser's current line and column.
protocol XMLHandler: AnyObject {
  /// Called for a start tag, which begins in the given line, counted from 1.
  func start(_ name: String, _ attributes: [XMLAttribute], line: Int) throws
  /// Called for text between tags, in parts of any length.
  func characters(_ bytes: UnsafeBufferPointer<UInt8>) throws
  /// Called for an end tag.
  ///
  /// The parser has already checked that it matches the start tag.
  func end(_ name: String) throws
}

/// An attribute of an element.
///
/// Its name includes the prefix that the file gives it.
struct XMLAttribute: Hashable {
  let name: String
  let value: String
}

/// An error in a document, thrown by a handler that does not know the line and column.
struct XMLFault: Error {
  let message: String
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
