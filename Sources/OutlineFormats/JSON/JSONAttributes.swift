import OutlineCore
import OutlineJSON

/// Attributes as pleat keeps them: a JSON object as text.
package struct JSONAttributes: AttributeNotation {
  /// Creates the notation.
  package init() {}

  /// Returns the members of an object, each with its value as JSON; nil for other texts.
  package func members(of attributes: String) -> [AttributeMember]? {
    JSONTree.object(attributes)?.map { AttributeMember($0.key, $0.value.text) }
  }

  /// Returns the object that has these members.
  package func attributes(of members: [AttributeMember]) -> String {
    JSONTree.object(members.map { .init($0.key.text, .written($0.value.text)) }).text
  }

  /// Returns the strings of an array; nil for other values.
  package func texts(in value: String) -> [String]? {
    guard case .array(let elements)? = JSONTree(stored: value) else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }

  /// Returns an array of strings.
  package func value(listing texts: [String]) -> String { JSONTree.texts(texts).text }
}
