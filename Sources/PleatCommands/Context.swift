import Foundation

/// What a command has of the world around it.
struct Context {
  /// The environment variables.
  var environment: [String: String]
  /// Where data goes.
  var output: OutputBuffer
  /// Takes one message for the user, without its line break.
  var report: (String) -> Void
  /// Reads all of standard input.
  var readInput: () throws -> [UInt8]
  /// Whether data goes to a terminal.
  var isTerminal: Bool
  /// The command as the history keeps it.
  var sentence = ""
  /// The name that the user logged in with; nil when the system has none.
  var loginName: String?

  /// The context of this process.
  static func process() -> Context {
    Context(
      environment: ProcessInfo.processInfo.environment,
      output: OutputBuffer(descriptor: STDOUT_FILENO),
      report: { message in
        let errors = OutputBuffer(descriptor: STDERR_FILENO)
        errors.write(message + "\n")
        _ = Result { try errors.finish() }  // nobody is left to be told
      },
      readInput: { try FileBytes.read(descriptor: STDIN_FILENO, name: "standard input") },
      isTerminal: isatty(STDOUT_FILENO) == 1,
      loginName: getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) })
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

/// Reads whole files.
enum FileBytes {
  /// All bytes of the file at `path`.
  /// - Throws: a ``Failure`` that names the file.
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else {
      let kind: Failure.Kind = errno == ENOENT ? .notFound : .noPermission
      throw Failure(kind, "Cannot read \(path): \(String(cString: strerror(errno))).")
    }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: path)
  }

  /// All bytes up to the end of an open file.
  static func read(descriptor: Int32, name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if errno != EINTR {
        throw Failure(.inputOutput, "Cannot read \(name): \(String(cString: strerror(errno))).")
      }
    }
  }
}
