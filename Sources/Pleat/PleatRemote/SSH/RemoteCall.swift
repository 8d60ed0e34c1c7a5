import PleatOutput
import PleatSystem
import SystemPackage

/// One run of ssh.
package struct RemoteCall {
  /// The exit code of ssh if the connection failed or broke.
  package static let broken: Int32 = 255
  /// The exit code of a shell whose program was killed by SIGKILL, and so reported nothing.
  package static let killed: Int32 = 137
  /// The exit code of a shell that cannot find the program.
  package static let notFound: Int32 = 127

  /// How the command on the other machine greets the caller, and how it gets its input.
  package enum Answering: Equatable {
    /// It does not greet, and reads the input from ssh.
    case not
    /// It greets, and then reads the input from ssh.
    case hello
    /// It greets, waits for the answer, and gets its input in chunks; an incomplete document is not used.
    case framed(isDocument: Bool)
  }

  /// How a call ended.
  package struct Ending {
    /// The exit code of the command on the other machine, or of ssh.
    package let status: Int32
    /// Whether the other machine sent its greeting.
    var wasGreeted = false
    /// Whether the other machine may have received everything it needs to save an edit.
    var mayBeMade = false

    /// Whether the call ended without the command's own exit code.
    var isBroken: Bool { status == RemoteCall.broken || status == RemoteCall.killed }
  }

  /// Options that let ssh notice a dead connection within seconds.
  package static let watchfulness = ["ServerAliveInterval=5", "ServerAliveCountMax=2", "ConnectTimeout=10"].flatMap {
    ["-o", $0]
  }

  private let arguments: [String]
  /// Restores the terminal after a broken call.
  package var restore: ((Ending) -> Void)?
  package var answering: Answering = .not
  /// The input of the command; nil for standard input or, if the input comes in chunks, for none.
  package var input: FileDescriptor?
  /// Receives the output of the command; nil to write it to standard output.
  package var take: (([UInt8]) throws -> Void)?
  /// Files for output that nothing takes, and for messages; nil for those of this process.
  var files: (output: FileDescriptor?, errors: FileDescriptor?)
  /// Receives the process id of ssh once it has started.
  var noteProcess: (Int32) -> Void = { _ in }

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - line: The command for the shell of the machine.
  ///   - hasTerminal: Whether the command gets a terminal, which a screen or an editor needs.
  ///   - options: Further options for ssh.
  package init(_ address: RemoteAddress, _ line: String, hasTerminal: Bool = false, options: [String] = []) {
    arguments =
      ["ssh"] + options + Self.watchfulness + (address.port.map { ["-p", "\($0)"] } ?? [])
      + (hasTerminal ? ["-t", "-e", "none"] : ["-T"])
      + ["--", address.destination, line]
  }

  /// Goes back to the beginning of the command's input.
  func rewind() throws {
    guard let input else { return }
    do { try input.seek(offset: 0, from: .start) } catch Errno.illegalSeek {
      // A device cannot be rewound.
    } catch {
      throw Failure(.inputOutput, "The document cannot be read again: \(error).")
    }
  }

  package func run() throws -> Ending {
    guard let take else { return Ending(status: Platform.waitForDeputy(try start(input: input, output: files.output))) }
    let (reading, writing) = try Platform.closingPipe()
    defer { _ = Result { try reading.close() } }  // it was only read
    let hasOwnInput = if case .framed = answering { true } else { false }
    let (source, target): (FileDescriptor?, FileDescriptor?)
    let process: Int32
    do {
      defer { _ = Result { try writing.close() } }  // ssh has its own
      (source, target) = hasOwnInput ? try Platform.closingPipe() : (nil, nil)
      defer { if let source { _ = Result { try source.close() } } }  // ssh has its own
      process = try start(input: source ?? input, output: writing)
    }
    let conversation = RemoteConversation(answering, from: hasOwnInput ? input : nil, to: target, take: take)
    let heard = Platform.ignoringClosedPipes { Result { try conversation.carryOn(with: reading) } }
    conversation.close()
    let status = Platform.waitForDeputy(process)
    let ending = Ending(status: status, wasGreeted: conversation.wasGreeted, mayBeMade: conversation.mayBeMade)
    if ending.isBroken { restore?(ending) }
    try heard.get()
    return ending
  }

  private func start(input: FileDescriptor?, output: FileDescriptor?) throws -> Int32 {
    do {
      let process = try Platform.start(arguments, input: input, output: output, errors: files.errors)
      noteProcess(process)
      return process
    } catch Errno.noSuchFileOrDirectory {
      throw Failure(
        .unavailable, "There is no ssh on the PATH.",
        hint: "Install it, on Debian with: sudo apt install openssh-client. Outlines on this machine work without it.")
    } catch {
      throw Failure(.inputOutput, "ssh cannot be started: \(error).")
    }
  }
}
