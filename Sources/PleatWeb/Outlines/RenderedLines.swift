import OutlineCore
import OutlineFormats
import OutlineJSON

/// Lines with their texts as HTML beside them, as the page shows them.
///
/// A line whose text is Markdown gets the member `html`, and one whose detail is, `detailHtml`. A browser takes them as they are:
/// `HTMLText` lets no markup through that could do harm. A task that repeats gets its rule in words as `repeatWords`.
enum RenderedLines {
  /// Returns JSON with these members added, to the lines of an array or to those that a change has as its `content`.
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
    let rendered = members.compactMap { member -> JSONTree.Member? in
      switch member.key {
      case "text": html(of: member.value, attributes).map { JSONTree.Member("html", $0) }
      case "title": html(of: member.value).map { JSONTree.Member("html", $0) }
      case "repeat": member.value.string.map { JSONTree.Member("repeatWords", .string(Repeat(stored: $0).brief)) }
      case "detail": html(of: member.value).map { JSONTree.Member("detailHtml", $0) }
      default: nil
      }
    }
    return rendered.isEmpty ? line : .object(members + rendered)
  }

  /// A text as HTML; nil for one without Markdown.
  private static func html(of text: JSONTree, _ attributes: String? = nil) -> JSONTree? {
    guard let text = text.string else { return nil }
    let html = HTMLText.rendered(text, attributes: attributes)
    return html == HTMLText.escaped(text) ? nil : .string(html)
  }
}
