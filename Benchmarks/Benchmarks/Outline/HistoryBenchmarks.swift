import Benchmark
import Foundation
import OutlineCore
import OutlineRepository

/// The cost of the history: the same work on two files, one of them without the triggers that write the log.
///
/// Compare the two: with the history, a single edit may take 1.3 times as long, and an import twice as long.
enum HistoryBenchmarks {
  static func register() {
    for logs in [true, false] {
      let history = logs ? "with history" : "without history"

      Benchmark("History: one row edited, \(history)") { benchmark, file in
        let row = RowID(Int64.random(in: 1...10_000))
        let text = "changed \(UInt64.random(in: 0 ... .max))"
        benchmark.startMeasurement()
        _ = try file.outline.perform(.change(.row(row), to: Patch(text: text)), as: "ana")
        benchmark.stopMeasurement()
      } setup: {
        try HistoryFile(logs: logs, rows: 10_000)
      }

      Benchmark(
        "History: 100,000 rows imported, \(history)", configuration: .init(maxDuration: .seconds(20), maxIterations: 10)
      ) { benchmark in
        let file = try HistoryFile(logs: logs)
        let drafts = [HistoryFile.section(rows: 100_000)]
        benchmark.startMeasurement()
        _ = try file.outline.perform(.addSections(drafts, to: Placement()), as: "ana")
        benchmark.stopMeasurement()
      }
    }
  }
}

/// An outline in a file of its own, which is deleted with this object.
private final class HistoryFile: Sendable {
  let outline: Outline
  private let folder: String

  init(logs: Bool, rows: Int = 1) throws {
    folder = FileManager.default.temporaryDirectory.path + "/pleat-benchmark-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let path = folder + "/outline.db"
    outline = try Outline(path, for: .editing)
    _ = try outline.perform(.addSections([Self.section(rows: rows)], to: Placement()), as: "ana")
    if !logs { try Self.dropLog(of: path) }
  }

  deinit { _ = Result { try FileManager.default.removeItem(atPath: folder) } }

  static func section(rows: Int) -> SectionDraft {
    SectionDraft(title: "big", rows: (1...rows).map { RowDraft("row number \($0) of the big list") })
  }

  /// Drops the triggers that write the log, with the `sqlite3` program.
  private static func dropLog(of path: String) throws {
    let script = """
      sqlite3 "$1" "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_schema WHERE name GLOB 'log_*'" | sqlite3 "$1"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh", path]
    try process.run()
    process.waitUntilExit()
  }
}
