import Foundation
import Testing

/// Replays the README's sessions, so that it never lies.
struct ReadmeTests {
  @Test func `every session in the README prints what the README says`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let steps = try Self.steps(in: String(contentsOf: root.appending(path: "README.md"), encoding: .utf8))
    try #require(steps.count > 20)
    let folder = FileManager.default.temporaryDirectory.appending(path: "pleat-readme-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for step in steps {
      #expect(try Self.run(step.command, in: folder, root: root) == step.output, "$ \(step.command)")
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

  private static func run(_ command: String, in folder: URL, root: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    let programs = root.appending(path: ".build/debug").path
    process.environment = [
      "PATH": "\(programs):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
      "PLEAT_FILE": folder.appending(path: "outline.db").path, "PLEAT_USER": "ana",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
