import OutlineCore

/// Reads OPML: every `outline` element is an entry and keeps all its attributes.
///
/// The text of an entry is its attribute `text`, or `title` if it has none. All other attributes, `title` included,
/// become the entry's attributes in their order. The head is ignored except for the folds.
final class OPMLReader: XMLHandler {
  private enum Part {
    case head, body
  }

  /// The limit for the nesting of elements that are not entries, which ``ImportRule`` limits itself.
  private static let deepest = 10_000

  private let rule: ImportRule
  private var part: Part?
  /// The number of open elements.
  private var depth = 0
  private var hasBody = false
  /// The text of the `expansionState` element, while that element is open.
  private var foldText: [UInt8]?
  private var folds: OPMLFolds?
  private var namespaces = OPMLNamespaces()

  private init(_ rule: ImportRule) { self.rule = rule }

  /// Passes the entries of a document to the rule, and ends the rule.
  ///
  /// - Returns: Remarks for the user on repairs and folds.
  /// - Throws: ``ImportError`` for a document that is not OPML, and whatever the rule throws.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws -> [String] {
    let reader = OPMLReader(rule)
    rule.added = { [unowned reader] node, section, hasChildren in
      if node.isCollapsed != nil { reader.folds = nil }
      if hasChildren { reader.folds?.add(section: section, tag: node.tag) }
    }
    defer { rule.added = nil }
    let repair = OPMLRepair(bytes)
    do {
      try XMLParser.parse(repair.stream(), with: reader)
    } catch let error as ImportError where repair.count > 0 {
      // After a repair the parser's columns differ from those of the file.
      throw ImportError(line: error.line, message: error.message, hint: error.hint)
    }
    guard reader.hasBody else { throw ImportError(message: "The OPML file has no <body>") }
    try rule.finish()
    return try repair.remarks + (reader.folds?.finish(rule.collapse) ?? [])
  }

  func start(_ name: String, _ attributes: [XMLAttribute], line: Int) throws {
    switch (depth, part) {
    case (0, _):
      guard name == "opml" else {
        throw XMLFault("The file is not OPML: it begins with <\(name)>, not with <opml>")
      }
    case (1, _): try startPart(name)
    case (2, .head) where name == "expansionState": foldText = []
    case (_, .body): return try startOutline(name, attributes, line: line)
    default: break
    }
    if part != .head { namespaces.start(attributes) }
    depth += 1
    if depth > Self.deepest { throw XMLFault("Elements are nested more than \(Self.deepest) levels deep") }
  }

  func characters(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    if foldText != nil { foldText? += bytes }
    if foldText.map({ $0.count > DocumentLimits.pieceBytes }) == true {
      throw XMLFault("expansionState has more than \(DocumentLimits.mebibytes(DocumentLimits.pieceBytes))")
    }
    guard part != .head, bytes.contains(where: { !$0.isBlank && !$0.isLineEnd }) else { return }
    throw XMLFault("There is text between the elements; OPML keeps its texts in attributes")
  }

  func end(_ name: String) throws {
    depth -= 1
    if part != .head { namespaces.end() }
    if depth > 1, part == .body { folds?.end() }
    if depth == 2, let text = foldText {
      foldText = nil
      if !hasBody { folds = OPMLFolds(String(decoding: text, as: UTF8.self)) }
    }
    if depth == 1 { part = nil }
  }

  private func startPart(_ name: String) throws {
    switch name {
    case "head": part = .head
    case "body":
      part = .body
      hasBody = true
    default: throw XMLFault("<\(name)> is outside of <head> and <body>")
    }
  }

  private func startOutline(_ name: String, _ attributes: [XMLAttribute], line: Int) throws {
    guard name == "outline" else { throw XMLFault("<\(name)> is not allowed in the body of an OPML file") }
    namespaces.start(attributes)
    var node = try OPMLEntry(attributes, in: namespaces).node
    node.depth = depth - 2
    node.line = line
    node.tag = folds?.start() ?? 0
    depth += 1
    try rule.add(node)
  }
}
