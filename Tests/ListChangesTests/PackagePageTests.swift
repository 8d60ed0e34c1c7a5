import Foundation
import ListChanges
import Testing

// The types and the code of the sample in the README of the package.

private struct Album: CollapsibleItem { let id: String, title: String }
private struct Song: CollapsibleItem { let id: Int, title: String }

/// Sees to it that the example in `Packages/ListChanges/README.md` compiles, and prints what it says.
struct PackagePageTests {
  @Test func `the example of the page compiles and prints what its comments say`() throws {
    var printed: [String] = []
    func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

    var list = CollapsibleList<Album, Song>(
      GroupedList([
        .init(
          header: Album(id: "blue", title: "Blue"), rows: [Song(id: 1, title: "Carey"), Song(id: 2, title: "River")]),
        .init(header: Album(id: "hejira", title: "Hejira"), rows: [Song(id: 3, title: "Coyote")]),
      ]),
      expandedSections: ["blue"])  // as list.expandedSections was when the app ended
    list.isAccordion = true

    // The data source answers from `shown`.
    print(list.shown.sections.count, list.shown.sections[0].rows.count)  // 2 2
    print(list.shown.sections[1].header.isCollapsed == true, list.shown.sections[1].header.hiddenRows)  // true 1

    // A tap on a header.
    var next = list
    let changes = try next.toggle(section: "hejira")
    print(changes)  // -R0.0x2 +R1.0 ~H0x2
    print(changes.motion == .upwards)  // true
    list = next  // in UIKit, inside the block of performBatchUpdates, followed by the changes

    // Edits: what is below a collapsed header changes its numbers alone.
    print(try list.insert([Song(id: 4, title: "All I Want")], inSection: "blue", at: 0))  // ~H0
    print(try list.move(row: 3, toSection: "blue", at: 1))  // -R1.0 ~H0
    print(try list.expand(sections: ["blue"]).withHeaderRows)  // +R0.1x4 ~R0.0 ~R1.0

    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Packages/ListChanges/README.md"), encoding: .utf8)
    let sample = try #require(page.components(separatedBy: "```swift\n").last?.components(separatedBy: "```").first)
    #expect(
      sample.split(separator: "\n").filter { $0.hasPrefix("print(") }.map { $0.components(separatedBy: "  // ")[1] }
        == printed)
    let compiled = Self.words(try String(contentsOfFile: #filePath, encoding: .utf8))
    for part in sample.components(separatedBy: "\n\n").dropFirst() {
      #expect(compiled.contains(Self.words(part)), "\(part)")
    }
  }

  /// A text without spaces and the word `private`, because lines are broken elsewhere on the page.
  private static func words(_ text: String) -> String {
    text.replacingOccurrences(of: "private ", with: "").filter { !$0.isWhitespace }
  }
}
