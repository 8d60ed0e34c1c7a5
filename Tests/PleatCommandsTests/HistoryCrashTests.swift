import Foundation
import TestPrograms
import Testing

/// Batches, undo and redo that are killed while they run.
struct HistoryCrashTests {
  /// Edits that add, delete and move rows and sections, so that half a batch would be visible.
  private static let batch: String = (1...1_200).map { number in
    switch number % 6 {
    case 0: "add --section 'section \(number)'"
    case 1: "add 'row \(number)' 'twin \(number)' --in Home"
    case 2: "edit @r\(number + 2) 'new \(number)'"
    case 3: "rm @r\(number + 2)"
    case 4: "mv @r\(number + 2) --in Other --first"
    default: "add --in Other -- '\(String(repeating: "text ", count: 60))\(number)'"
    }
  }.joined(separator: "\n")

  /// How often a command is killed at different times of its run, and at most while it writes.
  private static let rounds = (spread: 10, writing: 30)

  @Test func `after kill -9 in the middle of apply, undo or redo the file is in one of two states`() throws {
    let pleat = try Executable.withSection()
    pleat.session.run("add", "--section", "Other")
    let rows = (1...1_200).map { "old \($0)" }.joined(separator: "\n")
    pleat.session.run("add", "-", "-q", "--in", "Home", input: rows)
    pleat.session.run("collapse", "Other", "-q")
    for (verb, input) in [("apply", Self.batch), ("undo", ""), ("redo", "")] {
      try kill(verb, of: pleat, input)
      #expect(try pleat.run(verb, "-q", input: input).status == 0)
    }
  }

  /// Kills a command at different times of its run, each time on the same file.
  private func kill(_ verb: String, of pleat: Executable, _ input: String) throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: pleat.path))
    let before = try Self.content(pleat)
    let time = try pleat.run(verb, "-q", input: input).processorTime
    let after = try Self.content(pleat)
    try #require(after != before)
    let journal = pleat.path + "-journal"
    var killed = 0
    var hot = 0
    for round in 0..<Self.rounds.spread + Self.rounds.writing where round < Self.rounds.spread || hot < 3 {
      try file.write(to: URL(fileURLWithPath: pleat.path))
      let program = try pleat.start(verb, "-q", input: input)
      let share = Double(round + 1) / Double(Self.rounds.spread)
      if share <= 1 {
        try program.run(for: time * share)
      } else {
        try waitUntil("it writes, or has ended") {
          !program.isRunning || (FileState(of: journal)?.bytes?.count ?? 0) >= 1_024
        }
      }
      program.send(SIGKILL)
      let status = try program.wait().status
      if FileState(of: journal)?.bytes?.isEmpty == false { hot += 1 }
      let found = try Self.content(pleat)
      if status == 0 {
        #expect(found == after, "\(verb) was acknowledged")
      } else {
        killed += 1
        #expect(found == before || found == after, "\(verb) was killed in round \(round)")
      }
    }
    #expect(killed >= 3 && hot >= 3, "\(verb): \(killed) killed, \(hot) of them while they wrote")
    try file.write(to: URL(fileURLWithPath: pleat.path))
  }

  /// Everything that undo and redo change, from a file that must be whole.
  private static func content(_ pleat: Executable) throws -> [String] {
    let check = try pleat.shell.lines("PRAGMA integrity_check")
    guard check == ["ok"] else { return check }
    return try pleat.shell.lines(
      """
      SELECT * FROM section ORDER BY section_id; SELECT * FROM row ORDER BY row_id; SELECT * FROM fold;
      SELECT * FROM row_count; SELECT * FROM section_count
      """)
  }
}
