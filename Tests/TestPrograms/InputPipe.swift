import Foundation

/// A named pipe that stays open until the test lets go of it, so that whoever reads it waits for more, and whoever fills it
/// waits for a reader.
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
  public func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
    try waitUntil("somebody has read what was written") { unread == 0 }
  }

  /// How many bytes wait in it for a reader.
  public var unread: Int32 {
    var count: Int32 = 0
    return ioctl(file, UInt(FIONREAD), &count) == 0 ? count : 0
  }
}
