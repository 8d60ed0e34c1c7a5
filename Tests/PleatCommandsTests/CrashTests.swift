import Foundation
import TestPrograms
import Testing

/// What pleat says about saving is true, whenever it is killed.
struct CrashTests {
  /// Each edit adds ten rows of the same text, so that half an edit would show.
  @Test func `after kill -9 at any time every edit that was acknowledged is there, and none by half`() throws {
    let pleat = try Executable.withSection()
    var acknowledged = 0
    var killed = 0
    for number in 1...40 {
      let rows = Array(repeating: "edit\(number)", count: 10).joined(separator: "\n")
      let writer = try pleat.start("add", "-", "-q", input: rows)
      if number % 4 > 0 {  // the others show how long an edit takes
        try writer.run(for: .milliseconds(number))
        writer.send(SIGKILL)
      }
      let status = try writer.wait().status
      #expect(status == 0 || status == 128 + SIGKILL)
      let count = try pleat.shell.lines("SELECT count(*) FROM row WHERE text = 'edit\(number)'")
      if status == 0 {
        acknowledged += 1
        #expect(count == ["10"], "edit \(number) was acknowledged")
      } else {
        killed += 1
        #expect(count == ["0"] || count == ["10"], "edit \(number) was killed")
      }
    }
    #expect(acknowledged >= 10 && killed > 0)
    #expect(try pleat.rowCount() >= acknowledged * 10)
    #expect(try pleat.run("add", "last").status == 0)
  }

  @Test func `a file that may not grow refuses the edit, says so and keeps what it had`() throws {
    let pleat = try Executable.withSection()
    pleat.session.run("add", "kept", "--in", "Home")
    let dump = try pleat.shell.contents()
    let size = try #require(FileState(of: pleat.path)?.bytes?.count)
    let big = String(repeating: "x", count: 20_000)
    let ending = try pleat.script("trap '' XFSZ; ulimit -f \(size / 1_024); exec $PLEAT add --in Home \(big) \(big)")
    #expect(ending.status == 74, "\(ending.errors)")
    #expect(ending.errors.contains("Nothing was saved."))
    #expect(try pleat.run("list").lines == ["▾ 1 Home", "  1:1 kept"])
    #expect(try pleat.shell.contents() == dump)
    #expect(try pleat.rowCount() == 1)
    #expect(try pleat.run("add", big).status == 0)
  }

  @Test func `a new file that may not grow is not left half made`() throws {
    let pleat = try Executable()
    let ending = try pleat.script("trap '' XFSZ; ulimit -f 8; exec $PLEAT add --section Home")
    #expect(ending.status == 73 || ending.status == 74, "\(ending.errors)")
    #expect(try pleat.folder.names() == [])
    #expect(try pleat.run("add", "--section", "Home").status == 0)
  }

  @Test func `a reader in the way of COMMIT ends with 75, and nothing is saved`() throws {
    let pleat = try Executable.withSection()
    let holder = try pleat.shell.hold("BEGIN; SELECT count(*) FROM row")
    let ending = try pleat.run("add", "x", "--wait", "0.1")
    #expect(ending.status == 75)
    #expect(ending.errors.contains("is locked by process \(holder.pid) (sqlite3).\nNothing was changed"))
    try holder.release()
    #expect(try pleat.rowCount() == 0)
    #expect(try pleat.run("add", "x", "--wait", "0").status == 0)
  }
}
