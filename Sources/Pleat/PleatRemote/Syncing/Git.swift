import OutlineCore
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem
import SystemPackage

/// Runs git in a folder.
///
/// git asks the user at the terminal, for example for a password, as usual.
package struct Git {
  package struct Answer {
    package let status: Int32
    package let output: [UInt8]
    package let errors: String

    /// Whether a signal ended the command.
    ///
    /// git itself exits with 128 when it gives up. It exits with 129, the status of SIGHUP, after arguments that it
    /// does not know; here, 129 counts as the signal, because pleat's arguments are fixed, and repeating a command that
    /// was not killed does no harm.
    var isKilled: Bool { status > 128 }

    /// The output as text, without the line break at its end.
    package var text: String {
      String(decoding: output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...], as: UTF8.self)
    }

    /// The parts of an output in which each part ends with a NUL.
    package var parts: [String] { output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The folder that git works in.
  package let folder: String

  /// The variables that describe the repository of the caller, which may be a different one.
  private static let foreign = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_QUARANTINE_PATH", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
  ]

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments.
  ///   - input: Its standard input; nil for that of this process.
  ///   - index: The index that the command uses instead of the repository's.
  ///   - limit: The most bytes of output to read.
  /// - Throws: A ``Failure`` if git is not installed or cannot be started; a failing command throws nothing.
  package func run(
    _ arguments: [String], input: [UInt8]? = nil, index: String? = nil, limit: Int = .max
  ) throws -> Answer {
    var environment: [String: String?] = Dictionary(Self.foreign.map { ($0, nil) }) { first, _ in first }
    if let index { environment["GIT_INDEX_FILE"] = index }
    do {
      let files = [try Self.file(input ?? []), try Self.file([]), try Self.file([])]
      defer { files.forEach { file in _ = Result { try file.close() } } }  // they have no names
      let all = ["git", "-C", folder, "-c", "core.quotePath=false", "-c", "core.fsmonitor=false"] + arguments
      let status = try Platform.run(
        all, environment: environment, input: input == nil ? nil : files[0], output: files[1], errors: files[2])
      guard let status else { throw Self.missing }
      return Answer(
        status: status, output: try Self.content(of: files[1], atMost: limit),
        errors: String(decoding: try Self.content(of: files[2], atMost: .max), as: UTF8.self))
    } catch let error as Errno {
      throw Failure(.inputOutput, "git cannot be run: \(error).", hint: "Nothing was changed.")
    }
  }

  /// Runs a command that must succeed, and returns its output.
  package func output(_ arguments: String..., input: [UInt8]? = nil, index: String? = nil) throws -> Answer {
    try succeeding(arguments, input: input, index: index)
  }

  func succeeding(
    _ arguments: [String], input: [UInt8]? = nil, index: String? = nil, limit: Int = .max
  ) throws -> Answer {
    let answer = try run(arguments, input: input, index: index, limit: limit)
    if answer.status == 0 { return answer }
    throw Failure(git: answer, "git \(arguments.first ?? "") failed")
  }

  /// Returns the output of a command; nil if it fails or has no output.
  package func ifPresent(_ arguments: String...) throws -> String? {
    let answer = try run(arguments)
    return answer.status == 0 && !answer.text.isEmpty ? answer.text : nil
  }

  /// Runs a command that may use ssh, and lets ssh notice a dead connection unless the user has configured another ssh
  /// command.
  func runWatchfully(_ arguments: String...) throws -> Answer {
    let variables = try ["GIT_SSH", "GIT_SSH_COMMAND"].compactMap(Platform.variable)
    let isSet = try !variables.isEmpty || ifPresent("config", "core.sshCommand") != nil
    let ssh = (["ssh"] + RemoteCall.watchfulness).joined(separator: " ")
    return try run((isSet ? [] : ["-c", "core.sshCommand=\(ssh)"]) + arguments)
  }

  private static let missing = Failure(
    .unavailable, "git is not installed.", hint: "Nothing was changed. To install it: sudo apt install git")

  /// Makes a file without a name from bytes, positioned at its start.
  private static func file(_ bytes: [UInt8]) throws -> FileDescriptor {
    let file = try Platform.temporaryFile(in: Platform.temporaryFolder())
    Platform.keepFromPrograms(file)
    if !bytes.isEmpty {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
    }
    return file
  }

  private static func content(of file: FileDescriptor, atMost limit: Int) throws -> [UInt8] {
    let size = min(Int(try file.seek(offset: 0, from: .end)), limit)
    try file.seek(offset: 0, from: .start)
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(buffer)[count...]
        let read = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: rest))
        if read == 0 { break }
        count += read
      }
    }
  }
}

extension Failure {
  /// Creates the failure of a git command, with git's own message.
  ///
  /// - Parameters:
  ///   - sentence: The failed action, as a sentence without its full stop.
  package init(git answer: Git.Answer, _ sentence: String, _ kind: Kind = .inputOutput, hint: String? = nil) {
    let lock = answer.lock
    // After the name of a lock, git prints a paragraph of advice.
    let lines = lock.map { [$0.line] } ?? answer.errors.split(separator: "\n").filter { !$0.hasPrefix("hint:") }
    let words = lines.prefix(6).joined(separator: " ")
    let reason = answer.status == 0 ? "git gives no reason" : "git ended with \(answer.status)"
    self.init(
      lock == nil ? kind : .busy, "\(sentence): \(words.isEmpty ? reason : words)", hint: hint
    )
    next = lock.map {
      "Another program is using the repository, or was killed there. If none is, remove its lock: rm \(ShellWords.quoted($0.path))"
    }
  }
}

extension Git.Answer {
  /// Another program's lock that stopped the command, and the line of the message about it; nil if there is none.
  fileprivate var lock: (line: Substring, path: String)? {
    // For example: Unable to create '/home/ana/notes/.git/index.lock': File exists.
    for line in errors.split(separator: "\n") where line.contains(utf8: ": File exists") {
      guard let path = line.split(separator: "'").first(where: { $0.hasPrefix("/") }) else { continue }
      return (line, FilePath(String(path)).lexicallyNormalized().string)
    }
    return nil
  }
}
