import Foundation
import PleatArguments
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `pleat serve` as ssh runs it: with the command of whoever logged in as `SSH_ORIGINAL_COMMAND`.
struct ServeTests {
  /// A folder with an outline that is served, and with much that is not.
  struct Server {
    let folder: ScratchFolder
    var path: String { folder.path(of: "served.db") }
    /// Another outline, with a secret.
    var other: String { folder.path(of: "other.db") }

    init() throws {
      folder = try ScratchFolder()
      let names = try Server.files.get()
      for (name, bytes) in names { try bytes.write(to: URL(fileURLWithPath: folder.path(of: name))) }
      let config = folder.path(of: "config/pleat")
      try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
      let lines = ["file = \"\(other)\"", "user = \"bob\"", "editor = \"touch evil\"", "pager = \"touch evil;\""]
      try lines.joined(separator: "\n").write(toFile: "\(config)/config.toml", atomically: true, encoding: .utf8)
    }

    private static let files = Result {
      let served = try Session(
        ["add", "--section", "Home", "Work"], ["add", "apples", "--in", "Home"], ["collapse", "Work", "-u", "bob"])
      let other = try Session(["add", "secret"])
      return try [
        ("served.db", Data(contentsOf: URL(fileURLWithPath: served.path))),
        ("other.db", Data(contentsOf: URL(fileURLWithPath: other.path))), ("list.md", Data("# secret\n".utf8)),
        ("edits", Data("add --section secret\n".utf8)),
      ]
    }

    /// Variables that lead elsewhere, as a careless configuration of sshd would let a client set them.
    private var environment: [String: String] {
      [
        "PLEAT_FILE": other, "PLEAT_USER": "bob", "PLEAT_PAGER": "touch evil;", "PAGER": "touch evil;",
        "LC_ALL": "C.UTF-8",
        "EDITOR": "touch evil;", "VISUAL": "touch evil;", "XDG_CONFIG_HOME": folder.path(of: "config"),
        "XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path(of: "state"), "HOME": folder.path,
        "TMPDIR": folder.path(of: "nowhere"),
      ]
    }

    /// Carries out a command for the user ana.
    func run(_ line: String, _ options: String..., input: String = "") throws -> Ending {
      try Program.run(
        [Executable.program, "serve", "--file", path, "--user", "ana"] + options, input: input,
        environment: environment.merging(["SSH_ORIGINAL_COMMAND": line]) { $1 }, in: folder.path)
    }

    /// Every file with its bytes, but the journal, which an edit leaves empty.
    func state() throws -> [String: Data] {
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      return Dictionary(
        uniqueKeysWithValues: names.filter { !$0.hasSuffix("-journal") }.map {
          ($0, FileManager.default.contents(atPath: folder.path(of: $0)) ?? Data())
        })
    }
  }

  /// A command as another pleat sends it.
  private static func far(_ words: String..., saying pairs: String...) -> String {
    (["pleat", "far", RemoteProtocol.version] + pairs + ["--"] + words.map(PercentText.encoded)).joined(separator: " ")
  }

