import OutlineCore

/// The versions of a text that two sides have changed to different texts.
///
/// They are joined to one text, `green apples ≠ red apples`, and an attribute lists them, by which a later merge can tell
/// the versions apart.
struct TextVersions {
  /// The separator of the versions in the joined text.
  static let sign = " ≠ "

  /// The versions, ordered by their bytes; none is empty, and none occurs twice.
  let texts: [String]

  /// Combines the versions that both sides have.
  init(_ one: [String], _ other: [String]) {
    texts = Set((one + other).filter { !$0.isEmpty }.map { ExactText($0) }).sorted().map(\.text)
  }

  /// Finds the versions that a text consists of.
  ///
  /// - Parameters:
  ///   - text: The text; nil for none.
  ///   - listed: The texts that the item's attribute lists; nil if there is no such attribute.
  static func of(_ text: String?, listed: [String]?) -> [String] {
    guard let text else { return [] }
    guard let listed, listed.joined(separator: sign).hasSameBytes(as: text) else { return [text] }
    return listed
  }

  /// All versions in one text, or only the first one if that would be too long.
  func joined(most limit: Int) -> String {
    let all = texts.joined(separator: Self.sign)
    return all.utf8.count <= limit ? all : texts.first ?? ""
  }
}
