import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatSystem

/// A failure in the form that the user sees: a sentence, a next step and an exit code.
package struct Failure: Error {
  /// The kinds of failure, with exit codes from sysexits.h and pleat's own codes above those.
  package enum Kind: String, CaseIterable {
    case usage
    case badData = "bad-data"
    case notFound = "not-found"
    case newer = "newer-version"
    case older = "older-version"
    case unavailable
    case bug
    case cannotCreate = "cannot-create"
    case inputOutput = "input-output"
    case busy
    case noPermission = "no-permission"
    case configuration
    case changed
    case ambiguous
    case refused
    case saved
    case unsent
  }

  package let status: Int32
  /// The kind of failure, for scripts.
  package let code: String
  package private(set) var message: String
  /// The input line that caused the failure of a batch.
  private var line: (number: Int, input: String)?
  package var hint: String?
  /// Possible corrections of the typed arguments.
  package var corrections: [Correction] = []
  /// Whole commands to suggest instead, without the name of the program.
  package private(set) var commands: [[String]] = []
  private var offered: [[String]] = []
  /// The corrections of an ambiguous address, one for each of ``candidates``.
  package var meanings: [Correction] = []
  /// A second next step, on a line of its own.
  package var next: String?
  /// The sections and rows that an ambiguous address can mean.
  package var candidates: [Candidate] = []
  /// The texts of an item, if an edit started from an outdated text; nil for all other failures.
  package var texts: Texts?
  /// Whether the edit may or may not have been saved.
  package var isOutcomeUnknown = false

  /// The text that somebody else wrote, and the text that the edit would have written.
  package struct Texts {
    let id: ItemID
    let theirs: String
    /// Nil for an edit that writes no text.
    let yours: String?
  }

  package init(_ kind: Kind, _ message: String, hint: String? = nil, candidates: [Candidate] = []) {
    status = kind.status
    code = kind.rawValue
    self.message = message
    self.hint = hint
    self.candidates = candidates
  }

  /// Creates an ending with an exit code and no kind, such as that of a search without a hit.
  package init(status: Int32, message: String = "") {
    self.status = status
    code = ""
    self.message = message
  }

  /// Creates the ending of a command that a signal interrupted.
  package init(
    interruptedBy signal: Int32, _ message: String = "interrupted; nothing was changed", isOutcomeUnknown: Bool = false
  ) {
    status = 128 + signal
    code = "interrupted"
    self.message = message
    self.isOutcomeUnknown = isOutcomeUnknown
  }

  /// Returns the failure of an edit that may have been saved; the hint repeats it with its idempotency key, if it has
  /// one.
  package func ofUnknownOutcome(withKey key: String?) -> Failure {
    var failure = self
    failure.isOutcomeUnknown = true
    if let key { failure.hint = "Repeat the command with --idempotency-key \(key): the edit is not made twice." }
    return failure
  }

  /// Creates the failure for an edit that is saved, but whose report failed.
  package init(reportingSaved error: any Error) {
    let failure = Failure(error)
    let reason =
      switch error as? OutputError {
      case .closed: "nobody read its report"
      case .failed(let reason): "its report could not be written: \(reason)"
      case nil: "its report failed: \(failure.message)"
      }
    self.init(.saved, "The edit was made, but \(reason)\(reason.hasSuffix(".") ? "" : ".")", hint: Self.noRepeating)
  }

  /// Creates the failure for a synchronization that has saved the other side's changes but not sent its own.
  package init(afterTakingOver failure: Failure) {
    self.init(
      .unsent, failure.message,
      hint: "The edits that arrived are saved in the outline; the edits made here were not sent. Repeat the command.")
    next = failure.next
  }

  /// Offers a command for each of several things that are meant, in their order; nothing if one of them has no command.
  package mutating func offer(_ commands: [[String]]) {
    if commands.count == candidates.count { offered = commands }
  }

  /// The commands of which one can be chosen with a key; empty if there are no or too many.
  package var choices: [[String]] {
    let all = offered.isEmpty ? commands : offered
    return (2...9).contains(all.count) ? all : []
  }

  /// Proposes whole commands, except those that a terminal cannot show unchanged.
  package mutating func propose(_ commands: [[String]]) {
    self.commands = commands.filter { $0.allSatisfy { Escapes.oneLine($0) == $0 } }
  }

  /// Whether the message already says that something was saved.
  var isUnsent: Bool { code == Kind.unsent.rawValue }

  /// The failure for an edit that is saved, but whose report was interrupted.
  static let reportInterrupted = Failure(
    .saved, "The edit was made, but an interrupt came before its report was complete.", hint: noRepeating)

  private static let noRepeating = "Do not repeat the command."

  /// The failure to write a file that exists already.
  package static func fileExists(_ path: String) -> Failure { Failure(store: .exists(path: path)) }

  /// Creates the failure for any error.
  ///
  /// Every type of error that pleat throws has its case here, or is caught earlier; `scripts/check-imports` lists
  /// those. The switches over each type have no default: a new error does not compile until it has a message and a
  /// code.
  ///
  /// - Parameters:
  ///   - file: The file that the command line names, which commands in hints then name too.
  package init(_ error: any Error, file: String? = nil) {
    switch error {
    case let failure as Failure: self = failure
    case let error as Interrupted: self.init(interruptedBy: error.signal)
    case let error as UnreadableVariable:
      self.init(
        .badData, "The environment variable \(error.name) is not UTF-8.",
        hint: "Nothing was changed. Set it to a value in UTF-8, or name the file with -f and the user with -u.")
    case let error as OutlineError:
      self.init(outline: error)
      hint = hint.map { CommandText.naming(file, in: $0) }
    case let error as AddressError: self.init(OutlineError.badAddress(error), file: file)
    case let error as BatchError: self.init(error.reason, file: file)
    case let error as DayError: self.init(day: error)
    case let error as FilterError: self.init(filter: error)
    case let error as PatternError: self.init(pattern: error)
    case let error as RepeatError: self.init(repeating: error)
    case let error as StatementError: self.init(statement: error)
    case let error as StoreError: self.init(store: error, file: file)
    case let error as BackupError: self.init(backup: error)
    case let error as ImportError: self.init(input: error, in: "the document")
    case let error as OutputError: self.init(output: error)
    case let error as Refusal:
      self.init(error.isBadData ? .badData : .usage, error.message, hint: error.hint)
      corrections = error.correction.map { [$0] } ?? []
    default: self.init(.bug, "An unexpected error occurred: \(error)", hint: "Please report it as a bug in pleat.")
    }
  }

  private init(statement error: StatementError) {
    let hint =
      switch error.kind {
      case .malformed: " 'pleat help sql' describes the tables."
      case .refused: ""
      case .notAllowed: " 'pleat sql --write' without statements is the sqlite3 shell, which can do everything."
      }
    self.init(error.kind == .malformed ? .usage : .refused, "\(error)", hint: "Nothing was changed.\(hint)")
  }

  private init(filter error: FilterError) {
    self.init(
      .usage, "\(error)",
      hint: ItemFilter.onlyKeyword(in: error.text).map { "To find the text, write text:\($0)." }
        ?? "'pleat help filters' explains filters; a text in quotation marks is searched for as it is.")
  }

  private init(pattern error: PatternError) {
    switch error {
    case .malformed:
      self.init(.usage, "\(error)", hint: "Without --regex, words are searched for as they are.")
    case .tooCostly:
      self.init(
        .refused, "\(error)",
        hint:
          "Nothing was changed. Simplify the expression: a repetition in a repetition, as in (a*)*, can take forever.")
    case .notBuilt: self.init(.usage, "\(error)")
    }
  }

  /// Returns the failure with the number of the input line that caused it.
  package func inLine(_ number: Int, of input: String) -> Failure {
    var failure = self
    failure.line = (number, input)
    if hint?.hasPrefix("Nothing was changed") != true {
      failure.hint = "Nothing was changed.\(hint.map { " \($0)" } ?? "")"
    }
    return failure
  }
}

