import Foundation

/// A named pipe that stays open until the test lets go of it, so that whoever reads it waits for more.
public final class InputPipe: Sendable {
  /// The path of the pipe.
  public let path: String
  private let file: Int32

  /// Makes a pipe in a folder.
  public init(in folder: ScratchFolder) throws {
    path = folder.path(of: "pipe-\(UUID().uuidString)")
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    file = open(path, O_RDWR | O_CLOEXEC)
  }

  deinit { close(file) }

  /// Writes a text, and waits until somebody has read all of it.
  public func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
    var waiting: Int32 = 1
    while ioctl(file, UInt(FIONREAD), &waiting) == 0, waiting > 0 { usleep(1_000) }
  }
}
