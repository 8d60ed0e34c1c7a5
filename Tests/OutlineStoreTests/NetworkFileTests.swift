import Foundation
import OutlineCore
import PleatSystem
import TestPrograms
import Testing

@testable import OutlineStore

/// Files on network file systems and on those in user space, by the numbers that `statfs` returns for them.
struct NetworkFileTests {
  /// As linux/magic.h has them, and for the last four their own sources.
  static let numbers: [(UInt32, String)] = [
    (0x6969, "NFS"), (0x517B, "SMB"), (0xFE53_4D42, "SMB"), (0xFF53_4D42, "SMB"), (0x00C3_6400, "CephFS"),
    (0x6573_5546, "FUSE"), (0x0102_1997, "9p"), (0x5346_414F, "AFS"), (0x6B41_4653, "AFS"), (0x7375_7245, "Coda"),
    (0x564C, "NCP"), (0x786F_4256, "a folder shared by VirtualBox"), (0xBACB_ACBC, "a folder shared by VMware"),
    (0x0BD0_0BD0, "Lustre"), (0x1983_0326, "BeeGFS"), (0x2003_0528, "OrangeFS"),
  ]

  /// ext4, tmpfs, XFS, Btrfs, overlayfs, ZFS, F2FS, eCryptfs, FAT, GFS2 and OCFS2.
  static let others: [UInt32] = [
    0xEF53, 0x0102_1994, 0x5846_5342, 0x9123_683E, 0x794C_7630, 0x2FC1_2FC1, 0xF2F5_2010, 0xF15F, 0x4D44, 0x0116_1970,
    0x7461_636F,
  ]

  private static func files(_ type: UInt32, areAllowed: Bool = false) -> NetworkFiles {
    NetworkFiles(areAllowed: areAllowed) { _ in type }
  }

  @Test(arguments: numbers)
  func `a file on a network file system is read and not written`(type: UInt32, name: String) throws {
    let file = try OutlineFile.sample()
    let before = try (FileState(of: file.path), file.folder.names())
    let refusal = StoreError.networkFile(path: file.path, fileSystem: name)
    #expect(throws: refusal) { try Store(opening: file.path, for: .writing, network: Self.files(type)) }
    #expect(throws: refusal) { try Store(openingOrCreating: file.path, network: Self.files(type)) }
    let store = try Store(opening: file.path, for: .reading, network: Self.files(type))
    #expect(try store.read { try $0.userCount() } == 2)
    #expect(try (FileState(of: file.path), file.folder.names()) == before)
  }

  @Test(arguments: numbers)
  func `a new file on a network file system is refused, and leaves nothing behind`(type: UInt32, name: String) throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "share/pleat/outline.db")
    let files = NetworkFiles { path in path == folder.path ? type : nil }
    #expect(throws: StoreError.networkFile(path: path, fileSystem: name)) {
      try Store(openingOrCreating: path, network: files)
    }
    #expect(try folder.names() == [])
  }

  @Test(arguments: numbers)
  func `with permission, a file on a network file system is made and written`(type: UInt32, name: String) throws {
    let path = try ScratchFolder()
    let store = try Store(
      openingOrCreating: path.path(of: "a/outline.db"), network: Self.files(type, areAllowed: true))
    try store.addSection("milk")
    #expect(try SQLiteShell(path.path(of: "a/outline.db")).lines("SELECT title FROM section") == ["milk"])
  }

  @Test(arguments: others)
  func `a file on a disk of this machine is written without being asked for by name`(type: UInt32) throws {
    let file = try OutlineFile.sample()
    try Store(opening: file.path, for: .writing, network: Self.files(type)).addSection("milk")
    #expect(try file.shell.lines("SELECT title FROM section WHERE title = 'milk'").count > 0)
    let folder = try ScratchFolder()
    _ = try Store(openingOrCreating: folder.path(of: "outline.db"), network: Self.files(type))
    #expect(try folder.names() == ["outline.db"])
  }

  @Test func `a file system that says nothing of itself counts as one of this machine`() throws {
    let file = try OutlineFile.sample()
    try Store(opening: file.path, for: .writing, network: NetworkFiles { _ in nil }).addSection("milk")
    #expect(Platform.fileSystemType(at: "/nowhere/at/all") == nil)
    #expect(Platform.fileSystemType(at: "/proc") == 0x9FA0)
  }

  @Test func `reading on a network file system does not roll back what another machine may be writing`() throws {
    let file = try OutlineFile.sample()
    let holder = try file.shell.hold(
      """
      PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE;
      INSERT INTO row (section_id, text) SELECT 1, value || hex(zeroblob(2000)) FROM generate_series(1, 300)
      """)
    try holder.kill()
    let before = (FileState(of: file.path), FileState(of: file.path + "-journal"))
    try #require(before.1?.bytes?.isEmpty == false)
    #expect(throws: StoreError.unfinishedEdit(path: file.path, fileSystem: "NFS")) {
      try Store(opening: file.path, for: .reading, network: Self.files(0x6969)).read { try $0.userCount() }
    }
    #expect((FileState(of: file.path), FileState(of: file.path + "-journal")) == before)
    #expect(try Store(opening: file.path, for: .reading).read { try $0.userCount() } == 2)
  }
}

extension Store {
  /// Adds a section as a user makes one.
  fileprivate func addSection(_ title: String) throws {
    try write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: user.user.name, words: ""))
      _ = try writer.perform([.insertSection(SectionContent(title), ord: 9, level: 1)], as: user)
      return ((), .commit)
    }
  }
}
