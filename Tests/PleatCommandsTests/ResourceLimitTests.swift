import Foundation
import TestPrograms
import Testing

/// Every verb with few open files, with little memory, and where files may not grow: each ends with a sentence, but for less
/// memory than docs/trust.md promises one for.
struct ResourceLimitTests {
  private static let questions = [
    "list", "list --all --json", "find pears", "folds --json", "status", "log", "log -v", "users", "settings",
    "export - --format json", "export out.md", "watch --help",
  ]

  private static let verbs = questions + SavedTests.verbs

  /// Runs a verb behind a limit, and expects that it ends with a code of its own and says why, and that an edit is in the file
  /// exactly where it says so.
  ///
  /// - Parameter maySignal: Whether the verb may end with a signal instead; then nothing is saved, and nothing torn.
  private func expectSentence(_ verb: String, _ limit: String, maySignal: Bool = false) throws {
    let pleat = try SavedTests.copy()
    let before = try SavedTests.entries(pleat.session)
    // Behind a pipe, because standard output and standard error are files here, which the limit concerns as well; without
    // the files that whoever runs the tests may have left open.
    let ending = try pleat.script(
      "exec 3>&- 4>&- 5>&- 6>&-; (\(limit); exec $PLEAT \(verb) 2>&1) | cat >&2; exit ${PIPESTATUS[0]}")
    if ending.status == 127, ending.errors.contains("shared lib") { return }  // the loader had too little, not pleat
    if maySignal, ending.status >= 128 {
      #expect(try SavedTests.entries(pleat.session) == before, "\(limit): \(verb): \(ending.status)")
      #expect(pleat.session.run("check").status == 0, "\(limit): \(verb): \(ending.status)")
      return
    }
    #expect(ending.status < 128 && ending.status != 70, "\(limit): \(verb): \(ending.status) \(ending.errors)")
    let isSaid = ending.errors.contains("pleat: ") || ending.errors.contains("{\"error\":")
    #expect(ending.status == 0 || isSaid, "\(limit): \(verb): \(ending.errors)")
    let isEdit = SavedTests.verbs.contains(verb)
    let isSaved = isEdit && (ending.status == 0 || ending.status == 82)
    if ending.errors.contains("not known") { return }
    #expect(try SavedTests.entries(pleat.session) == before + (isSaved ? 1 : 0), "\(limit): \(verb): \(ending.errors)")
  }

  @Test(arguments: verbs)
  func `few open files end with a sentence`(verb: String) throws {
    for count in 4...7 { try expectSentence(verb, "ulimit -n \(count)") }
  }

  @Test(arguments: verbs)
  func `files that may not grow end with a sentence`(verb: String) throws {
    for size in [0, 8, 200] { try expectSentence(verb, "ulimit -f \(size)") }
  }

  @Test(arguments: verbs)
  func `little memory ends with a sentence`(verb: String) throws {
    let least = try Self.least.get()
    for more in stride(from: -200, through: 1_000, by: 200) {
      try expectSentence(verb, "ulimit -v \(least + more)", maySignal: more < Self.margin)
    }
    for more in [1_500, 2_500, 3_500] { try expectSentence(verb, "ulimit -v \(least + more)") }
  }

  /// The least limit in KiB with which the program prints its version; the system itself needs most of it.
  private static let least = Result {
    let pleat = try Executable()
    let least = try stride(from: 8_000, to: 200_000, by: 100).first { size in
      try pleat.script("ulimit -v \(size); exec $PLEAT --version").status == 0
    }
    return least ?? 200_000
  }

  /// How many KiB above ``least`` a sentence is promised from.
  private static let margin = 1_000

  @Test func `too little memory for a large input says so, and nothing is saved`() throws {
    let pleat = try Executable.withSection()
    let size = try Self.least.get() + 23_500
    let before = FileState(of: pleat.path)
    let ending = try pleat.script("ulimit -v \(size); seq 1000000 | $PLEAT add -; exit ${PIPESTATUS[1]}")
    #expect(ending.status == 74)
    #expect(ending.errors.contains("pleat: There is not enough memory. Nothing was saved."), "\(ending.errors)")
    #expect(FileState(of: pleat.path) == before)
  }

  @Test func `too few open files are no lack of permission`() throws {
    let pleat = try Executable.withSection()
    let ending = try pleat.script("exec 3>&-; ulimit -n 4; exec $PLEAT add milk")
    #expect(ending.status == 74)
    #expect(ending.errors.contains("outline.db cannot be used: Too many open files."), "\(ending.errors)")
  }

  @Test func `a file that may not grow further is named, with the reason`() throws {
    let pleat = try Executable.withSection()
    let ending = try pleat.script("ulimit -f 300; seq 200000 | $PLEAT add -; exit ${PIPESTATUS[1]}")
    #expect(ending.status == 74)
    #expect(ending.errors.contains("File too large"), "\(ending.errors)")
  }

  @Test(arguments: ["check --repair", "check --repair --replace"])
  func `a repair without room leaves the file as it is, and nothing beside it`(words: String) throws {
    let pleat = try Executable.withSection()
    _ = try pleat.script("seq 20000 | $PLEAT add - --in Home -q")
    try pleat.shell.run("DROP TRIGGER row_insert")
    let (before, names) = (FileState(of: pleat.path), try pleat.folder.names())
    let ending = try pleat.script("ulimit -f 300; exec $PLEAT \(words)")
    #expect(ending.status == 74)
    #expect(!ending.errors.contains(".new-") && ending.errors.contains("Nothing was saved."), "\(ending.errors)")
    #expect(FileState(of: pleat.path) == before)
    #expect(try pleat.folder.names() == names)
  }
}
