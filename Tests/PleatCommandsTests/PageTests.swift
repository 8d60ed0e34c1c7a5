import Foundation
import TestPrograms
import Testing

/// Replays the sessions of the README and of the pages in `docs`, so that they stay true.
///
/// The blocks that are marked `console` are one session from an empty folder to the end of the page. In the folder,
/// `scripts` is that of the repository, because readers type the sessions in their clone.
struct PageTests {
  /// The repository.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every page that shows a session.
  static let pages: [String] = {
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs").path)) ?? []
    let pages = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    return pages.filter { (try? text(of: $0).contains("\n```console\n")) ?? true }
  }()

  @Test func `the README and most of the pages in docs show sessions`() {
    #expect(Self.pages.contains("README.md"))
    #expect(Self.pages.count > 5)
  }

  @Test(arguments: pages)
  func `every session on a page prints what the page says`(page: String) throws {
    let steps = try Self.steps(in: Self.text(of: page))
    let executable = try Executable()
    try FileManager.default.createSymbolicLink(
      atPath: executable.folder.path(of: "scripts"), withDestinationPath: Self.root.appending(path: "scripts").path)
    for step in steps {
      let ending = try executable.script("PATH=\(executable.programs):$PATH; { \(step.command) ; } 2>&1")
      #expect(ending.text == step.output, "\(page): $ \(step.command)")
    }
  }

  @Test func `the README begins with the two commands that set everything up, and their packages`() throws {
    let page = try Self.text(of: "README.md")
    let beginning = try #require(page.split(separator: "\n## ").first)
    let commands = beginning.split(separator: "\n").filter { $0.hasPrefix("scripts/") }.map {
      $0.split(separator: " ")[0]
    }
    #expect(commands == ["scripts/quickstart", "scripts/test"])
    let (dependencies, test) = (try Self.text(of: "scripts/install-dependencies"), try Self.text(of: "scripts/test"))
    let always = try #require(dependencies.firstMatch(of: /packages=\(([^"]*) "/))
    let tested = try #require(test.firstMatch(of: /install-dependencies ([^$]*) \$/))
    let packages = "\(always.1) \(tested.1)".split(separator: " ")
    #expect(packages.count > 9 && packages.allSatisfy(beginning.contains))
    #expect(try Self.text(of: ".ci/run").contains("scripts/test"))
  }

  @Test func `the quickstart shows its session`() throws {
    let executable = try Executable()
    let script = Self.root.appending(path: "scripts/quickstart").path
    let ending = try executable.script("'\(script)' --binary \"$PLEAT\" 2>&1")
    #expect(ending.status == 0, "\(ending.text)")
    #expect(ending.text.contains("$ pleat collapse Dairy\ncollapsed Dairy"), "\(ending.text)")
    #expect(ending.text.contains("|section|Groceries"), "\(ending.text)")
  }

  @Test func `the article about list views has the loop of the page, and the program in Examples/Follow`() throws {
    let article = try Self.text(
      of: "Sources/Outline/OutlineRepository/OutlineRepository.docc/Put-A-List-View-On-Top.md")
    let samples = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(samples.count == 2)
    for (sample, page) in zip(samples, ["Sources/Outline/README.md", "Examples/Follow/main.swift"]) {
      let lines = Set(try Self.text(of: page).components(separatedBy: "\n").map(Self.code))
      #expect(sample.components(separatedBy: "\n").map(Self.code).filter { !lines.contains($0) } == [], "\(page)")
    }
  }

  /// A line of Swift without indentation and comment.
  private static func code(_ line: String) -> String {
    (line.components(separatedBy: "//").first ?? "").trimmingCharacters(in: .whitespaces)
  }

  static func text(of page: String) throws -> String {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
  }

  /// The commands of all `console` blocks, each with what it prints.
  static func steps(in page: String) throws -> [(command: String, output: String)] {
    var steps: [(command: String, output: String)] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), ""))
      } else if isInside {
        try #require(!steps.isEmpty, "a session begins with a command: \(line)")
        steps[steps.count - 1].output += line + "\n"
      }
    }
    return steps
  }
}

/// The pictures of the pages, which are drawn in a real terminal.
struct PictureTests {
  @Test(arguments: [
    "terminal", "filter", "open", "open-light", "open-ascii", "open-wide", "open-wide-light", "open-wide-ascii",
    "open-small", "open-small-light", "open-small-ascii",
  ])
  func `the pictures of the pages are what scripts/picture draws`(name: String) throws {
    let script = PageTests.root.appending(path: "scripts/picture").path
    let ending = try Program.run([script, Executable.program, name])
    #expect(ending.errors == "")
    #expect(try ending.text == PageTests.text(of: "docs/\(name).svg"), "scripts/picture draws it anew")
  }
}
