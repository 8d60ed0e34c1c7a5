import Foundation
import Testing

/// Replays the README's sessions, so that it never lies.
struct ReadmeTests {
  @Test func `every session in the README prints what the README says`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let steps = try Self.steps(in: String(contentsOf: root.appending(path: "README.md"), encoding: .utf8))
    try #require(steps.count > 20)
    let executable = try Executable()
    for step in steps {
      let ending = try executable.script("PATH=\(executable.programs):$PATH; { \(step.command) ; } 2>&1")
      #expect(ending.text == step.output, "$ \(step.command)")
    }
  }

  /// The commands of all `console` blocks, each with what it prints.
  private static func steps(in readme: String) throws -> [(command: String, output: String)] {
    var steps: [(command: String, output: String)] = []
    var isInside = false
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), ""))
      } else if isInside {
        steps[steps.count - 1].output += line + "\n"
      }
    }
    return steps
  }
}
