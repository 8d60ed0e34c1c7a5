import Hummingbird
import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatOutput
import PleatSystem

/// Writes the page with the lines of a window, which works without script: every line has a form that folds and ticks it.
struct PageWriter {
  /// How many lines a page has without script.
  static let lines = 200

  private let first: Int
  private let right: Right
  private var count = 0
  private var html = ""
  private let today = Day(ofSecondsSince1970: Platform.localTime())

  /// Writes lines as `list --json` prints them, from the line at an index on.
  init(_ lines: [UInt8], from first: Int, _ right: Right) {
    (self.first, self.right) = (first, right)
    guard case .array(let objects) = try? JSONTree(String(decoding: lines, as: UTF8.self)) else { return }
    for object in objects { add(Line(object)) }
  }

  /// Returns the page with the lines.
  ///
  /// - Parameter index: The address of the list of outlines from there; nil where one outline is served.
  func page(of total: Int, below index: String?) -> Response {
    Self.response(total == 0 ? "<p>Nothing here yet.</p>\n" : html + links(of: total), for: right, below: index)
  }

  /// A line as it was printed.
  private struct Line {
    private let members: [String: JSONTree]

    init(_ object: JSONTree) {
      members = Dictionary((object.members ?? []).map { ($0.key, $0.value) }) { first, _ in first }
    }

    func text(_ name: String) -> String? { members[name]?.string }
    func number(_ name: String) -> Int { members[name]?.integer ?? 0 }
    func isTrue(_ name: String) -> Bool { flag(name) == true }
    func flag(_ name: String) -> Bool? { members[name]?.bool }
    /// The attributes of a row as JSON; nil for a section.
    var attributes: String? { isSection ? nil : members["attributes"]?.text }

    var isSection: Bool { text("kind") == "section" }
    /// How many sections are around it.
    var depth: Int {
      let sections = text("number")?.prefix { $0 != ":" }.split(separator: ".").count ?? 0
      return isSection ? sections - 1 : sections
    }
    /// The counts of what a collapsed section hides; zero for other lines.
    var hidden: ItemCounts {
      ItemCounts(rows: number("hidden"), tasks: number("tasks"), doneTasks: number("doneTasks"))
    }
  }

  private mutating func add(_ line: Line) {
    var fold = "", box = ""
    if line.isSection, line.number("rows") + line.number("below") > 0, line.isTrue("collapsible") {
      let isCollapsed = line.isTrue("collapsed")
      fold = button("fold", "toggle", isCollapsed ? "▸" : "▾", "aria-expanded=\"\(!isCollapsed)\"")
    }
    if let isDone = line.flag("done") {
      let state = "aria-label=\"Done\" aria-pressed=\"\(isDone)\""
      box = button("box", isDone ? "undone" : "done", isDone ? "✓" : "", state)
    }
    let state = line.flag("done").map { $0 ? " task done" : " task" } ?? "", id = line.text("id") ?? ""
    html += """
      <form class="line \(line.isSection ? "section" : "row")\(state)" id="\(id.dropFirst())" data-level="\(line.depth)" \
      method="post" action="form"><input type="hidden" name="id" value="\(id)">\
      <input type="hidden" name="from" value="\(first)">\(fold)\(box)\(Self.span("body", body(of: line)))</form>

      """
    count += 1
  }

  private func body(of line: Line) -> String {
    var body = HTMLText.rendered(line.text("title") ?? line.text("text") ?? "", attributes: line.attributes)
    if let detail = line.text("detail") { body += " " + Self.span("detail", HTMLText.rendered(detail)) }
    if let hidden = line.hidden.hiddenText { body += " " + Self.span("hidden-count", "· \(hidden)") }
    let schedule = Schedule(due: line.text("due").flatMap { DueDate($0) }, repeats: line.text("repeat"))
    guard let due = schedule.due, let note = ScheduleNotes().note(schedule, isDone: line.flag("done"), today: today)
    else {
      return Self.span("text", body)
    }
    let time = "<time class=\"\(note.isLate ? "due late" : "due")\" datetime=\"\(due)\">\(note.text)</time>"
    return Self.span("text", body) + " " + time
  }

