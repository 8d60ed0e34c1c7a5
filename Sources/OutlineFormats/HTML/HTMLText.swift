import OutlineCore

/// Texts on their way into a page.
enum HTMLText {
  /// The text without anything that a browser could take for markup or that a page may not hold.
  ///
  /// Control characters, which nobody would see, become their pictures, such as `␁`; those that have none and the
  /// characters that Unicode keeps from texts become U+FFFD. A line break of any kind is a line feed.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n": if last != "\r" { result += "\n" }
      case "\r": result += "\n"
      default: result.unicodeScalars.append(visible(scalar))
      }
    }
    return result
  }

  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x9: scalar
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0xFDD0..<0xFDF0: "\u{FFFD}"
    case let value where value & 0xFFFE == 0xFFFE: "\u{FFFD}"
    default: scalar
    }
  }

  /// The title of a section as a heading, with its detail; the page's own title is the heading of level 1.
  static func header(_ section: SectionDraft) -> String {
    let level = section.level + 1
    let (start, end) =
      level <= 6 ? ("<h\(level)>", "</h\(level)>") : ("<h6 aria-level=\"\(level)\">", "</h6>")
    let title = section.title.isEmpty ? "<span class=\"untitled\">untitled</span>" : escaped(section.title)
    let detail = section.detail.map { $0.isEmpty ? "" : " <span class=\"detail\">\(escaped($0))</span>" } ?? ""
    return "\(start)\(title)\(end)\(detail)"
  }
}
