import OutlineCore

/// Reads OPML: every `outline` element is a node, with all its attributes.
///
/// Its text is `text`, else `title`; `title` and the other attributes are kept in `attributes`, in their order. What
/// stands in the head is passed over, but for the folds.
final class OPMLReader: XMLHandler {
  private enum Part {
    case head, body
  }

  private let rule: ImportRule
  private var part: Part?
  /// How many elements are open.
  private var depth = 0
  private var hasBody = false
  /// The text of `expansionState` while it is open.
  private var foldText: [UInt8]?
  private var folds: OPMLFolds?
  private var namespaces = OPMLNamespaces()

  private init(_ rule: ImportRule) { self.rule = rule }

  /// Gives the entries of a document to the rule, and finishes it; answers with remarks on repairs and folds.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws -> [String] {
    let reader = OPMLReader(rule)
    rule.placed = { [unowned reader] node, section, hasChildren in
      if node.isCollapsed != nil { reader.folds = nil }
      if hasChildren { reader.folds?.add(section: section, tag: node.tag) }
    }
    defer { rule.placed = nil }
    let repair = OPMLRepair(bytes)
    do {
      try XMLParser.parse(repair.stream(), with: reader)
    } catch let error as ImportError where repair.count > 0 {
      // Columns are not those of the file any more.
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
  }

  func characters(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    if foldText != nil { foldText? += bytes }
    guard part != .head, bytes.contains(where: { !$0.isBlank && !$0.isLineEnd }) else { return }
    throw XMLFault("There is text between the elements; OPML has its texts in attributes")
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
    default: throw XMLFault("<\(name)> stands outside of <head> and <body>")
    }
  }

  private func startOutline(_ name: String, _ attributes: [XMLAttribute], line: Int) throws {
    guard name == "outline" else { throw XMLFault("<\(name)> is not possible in the body of an OPML file") }
    namespaces.start(attributes)
    var node = try OPMLEntry(attributes, in: namespaces).node()
    node.depth = depth - 2
    node.line = line
    node.tag = folds?.start() ?? 0
    depth += 1
    try rule.add(node)
  }
}
