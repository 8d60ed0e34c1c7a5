import Foundation
import TestPrograms
import Testing

/// What `sync` refuses, and what it says and leaves alone then.
struct SyncRefusalTests {
  /// A state of the repository or of the file, and how a synchronization ends.
  struct State: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let script: String
    let status: Int32
    let words: String

    init(_ name: String, _ script: String, _ status: Int32, says words: String) {
      (testDescription, self.script, self.status, self.words) = (name, script, status, words)
    }
  }

  private static let states = [
    State("no folder", "rm -rf clone", 66, says: "There is no folder"),
    State("a file in place of the folder", "rm -rf clone; touch clone", 66, says: "There is no folder"),
    State("not git", "rm -rf clone; mkdir clone", 81, says: "not a folder of a git repository"),
    State("empty, with a file", "pleat add milk -q", 0, says: "1 row and 1 section went"),
    State("empty, without a file", ":", 66, says: "neither an outline nor a document"),
    State("a document, without a file", "fill", 0, says: "1 row and 1 section came"),
    State("a document, with another outline", "fill; pleat add mine -q", 0, says: "1 row came, 1 row went"),
    State("the same", "pleat add milk -q; pleat sync clone -q", 0, says: "nothing new"),
    State(
      "changed by hand", "pleat add milk -q; pleat sync clone -q; echo >> clone/outline.json", 81,
      says: "the change is not committed"),
    State(
      "not added", "pleat add milk -q; pleat export clone/outline.json -q", 81, says: "the change is not committed"),
    State(
      "no JSON", "echo x > clone/outline.json; cd clone; git add .; git commit -qm x; cd ..", 65,
      says: "outline.json, line 1"),
    State(
      "a document of a newer version",
      "fill; cd clone; sed -i 's/\"pleat\":2/\"pleat\":4/' outline.json; git commit -qam x; cd ..",
      69, says: "Read it with a newer pleat"),
    State(
      "a document with something that a newer pleat may know",
      "fill; cd clone; sed -i 's/\"title\"/\"new\":1,\"title\"/' outline.json; git commit -qam x; cd ..", 69,
      says: "Perhaps the document was made by a newer pleat"),
    State(
      "deleted", "pleat add milk -q; pleat sync clone -q; cd clone; git rm -q outline.json; git commit -qm x; cd ..",
      81,
      says: "was deleted in the repository"),
    State(
      "detached", "fill; git -C clone checkout -q --detach", 81, says: "its HEAD is detached"),
    State(
      "in a merge", "pleat add milk -q; pleat sync clone -q; git -C clone rev-parse HEAD > clone/.git/MERGE_HEAD", 81,
      says: "A merge is under way"),
    State(
      "locked", "pleat add milk -q; pleat sync clone -q; exec 9>clone/.git/pleat-sync.lock; flock 9", 75,
      says: "Another synchronization is under way"),
    State(
      "nobody",
      "pleat add milk -q; export GIT_CONFIG_GLOBAL=/dev/null EMAIL=; git -C clone config user.useConfigOnly true",
      78, says: "git config --global user.name"),
    State("no git", "pleat add milk -q; export PATH=/nowhere", 69, says: "sudo apt install git"),
    State(
      "another repository in the environment",
      "pleat add milk -q; export GIT_DIR=/nowhere GIT_INDEX_FILE=/nowhere/i GIT_WORK_TREE=/", 0, says: "went"),
  ]

  private static func run(_ state: State, _ options: String) throws -> (ending: Ending, folder: ScratchFolder) {
    let world = try SyncWorld()
    let script = """
      cd \(world.folder.path)
      P='\(Executable.program)'
      pleat() { "$P" "$@"; }
      fill() {
        git clone -q hub.git other 2>&-; "$P" -f other.db add milk -q; "$P" -f other.db sync other -q
        git -C clone pull -q
      }
      git clone -q hub.git clone 2>&-
      \(state.script)
      "$P" sync clone --wait 0.2 \(options)
      """
    let environment = world.environment.merging(
      ["PLEAT_FILE": world.folder.path(of: "outline.db"), "PLEAT_USER": "ana"]) { $1 }
    return (try Program.run(["/bin/bash", "-c", script], environment: environment), world.folder)
  }

  @Test(arguments: states)
  func `a state is taken or refused, with a next step`(state: State) throws {
    let (ending, folder) = try Self.run(state, "")
    #expect(ending.status == state.status, "\(ending.errors)")
    #expect(ending.errors.contains(state.words), "\(ending.errors)")
    #expect(ending.text == "")
    #expect(state.status == 0 || ending.errors.split(separator: "\n").count >= 2, "\(ending.errors)")
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: states)
  func `options change what is said, and nothing else`(state: State) throws {
    let quiet = try Self.run(state, "-q").ending
    #expect(quiet.status == state.status && quiet.text == "")
    #expect(state.status == 0 ? quiet.errors == "" : quiet.errors.contains(state.words), "\(quiet.errors)")
    let json = try Self.run(state, "--json").ending
    #expect(json.status == state.status)
    if state.status == 0 {
      let answer = try JSON.object(json.text)
      #expect(answer["sync"] as? [String: Any] != nil && answer["edits"] as? [[String: Any]] != nil, "\(json.text)")
    } else {
      #expect(try JSON.error(json.errors)["message"] as? String != nil, "\(json.errors)")
    }
  }

  @Test(arguments: states)
  func `a trial says the same and changes nothing`(state: State) throws {
    var state = state
    let look =
      "unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE; cksum outline.db clone/outline.json 2>&1; git -C clone for-each-ref; git -C hub.git for-each-ref"
    state = State(state.testDescription, "\(state.script)\n(\(look)) > before 2>&1", state.status, says: state.words)
    let (ending, folder) = try Self.run(state, "-n")
    #expect(ending.status == state.status, "\(ending.errors)")
    if state.testDescription == "no git" { return }
    let after = try Program.run(["bash", "-c", "cd \(folder.path); (\(look)) > after 2>&1; diff before after"])
    #expect(after.status == 0, "\(after.text)")
  }
}
