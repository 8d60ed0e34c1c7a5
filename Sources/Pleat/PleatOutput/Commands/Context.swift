import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatSystem
import SystemPackage

/// Everything outside pleat that a command uses.
package struct Context {
  /// Returns the value of an environment variable; nil if it is not set.
  ///
  /// It throws a ``Failure`` for a value that is not UTF-8.
  package var variable: (String) throws -> String?
  /// The output for data, as opposed to messages.
  package var output: OutputBuffer
  /// Writes one message as it is, given without its line break; ``report(_:)`` calls it.
  package var send: (String) -> Void
  package var input: ByteStream
  /// Shows one line that the next one replaces; nil if messages do not go to a terminal.
  package var showProgress: ((String) -> Void)?
  /// Records interrupts instead of terminating the process; see ``Interruption``.
  package var noteInterrupts: () -> Void = {}
  /// The digest of the input that was read for an edit with an idempotency key.
  package var inputDigest = InputDigest()
  /// Whether the command has saved an edit.
  package var savedEdit = SavedEdit()
  /// Whether the command may delete items without a question, or which items the user agreed to delete.
  package var deletions = Request.Deletions.free
  /// The outline that the command opened last.
  let lastOutline = LastOutline()
  /// Called when an edit is saved: an interrupt then writes this text to standard error and exits with the code for
  /// a saved edit, and a closed pipe is an ordinary error.
  package var protectReport: (_ farewell: String) -> Void = { _ in }
  package var isTerminal: Bool
  /// Opens a file in an editor, given as a shell command, and returns the exit code.
  package var edit: (_ command: String, _ path: String) -> Int32 = { _, _ in 127 }
  /// Waits for one key at the terminal, and returns its bytes; nil if no more keys can come.
  package var key: () -> [UInt8]? = { nil }
  /// Replaces this process with another program, named by the first argument; returns only if that fails.
  ///
  /// The program's standard input is the given file, or that of this process.
  package var become: (_ arguments: [String], _ input: FileDescriptor?) -> Errno = { _, _ in .noSuchFileOrDirectory }
  /// Removes all environment variables except those with these names.
  package var forgetEnvironment: (Set<String>) -> Void = { _ in }
  /// Sets the time zone of the process, in the form that ``Platform/zone()`` returns.
  package var useZone: (String) -> Void = { _ in }
  package var isInputTerminal = false
  /// Returns the size of the terminal that data goes to; nil if it is not known.
  package var terminalSize: () -> (columns: Int, rows: Int)? = { nil }
  /// Returns the time zone of the caller, as POSIX writes it.
  package var zone: () -> String = Platform.zone
  /// Lets interrupts terminate the process again, after ``noteInterrupts``.
  package var endOnInterrupts: () -> Void = {}
  /// Whether a host, the program that owns the outlines of a folder, may carry the command out; see `pleat host`.
  package var mayAskHost = true
  /// Whether a host that has not answered may still have saved the edit.
  package var hostMayHaveSaved = false
  /// Whether the command continues output that a host has begun.
  package var goesOn = false
  /// The path of the host's socket; nil for the one next to the file.
  package var hostSocket: String?
  /// Returns an outline that is already open at the path; nil to open the file.
  package var openOutline: (_ path: String) -> Outline? = { _ in nil }
  /// Whether an agent asks: only agents are asked before an edit that deletes something.
  package var isOfAgent: Bool { deletions != .free }
  /// Returns the caller's local time, in seconds since 1970.
  package var localTime: () -> Int64 = { Platform.localTime() }
  /// The command as the history keeps it; see ``Arguments/sentence``.
  package var sentence = ""
  package var configurationFile = ConfigurationFile()
  package var commands: CommandSet
  /// How the transactions of outlines handle signals.
  package var signals = TransactionSignals(noteSaving: Platform.noteSaving)
  /// Returns the user's right at this moment, or throws a ``Failure`` if there is none; nil if it cannot change.
  package var currentRight: (() throws -> Right)?
  /// How the command arrived from another machine; nil for one that was typed here.
  package var origin: RemoteOrigin?
  /// Returns the name that the user logged in with; nil if the system has none.
  package var loginName: () -> String?

  /// Returns the context of this process; values are looked up only when a command needs them.
  package static func process(_ commands: CommandSet) -> Context {
    Context(
      variable: Platform.variable,
      output: OutputBuffer(.standardOutput),
      send: { message in
        let errors = OutputBuffer(.standardError)
        errors.write(message + "\n")
        _ = Result { try errors.finish() }  // there is nowhere left to report it
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
      useZone: Platform.useZone,
      isInputTerminal: Platform.isTerminal(.standardInput),
      terminalSize: { Platform.terminalSize(of: .standardOutput) },
      endOnInterrupts: Platform.holdInterruptsWhileSaving,
      commands: commands,
      loginName: LoginName.current)
  }
}

extension Context {
  /// Returns the current day in the user's local time.
  package func today() -> Day { Day(ofSecondsSince1970: localTime()) }

  /// - Throws: A ``Failure`` for a configuration that cannot be read, or has a mistake.
  package func configuration() throws -> Configuration { try configurationFile.configuration(variable) }

  /// The user's home folder; nil if it is not known.
  package func homeFolder() throws -> String? { try ConfigurationPath.home(variable) }

  /// Whether the locale uses UTF-8, by the first of the three variables that is set; without any, it does not.
  package func isUTF8() throws -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = try variable(name), !locale.isEmpty else { continue }
      return ["utf-8", "utf8"].contains(where: locale.lowercased().contains(utf8:))
    }
    return false
  }

  /// Returns a message with only the signs that the locale can show; see ``Escapes/withASCIISigns(_:)``.
  package func shown(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } || (try? isUTF8()) == true ? text : Escapes.withASCIISigns(text)
  }
}

