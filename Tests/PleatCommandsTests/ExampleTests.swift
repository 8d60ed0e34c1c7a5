import Foundation
import TestPrograms
import Testing

struct ExampleTests {
  @Test func `a table view takes every update of a long random session by another process`() throws {
    let example = URL(fileURLWithPath: Executable.program).deletingLastPathComponent().appendingPathComponent(
      "TableView")
    let ending = try Program.run([example.path, "400"])
    #expect(ending.errors == "")
    #expect(ending.status == 0)
    #expect(ending.text.hasSuffix("none invalid\n"))
  }
}
