import Foundation

/// A file that is written beside its place and put there when it is whole.
final class ExportFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var isFinished = false

  /// - Throws: a ``Failure`` that names the file.
  init(_ path: String) throws {
    self.path = (path as NSString).resolvingSymlinksInPath
    temporary = "\(self.path).new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) throws {
    try Interruption.check()
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count >= 0 { done += count } else if errno != EINTR { throw Self.failure(path, .inputOutput) }
    }
  }

  /// Puts the file in its place.
  func finish() throws {
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path, .inputOutput) }
    isFinished = true
  }

  private static func failure(_ path: String, _ kind: Failure.Kind = .cannotCreate) -> Failure {
    Failure(kind, "Cannot write \(path): \(String(cString: strerror(errno))).", hint: "The file is as it was.")
  }
}
