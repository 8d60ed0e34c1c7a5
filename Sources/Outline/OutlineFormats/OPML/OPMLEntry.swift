import OutlineJSON

/// The entry that the XML attributes of an `outline` element describe.
struct OPMLEntry {
  private var text: String?
  private var title: String?
  private var notes: String?
  private var others: [XMLAttribute] = []
  private var note = EntryNote()
  private var isDone: Bool?
  private var isCollapsed: Bool?

  /// The attribute by which other programs mark tasks: `true` for one that is done, `false` for an open one.
  static let checkBox = "_complete"
  /// The attribute that holds further lines in other programs.
  static let notes = "_note"
  /// The attribute by which Dynalist collapses an entry, which is kept for it.
  private static let collapsed = "collapsed"
  /// The attribute by which OmniOutliner marks tasks, which is kept for it, and what its values mean.
  static let status = "_status"
  private static let statuses = ["checked": true, "unchecked": false, "indeterminate": false]
  /// The attributes by which Dynalist marks done tasks, and all tasks.
  private static let dynalist = (done: "complete", task: "checkbox")
  /// The XML attributes that have a meaning of their own and never become attributes of an entry.
  static let taken: Set = ["text", checkBox, notes, dynalist.done, dynalist.task, "xmlns"]

  /// Reads the attributes of an element; call `namespaces.start` with them first.
  ///
  /// - Throws: ``XMLFault`` for an attribute in pleat's namespace that pleat does not know or that has an invalid value.
  init(_ attributes: [XMLAttribute], in namespaces: OPMLNamespaces) throws {
    for attribute in attributes {
      if attribute.name == "text" {
        text = attribute.value.isEmpty && title != nil && !namespaces.hasOwn ? nil : attribute.value
      } else if attribute.name == Self.checkBox, let isDone = Bool(attribute.value) {
        self.isDone = isDone
      } else if attribute.name == Self.notes {
        notes = attribute.value
      } else if attribute.name == Self.dynalist.done || attribute.name == Self.dynalist.task,
        let value = Bool(attribute.value)
      {
        isDone = attribute.name == Self.dynalist.done ? value : isDone ?? false
      } else if namespaces.hasOwn, attribute.name.hasPrefix(OPMLNamespaces.ownPrefix) {
        try note.take(
          XMLAttribute(name: String(attribute.name.dropFirst(OPMLNamespaces.ownPrefix.count)), value: attribute.value))
      } else {
        if attribute.name == "title" { title = attribute.value }
        if !namespaces.hasOwn { take(ofOthers: attribute) }
        others.append(attribute)
      }
    }
    others += namespaces.inherited(by: others)
  }

  /// The node of the element; its depth and line are left for the caller to set.
  var node: ImportNode {
    // The parser turns line breaks in attributes into spaces; one that is left was written as a character reference.
    var node = ImportNode(
      depth: 0, text: text ?? title ?? "", detail: notes, isDone: isDone,
      keepsLines: true)
    if !others.isEmpty { node.attributes = Self.json(of: others) }
    var note = note
    note.isCollapsed = note.isCollapsed ?? isCollapsed
    if let exact = note.text, XMLText.visible(exact) != node.text { note.text = nil }
    note.apply(to: &node)
    return node
  }

  /// Takes what an attribute means in the programs that write it, in a document that pleat did not write.
  private mutating func take(ofOthers attribute: XMLAttribute) {
    switch attribute.name {
    case "title" where text?.isEmpty == true: text = nil
    case Self.collapsed: isCollapsed = Bool(attribute.value)
    case Self.status: isDone = Self.statuses[attribute.value] ?? isDone
    default: break
    }
  }

  /// The value of OmniOutliner's attribute for a check box; nil for an entry that is no task.
  static func status(_ isDone: Bool?) -> String? { isDone.map { $0 ? "checked" : "unchecked" } }

  /// Reads the texts as HTML if they have its tags, or if all texts of the document are escaped for it.
  ///
  /// - Returns: The tags that Markdown has no signs for.
  mutating func readHTML(isEscaped: Bool) -> [String] {
    var lost: [String] = []
    let read = { HTMLInline.markdown($0, lost: &lost) ?? (isEscaped ? HTMLInline.unescaped($0) : $0) }
    (text, notes) = (text.map(read), notes.map(read))
    return lost
  }

  /// Writes attributes as a JSON object of strings.
  static func json(of attributes: [XMLAttribute]) -> String {
    JSONTree.object(attributes.map { .init($0.name, .string($0.value)) }).text
  }
}
