import Hummingbird
import ListChanges
import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatOutput
import PleatSystem

/// Writes a page of lines that works without scripts: every line has a form that folds and ticks it.
struct PageWriter {
  /// How many lines a page without scripts has.
  static let lines = 200

  private let first: Int
  private let frame: Frame
  private var count = 0
  private var html = ""
  private let today = Day(ofSecondsSince1970: Platform.localTime())

  /// What surrounds the lines on the page of an outline.
  struct Frame: Sendable {
    /// What the user may do.
    let right: Right
    /// The link to the list of outlines; nil if a single outline is served.
    let index: String?
    /// Whether there is a button for signing out.
    let signsOut: Bool
    /// The key under which the browser keeps unsent texts, so that it never sends those of another user, or of another
    /// outline that once had the same address.
    let key: String
    /// The name under which the browser keeps lists and files; see ``Site/cacheName(for:)``.
    let cache: String
  }

  /// Writes lines in the form of `list --json`, starting with the line at an index.
  init(_ lines: [UInt8], from first: Int, _ frame: Frame) {
    (self.first, self.frame) = (first, frame)
    guard case .array(let objects) = try? JSONTree(String(decoding: lines, as: UTF8.self)) else { return }
    for object in objects { add(Line(object)) }
  }

  /// Returns the page with the lines.
  func page(of total: Int) -> Response {
    Self.response(total == 0 ? "<p>Nothing here yet.</p>\n" : html + links(of: total), in: frame)
  }

  /// A line, as printed by `list --json`.
  private struct Line {
    private let members: [String: JSONTree]

    init(_ object: JSONTree) {
      members = Dictionary((object.members ?? []).map { ($0.key, $0.value) }) { first, _ in first }
    }

    func text(_ name: String) -> String? { members[name]?.string }
    func number(_ name: String) -> Int { members[name]?.integer ?? 0 }
    func isTrue(_ name: String) -> Bool { flag(name) == true }
    func flag(_ name: String) -> Bool? { members[name]?.bool }
    var note: String? { members["attributes"]?.members?.first { $0.key == "note" }?.value.string }
    /// The row's attributes as JSON; nil for a section.
    var attributes: String? { isSection ? nil : members["attributes"]?.text }

    var isSection: Bool { text("kind") == "section" }
    /// How many sections and rows contain it.
    var depth: Int {
      let sections = text("number")?.prefix { $0 != ":" }.split(separator: ".").count ?? 0
      return isSection ? sections - 1 : sections + max(0, number("level") - 1)
    }
    /// Whether it can be collapsed or expanded.
    var isFull: Bool {
      isSection ? number("rows") + number("below") > 0 && isTrue("collapsible") : flag("collapsed") != nil
    }
    /// Counts of what a collapsed line hides; zero for other lines.
    var hidden: ItemCounts {
      ItemCounts(rows: number("hidden"), tasks: number("tasks"), doneTasks: number("doneTasks"))
    }
  }

  private mutating func add(_ line: Line) {
    var fold = Self.span("fold", ""), box = ""
    if line.isFull {
      fold = button("fold", "toggle", Self.sign("fold"), "aria-expanded=\"\(!line.isTrue("collapsed"))\"")
    }
    if let isDone = line.flag("done") {
      let state = "aria-label=\"Done\" aria-pressed=\"\(isDone)\""
      box = button("box", isDone ? "undone" : "done", isDone ? Self.sign("check") : "", state)
    }
    let state = line.flag("done").map { $0 ? " task done" : " task" } ?? "", id = line.text("id") ?? ""
    html += """
      <form class="line \(line.isSection ? "section" : "row")\(state)" id="\(id.dropFirst())" method="post" action="form">\
      <input type="hidden" name="id" value="\(id)"><input type="hidden" name="from" value="\(first)">\
      \(String(repeating: "<i></i>", count: line.depth))\(fold)\(box)\(Self.span("body", body(of: line)))\(due(of: line))</form>

      """
    count += 1
  }

  private func body(of line: Line) -> String {
    var body = HTMLText.rendered(line.text("title") ?? line.text("text") ?? "", attributes: line.attributes)
    if let detail = line.text("detail") { body += " " + Self.span("detail", HTMLText.rendered(detail)) }
    if let note = line.note { body += " " + Self.span("note", HTMLText.escaped(note)) }
    if let hidden = line.hidden.hiddenText { body += " " + Self.span("hidden-count", "· \(hidden)") }
    return Self.span("text", body)
  }

  private func due(of line: Line) -> String {
    let schedule = Schedule(due: line.text("due").flatMap { DueDate($0) }, repeats: line.text("repeat"))
    guard let due = schedule.due, let note = ScheduleNotes().note(schedule, isDone: line.flag("done"), today: today)
    else { return "" }
    let state = note.daysLeft < 0 ? " late" : note.daysLeft == 0 ? " today" : ""
    return " <time class=\"due\(state)\" datetime=\"\(due)\">\(note.text)</time>"
  }

  /// Returns one of the signs that the page has drawn.
  private static func sign(_ name: String) -> String {
    "<svg class=\"sign\" aria-hidden=\"true\"><use href=\"#sign-\(name)\"/></svg>"
  }

