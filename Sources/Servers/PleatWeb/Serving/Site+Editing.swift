import Hummingbird
import OutlineJSON
import PleatSystem

// Edits, which are made and answered like the verbs of the same names.
extension Site {
  /// The options for undo and redo.
  static let steps = ["mine", "any", "folds"]
  /// The edits of the forms on a page without scripts.
  private static let formVerbs = ["toggle", "done", "undone"]

  func apply(_ question: Question) async throws -> Response {
    let body = try await body(of: question.request)
    let trial = try flag("dry-run", question) ? ["--dry-run"] : []
    return try await edit("apply", trial + ["-"], input: body, question)
  }

  func step(_ verb: String, _ question: Question) async throws -> Response {
    if !(try await body(of: question.request)).isEmpty {
      throw WebError.badQuery("'\(verb)' takes parameters, and no body.")
    }
    let options = try Self.steps.filter { try flag($0, question) }.map { "--\($0)" }
    let entry = question.query["entry"].map { ["--entry=\($0)"] } ?? []
    return try await edit(verb, options + entry, question)
  }

  /// Makes the edit of a form, and shows the page again.
  func form(_ question: Question) async throws -> Response {
    let body = String(utf8: try await body(of: question.request))
    guard let fields = body.flatMap({ Fields($0) }), let verb = fields["verb"], Self.formVerbs.contains(verb),
      let id = fields["id"], id.hasPrefix("@")
    else { throw WebError.badQuery("The form lacks 'verb', 'id' or both.") }
    let heard = heardSteps(question)
    let answer = await run(verb, ["--", id], question)
    if answer.status != 0 { throw WebError(answer) }
    try await wait(for: question, after: heard, answer)
    let from = fields["from"].flatMap { Int($0) }.map { "?from=\($0)" } ?? ""
    return Response(status: .seeOther, headers: [.location: "./\(from)#\(id.dropFirst())"])
  }

  private func edit(
    _ verb: String, _ arguments: [String], input: [UInt8] = [], _ question: Question
  ) async throws -> Response {
    let key = try key(of: question.request).map { ["--idempotency-key=\($0)"] } ?? []
    let heard = heardSteps(question)
    let answer = await run(verb, ["--layout=flat"] + key + arguments, input: input, question)
    var response = try Self.response(to: answer)
    // All streams receive the edit before its answer is sent.
    try await wait(for: question, after: heard, answer)
    let follower = follower(question)
    if let revision = try? await reading({ try follower.newestRevision() }) {
      response.headers[.pleatRevision] = "\(revision)"
    }
    return response
  }

  /// Returns how many edits of the user another machine has reported; nil for a local file.
  private func heardSteps(_ question: Question) -> Int? {
    question.outline.sshOptions == nil ? nil : follower(question).ownSteps
  }

  /// Waits until another machine has reported an edit, which arrives separately from the answer.
  private func wait(for question: Question, after heard: Int?, _ answer: ServedOutline.Answer) async throws {
    if heard == nil || !answer.hasChanges { return }
    for _ in 0..<100 where heardSteps(question) == heard { try await Task.sleep(for: .milliseconds(10)) }
  }

  /// Returns the idempotency key of an edit, by which a repeated request is recognized.
  private func key(of request: Request) throws(WebError) -> Int? {
    guard let text = request.headers[.idempotencyKey] else { return nil }
    guard let key = Int(text), key > 0 else {
      throw WebError.badQuery("An idempotency key is a whole number from 1 to \(Int.max).")
    }
    return key
  }

  func flag(_ name: String, _ question: Question) throws(WebError) -> Bool {
    switch question.query[name] {
    case nil, "no": return false
    case "yes": return true
    default: throw WebError.badQuery("The parameter '\(name)' is yes or no.")
    }
  }
}

extension ServedOutline.Answer {
  /// Whether an edit has changed its user's list.
  fileprivate var hasChanges: Bool {
    let tree = try? JSONTree(String(decoding: output, as: UTF8.self))
    let changes = tree?.members?.first { $0.key == "changes" }?.value
    if case .null? = changes { return false }
    return changes != nil
  }
}
