import Hummingbird
import NIOCore
import OutlineCore
import OutlineJSON
import PleatOutput
import PleatSystem
import ServiceLifecycle

// Questions, answered like the verbs of the same names with --json.
extension Site {
  /// Returns the page with the outlines of a folder that a user may see.
  func index(for user: String) async throws -> Response {
    guard case .folder(let folder, _, _) = outlines else { throw WebError.unknownPlace }
    do {
      return try await Threads.following.runIfActive {
        PageWriter.index(of: try folder.outlines(for: user, limit: PageWriter.mostOutlines), signsOut: gate.signsOut)
      }
    } catch { throw WebError(refused: Failure(error)) }
  }

  func page(_ question: Question) async throws -> Response {
    let from = try number("from", question) ?? 0
    let frame = frame(for: question)
    if let filter = question.query["where"], !filter.isEmpty {
      let answer = await run("find", ["--limit=\(PageWriter.lines)", "--", filter], question)
      return PageWriter.found(answer, nothing: "Nothing fits “\(filter)”.", in: frame)
    }
    if question.query["due"] != nil {
      let answer = await run("due", [], question)
      return PageWriter.found(answer, nothing: "Nothing is due.", in: frame)
    }
    let follower = follower(question)
    let window = try await reading {
      try Platform.withCallersZone(question.zone) {
        try follower.window { list in
          let start = max(0, min(from, list.total - 1))
          return PageWriter(try list.lines(from: start, limit: PageWriter.lines), from: start, frame)
        }
      }
    }
    return window.lines.page(of: window.total)
  }

  /// Returns what surrounds the lines on the page of an outline.
  private func frame(for question: Question) -> PageWriter.Frame {
    PageWriter.Frame(
      right: question.outline.right, index: outlines.index(from: question.request.uri.path),
      signsOut: gate.signsOut, key: Self.key(of: question.user, at: question.outline.path),
      cache: cacheName(for: question.user))
  }

  /// Returns the key by which browsers tell the users of an outline or a folder apart.
  static func key(of user: String, at path: String) -> String { String(FNV1a("\(path)\n\(user)").value, radix: 16) }

  /// Returns the name under which browsers keep lists and files, so that they never show those of another user, of what
  /// once had the same address, or of another version of the page.
  func cacheName(for user: String) -> String { Self.key(of: user, at: "\(outlines.path)\n\(Asset.version)") }

  func lines(_ question: Question) async throws -> Response {
    let from = try number("from", question) ?? 0
    let limit = min(try number("limit", question) ?? limits.lines, limits.lines)
    let follower = follower(question)
    let window = try await reading {
      try follower.window { try $0.lines(from: from, limit: limit) }
    }
    var response = Self.json(RenderedLines.added(to: window.lines))
    response.headers[.pleatTotal] = "\(window.total)"
    response.headers[.pleatRevision] = "\(window.revision)"
    return response
  }

  func find(_ question: Question) async throws -> Response {
    guard let filter = question.query["where"], !filter.isEmpty else {
      throw WebError.badQuery("The parameter 'where' is missing. Give it a filter.")
    }
    let wanted = (question.query["in"].map { ["--in=\($0)"] } ?? []) + ["--", filter]
    let limit = try number("limit", question).map { ["--limit=\($0)"] } ?? []
    var response = try Self.response(to: await run("find", limit + wanted, question), RenderedLines.added)
    if try flag("total", question) {
      let all = await run("find", ["--limit=\(limits.hits)"] + wanted, question)
      let hits = all.output.split(separator: UInt8(ascii: "\n")).count { $0.first == UInt8(ascii: "{") }
      response.headers[.pleatTotal] = "\(hits)"
    }
    return response
  }

  func tags(_ question: Question) async throws -> Response {
    try Self.response(to: await run("tags", [], question))
  }

  /// Returns the sections with words in their titles, the best first, and then those with words in the titles around them.
  func sections(_ question: Question) async throws -> Response {
    let words = question.query["words"]?.split(separator: " ").map(String.init) ?? []
    let limit = try number("limit", question) ?? limits.lines
    let answer = await run("list", ["--sections", "--all"], question)
    if answer.status != 0 { throw WebError(answer) }
    let (pattern, tree) = (try TextPattern(words), JSONTree(stored: String(decoding: answer.output, as: UTF8.self)))
    var (path, found): ([String], [[JSONTree]]) = ([], [[], [], [], []])
    guard case .array(let lines)? = tree else { return Self.json(answer.output) }
    for line in lines {
      let members = Dictionary((line.members ?? []).map { ($0.key, $0.value) }) { first, _ in first }
      guard let id = members["id"], let title = members["title"]?.string, let level = members["level"]?.integer
      else { continue }
      path = path.prefix(max(0, level - 1)) + [title]
      if try !pattern.fits(path) { continue }
      let rank = words.isEmpty ? 0 : try pattern.fits([title]) ? pattern.rank(of: title) : 3
      found[rank].append(["id": id, "title": .string(title), "path": .string(path.joined(separator: "/"))])
    }
    return Self.json(Array("\(JSONTree.array(Array(found.joined().prefix(limit))).text)\n".utf8))
  }