  /// What somebody may try to get at other files, users and programs; @ is the folder.
  static let attempts: [String] =
    [
      // Other files.
      "pleat list -f @/other.db", "pleat list --file @/other.db", "pleat list --file=@/other.db", "pleat -f @/other.db",
      "pleat -f @/other.db list", "pleat list -f@/other.db", "pleat list -f=@/other.db", "pleat list --fil @/other.db",
      "pleat add -nf @/other.db x", "pleat add x -qf @/other.db", "pleat add x -fq @/other.db",
      "pleat list -f other.db",
      "pleat list -f ./served.db", "pleat list -f @/../pleat/other.db", "pleat list -f ''",
      "pleat list -f '~/other.db'",
      "pleat list -f ssh://localhost/other.db", "pleat list -f /proc/self/fd/0", "pleat list '--file' '@/other.db'",
      "pleat list \"--fi\"le=@/other.db", "pleat list --fi\\le=@/other.db",
      far("list", saying: "file=@/other.db"), far("list", saying: "file=~/other.db"),
      far("list", saying: "file=@/served.db/../other.db"), far("list", "-f", "@/other.db"),
      far("list", "--file=@/other.db"), far("list", "-f", "@/other.db", saying: "name=@/other.db"),
      far("list", "-f", "@/other.db", saying: "name=ssh://h/other.db"),
      // Other users.
      "pleat list -u bob", "pleat list --user=bob", "pleat -u bob collapse Home", "pleat collapse Home -qu bob",
      "pleat users --rename bob eve", "pleat users --rename ana eve", "pleat users --delete bob",
      far("list", "-u", "bob"), far("collapse", "Home", saying: "user=bob"),
      // The environment and the configuration.
      "PLEAT_FILE=@/other.db pleat list", "env PLEAT_USER=bob pleat list", "pleat config", "pleat config --json",
      far("list", saying: "pager=touch%20evil"), far("list", saying: "editor=touch%20evil"),
      far("add", "x", saying: "allow-network-file=true"), far("list", saying: "PLEAT_FILE=@/other.db"),
      "pleat add x --allow-network-file", "pleat settings inbox Evil", "pleat settings backup-every 1d",
      // Editors, pagers, programs.
      "pleat edit Home", "pleat edit --all", "pleat open", "pleat open --allow-network-file",
      far("edit", "Home", saying: "terminal=input", "terminal=output"),
      far("open", saying: "terminal=input", "terminal=output"), "pleat sql", "pleat sql 'SELECT 1'",
      "pleat sql --write 'DELETE FROM row'", "pleat sql '.shell touch evil'", "pleat sql -",
      far("sql", ".shell touch evil"),
      // Other documents.
      "pleat backup evil", "pleat backup @/evil --keep 3", "pleat backup --force @/other.db", "pleat check --repair",
      "pleat check --repair --replace", "pleat export evil.md", "pleat export @/other.db --force --format md",
      "pleat export --force --format=md list.md", "pleat import list.md", "pleat import @/list.md --format md",
      "pleat import /etc/passwd --format txt", "pleat import /dev/fd/0 --format md", "pleat apply edits",
      "pleat apply @/edits",
      "pleat apply -- edits", "pleat import --format md -- list.md", "pleat export -- evil.md",
      // Shells.
      "", "pleat list; touch evil", "pleat list && touch evil", "pleat list | tee evil", "pleat list > evil",
      "pleat list < list.md", "pleat list $(touch evil)", "pleat list `touch evil`", "pleat list \"$(touch evil)\"",
      "pleat list \"`touch evil`\"", "pleat list & touch evil", "pleat list\ntouch evil", "\ntouch evil", "touch evil",
      "/bin/sh -c 'touch evil'", "sh", "bash -i", "/usr/bin/pleat sql", "./pleat list", "exec pleat list",
      "scp -t @", "sftp-server", "internal-sftp", "rsync --server . @", "git-upload-pack @", "pleat", "'pleat list'",
      "pleat list 'unclosed", "pleat list \\",
      // pleat in pleat.
      "pleat serve", "pleat serve -f @/other.db -u bob", "pleat far", "pleat far 9.9 -- list",
      "pleat far \(RemoteProtocol.version) list",
      far("far", RemoteProtocol.version, "--", "list"), far("serve", "-f", "@/other.db", "-u", "bob"),
      far("far", RemoteProtocol.version, "file=@/other.db", "--", "list"), "pleat completions bash",
      "pleat completions bash -- pleat l",
      "pleat --generate-completion-script bash", "pleat completions fish -- 'pleat list -f @/other.db '",
      "pleat list -- -f @/other.db", "pleat -- --file @/other.db", "pleat list --all -- --user bob",
      "pleat list --mystery",
      // What is no text.
      far("add", saying: "columns=99999999999999999999"), "pleat far \(RemoteProtocol.version) -- add a%00b",
      "pleat far \(RemoteProtocol.version) -- add %FF",
      "pleat far \(RemoteProtocol.version) -- add %", "pleat far \(RemoteProtocol.version) -- add %z",
      "pleat far \(RemoteProtocol.version) terminal=all -- list",
      "pleat far \(RemoteProtocol.version) markers.open=%1B%5B2J -- list",
      "pleat far \(RemoteProtocol.version) name=/etc/passwd -- list",
    ].map { $0.isEmpty ? "pleat nothing" : $0 == "pleat" ? "pleat list nowhere" : $0 }

