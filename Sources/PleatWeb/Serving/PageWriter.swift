import Hummingbird
import OutlineCore
import OutlineFormats
import OutlineJSON

/// Writes the page with the lines of a window, which works without script: every line has a form that folds and ticks it.
struct PageWriter: LineVisitor {
  /// How many lines a page has without script.
  static let lines = 200

  let wantsIDs = true
  let wantsAttributes = true
  private let first: Int
  private let isReadOnly: Bool
  private var count = 0
  private var html = ""

  init(from first: Int, _ isReadOnly: Bool) { (self.first, self.isReadOnly) = (first, isReadOnly) }

  mutating func visit(_ header: HeaderLine) {
    let section = header.section
    var fold = ""
    if header.rowCount + header.sectionsBelow > 0, section.isCollapsible {
      fold = button("fold", "toggle", header.isCollapsed ? "▸" : "▾", "aria-expanded=\"\(!header.isCollapsed)\"")
    }
    var body = HTMLText.rendered(section.title)
    if let detail = section.detail { body += " " + Self.span("detail", HTMLText.rendered(detail)) }
    if header.hidden.rows > 0 { body += " " + Self.span("hidden-count", "· \(header.hidden.rows) hidden") }
    add(.section(section.id), header.number.sections.count - 1, section.isDone, fold, body, section.schedule)
  }

  mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    let text = HTMLText.rendered(String(decoding: row.text, as: UTF8.self))
    add(.row(row.id), header.number.sections.count, row.isDone, "", text, row.schedule)
  }

  /// Returns the page with the lines that were visited.
  func page(of total: Int) -> Response { Self.response(html + links(of: total)) }

  private mutating func add(
    _ id: ItemID, _ depth: Int, _ isDone: Bool?, _ fold: String, _ body: String, _ schedule: Schedule
  ) {
    var box = ""
    if let isDone {
      let state = "aria-label=\"Done\" aria-pressed=\"\(isDone)\""
      box = button("box", isDone ? "undone" : "done", isDone ? "✓" : "", state)
    }
    let state = isDone.map { $0 ? " task done" : " task" } ?? ""
    let due = schedule.due.map { " <time class=\"due\" datetime=\"\($0)\">\($0)</time>" } ?? ""
    html += """
      <form class="line \(id.kind.rawValue)\(state)" id="\("\(id)".dropFirst())" data-level="\(depth)" method="post" action="form">\
      <input type="hidden" name="id" value="\(id)"><input type="hidden" name="from" value="\(first)">\
      \(fold)\(box)\(Self.span("body", Self.span("text", body) + due))</form>

      """
    count += 1
  }

  private func button(_ style: String, _ verb: String, _ sign: String, _ state: String) -> String {
    let isDead = isReadOnly ? " disabled" : ""
    return "<button class=\"\(style)\" name=\"verb\" value=\"\(verb)\" \(state)\(isDead)>\(sign)</button>"
  }

  private static func span(_ style: String, _ content: String) -> String {
    "<span class=\"\(style)\">\(content)</span>"
  }

  /// Links to the lines before and after these.
  private func links(of total: Int) -> String {
    if count >= total { return "" }
    let end = first + count
    let before = first > 0 ? "<a rel=\"prev\" href=\"./?from=\(max(0, first - Self.lines))\">Before</a> " : ""
    let after = end < total ? " <a rel=\"next\" href=\"./?from=\(end)\">After</a>" : ""
    return "<nav class=\"pages\" aria-label=\"Pages\">\(before)\(first + 1)–\(end) of \(total)\(after)</nav>\n"
  }
}

// MARK: - Other pages

extension PageWriter {
  /// What somebody sees whom nobody has let in.
  static let locked = response(
    "<p>Open the link that <code>pleat web</code> has printed, or log in.</p>\n<p><a href=\"./\">Try again</a></p>\n",
    .unauthorized)

  /// Returns the page with what a filter has found.
  static func found(_ answer: ServedOutline.Answer, by filter: String) -> Response {
    let tree = try? JSONTree(String(decoding: answer.output, as: UTF8.self))
    guard answer.status == 0 || answer.status == 1, case .array(let hits) = tree else {
      let message = answer.error?.members?.first?.value.members?.first { $0.key == "message" }?.value.string
      return response("<p>\(HTMLText.escaped(message ?? ServedOutline.trouble))</p>\n", .badRequest)
    }
    if hits.isEmpty { return response("<p>Nothing fits “\(HTMLText.escaped(filter))”.</p>\n") }
    return response(hits.map(hit).joined())
  }

  private static func hit(_ hit: JSONTree) -> String {
    let members = hit.members ?? []
    let text = { (names: [String]) in members.first { names.contains($0.key) && $0.value.string != nil }?.value.string }
    let path = "<bdi class=\"path\">\(HTMLText.escaped(text(["path"]) ?? ""))</bdi> "
    let body = path + span("text", HTMLText.rendered(text(["text", "title"]) ?? ""))
    return "<p class=\"line\">\(span("body", body))</p>\n"
  }

  private static func response(_ content: String, _ status: HTTPResponse.Status = .ok) -> Response {
    let bytes = frame.start + Array(content.utf8) + frame.end
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// The page before and after the lines.
  private static let frame: (start: [UInt8], end: [UInt8]) = {
    let page = PackageResources.page_html
    guard let range = page.firstRange(of: Array("<!-- lines -->".utf8)) else { return (page, []) }
    return (Array(page[..<range.lowerBound]), Array(page[range.upperBound...]))
  }()
}
