import OutlineCore
import PleatSystem
import SQLite

/// Whether a store writes to a file on a network file system or on one in user space.
///
/// There, locks or cached pages may differ between the processes that use a file, so that one edit overwrites another
/// that was reported as saved. Two writers of 40 edits each kept 58 of 80 on sshfs, 46 on CephFS, and 40 on GlusterFS.
package struct NetworkFiles: Sendable {
  /// Whether to write all the same.
  let areAllowed: Bool
  /// Returns the number of the type of the file system at a path; nil if it cannot be found out.
  let type: @Sendable (_ path: String) -> UInt32?

  /// Creates the rule for opening a file.
  ///
  /// - Parameters:
  ///   - areAllowed: Whether to write to a file on such a file system.
  ///   - type: Returns the number of the type of the file system at a path; tests pass a function of their own.
  package init(areAllowed: Bool = false, type: @escaping @Sendable (_ path: String) -> UInt32? = Self.systemType) {
    self.areAllowed = areAllowed
    self.type = type
  }

  /// Allows writing, for an outline in memory and for a file that was checked under another name.
  static let allowed = NetworkFiles(areAllowed: true)

  /// Refuses to write to a file on a network file system, unless that is allowed.
  ///
  /// Takes one system call.
  ///
  /// - Throws: ``StoreError/networkFile(path:fileSystem:)``.
  func check(_ path: String) throws(StoreError) {
    if !areAllowed, let name = name(at: path) { throw .networkFile(path: path, fileSystem: name) }
  }

  /// Refuses to make a file in a folder on a network file system, unless that is allowed.
  ///
  /// If the folder does not exist yet, the nearest folder above it is checked.
  func checkFolder(of path: String) throws(StoreError) {
    if areAllowed { return }
    var folder = FileSystem.folder(of: path)
    while folder != "/", type(folder) == nil { folder = FileSystem.folder(of: folder) }
    if let name = name(at: folder) { throw .networkFile(path: path, fileSystem: name) }
  }

  /// Returns the name of the network file system that a file for reading is on; nil if it is on none or they are allowed.
  ///
  /// Takes no system call for a file on a disk.
  func name(forReading path: String, _ stamp: FileStamp?) -> String? {
    guard !areAllowed, let stamp, !stamp.isOnBlockDevice else { return nil }
    return name(at: path)
  }

  /// Returns the name of the network file system that a file is on; nil if it is on none.
  func name(at path: String) -> String? { type(path).flatMap { type in Self.names.first { $0.type == type }?.name } }
}

extension NetworkFiles {
  // The numbers are those of linux/magic.h, and for file systems that are not part of Linux those of their sources.
  // Left out are GFS2, OCFS2 and GPFS, which keep locks and pages the same on all machines, and file systems that put
  // folders of this machine on top of each other (overlay, eCryptfs).

  /// The numbers that `statfs` returns for file systems, and their names in refusals; not a dictionary, whose first use
  /// would cost every start 300,000 instructions.
  static let names: [(type: UInt32, name: String)] = [
    (0x6969, "NFS"),
    (0x517B, "SMB"), (0xFE53_4D42, "SMB"), (0xFF53_4D42, "SMB"),
    (0x00C3_6400, "CephFS"),
    (0x6573_5546, "FUSE"),  // sshfs, GlusterFS, rclone, virtiofs and all others in user space
    (0x0102_1997, "9p"),
    (0x5346_414F, "AFS"), (0x6B41_4653, "AFS"),  // locks whole files, and writes them back when they are closed
    (0x7375_7245, "Coda"),  // writes files back when they are closed
    (0x564C, "NCP"),
    (0x0BD0_0BD0, "Lustre"),  // needs a mount option for locks between machines
    (0x1983_0326, "BeeGFS"),  // needs a setting for them
    (0x2003_0528, "OrangeFS"),  // has no locks
    (0x786F_4256, "a folder shared by VirtualBox"), (0xBACB_ACBC, "a folder shared by VMware"),
  ]

  package static let systemType: @Sendable (_ path: String) -> UInt32? = { Platform.fileSystemType(at: $0) }
}

extension FileStamp {
  /// Whether the file is on a device with blocks, such as a disk; network file systems have device numbers without one.
  fileprivate var isOnBlockDevice: Bool {
    #if os(Linux)
      (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000 != 0
    #else
      false
    #endif
  }
}
