import OutlineCore

/// Escapes texts for an HTML page.
package enum HTMLText {
  /// Escapes a text so that nothing in it is markup or forbidden in a page.
  package static func escaped(_ text: String) -> String { escapedSyntax(shown(text)) }

  /// Returns a text as HTML with the Markdown in it rendered; see ``HTMLMarkdown``.
  package static func rendered(_ text: String) -> String { HTMLMarkdown.rendered(shown(text)) }

  /// Returns the text of a row as HTML: that of a code block as code, and all others with the Markdown in them rendered.
  package static func rendered(_ text: String, attributes: String?) -> String {
    let isCode = attributes?.hasPrefix("{\"markdown\":\"code\"") == true
    return isCode ? "<code>\(escaped(text))</code>" : rendered(text)
  }

  /// Escapes the signs that are markup in a page.
  static func escapedSyntax(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Replaces the characters that a page may not hold.
  ///
  /// Control characters, which would be invisible, are replaced by their symbols, such as `␁`. Those without a symbol
  /// and characters that Unicode excludes from texts become U+FFFD. Every kind of line break becomes a line feed.
  private static func shown(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar {
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

  /// Writes the title of a section as a heading, with its detail.
  ///
  /// A section of level 1 gets a heading of level 2, since the page's title is the one of level 1.
  static func header(_ section: SectionDraft) -> String {
    let level = section.level + 1
    let (start, end) =
      level <= 6 ? ("<h\(level)>", "</h\(level)>") : ("<h6 aria-level=\"\(level)\">", "</h6>")
    let title =
      section.title.isEmpty && section.isDone == nil
      ? "<span class=\"untitled\">untitled</span>" : rendered(section.title)
    let detail =
      section.detail.map { $0.isEmpty ? "" : " <span class=\"detail\">\(renderedWithBox($0))</span>" } ?? ""
    let due = due(section.schedule, isDone: section.isDone)
    return "\(start)\(section.isDone.map(box) ?? "")\(title)\(end)\(detail)\(due)"
  }

  /// When a task is due, after its text; empty for an item without a day.
  ///
  /// The page is looked at on some later day: it has the date, and its script says `today` or `3 days late` of an open task.
  static func due(_ schedule: Schedule, isDone: Bool?) -> String {
    schedule.due.map { date in
      let kind = isDone == true ? "" : " class=\"due\""
      return " <time\(kind) datetime=\"\(date)\">\(date.day.shown)\(date.time.map { " \($0)" } ?? "")</time>"
    } ?? ""
  }

  static func box(isDone: Bool) -> String {
    isDone
      ? "<span class=\"box\" role=\"img\" aria-label=\"done\">☑</span> "
      : "<span class=\"box\" role=\"img\" aria-label=\"open\">☐</span> "
  }

  /// Returns a text with the check box that it may begin with.
  private static func renderedWithBox(_ text: String) -> String {
    let box = BoxedText(reading: text)
    return (box.isDone.map(self.box) ?? "") + rendered(box.isDone == nil ? text : box.text)
  }
}
