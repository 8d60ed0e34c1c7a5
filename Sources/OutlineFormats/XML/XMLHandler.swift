/// What takes the elements of an XML document as they come.
///
/// What a method throws ends the reading and comes out of ``XMLParser/parse(_:with:)`` as it is; an ``XMLFault`` gets
/// the place where the parser is.
protocol XMLHandler: AnyObject {
  /// Takes a start tag; `line` is where it begins, from 1.
  func start(_ name: String, _ attributes: [XMLAttribute], line: Int) throws
  /// Takes text between tags, in parts of any length.
  func characters(_ bytes: UnsafeBufferPointer<UInt8>) throws
  /// Takes an end tag; the parser has made sure that it belongs to the last start tag.
  func end(_ name: String) throws
}

/// An attribute of an element, with its prefix as it stands in the file.
struct XMLAttribute: Hashable {
  let name: String
  let value: String
}

/// A fault of a document, thrown where the parser knows the place: what is wrong, and what to do about it.
struct XMLFault: Error {
  let message: String
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
