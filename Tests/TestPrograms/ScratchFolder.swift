import Foundation

/// A folder for one test; it goes with everything in it when the test lets go of it.
public final class ScratchFolder: Sendable {
  /// The folder's path, without a slash at the end.
  public let path: String

  /// Makes an empty folder; in memory where the system has a place for that, because there syncing costs nothing.
  public init() throws {
    let memory = "/dev/shm"
    let parent = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    path = "\(parent)/pleat-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// A folder with a link to a program under its own name, whose path needs no quotes in a script, wherever the program is.
  public convenience init(linking program: String) throws {
    try self.init()
    let name = URL(fileURLWithPath: program).lastPathComponent
    try FileManager.default.createSymbolicLink(atPath: self.path(of: name), withDestinationPath: program)
  }

  deinit {
    // Nobody is left who could be told.
    _ = Result { try FileManager.default.removeItem(atPath: path) }
  }

  /// The path of something in the folder.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// The names of what is in the folder, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// What must stay the same of a file that is only looked at.
public struct FileState: Equatable {
  /// The bytes; nil where they cannot be read, as of a folder.
  public let bytes: Data?
  /// When it was last written to, to the nanosecond.
  public let seconds: Int
  /// The part of a second that goes with ``seconds``.
  public let nanoseconds: Int
  /// The kind of file and who may use it.
  public let mode: UInt32

  /// Looks at the file at `path`; nil where there is none.
  public init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    bytes = isRegular ? FileManager.default.contents(atPath: path) : nil
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    mode = UInt32(status.st_mode)
  }

  /// Looks at the file at `path` once its last change is an hour ago, so that any further change shows.
  public init?(ofAged path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let time = timespec(tv_sec: status.st_mtim.tv_sec - 3_600, tv_nsec: 0)
    guard utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.init(of: path)
  }

  /// Who may use the file: the last nine bits of its mode.
  public var permissions: UInt32 { mode & 0o777 }
}
