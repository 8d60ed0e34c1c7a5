import CCmarkGFM
import Locking

/// Renders the Markdown within a text, links, emphasis, code and strike-through, as HTML that can do no harm.
///
/// A text is one paragraph, even if its lines look like other Markdown: `# 1` stays as it is. HTML in it is shown, not obeyed. A page
/// loads nothing, so an image becomes a link to it; a link that is no address of the web, of mail or of a place beside the
/// page becomes its text.
enum HTMLMarkdown {
  /// The longest text that is rendered, in bytes.
  ///
  /// Longer ones are shown unrendered, because cmark's time can grow with the square of the length.
  private static let limit = 4_096

  /// Space characters that cmark does not take for the indentation of a line.
  ///
  /// One that the text lacks is put before each line while cmark reads it, so that no line begins a block.
  private static let guards: [Unicode.Scalar] = ["\u{1680}", "\u{205F}", "\u{2000}"]

  /// Returns a text as HTML, escaped and rendered.
  ///
  /// - Parameter text: The text, without control characters but tabs and line feeds.
  static func rendered(_ text: String) -> String {
    guard hasMarks(text), text.utf8.count <= limit,
      let guardian = guards.first(where: { !text.unicodeScalars.contains($0) }), isReady
    else { return HTMLText.escapedSyntax(text) }
    let sign = "\(guardian) "  // after a plain space, an address may begin
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { sign + $0 }
    guard let html = html(of: lines.joined(separator: "\n")) else { return HTMLText.escapedSyntax(text) }
    return without(guardian, html)
  }

  /// Removes a sign, together with a space that follows it.
  private static func without(_ guardian: Unicode.Scalar, _ html: String) -> String {
    var kept = String.UnicodeScalarView()
    var isAfterSign = false
    for scalar in html.unicodeScalars {
      if scalar != guardian, !(isAfterSign && scalar == " ") { kept.append(scalar) }
      isAfterSign = scalar == guardian
    }
    return String(kept)
  }

  /// Whether a text has characters that may have a meaning in Markdown.
  private static func hasMarks(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var hasMark = false
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "<"),
          UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "@"):
          hasMark = true
        case UInt8(ascii: ":"): hasMark = hasMark || index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
        case UInt8(ascii: "."):
          hasMark = hasMark || index >= 3 && bytes[index - 3..<index].allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
        default: break
        }
      }
      return hasMark
    }
  }

  /// Whether cmark's extensions are registered.
  private static let isReady: Bool = MarkdownTree.extensionsAreRegistered

  /// Held while inlines are parsed: cmark adds the characters of extensions to a table of the process, and removes them after.
  private static let parsing = Lock(())

  /// The one paragraph of a document, without its tags; nil if the document is anything else.
  private static func html(of document: String) -> String? {
    let options = CMARK_OPT_DEFAULT
    let parser = cmark_parser_new(options)
    defer { cmark_parser_free(parser) }
    for name in ["autolink", "strikethrough"] {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
    }
    var document = document
    document.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    var root: OpaquePointer?
    parsing.withLock { _ in root = cmark_parser_finish(parser) }
    defer { cmark_node_free(root) }
    HTMLSafety.makeSafe(root)
    guard let bytes = cmark_render_html(root, options, nil) else { return nil }
    defer { cmark_get_default_mem_allocator().pointee.free(bytes) }
    let html = String(cString: bytes)
    guard html.hasPrefix("<p>"), html.hasSuffix("</p>\n"), cmark_node_next(cmark_node_first_child(root)) == nil else {
      return nil
    }
    return String(html.dropFirst(3).dropLast(5))
  }
}

/// Removes the nodes of a Markdown tree that a page for others should not have.
private enum HTMLSafety {
  static func makeSafe(_ root: OpaquePointer?) {
    for node in nodes(below: root) {
      switch cmark_node_get_type(node) {
      case CMARK_NODE_HTML_INLINE: replace(node, with: text(cmark_node_get_literal(node)))
      // The page keeps line breaks as they are.
      case CMARK_NODE_LINEBREAK: replace(node, with: cmark_node_new(CMARK_NODE_SOFTBREAK))
      case CMARK_NODE_IMAGE:
        if isInsideLink(node) || !isHarmless(cmark_node_get_url(node)) { unwrap(node) } else { link(node) }
      case CMARK_NODE_LINK: if isInsideLink(node) || !isHarmless(cmark_node_get_url(node)) { unwrap(node) }
      default: break
      }
    }
  }

  /// All nodes, each before its children.
  private static func nodes(below root: OpaquePointer?) -> [OpaquePointer] {
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    var nodes: [OpaquePointer] = []
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return nodes }
      if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) { nodes.append(node) }
    }
  }

  private static func text(_ literal: UnsafePointer<CChar>?) -> OpaquePointer? {
    let node = cmark_node_new(CMARK_NODE_TEXT)
    cmark_node_set_literal(node, literal)
    return node
  }

  private static func replace(_ node: OpaquePointer, with new: OpaquePointer?) {
    cmark_node_replace(node, new)
    cmark_node_free(node)
  }

  /// Makes a link of an image.
  private static func link(_ node: OpaquePointer) {
    let link = cmark_node_new(CMARK_NODE_LINK)
    cmark_node_set_url(link, cmark_node_get_url(node))
    cmark_node_set_title(link, cmark_node_get_title(node))
    if cmark_node_first_child(node) == nil { cmark_node_append_child(link, text(cmark_node_get_url(node))) }
    while let child = cmark_node_first_child(node) { cmark_node_append_child(link, child) }
    replace(node, with: link)
  }

  /// Replaces a node with its children.
  private static func unwrap(_ node: OpaquePointer) {
    while let child = cmark_node_first_child(node) { cmark_node_insert_before(node, child) }
    cmark_node_unlink(node)
    cmark_node_free(node)
  }

  private static func isInsideLink(_ node: OpaquePointer) -> Bool {
    var parent = cmark_node_parent(node)
    while let ancestor = parent {
      if cmark_node_get_type(ancestor) == CMARK_NODE_LINK { return true }
      parent = cmark_node_parent(ancestor)
    }
    return false
  }

  /// Whether an address leads to the web, to mail or a telephone, or to a place beside the page.
  private static func isHarmless(_ url: UnsafePointer<CChar>?) -> Bool {
    guard let url else { return false }
    let address = String(cString: url).lowercased()
    if address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) { return false }
    let scheme = address.prefix { !":/?#".contains($0) }
    guard scheme.endIndex < address.endIndex, address[scheme.endIndex] == ":" else { return !address.isEmpty }
    return ["http", "https", "mailto", "tel"].contains(scheme)
  }
}
