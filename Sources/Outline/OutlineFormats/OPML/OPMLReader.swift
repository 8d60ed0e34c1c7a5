import OutlineCore

/// Reads OPML: every `outline` element is an entry and keeps all its attributes.
///
/// The text of an entry is its attribute `text`, or `title` if it has none. All other attributes, `title` included,
/// become the entry's attributes in their order. Of the head, only the folds are read.
final class OPMLReader: XMLFormat {
  /// The limit for the nesting of elements that are not entries, which ``ImportRule`` limits itself.
  private static let deepest = 10_000

  /// The elements of the head that are not named as left out: the name of the document, and how it looked in a window.
  private static let views: Set = [
    "title", "vertScrollState", "windowTop", "windowLeft", "windowBottom", "windowRight", "expansionState",
  ]

  private let rule: ImportRule
  private let repair: OPMLRepair
  private var hasBody = false
  private var folds: OPMLFolds?
  private var namespaces = OPMLNamespaces()
  /// Whether Workflowy wrote the document, whose texts are then HTML: the head holds an owner's address alone.
  private var isWorkflowy = false
  private var headCount = 0
  private var tally = ReadingTally()

  private init(_ bytes: ByteStream, _ rule: ImportRule) { (self.rule, repair) = (rule, OPMLRepair(bytes)) }

  /// Passes the entries of a document to the rule, and ends the rule.
  ///
  /// - Returns: Remarks for the user on repairs and folds.
  /// - Throws: ``ImportError`` for a document that is not OPML, and every error of the rule.
  static func read(_ bytes: ByteStream, into rule: ImportRule) throws -> [String] {
    let reader = OPMLReader(bytes, rule)
    rule.added = { [unowned reader] node, index, hasChildren in
      if node.isCollapsed != nil { reader.folds = nil }
      if hasChildren { reader.folds?.add(index, tag: node.tag) }
    }
    defer { (rule.added, rule.hasLateFlags) = (nil, false) }
    do {
      try XMLParser.parse(reader.repair.stream(), as: reader)
    } catch var error as ImportError where reader.repair.hasMovedColumns {
      error.column = nil
      throw error
    }
    guard reader.hasBody else { throw ImportError(message: "The OPML file has no <body>") }
    try rule.finish()
    return try reader.repair.remarks + (reader.folds?.finish(rule.setFlag) ?? []) + reader.tally.remarks
  }

  let strayText = "There is text between the elements; OPML keeps its texts in attributes"

  func holdsText(_ elements: [XMLElement]) -> Bool { elements.count > 1 && elements[1].name == "head" }

  func start(_ element: XMLElement, in parents: [XMLElement]) throws {
    switch parents.count {
    case 0 where element.name != "opml":
      throw XMLFault("The file is not OPML: it begins with <\(element.name)>, not with <opml>")
    case 1 where element.name != "head" && element.name != "body":
      throw XMLFault("<\(element.name)> is outside of <head> and <body>")
    case 1: hasBody = hasBody || element.name == "body"
    default: break
    }
    if isHead(element, in: parents) {
      if parents.count < Self.deepest { return }
      throw XMLFault("Elements are nested more than \(Self.deepest) levels deep")
    }
    let attributes = try element.attributes.map { XMLAttribute(name: $0.name, value: try repair.text(of: $0.value)) }
    namespaces.start(attributes)
    if parents.isEmpty {
      rule.hasFormerKinds = namespaces.hasOwn && !attributes.contains { $0.name == OPMLNamespaces.version }
    }
    if parents.count > 1 { try add(element, attributes, depth: parents.count - 2) }
  }

  func end(_ element: XMLElement, in parents: [XMLElement]) -> Bool {
    if !isHead(element, in: parents) {
      namespaces.end()
      if parents.count > 1 { folds?.end() }
    } else if parents.count == 2, element.name == "expansionState", !hasBody {
      folds = OPMLFolds(element.text)
      rule.hasLateFlags = true
    } else if parents.count == 2 {
      isWorkflowy = element.name == "ownerEmail" && headCount == 0
      headCount += 1
      if !namespaces.hasOwn, !Self.views.contains(element.name) { tally.left("\(element.name) of the head") }
    }
    return false
  }

  /// Whether an element is the head of a document, or inside of it.
  private func isHead(_ element: XMLElement, in parents: [XMLElement]) -> Bool {
    parents.count > 1 ? parents[1].name == "head" : parents.count == 1 && element.name == "head"
  }

  private func add(_ element: XMLElement, _ attributes: [XMLAttribute], depth: Int) throws {
    guard element.name == "outline" else {
      throw XMLFault("<\(element.name)> is not allowed in the body of an OPML file")
    }
    var entry = try OPMLEntry(attributes, in: namespaces)
    if !namespaces.hasOwn { for tag in entry.readHTML(isEscaped: isWorkflowy) { tally.left(tag) } }
    var node = entry.node
    node.depth = depth
    node.line = element.line
    node.tag = folds?.start() ?? 0
    try rule.add(node)
  }
}
