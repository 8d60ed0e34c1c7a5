import OutlineCore
import OutlineFormats
import OutlineJSON

/// Adds HTML to lines, for texts that the page shows as Markdown.
///
/// A line gets the member `html` if its text is Markdown, `detailHtml` if its detail is, and `noteHtml` if its further
/// lines are; a text imported as one block of Markdown is not divided. Browsers may insert them directly, since
/// `HTMLText` lets no harmful markup through. A repeating task gets its rule in words as `repeatWords`.
enum RenderedLines {
  /// Adds these members to the lines in an array, or in the `content` of a change.
  static func added(to json: [UInt8]) -> [UInt8] {
    guard let tree = JSONTree(stored: String(decoding: json, as: UTF8.self)) else { return json }
    switch tree {
    case .array(let lines): return Array(JSONTree.lines(lines.map(added)).utf8)
    case .object(let members):
      let rendered = members.map { member in
        guard member.key == "content", case .array(let lines) = member.value else { return member }
        return JSONTree.Member(member.key, .array(lines.map(added)))
      }
      return Array(JSONTree.object(rendered).text.utf8)
    default: return json
    }
  }

  private static func added(to line: JSONTree) -> JSONTree {
    guard let members = line.members else { return line }
    let attributes = members.first { $0.key == "attributes" }?.value.text
    let isBlock = attributes.flatMap { JSONTree(stored: $0) }?.members?.contains { $0.key == "markdown" } == true
    let rendered = members.flatMap { member -> [JSONTree.Member?] in
      guard let text = member.value.string else { return [] }
      switch member.key {
      case "text" where isBlock: return [html("html", of: text, attributes)]
      case "text":
        let (first, note) = text.cutAtLineFeed()
        return [html("html", of: first), note.flatMap { html("noteHtml", of: $0) }]
      case "title": return [html("html", of: text)]
      case "repeat": return [JSONTree.Member("repeatWords", .string(Repeat(stored: text).brief))]
      case "detail": return [html("detailHtml", of: text)]
      default: return []
      }
    }.compactMap(\.self)
    return rendered.isEmpty ? line : .object(members + rendered)
  }

  /// Returns a member with the HTML of a text; nil for a text without Markdown.
  private static func html(_ name: String, of text: String, _ attributes: String? = nil) -> JSONTree.Member? {
    let html = HTMLText.rendered(text, attributes: attributes)
    return html == HTMLText.escaped(text) ? nil : .init(name, .string(html))
  }
}
