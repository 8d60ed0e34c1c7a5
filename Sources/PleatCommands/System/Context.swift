import OutlineFormats
import SystemPackage

/// What a command has of the world around it.
struct Context {
  /// The value of an environment variable; nil where it is not set.
  var variable: (String) -> String?
  /// Where data goes.
  var output: OutputBuffer
  /// Takes one message for the user, without its line break.
  var report: (String) -> Void
  /// Standard input.
  var input: ByteStream
  /// Shows one line that the next one replaces; nil where messages do not go to a terminal.
  var showProgress: ((String) -> Void)?
  /// Records interrupts from now on instead of ending the process; see ``Interruption``.
  var noteInterrupts: () -> Void = {}
  /// Whether data goes to a terminal.
  var isTerminal: Bool
  /// The command as the history keeps it.
  var sentence = ""
  /// Looks up the name that the user logged in with; nil where the system has none.
  var loginName: () -> String?

  /// The context of this process; nothing is looked up before a command asks for it.
  static func process() -> Context {
    Context(
      variable: Platform.variable,
      output: OutputBuffer(.standardOutput),
      report: { message in
        let errors = OutputBuffer(.standardError)
        errors.write(message + "\n")
        _ = Result { try errors.finish() }  // nobody is left to be told
      },
      input: OpenInput.stream(of: .standardInput, name: "standard input"),
      showProgress: Platform.isTerminal(.standardError) ? { ProgressLine.show($0) } : nil,
      noteInterrupts: Interruption.note, isTerminal: Platform.isTerminal(.standardOutput),
      loginName: LoginName.current)
  }
}

extension Context {
  /// The place of the first word of the command line that is not UTF-8, counted from 1; nil where all are.
  ///
  /// `CommandLine.arguments` has replaced what is broken by then.
  static func brokenWord() -> Int? {
    (1..<max(1, Int(CommandLine.argc))).first { index in
      guard let word = CommandLine.unsafeArgv[index] else { return false }
      return String(validatingCString: word) == nil
    }
  }
}
