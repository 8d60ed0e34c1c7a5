import Foundation

/// An open file that no other child of the test inherits; it is closed when it is let go of.
final class OpenFile {
  let descriptor: Int32

  private init(_ descriptor: Int32) throws {
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// A file without a name, read from its start.
  convenience init(holding text: String) throws {
    let path = FileManager.default.temporaryDirectory.path + "/pleat-test-\(UUID().uuidString)"
    try self.init(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    unlink(path)
    try write(text)
    lseek(descriptor, 0, SEEK_SET)
  }

  /// The file or device at `path`, emptied.
  convenience init(writingTo path: String) throws {
    try self.init(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
  }

  /// The two ends of a pipe.
  static func pipe() throws -> (reading: OpenFile, writing: OpenFile) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (try OpenFile(ends[0]), try OpenFile(ends[1]))
  }

  /// Writes all of a text.
  func write(_ text: String) throws {
    var rest = ArraySlice(text.utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// All bytes of a file that can be read from its start; none of any other.
  func contents() throws -> Data {
    guard lseek(descriptor, 0, SEEK_SET) == 0, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR else { return Data() }
    return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data()
  }
}
