/// An element of an XML document, with the text and the elements that were kept of what is in it.
struct XMLElement {
  let name: String
  var attributes: [XMLAttribute] = []
  /// The line of the start tag, counted from 1.
  let line: Int
  /// The text of an element without elements.
  var text = ""
  var children: [XMLElement] = []
}

/// An attribute of an element.
///
/// Its name includes the prefix that the file gives it.
struct XMLAttribute: Hashable {
  let name: String
  let value: String
}

/// An error in a document, thrown by whatever does not know the line and column.
struct XMLFault: Error {
  let message: String
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