extension Failure.Kind {
  package var status: Int32 {
    switch self {
    case .usage: 64
    case .badData: 65
    case .notFound: 66
    case .newer, .older, .unavailable: 69
    case .bug: 70
    case .cannotCreate: 73
    case .inputOutput: 74
    case .busy: 75
    case .noPermission: 77
    case .configuration: 78
    case .changed: 79
    case .ambiguous: 80
    case .refused: 81
    case .saved: 82
    case .unsent: 83
    }
  }
}

extension Failure {
  /// The failure as lines of text for people.
  package var text: String { text(asking: false) }

  /// The failure as lines of text, with a number before each of ``choices``.
  package var question: String { text(asking: true) }

  private func text(asking: Bool) -> String {
    let shown = candidates.count > Candidate.mostNumbered ? candidates.prefix(10) : candidates[...]
    var found = shown.enumerated().map { index, candidate in
      let due = candidate.due.map { " (due \($0.description))" } ?? ""
      let number = candidate.number.map { "  \($0)" } ?? ""
      let path = Escapes.oneLine(Address.words(forPath: candidate.path))
      return "  \(asking ? "\(index + 1)" : "\(candidate.id)")\(number)  \(path)\(due)"
    }
    if shown.count < candidates.count { found.append("  and \(candidates.count - shown.count) more") }
    let hints = asking && !found.isEmpty ? [] : [hint, wordsMeant].compactMap(\.self)
    return
      (["pleat: \(Escapes.joined(located(candidates.isEmpty ? message : "\(message.dropLast()):")))"] + found
      + (hints.isEmpty ? [] : [Escapes.oneLine(hints.joined(separator: " "))])
      + commandsMeant(numbered: asking) + (next.map { [Escapes.oneLine($0)] } ?? [])).joined(separator: "\n")
  }

