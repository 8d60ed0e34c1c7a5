import OutlineFormats
import PleatSystem
import SystemPackage

/// A file that is open for reading.
package final class OpenInput {
  package let file: FileDescriptor
  private let name: String
  /// The size of the file in bytes; nil if it is unknown.
  package let size: Int?

  /// - Throws: A ``Failure`` that names the file.
  package init(_ path: String) throws(Failure) {
    do {
      file = try FileDescriptor.open(FilePath(path), .readOnly)
    } catch {
      throw Failure(Self.kind(of: error), "Cannot read \(path): \(error).")
    }
    name = path
    let status = try? Stat(file)  // without it, the size is not known
    size = status.flatMap { $0.type == .regular ? Int($0.size) : nil }
  }

  /// Reads a stream to its end into a temporary file without a name.
  ///
  /// - Parameters:
  ///   - name: The name of the stream in a failure.
  ///   - look: Inspects the bytes as they come, and throws an error if they are unusable; it need not read all of them.
  /// - Throws: A ``Failure`` if the temporary file cannot be made or written, and the errors of the stream and `look`.
  package init(
    spooling stream: ByteStream, name: String = "standard input", _ look: (ByteStream) throws -> Void = { _ in }
  ) throws {
    let failure = { (error: any Error) in
      Failure(.inputOutput, "Cannot keep \(name) in a temporary file: \(error).", hint: "Nothing was saved.")
    }
    let file: FileDescriptor
    do { file = try Platform.temporaryFile(in: Platform.temporaryFolder()) } catch { throw failure(error) }
    (self.file, self.name) = (file, name)
    Platform.keepFromPrograms(file)
    var count = 0
    let kept = ByteStream {
      guard let chunk = try stream.next() else { return nil }
      do { try file.writeAll(chunk) } catch { throw failure(error) }
      count += chunk.count
      return chunk
    }
    try look(kept)
    while try kept.next() != nil {}
    size = count
    do { try rewind() } catch { throw failure(error) }
  }

  /// Goes back to the beginning.
  package func rewind() throws { try file.seek(offset: 0, from: .start) }

  private static func kind(of error: any Error) -> Failure.Kind {
    switch error {
    case Errno.noSuchFileOrDirectory: .notFound
    case Errno.tooManyOpenFiles, Errno.tooManyOpenFilesInSystem, Errno.noMemory: .inputOutput
    case let error as Errno where error.isFailureOfDisk: .inputOutput
    default: .noPermission
    }
  }

  deinit { _ = Result { try file.close() } }  // the bytes that were read are good

  /// The bytes of the file, which stays open as long as the stream is used.
  package var stream: ByteStream {
    let bytes = Self.stream(of: file, name: name)
    return ByteStream { [self] in try withExtendedLifetime(self) { try bytes.next() } }
  }

  /// Returns the bytes of an open file, a chunk at a time; an interrupt ends the stream with an error.
  package static func stream(of file: FileDescriptor, name: String) -> ByteStream {
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
