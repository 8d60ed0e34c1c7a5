/// Where something stood before it was archived, as its attribute says: `@17:3 Home/Garden`, or `:3` for an outermost section.
package struct ArchivedPlace: Hashable, Sendable {
  /// The name of the attribute.
  package static let attribute = "archived-from"

  /// The number of the section that it was in; nil for an outermost section.
  package let parent: Int64?
  /// Its position among the rows or the subsections there, from 1.
  package let position: Int
  /// The titles from the top down to that section, as an address; empty for an outermost section.
  package let path: String

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - parent: The section that holds it; nil for an outermost section.
  ///   - position: Its position among the rows or the subsections there, from 1.
  ///   - titles: The titles from the top down to that section.
  package init(in parent: SectionID?, at position: Int, path titles: [String]) {
    self.parent = parent?.rawValue
    self.position = position
    path = titles.isEmpty ? "" : Address.words(forPath: titles)
  }

  /// Reads the value of the attribute; nil if it says no place.
  package init?(_ text: String) {
    let (place, path) = text.firstIndex(of: " ").map { (text[..<$0], text[$0...].dropFirst()) } ?? (text[...], "")
    guard let colon = place.firstIndex(of: ":"), let position = Int(place[colon...].dropFirst()), position > 0 else {
      return nil
    }
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
}

extension ArchivedPlace: CustomStringConvertible {
  /// The value of the attribute.
  package var description: String { "\(parent.map { "@\($0)" } ?? ""):\(position)" + (path.isEmpty ? "" : " \(path)") }
}
