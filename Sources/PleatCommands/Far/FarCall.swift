import SystemPackage

/// One run of ssh.
struct FarCall {
  /// The exit code of ssh for a connection that could not be made, or that broke off.
  static let broken: Int32 = 255
  /// The exit code of a shell whose program was killed by SIGKILL, so that it could not say what it had done.
  static let killed: Int32 = 137
  /// The exit code of a shell that finds no program.
  static let notFound: Int32 = 127

  private let words: [String]
  /// What the command there reads; nil for standard input.
  var input: FileDescriptor?
  /// Takes what the command there prints; nil to let it go to standard output.
  var take: (([UInt8]) throws -> Void)?

  /// - Parameters:
  ///   - address: The machine.
  ///   - line: The command for the shell of the machine.
  ///   - hasTerminal: Whether the command gets a terminal, as a screen and an editor need.
  init(_ address: FarAddress, _ line: String, hasTerminal: Bool = false) {
    words =
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

  /// Runs ssh, and returns its exit code: that of the command there, or 255.
  func run() throws -> Int32 {
    guard let take else { return Platform.waitForDeputy(try start(output: nil)) }
    let (reading, writing) = try Platform.closingPipe()
    let process: Int32
    do { process = try start(output: writing) } catch {
      for end in [reading, writing] { _ = Result { try end.close() } }  // nothing was written
      throw error
    }
    _ = Result { try writing.close() }  // ssh has its own
    let taken = Result { try Self.read(reading, take) }
    _ = Result { try reading.close() }  // it was only read
    let status = Platform.waitForDeputy(process)
    try taken.get()
    return status
  }

  private func start(output: FileDescriptor?) throws -> Int32 {
    do { return try Platform.start(words, input: input, output: output) } catch Errno.noSuchFileOrDirectory {
      throw Failure(
        .unavailable, "There is no ssh on the PATH.",
        hint: "Install it, on Debian with: sudo apt install openssh-client. Outlines on this machine work without it.")
    } catch {
      throw Failure(.inputOutput, "ssh cannot be started: \(error).")
    }
  }

  private static func read(_ file: FileDescriptor, _ take: ([UInt8]) throws -> Void) throws {
    while true {
      let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if chunk.isEmpty { return }
      try take(chunk)
    }
  }
}