  /// Returns a sentence after the input line that caused the failure.
  private func located(_ sentence: String) -> String {
    line.map { "line \($0.number) of \($0.input): \(sentence)" } ?? sentence
  }

  /// The suggested words, as a question; nil if whole commands are suggested.
  private var wordsMeant: String? {
    corrections.isEmpty || !commands.isEmpty
      ? nil : "Did you mean \(corrections.map { "'\($0.meant)'" }.joined(separator: " or "))?"
  }

  /// The suggested commands, as lines to paste into a shell.
  private func commandsMeant(numbered: Bool = false) -> [String] {
    let lines = commands.map { (["pleat"] + $0.map(ShellWords.quoted)).joined(separator: " ") }
    if lines.count < 2 { return lines.map { "Did you mean: \($0)" } }
    return ["Did you mean one of these?"] + lines.enumerated().map { numbered ? "  \($0 + 1)  \($1)" : "  \($1)" }
  }

  /// The failure in the words of the tools of `pleat mcp`.
  var forAgents: Failure {
    var failure = self
    failure.message = (line.map { "edit \($0.number): " } ?? "") + ToolText.inWordsOfTools(message)
    failure.line = nil
    (failure.hint, failure.next) = (hint.map(ToolText.of), next.map(ToolText.of))
    if failure.hint == "" { failure.hint = nil }
    return failure
  }

  /// The failure as a JSON object, in which a next step on the command line is separate from the message.
  package var json: JSONTree {
    let sentence = [message, wordsMeant].compactMap(\.self).joined(separator: " ")
    let steps = [hint].compactMap(\.self) + commandsMeant() + (next.map { [$0] } ?? [])
    let error: JSONTree = [
      "code": .string(code), "message": .string(located(sentence)),
      "line": line.map { .int($0.number) }, "reason": line.map { _ in .string(sentence) },
      "hint": steps.isEmpty ? nil : .string(steps.joined(separator: " ")),
      "saved": code == Kind.saved.rawValue || isUnsent ? true : isOutcomeUnknown ? .null : nil,
      "candidates": .array(
        candidates.map { ["id": .string("\($0.id)"), "path": .string(Address.words(forPath: $0.path))] }),
      "id": texts.map { .string("\($0.id)") }, "theirs": texts.map { .string($0.theirs) },
      "yours": texts?.yours.map { .string($0) },
    ]
    return ["error": error]
  }
}

/// The form in which messages show commands.
package enum CommandText {
  /// Returns `pleat` with the option for a file; nil means the default file.
  package static func pleat(with file: String?) -> String {
    file.map { "pleat -f \(Escapes.oneLine(quoted($0)))" } ?? "pleat"
  }

  /// Returns a path as a word of a shell: in double quotes, where possible, because a command in a sentence is in single ones.
  private static func quoted(_ path: String) -> String {
    let word = ShellWords.quoted(path)
    return word.contains("'") && !path.contains(where: "\"$`\\!".contains) ? "\"\(path)\"" : word
  }

  /// Returns a sentence with `-f FILE` added to the commands that use an outline; nil means the default file.
  ///
  /// A command is in quotes, or follows a colon.
  package static func naming(_ file: String?, in sentence: String) -> String {
    guard let file else { return sentence }
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let option = "-f \(quoted(file))"
    return words.indices.map { index in
      let isCommand =
        words[index] == "'pleat" || words[index] == "pleat" && index > 0 && words[index - 1].hasSuffix(":")
      return isCommand && usesOutline(words[(index + 1)...]) ? "\(words[index]) \(option)" : words[index]
    }.joined(separator: " ")
  }

  /// Whether the arguments begin with a verb that works on an outline.
  private static func usesOutline(_ words: ArraySlice<String>) -> Bool {
    guard let verb = words.first?.prefix(while: \.isLetter), !verb.isEmpty else { return false }
    return !["help", "config", "completions", "host"].contains(verb)
  }
}
