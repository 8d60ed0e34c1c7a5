import OutlineJSON

/// An element of an XML document, with those of its texts and elements that were kept.
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

/// An error in a document, thrown by code that does not know the line and column.
struct XMLFault: Error {
  let message: String
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// Decides which elements a format allows in its documents, and receives their elements in order.
///
/// An error that a method throws ends the reading and is thrown by ``XMLParser/parse(_:as:)``. An ``XMLFault`` is
/// turned into an ``ImportError`` with the parser's current line and column.
protocol XMLFormat: AnyObject {
  /// The error for text where ``holdsText(_:)`` allows none.
  var strayText: String { get }
  /// Called for a start tag; `parents` are the elements around it, outermost first.
  func start(_ element: XMLElement, in parents: [XMLElement]) throws
  /// Whether the innermost of some elements may have text.
  func holdsText(_ elements: [XMLElement]) -> Bool
  /// Called for an end tag; `parents` are the elements around it.
  ///
  /// - Returns: Whether the element is kept among the children of the element around it.
  func end(_ element: XMLElement, in parents: [XMLElement]) throws -> Bool
}

/// Builds the tree of the elements that a format keeps, without recursion.
struct XMLTree {
  let format: any XMLFormat
  /// The elements whose end tags have not been read yet, outermost first.
  private var open: [XMLElement] = []
  private var text: [UInt8] = []

  init(_ format: any XMLFormat) { self.format = format }

  mutating func start(_ element: XMLElement) throws {
    try format.start(element, in: open)
    open.append(element)
    text = []
  }

  mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    if format.holdsText(open) {
      text += bytes
      if text.count > DocumentLimits.pieceBytes {
        let most = DocumentLimits.mebibytes(DocumentLimits.pieceBytes)
        throw XMLFault("<\(open.last?.name ?? "")> has more than \(most)")
      }
    } else if bytes.contains(where: { !$0.isBlank && !$0.isLineEnd }) {
      throw XMLFault(format.strayText)
    }
  }

  /// Ends the innermost element; the parser has checked that its tags match.
  mutating func end() throws {
    guard var element = open.popLast() else { return }
    element.text = String(decoding: text, as: UTF8.self)
    text = []
    if try format.end(element, in: open), let last = open.indices.last { open[last].children.append(element) }
  }
}
