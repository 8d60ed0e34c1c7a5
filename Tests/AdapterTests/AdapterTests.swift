import AppleStandIns
import Foundation
import ListChanges
import TestSupport
import Testing

@testable import Adapters

/// Drives the adapters with views that end the program if an update is invalid.
///
/// `PLEAT_SEED` repeats a run with this seed;
/// `PLEAT_EDITS` sets how many edits are made.
@MainActor
struct AdapterTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["PLEAT_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...999_999)
  private static let edits = environment["PLEAT_EDITS"].flatMap { Int($0) } ?? 400

  private static func text(_ item: ShownItem<Part>) -> String {
    let marker = item.isCollapsed.map { $0 ? "+" : "-" } ?? "."
    return "\(marker)\(item.item.title) \(item.hiddenRows) \(item.hiddenSections)"
  }

  private static func texts(_ list: Parts) -> [[String]] {
    list.shown.sections.map { [text($0.header)] + $0.rows.map(text) }
  }

  /// Two sections that can be collapsed, one that cannot, and one below the first.
  private static func sample(expanded: Set<Int>) -> Parts {
    Parts(
      GroupedList([
        .init(header: Part(id: 1, title: "A"), rows: (11...13).map { Part(id: $0, title: "a\($0)") }),
        .init(header: Part(id: 2, title: "B", level: 2), rows: [Part(id: 21, title: "b")]),
        .init(header: Part(id: 3, title: "C", isCollapsible: false), rows: [Part(id: 31, title: "c")]),
        .init(header: Part(id: 4, title: "D"), rows: [Part(id: 41, title: "d")]),
      ]), expandedSections: expanded)
  }

  // MARK: Table views

  @Test func `a table view takes every update of random edits, and shows what a new one would show`() {
    var editor = RandomListEditor(seed: Self.seed)
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let adapter = TableAdapter(editor.list(), in: table, header: Self.text, row: Self.text)
    for number in 0..<Self.edits {
      if editor.number(9) == 0 { table.reloadData() }
      adapter.perform { editor.edit(&$0) }
      table.standInCheck()
      table.layoutIfNeeded()
      let counts = Self.texts(adapter.list).map(\.count)
      #expect(table.standInTexts.map(\.count) == counts, "seed \(Self.seed), edit \(number)")
    }
  }

  @Test func `a tap on the header of a table view opens its section, scrolls there, and keeps the selection`() {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    let adapter = TableAdapter(Self.sample(expanded: [1]), in: table, header: Self.text, row: Self.text)
    table.layoutIfNeeded()
    table.standInTap(IndexPath(row: 1, section: 0))
    table.standInTap(section: 0)
    #expect(table.standInTexts[0] == ["[chevron.right] +A 4 1"] && table.indexPathForSelectedRow == nil)
    #expect(table.standInMotion.deleted == .top && adapter.selection == 12)
    table.standInTap(section: 0)
    #expect(table.standInTexts[0].count == 4 && table.standInMotion.inserted == .top)
    #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    #expect(table.standInTarget == CGRect(x: 0, y: 0, width: 320, height: 100))
    table.standInTap(section: 2)
    #expect(table.standInTexts[2] == [".C 0 0", ".c 0 0"])
  }

  @Test func `in an accordion, rows enter and leave by the edges of the motion`() {
    let table = UITableView(frame: .zero)
    var list = Self.sample(expanded: [1])
    list.isAccordion = true
    let adapter = TableAdapter(list, in: table, header: Self.text, row: Self.text)
    table.layoutIfNeeded()
    table.standInTap(section: 3)
    #expect(adapter.list.expandedSections == [4])
    #expect(table.standInMotion.inserted == .bottom && table.standInMotion.deleted == .top)
    table.standInTap(section: 0)
    #expect(table.standInMotion.inserted == .top && table.standInMotion.deleted == .bottom)
  }

  // MARK: Collection views

  @Test func `a collection view with section snapshots shows the list after random edits`() {
    var editor = RandomListEditor(seed: Self.seed)
    let adapter = CollectionAdapter(editor.list(), frame: .zero, header: Self.text, row: Self.text)
    for number in 0..<Self.edits {
      adapter.perform { editor.edit(&$0) }
      #expect(shown(adapter) == Self.texts(adapter.list), "seed \(Self.seed), edit \(number)")
    }
  }

  private func shown(_ adapter: CollectionAdapter<Part, Part>) -> [[String]] {
    (adapter.source?.standInItems ?? []).enumerated().map { section, items in
      items.indices.map { item in
        let cell = adapter.view.cellForItem(at: IndexPath(item: item, section: section)) as? UICollectionViewListCell
        let content = cell?.contentConfiguration as? UIListContentConfiguration
        let hasMarker = content?.text?.hasPrefix(".") == false
        return item > 0 || hasMarker != cell?.accessories.isEmpty ? content?.text ?? "" : "the marker is wrong"
      }
    }
  }

  @Test func `a tap on the header of a collection view opens its section and keeps the selection`() {
    let adapter = CollectionAdapter(Self.sample(expanded: [1]), frame: .zero, header: Self.text, row: Self.text)
    adapter.view.standInTap(IndexPath(item: 2, section: 0))
    adapter.view.standInTap(IndexPath(item: 0, section: 0))
    #expect(shown(adapter)[0] == ["+A 4 1"])
    adapter.view.standInTap(IndexPath(item: 0, section: 0))
    #expect(shown(adapter)[0].count == 4 && adapter.view.standInPath == IndexPath(item: 0, section: 0))
    #expect(adapter.view.indexPathsForSelectedItems == [IndexPath(item: 2, section: 0)] && adapter.selection == 12)
    let before = shown(adapter)
    adapter.view.standInTap(IndexPath(item: 0, section: 2))
    #expect(shown(adapter) == before && adapter.selection == 12)
  }

  @Test func `items enter and leave by the edges of the motion`() {
    let layout = FoldLayout(appearance: .sidebar)
    layout.motion = .upwards
    let path = IndexPath(item: 0, section: 0)
    #expect(layout.initialLayoutAttributesForAppearingItem(at: path)?.alpha == 0)
    layout.motion = nil
    #expect(layout.finalLayoutAttributesForDisappearingItem(at: path)?.alpha == 1)
  }

  // MARK: Outline views

  @Test func `an outline view shows the list after random edits`() {
    var editor = RandomListEditor(seed: Self.seed)
    let view = NSOutlineView(frame: .zero)
    let adapter = OutlineAdapter(editor.list(), in: view, header: Self.text, row: Self.text)
    for number in 0..<Self.edits {
      adapter.perform { editor.edit(&$0) }
      #expect(view.standInTexts == Self.texts(adapter.list).flatMap { $0 }, "seed \(Self.seed), edit \(number)")
    }
  }

  @Test func `a click on a triangle or a header of an outline view opens its section and keeps the selection`() {
    let view = NSOutlineView(frame: .zero)
    let adapter = OutlineAdapter(Self.sample(expanded: [1]), in: view, header: Self.text, row: Self.text)
    view.standInClick(row: 2)
    _ = view.standInClickTriangle(row: 0)
    #expect(view.standInTexts[..<2] == ["+A 4 1", ".C 0 0"] && view.selectedRowIndexes.isEmpty)
    view.standInClick(row: 0)
    #expect(view.standInTexts[..<5] == ["-A 0 0", ".a11 0 0", ".a12 0 0", ".a13 0 0", "+B 1 0"])
    #expect(view.selectedRowIndexes == [2] && view.standInRow == 0 && adapter.selection == 12)
    #expect(!view.standInClickTriangle(row: 5))
    #expect(view.standInTexts[5...] == [".C 0 0", ".c 0 0", "+D 1 0"])
  }

  // MARK: SwiftUI

  @Test func `a list of SwiftUI compiles with its signatures`() {
    @State var list = Self.sample(expanded: [1])
    @State var selection: Int? = 12
    let view = FoldingList(list: $list, selection: $selection) {
      Text(Self.text($0))
    } row: {
      Text(Self.text($0))
    }
    _ = view.body
    #expect(selection == 12)
  }
}
