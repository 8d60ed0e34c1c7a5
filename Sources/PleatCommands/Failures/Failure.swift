import ArgumentParser
import OutlineCore
import OutlineFormats
import OutlineRepository

/// A failure as the user is told of it: a sentence, a next step, and an exit code.
struct Failure: Error {
  /// What went wrong, with the exit codes of sysexits and pleat's own above them.
  enum Kind: String {
    case usage
    case badData = "bad-data"
    case notFound = "not-found"
    case newer = "newer-version"
    case older = "older-version"
    case bug
    case cannotCreate = "cannot-create"
    case inputOutput = "input-output"
    case busy
    case noPermission = "no-permission"
    case configuration
    case changed
    case ambiguous
    case refused
  }

  /// The exit code.
  let status: Int32
  /// The code by which scripts tell failures apart.
  let code: String
  /// What went wrong, as a sentence.
  let message: String
  /// What to do next.
  var hint: String?
  /// The things that an ambiguous address may mean.
  var candidates: [Candidate] = []

  init(_ kind: Kind, _ message: String, hint: String? = nil, candidates: [Candidate] = []) {
    status = kind.status
    code = kind.rawValue
    self.message = message
    self.hint = hint
    self.candidates = candidates
  }

  /// Ends with an exit code and no message: a negative answer, a help text.
  init(status: Int32, message: String = "") {
    self.status = status
    code = status == 64 ? Kind.usage.rawValue : ""
    self.message = message
  }

  /// The end that a signal asked for.
  init(interruptedBy signal: Int32) {
    status = 128 + signal
    code = "interrupted"
    message = "interrupted; nothing was changed"
  }

  /// What any error means for the user.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as OutlineError: self.init(outline: error)
    case let error as StoreError: self.init(store: error)
    case let error as ImportError: self.init(input: error, in: "the document")
    case let error as OutputError: self.init(output: error)
    case let error as ValidationError: self.init(.usage, error.message)
    default: self.init(parsing: error)
    }
  }

  /// The failure of one line of an input.
  func inLine(_ number: Int, of input: String) -> Failure {
    let whole = [hint, "Nothing was changed."].compactMap(\.self).joined(separator: " ")
    return Failure(
      status: status, code: code, message: "line \(number) of \(input): \(message)", hint: whole, candidates: candidates
    )
  }

  private init(status: Int32, code: String, message: String, hint: String, candidates: [Candidate]) {
    self.status = status
    self.code = code
    self.message = message
    self.hint = hint
    self.candidates = candidates
  }

  private init(parsing error: any Error) {
    let status = Pleat.exitCode(for: error).rawValue
    if status == 0 || status == 64 {
      self.init(status: status, message: Pleat.fullMessage(for: error))
    } else {
      self.init(.bug, "Something that pleat did not expect: \(error)")
    }
  }
}

extension Failure.Kind {
  var status: Int32 {
    switch self {
    case .usage: 64
    case .badData: 65
    case .notFound: 66
    case .newer, .older: 69
    case .bug: 70
    case .cannotCreate: 73
    case .inputOutput: 74
    case .busy: 75
    case .noPermission: 77
    case .configuration: 78
    case .changed: 79
    case .ambiguous: 80
    case .refused: 81
    }
  }
}

extension Failure {
  /// The failure as lines for a person.
  var text: String {
    if code == Kind.usage.rawValue, hint == nil { return Escapes.lines(message) }
    let found = candidates.map { "  @\($0.id)  \(Escapes.oneLine(Address.words(forPath: $0.path)))" }
    return (["pleat: \(Escapes.oneLine(message))"] + found + [hint.map(Escapes.oneLine)].compactMap(\.self))
      .joined(separator: "\n")
  }

  /// The failure as one JSON object.
  var json: String {
    let found = candidates.map {
      "{\"id\":\"\($0.id)\",\"path\":\(JSONText.quoted(Address.words(forPath: $0.path)))}"
    }
    let whole = [message, hint].compactMap(\.self).joined(separator: " ")
    return "{\"error\":{\"code\":\"\(code)\",\"message\":\(JSONText.quoted(whole)),"
      + "\"candidates\":[\(found.joined(separator: ","))]}}"
  }
}
