import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `undo --by NAME --since TIME` on the way to an outline: its file, a host, an account by ssh, and keys, with scripts in the place of
/// ssh.
struct HostUndoTests {
  /// A way to the outline.
  enum Way: String, CaseIterable {
    case file
    case account
    case key
    case folder
  }

  /// Home, where bob has added bread and jam, edited milk, and deleted nuts.
  private struct Shared {
    let pleat: Executable
    private let host: HostProcess?
    private let way: Way

    /// - Parameter right: What a key of a folder may do.
    init(_ way: Way, hasHost: Bool, right: String = "edit") throws {
      (pleat, self.way) = (try Executable(), way)
      try pleat.session.prepare(
        """
        add --section Home
        add milk nuts --in Home
        add bread --in Home -u bob
        add jam --in Home -u bob
        edit milk 'oat milk' -u bob
        add --section Work
        delete nuts -u bob
        """)
      try "\(right) ana outline.db\n".write(
        toFile: pleat.folder.path(of: Directory.name), atomically: true, encoding: .utf8)
      let readOnly = right == "see" && way == .key ? " --read-only" : ""
      let serve = way == .key ? "--file \(pleat.path)\(readOnly)" : "--host \(pleat.folder.path)"
      let script =
        way == .account
        ? "exec sh -c \"$line\"" : "SSH_ORIGINAL_COMMAND=\"$line\" exec pleat serve \(serve) --user ana"
      try Program.write("for line do :; done; \(script)", to: pleat.folder.path(of: "bin/ssh"))
      host = hasHost ? try HostProcess(pleat.folder) : nil
    }

    func stop() throws {
      host?.process.send(15)
      _ = try host?.process.wait()
    }

    /// How many edits the host has made; nil without one.
    func edits() throws -> Int? { try host?.figure("edits_total") }

    /// Runs a command on the outline, and returns how it ended, without the address of the outline.
    func run(_ words: [String]) throws -> [String] {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let address =
        switch way {
        case .file: pleat.path
        case .account, .key: "ssh://there\(pleat.path)"
        case .folder: "ssh://there/outline"
        }
      let ending = try Program.run(
        [Executable.program] + words + ["-f", address],
        environment: pleat.environment.merging(["PATH": "\(pleat.folder.path(of: "bin")):\(pleat.programs):\(path)"]) {
          $1
        }, in: pleat.folder.path)
      return [words.joined(separator: " "), "\(ending.status)", ending.text, ending.errors].map {
        $0.replacing(address, with: "OUTLINE").replacing(pleat.path, with: "OUTLINE")
          .replacing(/"at":"[^"]*"/, with: "\"at\":TIME")
      }
    }

    func content() throws -> [String] {
      try pleat.shell.lines(
        "SELECT title, row_id, text, rank, row.done FROM section LEFT JOIN row USING (section_id) ORDER BY ord, rank")
    }

    func entries() throws -> [String] { try pleat.shell.lines("SELECT count(*) FROM log") }
  }

  private static let undo = ["undo", "--by", "bob", "--since", "1h"]

  /// Everything that is said on the way through a story, and what the outline then holds.
  private func story(_ way: Way, hasHost: Bool) throws -> [[String]] {
    let shared = try Shared(way, hasHost: hasHost)
    defer { _ = Result { try shared.stop() } }
    var told: [[String]] = []
    func tell(_ words: [String]) throws { told.append(try shared.run(words) + shared.content() + shared.entries()) }
    for words in [
      Self.undo + ["-n"], Self.undo, Self.undo, ["redo"], Self.undo + ["--json"], ["redo", "--json"],
      ["undo", "--by", "nobody", "--since", "1h"], ["undo", "--by", "bob", "--since", "nonsense"],
      ["undo", "--by", "bob", "--since", "2999-01-01"], ["undo", "--by", "bob", "--since", "1h", "--mine"],
      ["undo", "--by", "", "--since", "1h"],
    ] { try tell(words) }
    shared.pleat.session.run("edit", "jam", "fig jam", "-u", "cy", "--no-host")
    for words in [Self.undo, Self.undo + ["--json"]] { try tell(words) }
    // As one that was sent twice.
    shared.pleat.session.run("undo", "--by", "cy", "-u", "cy", "--no-host")
    for _ in 1...2 { try tell(Self.undo + ["--idempotency-key", "7"]) }
    try tell(["undo", "--since", "1d", "--layout", "flat", "--json"])
    if let edits = try shared.edits() { #expect(edits >= 6, "The host has made none of them.") }
    return told
  }

  @Test(arguments: Way.allCases)
  func `it says and does the same on every way, with a host and without it`(way: Way) throws {
    let expected = try story(.file, hasHost: false)
    let statuses = expected.map { $0[1] }
    #expect(
      statuses == ["0", "0", "0", "0", "0", "0", "0", "64", "64", "64", "64", "79", "79", "0", "0", "0"], "\(statuses)")
    #expect(expected[1][3].hasPrefix("undone 4 edits as one step:\nundone: delete nuts (bob, just now)\n"))
    #expect(Int(expected[1].last ?? "") == Int(expected[0].last ?? "").map { $0 + 1 }, "one entry of the log")
    #expect(expected[2][3] == "nothing to undo\n")
    for hasHost in [false, true] where way != .file || hasHost {
      let found = try story(way, hasHost: hasHost)
      for (one, other) in zip(expected, found) { #expect(one == other, "\(way), host: \(hasHost)") }
      #expect(expected.count == found.count)
    }
  }

  @Test(arguments: ["see", "fold", "edit", "own"], [false, true])
  func `the right to edit is asked of whoever undoes what others did`(right: String, hasHost: Bool) throws {
    for way in [Way.folder, .key] where way == .folder || ["see", "edit"].contains(right) {
      let shared = try Shared(way, hasHost: hasHost, right: right)
      defer { _ = Result { try shared.stop() } }
      let before = (try shared.content(), try shared.entries())
      let answer = try shared.run(Self.undo)
      if ["edit", "own"].contains(right) {
        #expect(answer[1] == "0" && answer[3].hasPrefix("undone 4 edits as one step:"), "\(answer)")
      } else {
        let sentence = right == "see" ? "This outline is served read-only." : "You may collapse and expand"
        #expect(answer[1] == "77" && answer[3].contains(sentence), "\(answer)")
        #expect(try before == (shared.content(), shared.entries()))
        #expect(try shared.run(Self.undo + ["-n"])[1] == "77")
        #expect(try JSON.error(shared.run(Self.undo + ["--json"])[3])["code"] as? String == "no-permission")
      }
    }
  }
}
