import Foundation
import TestPrograms
import Testing

/// The program on a file system in user space that is really mounted.
@Suite(.enabled(if: UserSpaceMount.canBeMade, "\(UserSpaceMount.reason)"))
struct NetworkMountTests {
  private let mount: UserSpaceMount
  private let path: String

  init() throws {
    mount = try UserSpaceMount()
    path = mount.mounted.path(of: "outline.db")
  }

  private func pleat(_ words: String...) throws -> Ending {
    try Program.run([Executable.program] + words, environment: ["PLEAT_FILE": path, "PLEAT_USER": "ana"])
  }

  @Test func `a new outline on a mount is refused with the way out, and nothing is left there`() throws {
    for words in [["add", "milk"], ["add", "milk", "-n"], ["import", "-", "--format", "md"]] {
      let ending = try Program.run(
        [Executable.program] + words, input: "- a\n", environment: ["PLEAT_FILE": path, "PLEAT_USER": "ana"])
      #expect(ending.status == 77, "\(words): \(ending.errors)")
      #expect(
        ending.errors.contains("(FUSE)") && ending.errors.contains("--allow-network-file")
          && ending.errors.contains("ssh://"))
    }
    let deep = mount.mounted.path(of: "a/b/outline.db")
    #expect(try pleat("add", "milk", "-f", deep).status == 77)
    #expect(try mount.disk.names() == ["there"])
    #expect(try pleat("add", "milk", "-f", deep, "--allow-network-file").status == 0)
    #expect(try pleat("collapse", "Home").status == 66)
  }

  @Test func `an outline on a mount is read, and every edit is refused unless asked for by name`() throws {
    #expect(try pleat("add", "--section", "Home", "Work", "--allow-network-file").status == 0)
    #expect(try pleat("add", "apples", "--in", "Home", "--allow-network-file").status == 0)
    #expect(try pleat("list").text == "▾ 1 Home\n  1:1 apples\n2 Work\n")
    let before = FileState(of: path)
    try Data("# List\n".utf8).write(to: URL(fileURLWithPath: mount.disk.path(of: "list.md")))
    try Data("add --section Trip\n".utf8).write(to: URL(fileURLWithPath: mount.disk.path(of: "edits")))
    let names = try mount.disk.names()
    for verb in MatrixTests.verbs + [["settings", "inbox", "Later"]] {
      let words = verb + (verb.contains("--json") ? [] : ["--json"])
      let ending = try Program.run(
        [Executable.program] + words, environment: ["PLEAT_FILE": path, "PLEAT_USER": "ana"], in: mount.mounted.path)
      #expect(ending.status == 77, "\(verb): \(ending.errors)")
      #expect(ending.errors.hasPrefix("{\"error\":{\"code\":\"no-permission\""), "\(verb)")
    }
    #expect(try FileState(of: path) == before && mount.disk.names() == names)
    for words in [
      ["status"], ["log"], ["folds"], ["find", "apples"], ["users"], ["settings"], ["export", "-", "--format", "md"],
    ] {
      let ending = try Program.run(
        [Executable.program] + words, environment: ["PLEAT_FILE": path, "PLEAT_USER": "ana"])
      #expect(ending.status == 0, "\(words): \(ending.errors)")
    }
    #expect(try FileState(of: path) == before && mount.disk.names() == names)
  }

  @Test func `the configuration can allow edits on mounts`() throws {
    let folder = try ScratchFolder()
    let configuration = folder.path(of: "pleat/config.toml")
    try FileManager.default.createDirectory(atPath: folder.path(of: "pleat"), withIntermediateDirectories: true)
    for (line, status) in [("allow-network-file = false", 77), ("allow-network-file = true", 0)] as [(String, Int32)] {
      try Data(line.utf8).write(to: URL(fileURLWithPath: configuration))
      let ending = try Program.run(
        [Executable.program, "add", "milk"],
        environment: ["PLEAT_FILE": path, "PLEAT_USER": "ana", "XDG_CONFIG_HOME": folder.path])
      #expect(ending.status == status, "\(line): \(ending.errors)")
    }
  }

  @Test func `a link from a disk of this machine to a mount counts as the mount`() throws {
    let folder = try ScratchFolder()
    #expect(symlink(mount.mounted.path, folder.path(of: "link")) == 0)
    #expect(try pleat("add", "milk", "-f", folder.path(of: "link/outline.db")).status == 77)
    #expect(try mount.disk.names() == ["there"])
  }
}