  @Test func `there are more than a hundred attempts`() {
    #expect(Set(Self.attempts).count > 100)
  }

  @Test(arguments: attempts)
  func `every attempt to reach anything but the outline is refused, and changes nothing`(attempt: String) throws {
    let server = try Server()
    let before = try server.state()
    let ending = try server.run(attempt.replacing("@", with: server.folder.path), input: "# secret\n")
    #expect([64, 65, 66, 69, 77].contains(ending.status), "\(ending.status): \(ending.text)\(ending.errors)")
    #expect(!ending.text.contains("secret") && !ending.errors.contains("secret"), "\(ending.text)\(ending.errors)")
    #expect(ending.errors.hasPrefix("pleat: ") || ending.errors.hasPrefix("{\"error\""), "\(ending.errors)")
    #expect(try server.state() == before)
  }

  @Test(arguments: [
    "import list.md", "apply edits", "serve", "far", "sql .tables", "edit Home", "edit --all", "backup evil",
    "users --delete bob",
    "add x -f other.db", "add x --file=other.db", "add x -u bob", "collapse Home --user bob", "add -",
    "{\"verb\":\"add\",\"arguments\":[\"x\"],\"file\":\"other.db\"}",
    "{\"verb\":\"collapse\",\"arguments\":[\"Home\"],\"user\":\"bob\"}",
    "{\"verb\":\"import\",\"arguments\":[\"list.md\"]}",
  ])
  func `a line of a batch reaches no further than a command`(line: String) throws {
    let server = try Server()
    let before = try server.state()
    let ending = try server.run("pleat apply -", input: "add fine\n\(line)\n")
    #expect(ending.status == 64, "\(ending.status): \(ending.errors)")
    #expect(try server.state() == before)
  }

  @Test(
    arguments: [
      ("pleat list", "2 Work\n"), ("pleat", "  1:1 apples\n"), ("  ", "▾ 1 Home\n"), ("pleat list -u ana", "apples"),
      ("pleat list -f served.db", nil), ("pleat list --json", "\"title\":\"Home\""),
      ("pleat find apples", "1:1 Home: apples"),
      ("pleat folds", "Work"), ("pleat status", "user      ana"), ("pleat users", "bob: 1 fold"),
      ("pleat settings", "inbox"),
      ("pleat log --limit 3", "add"), ("pleat export - --format md", "# Home"), ("pleat check", ""),
      ("pleat help add", "Examples"), ("pleat list --help", "Examples"), ("pleat --version", Version.pleat),
      ("pleat add 'milk & honey' --in Home --json", "\"ids\":[\"@r4\"]"),
      ("pleat collapse Home --json", "\"ids\":[\"@s1\"]"),
      ("pleat add - --in Home --json", "\"ids\":[\"@r4\"]"), ("pleat import - --format md --json", "\"ids\":"),
      ("pleat undo -n --any --json", "\"entries\":"), ("pleat edit apples pears --json", "\"@r3\""),
      (far("list", "-f", "ssh://host", saying: "name=ssh://host"), "apples"),
      (far("list", "-f", "home", saying: "name=home", "user=ana"), "apples"),
      (far("import", "list.md", "--json", saying: "document=yes"), "\"ids\":"),
      (far("export", "list.md", "Home", saying: "document=yes"), "- apples\n"),
    ] as [(String, String?)])
  func `what the outline has is served`(line: String, text: String?) throws {
    let server = try Server()
    let others = try server.state().filter { !$0.key.hasPrefix("served.db") }
    let ending = try server.run(line, input: "# Trip\n")
    guard let text else { return #expect(ending.status == 77) }
    #expect(
      ending.status == 0 && (text.isEmpty || ending.text.contains(text)),
      "\(ending.status): \(ending.text)\(ending.errors)")
    #expect(try server.state().filter { !$0.key.hasPrefix("served.db") } == others)
  }