extension Context {
  /// Creates the context of a command that can only read and write.
  ///
  /// - Parameters:
  ///   - variable: Returns the value of an environment variable; nil if it is not set.
  ///   - send: Writes one message.
  ///   - isTerminal: Whether data goes to a terminal.
  ///   - loginName: Returns the name that the user logged in with.
  package init(
    variable: @escaping (String) throws -> String?, output: OutputBuffer, send: @escaping (String) -> Void,
    input: ByteStream, isTerminal: Bool, commands: CommandSet, loginName: @escaping () -> String?
  ) {
    self.init(
      variable: variable, output: output, send: send, input: input, showProgress: nil, isTerminal: isTerminal,
      commands: commands, loginName: loginName)
  }
}

/// Whether a command has saved an edit; from then on, a failure concerns only the report.
package final class SavedEdit {
  package fileprivate(set) var isMade = false

  package init() {}
}

/// Keeps the outline that a command opened last as long as the command's context exists.
///
/// The process exits while the context still exists, so it never closes the connection, which took 7 % of the time of
/// `pleat add`. A saved edit does not depend on that, since a transaction leaves nothing open.
final class LastOutline {
  private var outline: Outline?

  func keep(_ outline: Outline) -> Outline {
    self.outline = outline
    return outline
  }
}

/// A digest of the input of an edit, by which the file recognizes a repeated edit with its idempotency key.
package final class InputDigest {
  private var hash: FNV1a?

  package init() {}

  /// The digest of the input so far; nil for an edit without input.
  package var value: Int64? { hash.map { Int64(bitPattern: $0.value) } }

  /// Returns a stream of the same bytes that adds each chunk to the digest as it is read.
  package func following(_ stream: ByteStream) -> ByteStream {
    hash = hash ?? FNV1a()
    return ByteStream { [self] in
      let chunk = try stream.next()
      if let chunk { hash?.add(chunk) }
      return chunk
    }
  }
}

extension Context {
  /// Records that an edit is saved.
  package func noteSaved(isJSON: Bool) {
    savedEdit.isMade = true
    protectReport(isJSON ? Failure.reportInterrupted.json.text : Failure.reportInterrupted.text)
  }
}

extension Context {
  /// Shows one message to people, with everything escaped that could harm a terminal, except line breaks.
  package func report(_ message: String) {
    var bytes: [UInt8] = []
    Escapes.append(shown(message), as: .block(indent: 0), to: &bytes)
    send(String(decoding: bytes, as: UTF8.self))
  }

  package func report(_ message: JSONTree) { send(message.text) }

  package func report(_ failure: Failure, isJSON: Bool) {
    if isOfAgent { return failure.code.isEmpty ? report(failure.message) : report(failure.forAgents.json) }
    if isJSON { report(failure.json) } else { report(failure.text) }
  }
}

extension Context {
  /// Warns if the backup that was due before an edit failed.
  package func warn(of backup: DueBackup?, isJSON: Bool) {
    guard let (sentence, hint) = backup?.warning else { return }
    warn(sentence, hint: hint, isJSON: isJSON)
  }

  /// Shows a warning about an edit that is made anyway.
  ///
  /// - Parameters:
  ///   - hint: The next step.
  ///   - isJSON: Whether to write a JSON object.
  package func warn(_ sentence: String, hint: String? = nil, isJSON: Bool) {
    if isJSON {
      let message = [sentence, hint].compactMap(\.self).joined(separator: " ")
      report(["warning": ["message": .string(message)]])
    } else {
      report((["pleat: \(sentence)", hint].compactMap(\.self)).map(Escapes.oneLine).joined(separator: "\n"))
    }
  }
}

extension Context {
  /// Reports an error, writes the buffered output, and returns the exit code.
  ///
  /// - Parameter arguments: The arguments of the command.
  package func end(with error: any Error, of arguments: [String]) -> Int32 {
    var failure = Failure(error)
    if savedEdit.isMade, !failure.isUnsent { failure = Failure(reportingSaved: error) }
    if !failure.message.isEmpty { report(failure, isJSON: Self.isJSON(arguments)) }
    do { try output.finish() } catch { return savedEdit.isMade ? failure.status : Failure(error).status }
    return failure.status
  }

  /// Whether the arguments ask for JSON; they may be wrong otherwise.
  package static func isJSON(_ arguments: [String]) -> Bool { arguments.prefix { $0 != "--" }.contains("--json") }

  /// Returns the failure for an argument that is not UTF-8; nil if all are.
  ///
  /// `CommandLine.arguments` cannot tell, because it has already replaced the invalid bytes.
  package static func brokenArgument() -> Failure? {
    let arguments = CommandLine.arguments
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
      return Failure(brokenArgument: index, of: arguments)
    }
    return nil
  }
}

extension Failure {
  /// Creates the failure for an argument that is not UTF-8.
  ///
  /// - Parameters:
  ///   - index: The number of the argument, counted from 1.
  ///   - arguments: The name of the program and the arguments, with U+FFFD in place of invalid bytes.
  package init(brokenArgument index: Int, of arguments: [String]) {
    let option = arguments[index].hasPrefix("-") ? arguments[index].prefix { $0 != "=" } : arguments[index - 1][...]
    let what: String? =
      switch option {
      case "-f", "--file": "the file (\(option))"
      case "-u", "--user": "the user (\(option))"
      default: nil
      }
    let name = what.map { ", the name of \($0)," } ?? ""
    self.init(
      .badData, "Argument \(index)\(name) is not UTF-8: '\(arguments[index])'.",
      hint: "Nothing was changed. Give it in UTF-8; a file whose name is not UTF-8 has to be renamed first.")
  }
}