  /// Returns what a typed line means, as an edit would read it.
  func read(_ question: Question) throws -> Response {
    guard let text = question.query["text"], !text.isEmpty else {
      throw WebError.badQuery("The parameter 'text' is missing. Give it the text of a line.")
    }
    return try Platform.withCallersZone(question.zone) {
      let today = Day(ofSecondsSince1970: Platform.localTime())
      let line = RowContent(typed: text, today: today)
      let (due, rule) = (line.schedule.due, line.schedule.repeats)
      let meaning: JSONTree = [
        "text": .string(line.text), "done": line.isDone.map(JSONTree.bool) ?? .null,
        "due": due.map { .string("\($0)") } ?? .null, "repeat": rule.map(JSONTree.string) ?? .null,
        "repeatWords": rule.map { .string(Repeat(stored: $0).brief) } ?? .null,
        "remark": DatedText.slip(in: text, today: today).map { .string($0.remark) } ?? .null,
      ]
      return Self.json(Array("\(meaning.text)\n".utf8))
    }
  }

  func due(_ question: Question) async throws -> Response {
    let until = question.query["until"].map { ["--", $0] } ?? []
    return try Self.response(to: await run("due", until, question), RenderedLines.added)
  }

  func item(_ question: Question) async throws -> Response {
    guard let id = question.query["id"], !id.isEmpty else {
      throw WebError.badQuery("The parameter 'id' is missing. Give it the id of a section or row.")
    }
    return try Self.response(to: await run("show", ["--", id], question))
  }

  /// Opens a stream of the changes to the user's list.
  func changes(_ question: Question) async throws -> Response {
    let last = question.request.headers[.lastEventID] ?? question.query["since"]
    let revision = last.flatMap(Int64.init)
    if let last, revision == nil, !last.isEmpty { throw WebError.badQuery("A revision is a whole number.") }
    let hasContent = try content(question)
    let follower = follower(question)
    let (limit, channel) = (limits.streams, question.channel)
    let stream = try await reading {
      try follower.stream(after: revision, hasContent: hasContent, limit: limit, while: question.isLetIn) {
        channel.close(promise: nil)
      }
    }
    guard let stream else { throw WebError.tooManyStreams }
    let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no"]
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        // The server waits for its connections before it ends, and a stream would never end by itself.
        for await event in stream.cancelOnGracefulShutdown() { try await writer.write(event) }
        try await writer.finish(nil)
      })
  }

  private func content(_ question: Question) throws(WebError) -> Bool {
    switch question.query["content"] {
    case nil, "yes": return true
    case "no": return false
    default: throw WebError.badQuery("The parameter 'content' is yes or no.")
    }
  }

  /// The largest integer that every JSON reader represents exactly.
  private static let mostNumber = 9_007_199_254_740_991

  /// Returns a number in the query; nil if it is missing.
  private func number(_ name: String, _ question: Question) throws(WebError) -> Int? {
    guard let text = question.query[name] else { return nil }
    guard let number = Int(text), (0...Self.mostNumber).contains(number) else {
      throw WebError.badQuery("The parameter '\(name)' is a whole number from 0 to \(Self.mostNumber).")
    }
    return number
  }

  /// Reads the file on a thread for waiting.
  func reading<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    do { return try await Threads.following.runIfActive(work) } catch { throw WebError(unreadable: error) }
  }

  /// Returns the follower of the list that a request is about.
  func follower(_ question: Question) -> Follower { followers.follower(of: question.user, in: question.outline) }

  /// Carries a verb out on a thread for waiting.
  func run(
    _ verb: String, _ arguments: [String], input: [UInt8] = [], _ question: Question
  ) async -> ServedOutline.Answer {
    let (outline, user) = (question.outline, question.user)
    let answer = try? await Threads.editing.runIfActive {
      Platform.withCallersZone(question.zone) { outline.run(verb, arguments, input: input, as: user) }
    }
    return answer ?? ServedOutline.Answer(status: 74, output: [], error: nil)
  }

  /// Returns the response to a verb; finding nothing is not an error.
  ///
  /// - Parameter shown: Converts the output before it is sent.
  static func response(
    to answer: ServedOutline.Answer, _ shown: ([UInt8]) -> [UInt8] = { $0 }
  ) throws(WebError) -> Response {
    if answer.status != 0, answer.status != 1 { throw WebError(answer) }
    return json(shown(answer.output))
  }

  static func json(_ bytes: [UInt8], _ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
