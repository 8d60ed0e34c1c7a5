import Foundation

/// The seeds of random runs.
///
/// `PLEAT_SEED` repeats a run with this seed; `PLEAT_EDITS` sets how many edits are made.
enum RandomSeeds {
  private static let environment = ProcessInfo.processInfo.environment

  /// A seed for every run of so many edits, `edits` of them in all unless the environment says otherwise.
  static func each(_ editsPerRun: Int, of edits: Int) -> [UInt64] {
    if let seed = environment["PLEAT_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let edits = environment["PLEAT_EDITS"].flatMap { Int($0) } ?? edits
    return (1...max(1, edits / editsPerRun)).map { UInt64($0) }
  }
}