  @Test func `a document that travels is never a file of the server`() throws {
    let server = try Server()
    #expect(try server.run(Self.far("import", "list.md", saying: "document=yes"), input: "# Trip\n").status == 0)
    #expect(try server.run("pleat list").text.contains("Trip"))
    #expect(try !server.run("pleat list --all").text.contains("secret"))
  }

  @Test func `who may only read can do nothing else, and folds are edits`() throws {
    let server = try Server()
    let before = try server.state()
    for line in [
      "pleat add x", "pleat collapse Home", "pleat undo", "pleat redo", "pleat apply", "pleat import - --format md",
      "pleat reset", "pleat accordion on", "pleat example", "pleat find apples --reveal", "pleat edit apples x",
      "pleat delete apples", "pleat done apples", Self.far("toggle", "Home"),
    ] {
      let ending = try server.run(line, "--read-only", input: "add x\n")
      #expect(ending.status == 77 && ending.errors.contains("served read-only"), "\(line): \(ending.errors)")
    }
    for line in [
      "pleat list", "pleat log", "pleat find apples", "pleat export - --format json", "pleat check", "pleat users",
    ] {
      #expect(try server.run(line, "--read-only").status == 0, "\(line)")
    }
    #expect(try server.state() == before)
  }

  @Test func `a read-only key never upgrades an older file, and an ordinary key does so with its first edit`() throws {
    let server = try Server()
    try OldVersion.copy(13, to: server.path)
    let before = try server.state()
    for line in [
      "pleat list", "pleat log", "pleat find milk", "pleat export - --format json", "pleat check", "pleat due",
      Self.far("show", "Trip"),
    ] {
      #expect(try server.run(line, "--read-only").status == 0, "\(line)")
      #expect(try server.run(line).status == 0, "\(line)")
    }
    for line in ["pleat done bread", "pleat collapse Groceries", "pleat undo", Self.far("add", "new")] {
      #expect(try server.run(line, "--read-only").status == 77, "\(line)")
    }
    #expect(try server.state() == before)
    let ending = try server.run(Self.far("done", "bread"))
    let remark = "The file was upgraded to version \(OldVersion.current)"
    #expect(ending.status == 0 && ending.errors.contains(remark), "\(ending)")
    #expect(try SQLiteShell(server.path).lines("PRAGMA user_version") == ["\(OldVersion.current)"])
    #expect(try SQLiteShell(server.path + ".before-\(OldVersion.current)").lines("PRAGMA user_version") == ["13"])
  }

  @Test func `each user who is served has folds of their own`() throws {
    let server = try Server()
    #expect(try server.run("pleat collapse Home").status == 0)
    #expect(try server.run("pleat list").text == "▸ 1 Home · 1 hidden\n2 Work\n")
    let own = try Program.run([Executable.program, "list", "-f", server.path, "-u", "eve"])
    #expect(own.text == "▾ 1 Home\n  1:1 apples\n2 Work\n")
  }

  @Test(arguments: [
    ([], "needs --file"), (["--file", "a"], "needs --user"), (["--user", "a"], "needs --file"),
    (["--file", "ssh://h/a", "--user", "a"], "of this machine"), (["--file=", "--user", "a"], "--file"),
  ])
  func `serve says what it lacks`(words: [String], reason: String) throws {
    let answer = try Session().run(["serve"] + words)
    #expect(answer.status == 64 && answer.message.contains(reason), "\(answer.message)")
  }
}
