import Benchmark
import Foundation
import ListChanges
import OutlineCore
import OutlineRepository

/// The file for reading windows, which `scripts/benchmark` makes.
private let hugeFile = ProcessInfo.processInfo.environment["PLEAT_HUGE_FILE"] ?? "huge.db"

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock], maxDuration: .seconds(5), maxIterations: 2_000)

  HistoryBenchmarks.register()
  guard FileManager.default.fileExists(atPath: hugeFile) else { return }

  Benchmark("window of 50 lines at any depth of 10,000,000") { benchmark, view in
    let line = Int.random(in: 0..<(view.numberOfLines - 50))
    let lines = try view.lines(in: line..<(line + 50))
    guard lines.count == 50 else { throw StoreError.unexpected(message: "\(lines.count) lines instead of 50") }
  } setup: {
    try OutlineView(hugeFile, as: "ana")
  }

  Benchmark("one row edited while 10,000,000 lines are visible") { benchmark, state in
    let (view, outline) = state
    let row = RowID(Int64.random(in: 1...1_000_000))
    let text = "changed \(UInt64.random(in: 0 ... .max))"
    _ = try outline.perform(.change(.row(row), to: Patch(text: text)), as: "bob")
    benchmark.startMeasurement()
    guard try view.advance() != nil else { throw StoreError.unexpected(message: "no step") }
    benchmark.stopMeasurement()
  } setup: {
    (try OutlineView(hugeFile, as: "ana"), try Outline(hugeFile, for: .editing))
  }
}
