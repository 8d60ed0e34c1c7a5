import CCmarkGFM

/// The named characters of HTML, such as `&nbsp;`, as cmark knows them.
enum HTMLEntity {
  /// Returns the characters that a name stands for; nil for a name that HTML does not define.
  static func characters(named name: Substring) -> String? {
    let isName = name.utf8.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0 | 0x20) }
    guard isName, name.utf8.count < 32 else { return nil }
    let reference = "&\(name);"
    let document = cmark_parse_document(reference, reference.utf8.count, CMARK_OPT_DEFAULT)
    defer { cmark_node_free(document) }
    let text = cmark_node_first_child(cmark_node_first_child(document))
    guard cmark_node_next(text) == nil, let literal = cmark_node_get_literal(text) else { return nil }
    return String(cString: literal)
  }
}
