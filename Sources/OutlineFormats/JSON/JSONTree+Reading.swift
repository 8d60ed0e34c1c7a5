import OutlineJSON

extension JSONTree {
  /// Reads a text that contains one value and nothing else.
  ///
  /// - Throws: ``ImportError`` with the location of the error. Two members with the same name in one object are an error.
  package init(_ text: String) throws(ImportError) { self = try JSONStream.tree(of: text, isLenient: false).get() }

  /// Reads a text that SQLite accepts as a single JSON value, in which members may have the same name; nil for other
  /// texts.
  package init?(stored text: String) {
    guard case .success(let value) = JSONStream.tree(of: text, isLenient: true) else { return nil }
    self = value
  }

  /// Returns the members of attributes; nil if the text is not a JSON object.
  static func object(_ text: String) -> [Member]? { JSONTree(stored: text)?.members }

  /// Returns the string that a text contains as JSON, in quotes; nil if it contains none.
  static func string(_ text: String) -> String? { JSONTree(stored: text)?.string }
}
