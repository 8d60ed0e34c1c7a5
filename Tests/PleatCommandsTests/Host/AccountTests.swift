import Foundation
import TestPrograms
import Testing

@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Another account of the machine, which uses the outlines of a hosted folder as the directory says, without permissions for files.
struct AccountTests {
  /// A host of root's, and the account `daemon`, which every Linux has, in a folder of its own.
  private final class Hosted {
    let folder: ScratchFolder
    let host: Program
    /// Where the account writes.
    let own: String

    init() throws {
      try #require(Platform.userID == 0)
      folder = try ScratchFolder()
      own = folder.path(of: "own")
      let pleat = try Executable()
      let lists = folder.path(of: "lists")
      let made = try pleat.script(
        """
        set -e; umask 022; mkdir -p \(lists)/team \(own); chmod 777 \(own)
        for f in team/plans handbook secret open mine; do
          $PLEAT -f \(lists)/$f.db add --section Home -q; $PLEAT -f \(lists)/$f.db add milk --in Home -q
          chmod 600 \(lists)/$f.db*
        done
        chmod 644 \(lists)/open.db
        mkdir \(lists)/team/.hidden
        for f in other.db-journal .secret.db .hidden/x.db plans.db.backup; do
          cp \(lists)/secret.db \(lists)/team/$f; chmod 600 \(lists)/team/$f
        done
        printf 'edit daemon team/**\\nsee daemon handbook.db\\nown daemon new.db mine.db\\n' >\(lists)/\(Directory.name)
        cp -L $PLEAT \(folder.path)/pleat; printf '# Notes\\n\\n- tea\\n' >\(own)/notes.md
        """)
      #expect(made.status == 0, "\(made.errors)")
      let program = URL(fileURLWithPath: Executable.program).deletingLastPathComponent().path + "/pleat-host"
      host = try Program(starting: [program, lists])
      let socket = "\(lists)/\(HostProtocol.socketName)"
      try waitUntil("the host answers", by: host) {
        (try? HostProtocol.answer(to: "pleat host json", from: socket).output) != nil
      }
    }

    deinit { host.send(15) }

    /// Carries out a command of the account.
    func run(_ name: String, _ words: String..., input: String = "") throws -> Ending {
      try Program.run(
        ["setpriv", "--reuid=1", "--regid=1", "--clear-groups", folder.path(of: "pleat"), "-f", path(of: name)] + words,
        input: input, environment: ["PLEAT_USER": "daemon", "HOME": own, "XDG_CONFIG_HOME": own], in: own)
    }

    func path(of name: String) -> String {
      folder.path(of: "lists/\(name)" + (name.contains(".db") ? "" : ".db"))
    }

    /// What the host has written when it has ended.
    func written() throws -> String {
      host.send(15)
      return try host.wait().errors
    }
  }

  @Test func `an export to a file goes through the host, and the file is the caller's`() throws {
    let hosted = try Hosted()
    let wrote = try hosted.run("handbook", "export", "x.md")
    #expect(wrote.status == 0 && wrote.errors == "wrote 1 section and 1 row to x.md\n", "\(wrote)")
    let file = "\(hosted.own)/x.md"
    let document = try String(contentsOfFile: file, encoding: .utf8)
    #expect(try document == hosted.run("handbook", "export", "-", "--format", "md").text && document.contains("milk"))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.ownerAccountID] as? Int == 1)
    #expect(try hosted.run("team/plans", "add", "tea", "--in", "Home").status == 0)
    #expect(try hosted.run("team/plans", "export", "x.md").status == 81)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == document)
    let replaced = try hosted.run("team/plans", "export", "x.md", "--force", "--json")
    #expect(replaced.status == 0 && replaced.text == "{\"file\":\"x.md\",\"sections\":1,\"rows\":2}\n", "\(replaced)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("tea"))
    #expect(try hosted.run("secret", "export", "y.md").status == 77)
    #expect(try hosted.run("handbook", "export", "y.md", "--where", "(").status == 64)
    #expect(!FileManager.default.fileExists(atPath: "\(hosted.own)/y.md"))
  }

  @Test func `documents and what the owner may do go through the host for whoever may not use the file`() throws {
    let hosted = try Hosted()
    #expect(try hosted.run("team/plans", "import", "notes.md").status == 0)
    #expect(try hosted.run("team/plans", "list").text.contains("tea"))
    #expect(try hosted.run("handbook", "import", "notes.md").status == 77)
    #expect(try hosted.run("mine", "users", "--rename", "ana", "eve").status == 0)
    #expect(try hosted.run("team/plans", "users", "--rename", "daemon", "eve").status == 77)
  }

  @Test func `what needs the file itself says so, whether there is one or not`() throws {
    let hosted = try Hosted()
    for words in [["sql", "SELECT 1"], ["backup", "copy.db"], ["edit", "Home"]] {
      let endings = try ["team/plans", "secret", "nowhere"].map { name in
        let ending = try hosted.run(name, words[0], words[1])
        #expect(ending.status == 77 && ending.text.isEmpty, "\(name) \(words): \(ending)")
        return ending.errors.replacing(hosted.path(of: name), with: "FILE")
      }
      #expect(endings[0].contains("This use of '\(words[0])' needs the file itself"), "\(endings[0])")
      #expect(endings[0].contains("export") && !endings[0].contains("chgrp"))
      #expect(Set(endings).count == 1, "\(endings)")
    }
  }

  @Test func `what an account may not see is answered like what is not there, and the log names the verb`() throws {
    let hosted = try Hosted()
    for words in [["list"], ["add", "tea"], ["find", "milk"], ["watch"], ["export", "-"], ["apply", "-"]] {
      let endings = try [
        "secret.db", "nowhere.db", "new.db", "team/other.db-journal", "team/.secret.db", "team/.hidden/x.db",
        "team/plans.db.backup",
      ].map { name in
        let ending = try hosted.run(name, words[0], words.count > 1 ? words[1] : "--json", input: "add tea\n")
        #expect(ending.status == 77 && ending.text.isEmpty, "\(name) \(words): \(ending)")
        return ending.errors.replacing(name, with: "NAME")
      }
      #expect(endings[0].contains("There is no outline") && !endings[0].contains("chgrp"), "\(endings[0])")
      #expect(Set(endings).count == 1, "\(endings)")
    }
    let refused = try hosted.run("team/plans", "add", "tea", "-u", "bob")
    #expect(refused.status == 77 && refused.errors.contains("Leave out -u"), "\(refused)")
    #expect(try hosted.run("handbook", "add", "tea", "--in", "Home").status == 77)
    let written = try hosted.written()
    for line in [
      "refused daemon: 'add' of \(hosted.path(of: "secret"))",
      "refused daemon: 'list' of \(hosted.path(of: "nowhere"))",
      "refused daemon as bob: 'add' of \(hosted.path(of: "team/plans"))",
      "refused daemon: 'add' of \(hosted.path(of: "handbook"))",
    ] { #expect(written.contains("pleat-host: \(line)\n"), "\(written)") }
  }

  @Test func `a file that its permissions leave open is named at the start, and used without the host`() throws {
    let hosted = try Hosted()
    #expect(try hosted.run("open", "list", "-u", "bob").status == 0)
    let written = try hosted.written()
    let told = written.split(separator: "\n").filter { $0.contains("without the host") }
    #expect(told.count == 1 && told[0].contains("may use open.db") && told[0].contains("chmod go= "), "\(written)")
    #expect(!written.contains("refused"), "\(written)")
  }
}
