import Foundation

/// A folder that a program in user space (FUSE) shows a second time; the mount ends when the test lets go of it.
public final class UserSpaceMount: Sendable {
  /// The folder on the disk.
  public let disk: ScratchFolder
  /// Where the program shows the same files.
  public let mounted: ScratchFolder

  /// Why the tests of user-space file systems are skipped where ``canBeMade`` is false.
  public static let reason = "a file system in user space needs /dev/fuse, bindfs and fusermount3 (package bindfs)"

  /// Whether this machine can mount one; with a container's rights, it often cannot.
  public static let canBeMade: Bool = {
    guard access("/dev/fuse", R_OK | W_OK) == 0, let mount = try? UserSpaceMount() else { return false }
    return FileManager.default.fileExists(atPath: mount.mounted.path(of: "there"))
  }()

  /// Mounts an empty folder.
  ///
  /// - Throws: an error if the programs for it cannot be started; that nothing was mounted shows in the folder alone.
  public init() throws {
    disk = try ScratchFolder()
    mounted = try ScratchFolder()
    try Data().write(to: URL(fileURLWithPath: disk.path(of: "there")))
    _ = try Program.run(["bindfs", "--no-allow-other", disk.path, mounted.path])
  }

  deinit {
    // The program is named after the version of FUSE that bindfs was built with. Without it, the mount stays.
    let script = "fusermount3 -u \"$0\" || fusermount -u \"$0\""
    _ = Result { try Program.run(["sh", "-c", script, mounted.path]) }
  }
}
