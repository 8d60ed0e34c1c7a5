import OutlineFormats
import SystemPackage

/// A file that is open for reading.
final class OpenInput {
  let file: FileDescriptor
  private let name: String
  /// The size of the file in bytes; nil if it is unknown.
  let size: Int?

  /// - Throws: A ``Failure`` that names the file.
  init(_ path: String) throws(Failure) {
    do {
      file = try FileDescriptor.open(FilePath(path), .readOnly)
    } catch {
      throw Failure(Self.kind(of: error), "Cannot read \(path): \(error).")
    }
    name = path
    let status = try? Stat(file)  // without it, the size is not known
    size = status.flatMap { $0.type == .regular ? Int($0.size) : nil }
  }

  private static func kind(of error: any Error) -> Failure.Kind {
    switch error {
    case Errno.noSuchFileOrDirectory: .notFound
    case Errno.tooManyOpenFiles, Errno.tooManyOpenFilesInSystem, Errno.noMemory: .inputOutput
    default: .noPermission
    }
  }

  deinit { _ = Result { try file.close() } }  // what was read is good

  /// The bytes of the file, which stays open as long as the stream is used.
  var stream: ByteStream {
    let bytes = Self.stream(of: file, name: name)
    return ByteStream { [self] in try withExtendedLifetime(self) { try bytes.next() } }
  }

  /// Returns the bytes of an open file, a chunk at a time; an interrupt ends the stream with an error.
  static func stream(of file: FileDescriptor, name: String) -> ByteStream {
    ByteStream {
      while true {
        do {
          let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), retryOnInterrupt: false)
          }
          return chunk.isEmpty ? nil : chunk
        } catch {
          try Interruption.check()
          if Errno.interrupted ~= error { continue }
          throw Failure(.inputOutput, "Cannot read \(name): \(error).")
        }
      }
    }
  }
}
