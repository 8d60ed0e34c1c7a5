import OutlineFormats
import PleatTerminal
import PleatWords
import SystemPackage

/// Everything outside of pleat that a command uses.
struct Context {
  /// Returns the value of an environment variable, or nil if it is not set.
  ///
  /// It throws a ``Failure`` for a value that is not UTF-8.
  var variable: (String) throws -> String?
  /// The output for data.
  var output: OutputBuffer
  /// Writes one message, given without its line break, as it is; ``report(_:)`` and ``report(json:)`` call it.
  var send: (String) -> Void
  /// Standard input.
  var input: ByteStream
  /// Shows one line that the next one replaces; nil if messages do not go to a terminal.
  var showProgress: ((String) -> Void)?
  /// Makes interrupts be recorded instead of ending the process; see ``Interruption``.
  var noteInterrupts: () -> Void = {}
  /// Whether the command has made an edit that is saved.
  var savedEdit = SavedEdit()
  /// Makes an interrupt end the process as one that has saved its edit, with this text on standard error, and a pipe that
  /// nobody reads an ordinary error.
  var protectReport: (_ farewell: String) -> Void = { _ in }
  /// Whether data goes to a terminal.
  var isTerminal: Bool
  /// Lets somebody edit a file with a command of the shell, and returns the command's exit code.
  var edit: (_ command: String, _ path: String) -> Int32 = { _, _ in 127 }
  /// Waits for one key at the terminal, and returns its bytes; nil if there is none to come.
  var key: () -> [UInt8]? = { nil }
  /// Puts another program in the place of this process, with its arguments behind its name; returns only if that fails.
  ///
  /// Its standard input is a file, or that of this process.
  var become: (_ words: [String], _ input: FileDescriptor?) -> Errno = { _, _ in .noSuchFileOrDirectory }
  /// Removes all variables from the environment of the process but those with these names.
  var forgetEnvironment: (Set<String>) -> Void = { _ in }
  /// Whether standard input is a terminal.
  var isInputTerminal = false
  /// Returns the size of the terminal that data goes to; nil if it does not tell.
  var terminalSize: () -> (columns: Int, rows: Int)? = { nil }
  /// The command as the history keeps it; see ``Arguments/sentence``.
  var sentence = ""
  /// The configuration of the user.
  var configurationFile = ConfigurationFile()
  /// How the command came here from another machine; nil for one that was typed here.
  var arrival: Arrival?
  /// Returns the name that the user logged in with, or nil if the system has none.
  var loginName: () -> String?

  /// Returns the context of this process; values are looked up only when a command needs them.
  static func process() -> Context {
    Context(
      variable: Platform.variable,
      output: OutputBuffer(.standardOutput),
      send: { message in
        let errors = OutputBuffer(.standardError)
        errors.write(message + "\n")
        _ = Result { try errors.finish() }  // nobody is left to be told
      },
      input: OpenInput.stream(of: .standardInput, name: "standard input"),
      showProgress: Platform.isTerminal(.standardError) ? { ProgressLine.show($0) } : nil,
      noteInterrupts: Interruption.note,
      protectReport: { Platform.endOnInterrupt(saying: $0 + "\n", with: Failure.Kind.saved.status) },
      isTerminal: Platform.isTerminal(.standardOutput),
      edit: Platform.run,
      key: TerminalDevice.key,
      become: Platform.become,
      forgetEnvironment: Platform.forgetEnvironment,
      isInputTerminal: Platform.isTerminal(.standardInput),
      terminalSize: { Platform.terminalSize(of: .standardOutput) },
      loginName: LoginName.current)
  }
}

/// Whether a command has made an edit that is saved; from then on, whatever fails is only its report.
final class SavedEdit {
  fileprivate(set) var isMade = false
}

extension Context {
  /// Records that an edit is saved.
  func noteSaved(isJSON: Bool) {
    savedEdit.isMade = true
    protectReport(isJSON ? Failure.reportInterrupted.json : Failure.reportInterrupted.text)
  }
}

extension Context {
  /// Shows one message to people; whatever in it could harm a terminal is shown escaped, line breaks excepted.
  func report(_ message: String) {
    var bytes: [UInt8] = []
    Escapes.append(message, as: .block(indent: 0), to: &bytes)
    send(String(decoding: bytes, as: UTF8.self))
  }

  /// Writes one message for programs.
  func report(json: String) { send(json) }

  /// Shows a failure.
  func report(_ failure: Failure, isJSON: Bool) {
    if isJSON { report(json: failure.json) } else { report(failure.text) }
  }
}

extension Context {
  /// Says something of an edit that does not keep it from being made.
  ///
  /// - Parameters:
  ///   - sentence: What is the case.
  ///   - hint: What to do about it.
  ///   - isJSON: Whether to say it as a JSON object.
  func warn(_ sentence: String, hint: String? = nil, isJSON: Bool) {
    if isJSON {
      let message = [sentence, hint].compactMap(\.self).joined(separator: " ")
      report(json: "{\"warning\":{\"message\":\(JSONText.string(message))}}")
    } else {
      report((["pleat: \(sentence)", hint].compactMap(\.self)).map(Escapes.oneLine).joined(separator: "\n"))
    }
  }
}

extension Context {
  /// Returns the failure for a word of the command line that is not UTF-8; nil if all are.
  ///
  /// `CommandLine.arguments` cannot tell, because it has already replaced the bytes that are not UTF-8.
  static func brokenWord() -> Failure? {
    let words = CommandLine.arguments
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
      return Failure(brokenWord: index, of: words)
    }
    return nil
  }
}

extension Failure {
  /// Creates the failure for a word that is not UTF-8.
  ///
  /// - Parameters:
  ///   - index: The number of the word.
  ///   - words: The name of the program and the words, with U+FFFD in the place of what is broken.
  init(brokenWord index: Int, of words: [String]) {
    let option = words[index].hasPrefix("-") ? words[index].prefix { $0 != "=" } : words[index - 1][...]
    let what: String? =
      switch option {
      case "-f", "--file": "the file (\(option))"
      case "-u", "--user": "the user (\(option))"
      default: nil
      }
    let name = what.map { ", the name of \($0)," } ?? ""
    self.init(
      .badData, "Word \(index) of the command\(name) is not UTF-8: '\(words[index])'.",
      hint: "Nothing was changed. Give it in UTF-8; a file whose name is not UTF-8 has to be renamed first.")
  }
}