  private func button(_ style: String, _ verb: String, _ sign: String, _ state: String) -> String {
    let isDead = frame.right < (verb == "toggle" ? .fold : .edit) ? " disabled" : ""
    return "<button class=\"\(style)\" name=\"verb\" value=\"\(verb)\" \(state)\(isDead)>\(sign)</button>"
  }

  private static func span(_ style: String, _ content: String) -> String {
    "<span class=\"\(style)\">\(content)</span>"
  }

  /// Returns links to the lines before and after these.
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
  /// Returns the page for a visitor without access, with what to do about it.
  static func locked(_ message: String) -> Response {
    plain("<p>\(HTMLText.escaped(message))</p>\n\(again)", .unauthorized)
  }

  /// Returns the page for a user who may not see the outline, if it exists at all.
  static func unseen(below index: String?) -> Response {
    plain("<p>There is no outline here, or you may not see it.</p>\n\(again)", .forbidden, below: index)
  }

  private static let again = "<p><a href=\"./\">Try again</a></p>\n"

  /// How many outlines a page of a folder lists.
  static let mostOutlines = 1_000

  /// Returns the page with links to outlines.
  static func index(of names: [String], signsOut: Bool) -> Response {
    let links = names.map { name in
      let address = name.split(separator: "/").map { PercentText.encoded(String($0)) }.joined(separator: "/")
      return "<p class=\"line\"><a href=\"./\(address)/\">\(HTMLText.escaped(name))</a></p>\n"
    }
    let nothing = "<p>There is no outline here that you may see.</p>\n"
    return plain(links.isEmpty ? nothing : links.joined(), .ok, signsOut: signsOut)
  }

  /// Returns the page with the hits of a filter, or with what is due.
  static func found(_ answer: ServedOutline.Answer, nothing: String, in frame: Frame) -> Response {
    let tree = try? JSONTree(String(decoding: answer.output, as: UTF8.self))
    guard answer.status == 0 || answer.status == 1, case .array(let hits) = tree else {
      let message = HTMLText.escaped(answer.message ?? ServedOutline.trouble)
      return response("<p>\(message)</p>\n", .badRequest, in: frame)
    }
    let nothing = "<p>\(HTMLText.escaped(nothing))</p>\n"
    return response(hits.isEmpty ? nothing : hits.map(hit).joined(), in: frame)
  }

  private static func hit(_ hit: JSONTree) -> String {
    let members = hit.members ?? []
    let text = { (names: [String]) in members.first { names.contains($0.key) && $0.value.string != nil }?.value.string }
    let path = "<bdi class=\"path\">\(HTMLText.escaped(text(["path"]) ?? ""))</bdi> "
    let body = path + span("text", HTMLText.rendered(text(["text", "title"]) ?? ""))
    return "<p class=\"line\">\(span("body", body))</p>\n"
  }

  /// Returns a page about an outline.
  private static func response(_ content: String, _ status: HTTPResponse.Status = .ok, in frame: Frame) -> Response {
    let marks = [Right.see: " data-read-only", .fold: " data-read-only data-folds"][frame.right] ?? ""
    let part = part(ofOutline: true, signsOut: frame.signsOut)
    let start = String(decoding: part.start, as: UTF8.self)
      .replacing("<body>", with: "<body data-key=\"\(frame.key)\" data-cache=\"\(frame.cache)\"\(marks)>")
      .replacing("action=\"sign-out\"", with: "action=\"\(frame.index ?? "")sign-out\"")
    return response(linked(Array(start.utf8), to: frame.index) + Array(content.utf8) + part.end, status)
  }

  /// Returns a page without an outline: it has no scripts, and nothing to edit or to search.
  private static func plain(
    _ content: String, _ status: HTTPResponse.Status, below index: String? = nil, signsOut: Bool = false
  ) -> Response {
    let part = part(ofOutline: false, signsOut: signsOut)
    return response(linked(part.start, to: index) + Array(content.utf8) + part.end, status)
  }

  /// Adds the link to the list of outlines to the start of a page.
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

  /// The page before and after its lines.
  private typealias Part = (start: [UInt8], end: [UInt8])

  /// Returns the parts of a page around its lines.
  ///
  /// - Parameters:
  ///   - ofOutline: Whether to include what only the page of an outline has.
  ///   - signsOut: Whether to include the button for signing out.
  private static func part(ofOutline: Bool, signsOut: Bool) -> Part { parts[ofOutline ? 1 : 0][signsOut ? 1 : 0] }

  private static let parts = [false, true].map { ofOutline in
    [false, true].map { signsOut in
      var page = Asset.page
      if !ofOutline { remove("<!-- of an outline -->", from: &page) }
      if !signsOut { remove("<!-- of a browser that was let in -->", from: &page) }
      return split(page)
    }
  }

  /// Removes everything between each of these marks and the next end mark.
  private static func remove(_ mark: String, from page: inout [UInt8]) {
    while let start = page.firstRange(of: Array(mark.utf8)),
      let end = page[start.upperBound...].firstRange(of: Array("<!-- end -->".utf8))
    { page.removeSubrange(start.lowerBound..<end.upperBound) }
  }

  private static func split(_ page: [UInt8]) -> Part {
    guard let range = page.firstRange(of: Array("<!-- lines -->".utf8)) else { return (page, []) }
    return (Array(page[..<range.lowerBound]), Array(page[range.upperBound...]))
  }
}
