import Foundation
import OutlineFormats

/// What a command has of the world around it.
struct Context {
  /// The environment variables.
  var environment: [String: String]
  /// Where data goes.
  var output: OutputBuffer
  /// Takes one message for the user, without its line break.
  var report: (String) -> Void
  /// Standard input.
  var input: ByteStream
  /// Shows one line that the next one replaces; nil where messages do not go to a terminal.
  var showProgress: ((String) -> Void)?
  /// Has interrupts noted from now on, instead of ending the process; see ``Interruption``.
  var noteInterrupts: () -> Void = {}
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
      input: FileBytes.stream(descriptor: STDIN_FILENO, name: "standard input"),
      showProgress: isatty(STDERR_FILENO) == 1 ? { ProgressLine.show($0) } : nil,
      noteInterrupts: Interruption.note, isTerminal: isatty(STDOUT_FILENO) == 1,
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

/// Reads files.
enum FileBytes {
  /// All bytes of the file at `path`.
  /// - Throws: a ``Failure`` that names the file.
  static func read(_ path: String) throws -> [UInt8] { try OpenInput(path).stream.rest() }

  /// The bytes of an open file, a chunk at a time; an interrupt ends it.
  static func stream(descriptor: Int32, name: String) -> ByteStream {
    ByteStream {
      while true {
        var count = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, initialized in
          count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
          initialized = max(count, 0)
        }
        if count > 0 { return chunk }
        if count == 0 { return nil }
        try Interruption.check()
        if errno != EINTR {
          throw Failure(.inputOutput, "Cannot read \(name): \(String(cString: strerror(errno))).")
        }
      }
    }
  }
}

/// A file that is open to be read.
final class OpenInput {
  private let descriptor: Int32
  private let name: String
  /// How many bytes there are; nil where that is not known beforehand.
  let size: Int?

  /// - Throws: a ``Failure`` that names the file.
  init(_ path: String) throws {
    descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else {
      let kind: Failure.Kind = errno == ENOENT ? .notFound : .noPermission
      throw Failure(kind, "Cannot read \(path): \(String(cString: strerror(errno))).")
    }
    name = path
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
  }

  deinit { close(descriptor) }

  /// The bytes; the file stays open as long as they are wanted.
  var stream: ByteStream {
    let bytes = FileBytes.stream(descriptor: descriptor, name: name)
    return ByteStream { [self] in try withExtendedLifetime(self) { try bytes.next() } }
  }
}
