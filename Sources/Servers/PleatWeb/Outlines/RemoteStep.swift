import ListChanges
import OutlineJSON
import PleatSystem

/// One line of `watch --json` in the layout `flat`.
struct RemoteStep: Sendable {
  /// The whole list, in the first line and after a reset; nil for changes.
  private(set) var list: [RemoteLine]?
  private(set) var changes = LineChanges()
  /// The content of inserted and changed lines, in the order of the list.
  private(set) var content: [RemoteLine] = []
  /// The line of `watch` as received, but without the content of lines.
  private(set) var short: [UInt8] = []
  private(set) var whole: [UInt8] = []
  /// Whether the user of the list made the change.
  private(set) var isOwn = false

  init(list: [RemoteLine]) { self.list = list }

  /// Reads a line; nil if it contains no changes.
  ///
  /// - Throws: `ImportError` for a line of another form.
  init?(reading line: [UInt8]) throws {
    guard String(utf8: line) != nil else { throw ImportError(message: "a line is not UTF-8") }
    var json = JSONStream(TextBuffer(checked: line))
    var members = try json.openObject("a line of watch"), parts: [JSONTree.Member] = []
    while let key = try json.key(of: &members) {
      switch key {
      case "snapshot", "reset": list = try Self.lines(&json)
      case "content": content = try Self.lines(&json)
      default: parts.append(.init(key, .written(try json.value(key, most: .max))))
      }
    }
    if list != nil { return }
    guard let text = parts.first(where: { $0.key == "changes" })?.value.text,
      let changes = JSONTree(stored: text)?.members
    else { return nil }
    self.changes = LineChanges(
      deletedLines: Self.runs("deletedLines", changes), insertedLines: Self.runs("insertedLines", changes),
      movedLines: Self.moves(changes), reloadedLines: Self.runs("reloadedLines", changes))
    (short, whole) = (Array(JSONTree.object(parts).text.utf8), line)
    let by = parts.first { $0.key == "by" }.flatMap { JSONTree.string($0.value.text) }
    isOwn = by != nil && by == changes.first { $0.key == "user" }?.value.string
  }

  /// Returns the lines after the changes.
  ///
  /// - Throws: `ImportError` for changes that do not fit the lines before.
  func lines(after before: [RemoteLine]) throws -> [RemoteLine] {
    if let list { return list }
    let misfit = ImportError(message: "changes do not fit the list")
    var after = [RemoteLine](repeating: .unknown, count: before.count + content.count)
    let places = (changes.insertedLines + changes.reloadedLines).flatMap(\.range).sorted()
    guard places.count == content.count else { throw misfit }
    for (place, line) in zip(places, content) {
      guard after.indices.contains(place) else { throw misfit }
      after[place] = line
    }
    do { return try changes.replay(on: before, reading: after) } catch { throw misfit }
  }

  private static func lines(_ json: inout JSONStream) throws -> [RemoteLine] {
    var lines: [RemoteLine] = [], array = try json.openArray("lines")
    while try json.hasElement(in: &array) { lines.append(RemoteLine(try json.object("line", most: .max))) }
    return lines
  }

  private static func numbers(_ name: String, _ changes: [JSONTree.Member]) -> [[String: Int]] {
    guard case .array(let runs) = changes.first(where: { $0.key == name })?.value else { return [] }
    return runs.map { run in
      Dictionary((run.members ?? []).map { ($0.key, $0.value.integer ?? -1) }) { first, _ in first }
    }
  }

  private static func runs(_ name: String, _ changes: [JSONTree.Member]) -> [IndexRun] {
    numbers(name, changes).map { IndexRun($0["start"] ?? -1, count: max(0, $0["count"] ?? 0)) }
  }

  private static func moves(_ changes: [JSONTree.Member]) -> [IndexMove] {
    numbers("movedLines", changes).map {
      IndexMove(from: $0["from"] ?? -1, to: $0["to"] ?? -1, count: max(0, $0["count"] ?? 0))
    }
  }
}
