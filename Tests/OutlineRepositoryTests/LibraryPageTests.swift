import Foundation
import ListChanges
import OutlineCore
import OutlineRepository
import Testing

/// Sees to it that the Swift code of `Sources/Outline/README.md` compiles: it is here as well.
struct LibraryPageTests {
  @Test func `every sample of the page about the library compiles`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Sources/Outline/README.md"), encoding: .utf8)
    let samples = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(samples.count == 4)
    let compiled = Self.words(try String(contentsOfFile: #filePath, encoding: .utf8))
    for sample in samples { #expect(compiled.contains(Self.words(sample)), "\(sample)") }
  }

  /// A text without imports, and with one space wherever there are several or a line ends.
  private static func words(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("import ") }.joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
  }

  /// The samples about edits and lists.
  func edit() throws {
    let outline = try Outline("outline.db")
    try outline.perform(.addSections("Groceries", "Dairy"), as: "ana")
    try outline.perform(.add("apples", "milk", to: .inside("Groceries")), as: "ana")

    let request = Request(observers: ["bob"])
    let answer = try outline.perform(.move("milk", to: .inside("Dairy")), as: "ana", with: request)
    print(answer.changes)  // what ana's list must do
    print(answer.observed)  // what bob's must do, by bob's own flags; nothing if bob's list stays as it is

    try outline.perform(.collapse("Dairy"), as: "ana")
    try outline.undo(.last(2), as: "ana")

    for line in try outline.lines(for: "ana") {
      switch line {
      case .header(let header): print(header.section.title, header.isCollapsed, header.hiddenRows)
      case .row(let row): print(row.text)
      }
    }
    let window = try outline.lines(for: "ana", ListQuery(addresses: ["Dairy"], from: 100, limit: 50))
    print(window)
  }

  private struct Table {
    func reloadData() {}
    func play(_ changes: ViewChanges, update: () -> Void) { update() }
  }

  /// The sample about a data source.
  func ask() throws {
    let table = Table()
    let view = try OutlineView("outline.db", as: "ana")  // ana's list, as of now

    print(view.numberOfSections)  // what a table view asks its data source
    print(view.numberOfRows(inSection: 2) ?? 0)
    print(view.header(ofSection: 2)?.section.title ?? "")  // the header also says how many rows it hides
    let row = try view.row(at: RowPath(section: 2, row: 0))  // reads this row alone
    let lines = try view.lines(in: 1_000..<1_050)  // reads these lines alone

    while let step = try view.nextStep() {  // everything that is new; the view still answers as before
      if step.isReset {  // another file is at the path, or its log was cut
        view.move(to: step)
        table.reloadData()
      } else {
        table.play(step.changes) { view.move(to: step) }  // moves inside the block of performBatchUpdates
      }
    }
    print(row?.text ?? "", lines.count)
  }

  /// The sample about waiting.
  func wait(_ view: OutlineView) async throws {
    var lines = try view.lines()
    func play(_ changes: ViewChanges) throws { print(changes) }

    for try await step in view.steps() {
      if step.isReset { lines = try view.lines() } else { try play(step.changes) }
    }
    print(lines.count)
  }
}
