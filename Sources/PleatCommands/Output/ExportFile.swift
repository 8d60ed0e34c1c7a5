import Foundation

/// A file that is written beside its place and put there when it is whole; what is no file, such as a device or a named
/// pipe, is written directly.
final class ExportFile {
  private let path: String
  /// Where it is written until it is whole; nil where that is its place already.
  private let temporary: String?
  private let descriptor: Int32
  private var isFinished = false

  /// - Throws: a ``Failure`` that names the file.
  init(_ path: String) throws {
    self.path = (path as NSString).resolvingSymlinksInPath
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(.cannotCreate, "Cannot write \(path): it is a folder.", hint: "Name a file in it.")
    }
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = open(path, O_WRONLY)
    } else {
      let temporary = "\(self.path).new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
      self.temporary = temporary
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    }
    guard descriptor >= 0 else { throw Self.failure(path) }
    if isThere { fchmod(descriptor, status.st_mode & 0o777) }
  }

  deinit {
    close(descriptor)
    if !isFinished, let temporary { unlink(temporary) }
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
    guard let temporary else { return }
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path, .inputOutput) }
    isFinished = true
  }

  private static func failure(_ path: String, _ kind: Failure.Kind = .cannotCreate) -> Failure {
    Failure(kind, "Cannot write \(path): \(String(cString: strerror(errno))).", hint: "Nothing was written.")
  }
}
