import Foundation
import TestPrograms
import Testing

/// Files that are replaced, cut off or that cannot be written while pleat has them open.
struct ReplacedFileTests {
  /// Puts an empty outline in the place of the file, as a restored backup would be.
  private func replace(_ pleat: Executable) throws {
    let other = pleat.folder.path(of: "other.db")
    #expect(try pleat.run("add", "--section", "Restored", "-f", other).status == 0)
    #expect(rename(other, pleat.path) == 0)
  }

  @Test(arguments: [["add", "milk"], ["settings", "inbox", "Later"], ["undo"], ["collapse", "Home"]])
  func `a file that is replaced while pleat opens it ends with 75`(words: [String]) throws {
    let pleat = try Executable.withSection()
    let holder = try pleat.shell.hold("BEGIN EXCLUSIVE")
    let writer = try Program(
      starting: [Executable.program] + words + ["--wait", "60"], environment: pleat.environment)
    try waitUntil("it waits for the lock", by: writer) { writer.state.waits(for: pleat.path) }
    try replace(pleat)
    try holder.release()
    let ending = try writer.wait()
    #expect(ending.status == 75)
    #expect(ending.errors.contains("was replaced or removed while pleat used it"), "\(ending.errors)")
    #expect(try pleat.shell.lines("SELECT count(*) FROM edit") == ["1"])
  }

  @Test func `a file that is replaced during the transaction is not said to be saved`() throws {
    let pleat = try Executable.withSection()
    let holder = try pleat.shell.hold("BEGIN; SELECT count(*) FROM row")
    let writer = try pleat.start("add", "milk", "--wait", "60", "--json")
    let journal = pleat.path + "-journal"
    try waitUntil("the journal is written", by: writer) { FileState(of: journal)?.bytes?.isEmpty == false }
    try replace(pleat)
    try holder.release()
    let ending = try writer.wait()
    #expect(ending.status == 75, "\(ending.errors)")
    #expect(ending.text.isEmpty)
    #expect(try JSON.error(ending.errors)["code"] as? String == "busy")
  }

  @Test(arguments: [0, 50, 100, 512, 4_096, 5_000, 20_000])
  func `a file that is cut off under watch ends it with 65`(length: Int) throws {
    let pleat = try Executable.withSection()
    let watch = try pleat.startScript("exec timeout 60 $PLEAT watch >lines")
    let lines = pleat.folder.path(of: "lines")
    try waitUntil("the list is printed", by: watch) { FileState(of: lines)?.bytes?.isEmpty == false }
    #expect(truncate(pleat.path, off_t(length)) == 0)
    let ending = try watch.wait()
    #expect(ending.status == 65, "\(ending.errors)")
  }

  @Test func `a full disk under apply ends with 74 and no SQL`() throws {
    let pleat = try Executable.withSection()
    let rows = (1...500).map { "add --in Home 'row \($0) \(String(repeating: "x", count: 500))'" }
    try Data(rows.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: pleat.folder.path(of: "edits")))
    let dump = try pleat.shell.contents()
    for limit in [1, 8, 64, 100, 150, 200, 250] {
      let ending = try pleat.script("trap '' XFSZ; ulimit -f \(limit); exec $PLEAT apply edits")
      #expect(ending.status == 74, "\(limit): \(ending.errors)")
      // Where the limit is below the size that the file has already, nothing can bring it back to look at it.
      let isKnown = ending.errors.contains("Nothing was saved.")
      #expect(
        isKnown || ending.errors.contains("It is not known whether the edit was saved."), "\(limit): \(ending.errors)")
      if limit > 100 { #expect(isKnown, "\(limit): \(ending.errors)") }
      #expect(!ending.errors.contains("INSERT") && !ending.errors.contains("SQLite error"), "\(ending.errors)")
      #expect(try pleat.shell.contents() == dump)
    }
  }

  /// `strace` injects the error; the library tests show the same without it.
  @Test(.enabled(if: canTrace, "strace is missing, or may not trace"))
  func `once a new file is in its place, an error in syncing the folder says that it is there`() throws {
    let pleat = try Executable()
    let ending = try pleat.script(
      "exec strace -o /dev/null -e trace=fsync -e inject=fsync:error=EIO:when=2 $PLEAT add milk --json")
    #expect(ending.status == 82, "\(ending.errors)")
    let error = try JSON.error(ending.errors)
    #expect(error["saved"] as? Bool == true)
    #expect((error["message"] as? String)?.contains("was created and has the edit, but its folder") == true)
    #expect(try pleat.rowCount() == 1)
  }

  @Test(.enabled(if: canTrace, "strace is missing, or may not trace"))
  func `once a new file is in its place, nothing opens it again that could fail`() throws {
    let pleat = try Executable()
    let trace = pleat.folder.path(of: "trace")
    let ending = try pleat.script("exec strace -o \(trace) -e trace=open,openat,rename,renameat2 $PLEAT add milk -q")
    #expect(ending.status == 0)
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    let place = try #require(calls.firstIndex { $0.hasPrefix("rename") })
    #expect(calls[place...].allSatisfy { !$0.contains("outline.db\"") || $0.hasPrefix("rename") })
  }

  private static let canTrace =
    (try? Program.run(["sh", "-c", "strace -o /dev/null -e trace=fsync -e inject=fsync:error=EIO:when=2 true"]))?
    .status == 0

  @Test(arguments: ["": ["EIO"], "-journal": ["EIO", "ENOSPC"]])
  func `a disk that fails as a file is opened for writing ends with 74`(ending: String, errors: [String]) throws {
    guard NewFileTests.canTrace else { return }
    let pleat = try Executable.withSection()
    let journal = pleat.path + "-journal"
    for error in errors {
      unlink(journal)
      let fault = "-e inject=open,openat:error=\(error):when=1"
      let answer = try pleat.script(
        "strace -o trace -e trace=open,openat -P $PLEAT_FILE\(ending) \(fault) $PLEAT add milk --in Home")
      let trace = try String(contentsOfFile: pleat.folder.path(of: "trace"), encoding: .utf8)
      #expect(trace.contains("\(error) "), "\(trace)")
      #expect(answer.status == 74 && answer.errors.contains("Nothing was saved."), "\(error): \(answer.errors)")
      #expect(try pleat.run("list").text.contains("milk") == false)
    }
  }
}
