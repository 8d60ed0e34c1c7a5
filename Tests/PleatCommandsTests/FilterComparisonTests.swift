import Foundation
import TestPrograms
import Testing

/// Random filters, against a filter in Python.
struct FilterComparisonTests {
  @Test(arguments: [1, 2])
  func `pleat finds what a filter in Python finds in the whole list`(seed: Int) throws {
    let pleat = try Executable()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized
    let script = root.appendingPathComponent("scripts/compare.d/filters.py").path
    let ending = try pleat.script("PLEAT='\(pleat.programs)/pleat' python3 -B '\(script)' 40 \(seed)")
    #expect(ending.status == 0, "\(ending.text) \(ending.errors)")
    #expect(ending.text.contains("40 filters find the same"))
  }
}
