import PleatOutput
import PleatSystem
import SystemPackage

/// One run of ssh.
package struct RemoteCall {
  /// The exit code of ssh for a connection that could not be made, or that broke off.
  package static let broken: Int32 = 255
  /// The exit code of a shell whose program was killed by SIGKILL, so that it could not say what it had done.
  package static let killed: Int32 = 137
  /// The exit code of a shell that finds no program.
  package static let notFound: Int32 = 127

  /// What the command on the other machine says before it is carried out, and gets.
  package enum Answering: Equatable {
    /// Nothing; it uses what ssh hands on.
    case not
    /// It says hello, and then uses what ssh hands on.
    case hello
    /// It says hello, waits for the answer, and gets its input in chunks; a document is used only if it has its end.
    case framed(isDocument: Bool)
  }

  /// How a call has ended.
  package struct Ending {
    /// The exit code of the command there, or of ssh.
    package let status: Int32
    /// Whether the other machine has said hello.
    var wasGreeted = false
    /// Whether the other machine may have got all that it needs to save an edit.
    var mayBeMade = false

    /// Whether nobody said how the command has ended.
    var isBroken: Bool { status == RemoteCall.broken || status == RemoteCall.killed }
  }

  private let arguments: [String]
  /// Puts the terminal back after a call that broke.
  package var restore: ((Ending) -> Void)?
  package var answering: Answering = .not
  /// What the command there reads; nil for standard input, or for nothing if it comes in chunks.
  package var input: FileDescriptor?
  /// Takes what the command there prints; nil to let it go to standard output.
  package var take: (([UInt8]) throws -> Void)?

  /// - Parameters:
  ///   - address: The machine.
  ///   - line: The command for the shell of the machine.
  ///   - hasTerminal: Whether the command gets a terminal, as a screen and an editor need.
  package init(_ address: RemoteAddress, _ line: String, hasTerminal: Bool = false) {
    arguments =
      ["ssh"] + (address.port.map { ["-p", "\($0)"] } ?? []) + (hasTerminal ? ["-t", "-e", "none"] : ["-T"])
      + ["--", address.destination, line]
  }

  /// Goes back to the beginning of what the command reads.
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
    guard let take else { return Ending(status: Platform.waitForDeputy(try start(input: input, output: nil))) }
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
    do { return try Platform.start(arguments, input: input, output: output) } catch Errno.noSuchFileOrDirectory {
      throw Failure(
        .unavailable, "There is no ssh on the PATH.",
        hint: "Install it, on Debian with: sudo apt install openssh-client. Outlines on this machine work without it.")
    } catch {
      throw Failure(.inputOutput, "ssh cannot be started: \(error).")
    }
  }
}