  private func button(_ style: String, _ verb: String, _ sign: String, _ state: String) -> String {
    let isDead = right < (verb == "toggle" ? .fold : .edit) ? " disabled" : ""
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
  /// The page for somebody who was not let in, with what to do about it.
  static func locked(_ message: String) -> Response {
    plain("<p>\(HTMLText.escaped(message))</p>\n\(again)", .unauthorized)
  }

  /// Returns the page for somebody who may not see the outline, if it is there.
  static func unseen(below index: String?) -> Response {
    plain("<p>There is no outline here, or you may not see it.</p>\n\(again)", .forbidden, below: index)
  }

  private static let again = "<p><a href=\"./\">Try again</a></p>\n"

  /// How many outlines a page of a folder lists.
  static let mostOutlines = 1_000

  /// Returns the page with links to outlines.
  static func index(of names: [String]) -> Response {
    let links = names.map { name in
      let address = name.split(separator: "/").map { PercentText.encoded(String($0)) }.joined(separator: "/")
      return "<p class=\"line\"><a href=\"./\(address)/\">\(HTMLText.escaped(name))</a></p>\n"
    }
    return plain(links.isEmpty ? "<p>There is no outline here that you may see.</p>\n" : links.joined(), .ok)
  }

  /// Returns the page with the hits of a filter.
  static func found(
    _ answer: ServedOutline.Answer, by filter: String, _ right: Right, below index: String?
  ) -> Response {
    let tree = try? JSONTree(String(decoding: answer.output, as: UTF8.self))
    guard answer.status == 0 || answer.status == 1, case .array(let hits) = tree else {
      let message = HTMLText.escaped(answer.message ?? ServedOutline.trouble)
      return response("<p>\(message)</p>\n", .badRequest, below: index)
    }
    let nothing = "<p>Nothing fits “\(HTMLText.escaped(filter))”.</p>\n"
    return response(hits.isEmpty ? nothing : hits.map(hit).joined(), for: right, below: index)
  }

  private static func hit(_ hit: JSONTree) -> String {
    let members = hit.members ?? []
    let text = { (names: [String]) in members.first { names.contains($0.key) && $0.value.string != nil }?.value.string }
    let path = "<bdi class=\"path\">\(HTMLText.escaped(text(["path"]) ?? ""))</bdi> "
    let body = path + span("text", HTMLText.rendered(text(["text", "title"]) ?? ""))
    return "<p class=\"line\">\(span("body", body))</p>\n"
  }

  /// Returns a page that is about an outline.
  private static func response(
    _ content: String, _ status: HTTPResponse.Status = .ok, for right: Right = .edit, below index: String?
  ) -> Response {
    response(linked(starts[right] ?? frame.start, to: index) + Array(content.utf8) + frame.end, status)
  }

  /// Returns a page that is about no outline: without script, and with nothing to edit or to find.
  private static func plain(
    _ content: String, _ status: HTTPResponse.Status, below index: String? = nil
  ) -> Response {
    response(linked(plainFrame.start, to: index) + Array(content.utf8) + plainFrame.end, status)
  }

  /// Adds the link to the list of outlines to the beginning of a page.
  private static func linked(_ start: [UInt8], to index: String?) -> [UInt8] {
    guard let index else { return start }
    let own = "<a href=\"./\">"
    return start.replacing(Array(own.utf8), with: Array("<a href=\"\(index)\">Outlines</a>\(own)".utf8))
  }

  private static func response(_ bytes: [UInt8], _ status: HTTPResponse.Status) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// The page before the lines for those who may not edit, with a mark for the script.
  private static let starts = [Right.see: "data-read-only", .fold: "data-read-only data-folds"].mapValues { mark in
    Array(String(decoding: frame.start, as: UTF8.self).replacing("<body>", with: "<body \(mark)>").utf8)
  }

  /// The page before and after the lines.
  private static let frame = frame(of: PackageResources.page_html)

  /// The same without the parts that only the page of an outline has.
  private static let plainFrame = {
    var page = PackageResources.page_html
    while let start = page.firstRange(of: Array("<!-- of an outline -->".utf8)),
      let end = page[start.upperBound...].firstRange(of: Array("<!-- end -->".utf8))
    { page.removeSubrange(start.lowerBound..<end.upperBound) }
    return frame(of: page)
  }()

  private static func frame(of page: [UInt8]) -> (start: [UInt8], end: [UInt8]) {
    guard let range = page.firstRange(of: Array("<!-- lines -->".utf8)) else { return (page, []) }
    return (Array(page[..<range.lowerBound]), Array(page[range.upperBound...]))
  }
}
