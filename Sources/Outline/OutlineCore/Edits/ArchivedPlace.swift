/// The place of an item before it was archived, as an attribute stores it.
///
/// In `@17:3>21<22 Home/Garden`, the item was third in section 17, after item 21 and before item 22; `:1` is the only
/// outermost section.
package struct ArchivedPlace: Hashable, Sendable {
  package static let attribute = "archived-from"

  /// Whether attributes contain the attribute's name, as a name or in a value; a quick test that parses no JSON.
  package static func isIn(_ attributes: String?) -> Bool {
    attributes.map { $0.contains(utf8: "\"\(attribute)\"") } ?? false
  }

  /// The number of the section that contained it, or of the row that it was below; nil for an outermost section.
  package let parent: Int64?
  /// Its position among the rows or the subsections there, from 1.
  package let position: Int
  /// The number of the item before it, which may have been archived earlier; nil if it was the first.
  package let previous: Int64?
  /// The number of the item after it; nil if it was the last.
  package let next: Int64?
  /// The titles from the top down to that section or row, as an address; empty for an outermost section.
  package let path: String

  package init(
    in parent: Int64?, at position: Int, between neighbours: (previous: Int64?, next: Int64?), path titles: [String]
  ) {
    self.parent = parent
    self.position = position
    (previous, next) = neighbours
    path = titles.isEmpty ? "" : Address.words(forPath: titles)
  }

  /// Reads the value of the attribute; nil if it describes no place.
  package init?(_ text: String) {
    let (place, path) = text.firstIndex(of: " ").map { (text[..<$0], text[$0...].dropFirst()) } ?? (text[...], "")
    guard let colon = place.firstIndex(of: ":") else { return nil }
    var position = place[colon...].dropFirst()
    next = Self.takeNumber(after: "<", from: &position)
    previous = Self.takeNumber(after: ">", from: &position)
    guard let position = Int(position), position > 0 else { return nil }
    let parent = place[..<colon]
    if parent.isEmpty {
      self.parent = nil
    } else {
      guard parent.hasPrefix("@"), let number = Int64(parent.dropFirst()), number > 0 else { return nil }
      self.parent = number
    }
    self.position = position
    self.path = String(path)
  }

  /// Takes a sign and the number after it from the end of a text; nil if there is no such sign, or no number after it.
  private static func takeNumber(after sign: Character, from text: inout Substring) -> Int64? {
    guard let start = text.lastIndex(of: sign) else { return nil }
    defer { text = text[..<start] }
    return Int64(text[start...].dropFirst())
  }
}

extension ArchivedPlace: CustomStringConvertible {
  /// The value of the attribute.
  package var description: String {
    "\(parent.map { "@\($0)" } ?? ""):\(position)\(previous.map { ">\($0)" } ?? "")\(next.map { "<\($0)" } ?? "")"
      + (path.isEmpty ? "" : " \(path)")
  }
}
