import Foundation
import TestPrograms
import Testing

/// `scripts/install` and its removal, with the built program.
struct InstallTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../scripts/install").standardizedFileURL.path

  private func install(_ words: String..., in folder: ScratchFolder) throws -> Ending {
    try Program.run([Self.script] + words, environment: ["HOME": folder.path], in: folder.path)
  }

  /// The paths of all files and folders below a folder.
  private func contents(_ path: String) -> [String] {
    (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
  }

  /// A program that is as short as can be, and answers as pleat does.
  private func standIn(_ folder: ScratchFolder, pages: String) throws -> String {
    let path = folder.path(of: "stand in")
    let script = """
      case "$*" in
        --version) echo 1.2.3 ;;
        completions*) echo "# completions of $2" ;;
        "help --man --list") printf '\(pages)' ;;
        "help --man"*) echo "the page of ${3-pleat}" ;;
      esac
      """
    try Program.write(script, to: path)
    return path
  }

  private let program = "bin/pleat"
  private let completions = [
    "share/bash-completion/completions/pleat", "share/fish/vendor_completions.d/pleat.fish",
    "share/zsh/site-functions/_pleat",
  ]

  @Test func `the program runs where it is installed, with its completions beside it`() throws {
    let folder = try ScratchFolder()
    let ending = try install("--binary", Executable.program, "my own", in: folder)
    #expect(ending.status == 0, "\(ending.errors)")
    let place = folder.path(of: "my own")
    #expect(try Program.run([place + "/bin/pleat", "--version"]).status == 0)
    for path in completions {
      let text = try String(contentsOfFile: "\(place)/\(path)", encoding: .utf8)
      #expect(text.contains("pleat completions "), "\(path)")
    }
    let hasManual = try Program.run([Executable.program, "help", "--man", "--list"]).status == 0
    #expect(FileManager.default.fileExists(atPath: "\(place)/share/man/man1/pleat.1") == hasManual)
    #expect(try install("--uninstall", "my own", in: folder).status == 0)
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test func `what was there before stays when pleat is removed`() throws {
    let folder = try ScratchFolder()
    let place = folder.path(of: ".local")
    try FileManager.default.createDirectory(atPath: place + "/share/man/man1", withIntermediateDirectories: true)
    try "other".write(toFile: place + "/share/man/man1/other.1", atomically: true, encoding: .utf8)
    let before = contents(place)
    let binary = try standIn(folder, pages: "pleat.1\\npleat-add.1 add\\npleat-placements.7 placements\\n")
    #expect(try install("--binary", binary, in: folder).status == 0)
    let pages = ["share/man/man1/pleat-add.1", "share/man/man1/pleat.1", "share/man/man7/pleat-placements.7"]
    for path in [program] + completions + pages { #expect(contents(place).contains(path), "\(path)") }
    try "mine".write(toFile: place + "/share/fish/mine", atomically: true, encoding: .utf8)
    #expect(try install("--uninstall", in: folder).status == 0)
    #expect(contents(place) == (before + ["share/fish", "share/fish/mine"]).sorted())
    let again = try install("--uninstall", in: folder)
    #expect(again.status == 66)
    #expect(again.errors.hasPrefix("install: Nothing that scripts/install wrote is below "))
  }

  @Test func `a newer pleat takes away the pages that it has no more`() throws {
    let folder = try ScratchFolder()
    #expect(
      try install("--binary", standIn(folder, pages: "pleat.1\\npleat-old.1 old\\n"), "to", in: folder).status == 0)
    #expect(try install("--binary", standIn(folder, pages: "pleat.1\\n"), "to", in: folder).status == 0)
    let found = contents(folder.path(of: "to"))
    #expect(found.contains("share/man/man1/pleat.1") && !found.contains("share/man/man1/pleat-old.1"))
    #expect(try install("--uninstall", "to", in: folder).status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "to")))
  }

  @Test func `a list that was tampered with removes nothing else`() throws {
    let folder = try ScratchFolder()
    let precious = folder.path(of: "precious")
    try "mine".write(toFile: precious, atomically: true, encoding: .utf8)
    #expect(try install("--binary", standIn(folder, pages: "pleat.1\\n"), "to", in: folder).status == 0)
    let list = folder.path(of: "to") + "/share/pleat/installed"
    let text = try String(contentsOfFile: list, encoding: .utf8)
    try (text + "file share/../../precious\nfile precious\n").write(toFile: list, atomically: true, encoding: .utf8)
    #expect(try install("--uninstall", "to", in: folder).status == 0)
    #expect(FileManager.default.fileExists(atPath: precious))
  }

  @Test func `git is set up with --git alone, and left as it was on removal`() throws {
    let folder = try ScratchFolder()
    let binary = try standIn(folder, pages: "pleat.1\\n")
    let configuration = folder.path(of: ".gitconfig")
    try "[user]\n\tname = Ana\n".write(toFile: configuration, atomically: true, encoding: .utf8)
    let before = try String(contentsOfFile: configuration, encoding: .utf8)
    let git = { (words: String...) in
      try Program.run(["git", "config", "--global"] + words, environment: ["HOME": folder.path])
    }
    #expect(try install("--binary", binary, "it's 5%", in: folder).errors.contains("scripts/install --git"))
    #expect(try String(contentsOfFile: configuration, encoding: .utf8) == before)
    #expect(try install("--binary", binary, "--git", "it's 5%", in: folder).status == 0)
    let driver = try git("merge.pleat.driver").text
    #expect(driver == "'\(folder.path)/it'\\''s 5%%/bin/pleat' merge-file %O %A %B\n")
    // A newer pleat, installed without --git, leaves it to the removal too.
    #expect(try install("--binary", binary, "it's 5%", in: folder).status == 0)
    #expect(try install("--uninstall", "it's 5%", in: folder).status == 0)
    #expect(try String(contentsOfFile: configuration, encoding: .utf8) == before)
    // What somebody else has set stays.
    #expect(try git("merge.pleat.driver", "other %A").status == 0)
    let refused = try install("--binary", binary, "--git", "to", in: folder)
    #expect(refused.status == 81 && refused.errors.contains("It stays."))
    #expect(try install("--uninstall", "to", in: folder).status == 0)
    #expect(try git("merge.pleat.driver").text == "other %A\n")
  }

  @Test func `mistakes are said in sentences`() throws {
    let folder = try ScratchFolder()
    let binary = try standIn(folder, pages: "pleat.1\\n")
    #expect(try install("--nonsense", in: folder).errors.hasPrefix("install: There is no option --nonsense."))
    #expect(try install("a", "b", in: folder).errors == "install: Name one folder; these are 'a' and 'b'.\n")
    #expect(try install("--binary", "/nowhere", in: folder).errors == "install: There is no program /nowhere.\n")
    let below = try install("--binary", binary, "stand in/to", in: folder)
    #expect(below.status == 73)
    #expect(below.errors.contains("cannot be made. Run it as root, or name a folder of your own"))
    let bad = try standIn(folder, pages: "../evil.1\\n")
    #expect(try install("--binary", bad, "to", in: folder).status == 70)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "to")))
  }
}
