import PleatOutput
import PleatSystem
import SystemPackage

/// One run of ssh.
package struct RemoteCall {
  /// The exit code of ssh for a connection that could not be made, or that broke off.
  package static let broken: Int32 = 255
  /// The exit code of a shell whose program was killed by SIGKILL, so that the program could not report anything.
  package static let killed: Int32 = 137
  /// The exit code of a shell that finds no program.
  package static let notFound: Int32 = 127

  /// How the command on the other machine answers before it is carried out, and gets its input.
  package enum Answering: Equatable {
    /// It does not answer, and reads the input that ssh passes on.
    case not
    /// It says hello, and then reads the input that ssh passes on.
    case hello
    /// It says hello, waits for the answer, and gets its input in chunks; a document without its end is not used.
    case framed(isDocument: Bool)
  }

  /// The end of a call.
  package struct Ending {
    /// The exit code of the command there, or of ssh.
    package let status: Int32
    /// Whether the other machine has said hello.
    var wasGreeted = false
    /// Whether the other machine may have received all that it needs to save an edit.
    var mayBeMade = false

    /// Whether the call ended without the command's own exit code.
    var isBroken: Bool { status == RemoteCall.broken || status == RemoteCall.killed }
  }

  /// Options by which ssh notices within seconds that a line has gone silent.
  package static let watchfulness = ["ServerAliveInterval=5", "ServerAliveCountMax=2", "ConnectTimeout=10"].flatMap {
    ["-o", $0]
  }

  private let arguments: [String]
  /// Restores the terminal after a call that broke.
  package var restore: ((Ending) -> Void)?
  package var answering: Answering = .not
  /// The input of the command; nil for standard input or, if it comes in chunks, for no input.
  package var input: FileDescriptor?
  /// Takes the output of the command; nil to let it go to standard output.
  package var take: (([UInt8]) throws -> Void)?
  /// Where the output goes that nothing takes, and where messages go; nil for those of this process.
  var files: (output: FileDescriptor?, errors: FileDescriptor?)
  /// Is told of the process once it has started.
  var noteProcess: (Int32) -> Void = { _ in }

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - address: The machine.
  ///   - line: The command for the shell of the machine.
  ///   - hasTerminal: Whether the command gets a terminal, as a screen and an editor need.
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
      // A device has no beginning.
    } catch {
      throw Failure(.inputOutput, "The document cannot be read again: \(error).")
    }
  }

  /// Runs ssh.
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
