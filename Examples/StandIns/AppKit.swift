// Apple documents what these declarations mean.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// The part of AppKit that the adapter uses, with its signatures.

@MainActor open class NSView: NSObject {
  public init(frame frameRect: CGRect) { super.init() }
}

open class NSTextField: NSView {
  open var stringValue = ""
  public convenience init(labelWithString stringValue: String) {
    self.init(frame: .zero)
    self.stringValue = stringValue
  }
}

open class NSTableColumn: NSObject {}

@MainActor open class NSEvent: NSObject {
  public enum EventType: UInt, Sendable { case leftMouseDown = 1, leftMouseUp = 2, keyDown = 10 }
  public let type: EventType
  public init(standIn type: EventType) {
    self.type = type
    super.init()
  }
}

@MainActor open class NSApplication: NSObject {
  public static let shared = NSApplication(standIn: ())
  private init(standIn: Void) { super.init() }
  open var currentEvent: NSEvent? { standInEvent }
  public var standInEvent: NSEvent?
}

@MainActor public protocol NSAnimatablePropertyContainer { func animator() -> Self }

open class NSTableView: NSView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let effectFade = AnimationOptions(rawValue: 1)
    public static let slideUp = AnimationOptions(rawValue: 0x10)
    public static let slideDown = AnimationOptions(rawValue: 0x20)
  }

  open fileprivate(set) var selectedRowIndexes = IndexSet()
  public fileprivate(set) var standInRow: Int?

  open func beginUpdates() {}
  open func endUpdates() {}
  open func reloadData() { selectedRowIndexes = [] }
  open func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) { selectedRowIndexes = indexes }
  open func scrollRowToVisible(_ row: Int) { standInRow = row }
}

@MainActor public protocol NSOutlineViewDataSource: NSObjectProtocol {
  func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int
  func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any
  func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool
}

@MainActor public protocol NSOutlineViewDelegate: NSObjectProtocol {
  func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView?
  func outlineView(_ outlineView: NSOutlineView, shouldShowOutlineCellForItem item: Any) -> Bool
  func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool
  func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool
  func outlineView(_ outlineView: NSOutlineView, shouldCollapseItem item: Any) -> Bool
  func outlineViewSelectionDidChange(_ notification: Notification)
}

/// An outline view without a screen.
///
/// It keeps its own children, and compares their number with the data source at each change.
open class NSOutlineView: NSTableView, NSAnimatablePropertyContainer {
  private final class Node {
    let item: AnyObject?
    var children: [Node] = []
    var isExpanded = false
    var view: NSView?
    init(_ item: AnyObject?) { self.item = item }
  }

  open weak var dataSource: (any NSOutlineViewDataSource)?
  open weak var delegate: (any NSOutlineViewDelegate)?
  private var root = Node(nil)

  public func animator() -> Self { self }

  open override func reloadData() {
    super.reloadData()
    root = Node(nil)
    load(root)
  }

  private func load(_ node: Node) {
    let count = dataSource?.outlineView(self, numberOfChildrenOfItem: node.item) ?? 0
    node.children = (0..<count).compactMap { child($0, of: node) }
    for child in node.children { load(child) }
  }

  private func child(_ index: Int, of node: Node) -> Node? {
    guard let item = dataSource?.outlineView(self, child: index, ofItem: node.item) else { return nil }
    let child = Node(item as AnyObject)
    child.view = delegate?.outlineView(self, viewFor: nil, item: item)
    return child
  }

  private func node(_ item: Any?, in node: Node? = nil) -> Node {
    guard let item else { return root }
    guard
      let found = root.children.first(where: { $0.item === item as AnyObject })
        ?? root.children.lazy.flatMap(\.children).first(where: { $0.item === item as AnyObject })
    else { invalidUpdate("the item \(item) is not in the view") }
    return found
  }

  private var selectedItems: [AnyObject] { selectedRowIndexes.compactMap { item(atRow: $0) as AnyObject? } }

  private func change(_ parent: Any?, _ body: (Node) -> Void) {
    let selected = selectedItems
    let node = node(parent)
    body(node)
    let count = dataSource?.outlineView(self, numberOfChildrenOfItem: parent) ?? 0
    if node.children.count != count {
      invalidUpdate("the source has \(count) children, and the view \(node.children.count)")
    }
    selectedRowIndexes = IndexSet(selected.map { row(forItem: $0) }.filter { $0 >= 0 })
  }

  open func insertItems(at indexes: IndexSet, inParent parent: Any?, withAnimation: AnimationOptions = []) {
    change(parent) { node in
      for index in indexes {
        guard index <= node.children.count, let child = child(index, of: node) else {
          invalidUpdate("there is no place \(index) for an item")
        }
        node.children.insert(child, at: index)
        load(child)
      }
    }
  }

  open func removeItems(at indexes: IndexSet, inParent parent: Any?, withAnimation: AnimationOptions = []) {
    change(parent) { node in
      for index in indexes.reversed() {
        if index >= node.children.count { invalidUpdate("there is no item \(index) to remove") }
        node.children.remove(at: index)
      }
    }
  }

  open func reloadItem(_ item: Any?) {
    guard let item else { return }
    node(item).view = delegate?.outlineView(self, viewFor: nil, item: item)
  }

  open func isItemExpanded(_ item: Any?) -> Bool { node(item).isExpanded }

  /// Asks the delegate, as the view also does if the program expands an item.
  open func expandItem(_ item: Any?) {
    guard let item, dataSource?.outlineView(self, isItemExpandable: item) == true,
      delegate?.outlineView(self, shouldExpandItem: item) != false
    else { return }
    let selected = selectedItems
    node(item).isExpanded = true
    selectedRowIndexes = IndexSet(selected.map { row(forItem: $0) }.filter { $0 >= 0 })
  }

  open func collapseItem(_ item: Any?) {
    guard let item, delegate?.outlineView(self, shouldCollapseItem: item) != false else { return }
    let selected = selectedItems
    node(item).isExpanded = false
    selectedRowIndexes = IndexSet(selected.map { row(forItem: $0) }.filter { $0 >= 0 })
  }

  private var visible: [Node] { root.children.flatMap { $0.isExpanded ? [$0] + $0.children : [$0] } }

  open func item(atRow row: Int) -> Any? { visible.indices.contains(row) ? visible[row].item : nil }
  open func row(forItem item: Any?) -> Int { visible.firstIndex { $0.item === item as AnyObject? } ?? -1 }

  /// The texts that the view shows.
  public var standInTexts: [String] { visible.map { ($0.view as? NSTextField)?.stringValue ?? "" } }

  /// Clicks on a row, as the mouse does.
  public func standInClick(row: Int) {
    NSApplication.shared.standInEvent = NSEvent(standIn: .leftMouseDown)
    defer { NSApplication.shared.standInEvent = nil }
    guard let item = item(atRow: row), delegate?.outlineView(self, shouldSelectItem: item) != false else { return }
    selectRowIndexes([row], byExtendingSelection: false)
    delegate?.outlineViewSelectionDidChange(Notification(name: Notification.Name("NSOutlineViewSelectionDidChange")))
  }

  /// Clicks on the triangle of a row; false if it has none.
  public func standInClickTriangle(row: Int) -> Bool {
    guard let item = item(atRow: row), dataSource?.outlineView(self, isItemExpandable: item) == true,
      delegate?.outlineView(self, shouldShowOutlineCellForItem: item) != false
    else { return false }
    if isItemExpanded(item) { collapseItem(item) } else { expandItem(item) }
    return true
  }
}
