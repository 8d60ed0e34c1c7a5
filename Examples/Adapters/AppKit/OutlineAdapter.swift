import ListChanges

#if canImport(AppKit)
  import AppKit
#else
  import AppleStandIns
#endif

/// Shows a `CollapsibleList` in an outline view: sections at its top, and their rows below them.
///
/// The list decides what is collapsed. A click on a triangle, or on a header, changes the list, and the changes expand or collapse the
/// item. Sections below others are items of their own, indented by their text.
@MainActor
final class OutlineAdapter<Header: CollapsibleItem, Row: CollapsibleItem>: NSObject, NSOutlineViewDataSource,
  NSOutlineViewDelegate
{
  /// An item of the outline view, which recognizes items by object identity.
  final class Item {
    enum Content {
      case header(ShownItem<Header>)
      case row(ShownItem<Row>)
    }

    fileprivate(set) var content: Content
    fileprivate var rows: [Item]

    fileprivate init(_ content: Content, rows: [Item] = []) { (self.content, self.rows) = (content, rows) }
  }

  private(set) var list: CollapsibleList<Header, Row>
  private(set) var selection: Row.ID?
  private weak var view: NSOutlineView?
  private var sections: [Item] = []
  /// Whether the adapter itself expands and collapses items, and selects them again.
  private var isPlaying = false
  private let headerText: (ShownItem<Header>) -> String
  private let rowText: (ShownItem<Row>) -> String

  init(
    _ list: CollapsibleList<Header, Row>, in view: NSOutlineView, header: @escaping (ShownItem<Header>) -> String,
    row: @escaping (ShownItem<Row>) -> String
  ) {
    (self.list, self.view, headerText, rowText) = (list, view, header, row)
    super.init()
    sections = list.shown.sections.map(Self.item)
    (view.dataSource, view.delegate) = (self, self)
    view.reloadData()
    playing { for section in sections { fold(section, in: view) } }
  }

  /// Edits the list, and plays the changes in the view.
  ///
  /// An outline view takes one change at a time, with indices that are right once all earlier changes are made: these are the
  /// steps of the changes, in which a move is a deletion and an insertion.
  func perform(_ edit: (inout CollapsibleList<Header, Row>) throws -> ViewChanges) rethrows {
    let changes = try edit(&list)
    guard let view, !changes.isEmpty else { return }
    playing {
      let shown = list.shown.sections
      let collapsed = Set(shown.lazy.filter { $0.header.isCollapsed == true }.map(\.header.id))
      for section in sections {
        if case .header(let header) = section.content, collapsed.contains(header.id) {
          view.animator().collapseItem(section)  // while it still has its rows
        }
      }
      view.beginUpdates()
      for step in changes.steps { play(step, changes.motion, in: view) }
      view.endUpdates()
      for section in sections { fold(section, in: view) }
      if let item = selection.flatMap(item), view.row(forItem: item) >= 0 {
        view.selectRowIndexes([view.row(forItem: item)], byExtendingSelection: false)
      }
    }
  }

  /// Opens or closes a section, and scrolls to it if it was opened.
  func toggle(_ section: Header.ID) {
    // The section is there and can be collapsed, or it would have no triangle; so nothing is thrown.
    try? perform { try $0.toggle(section: section) }
    guard let view, let index = list.shown.sections.firstIndex(where: { $0.header.id == section }),
      list.shown.sections[index].header.isCollapsed == false
    else { return }
    if let last = sections[index].rows.last { view.scrollRowToVisible(view.row(forItem: last)) }
    view.scrollRowToVisible(view.row(forItem: sections[index]))
  }

  private func play(_ step: ListStep, _ motion: Motion?, in view: NSOutlineView) {
    let enter: NSTableView.AnimationOptions = motion?.insertsFrom == .bottom ? .slideUp : .slideDown
    let leave: NSTableView.AnimationOptions = motion?.deletesTowards == .bottom ? .slideDown : .slideUp
    let shown = list.shown.sections
    switch step {
    case .deleteRows(let run):
      let section = sections[run.section]
      section.rows.removeSubrange(run.range)
      view.removeItems(at: IndexSet(integersIn: run.range), inParent: section, withAnimation: leave)
    case .deleteSections(let run):
      sections.removeSubrange(run.range)
      view.removeItems(at: IndexSet(integersIn: run.range), inParent: nil, withAnimation: leave)
    case .insertSections(let run):
      sections.insert(contentsOf: shown[run.range].map(Self.item), at: run.start)
      view.insertItems(at: IndexSet(integersIn: run.range), inParent: nil, withAnimation: enter)
    case .insertRows(let run):
      let section = sections[run.section]
      section.rows.insert(contentsOf: shown[run.section].rows[run.range].map { Item(.row($0)) }, at: run.start)
      view.insertItems(at: IndexSet(integersIn: run.range), inParent: section, withAnimation: enter)
    case .reloadRows(let run):
      for row in run.range {
        let item = sections[run.section].rows[row]
        item.content = .row(shown[run.section].rows[row])
        view.reloadItem(item)
      }
    case .reloadHeaders(let run):
      for section in run.range {
        sections[section].content = .header(shown[section].header)
        view.reloadItem(sections[section])
      }
    }
  }

  private func playing(_ body: () -> Void) {
    isPlaying = true
    defer { isPlaying = false }
    body()
  }

  /// Expands or collapses an item as its header is in the list; one that cannot be collapsed is expanded.
  private func fold(_ section: Item, in view: NSOutlineView) {
    guard case .header(let header) = section.content, view.isItemExpanded(section) == (header.isCollapsed == true)
    else { return }
    if header.isCollapsed == true { view.animator().collapseItem(section) } else { view.animator().expandItem(section) }
  }

  private static func item(_ section: GroupedList<ShownItem<Header>, ShownItem<Row>>.Section) -> Item {
    Item(.header(section.header), rows: section.rows.map { Item(.row($0)) })
  }

  private func item(of row: Row.ID) -> Item? {
    sections.lazy.flatMap(\.rows).first { if case .row(let shown) = $0.content { shown.id == row } else { false } }
  }

  private func header(_ item: Any) -> ShownItem<Header>? {
    if case .header(let header)? = (item as? Item)?.content { header } else { nil }
  }

  // MARK: Questions of the view

  func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
    (item as? Item)?.rows.count ?? sections.count
  }

  func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
    (item as? Item)?.rows[index] ?? sections[index]
  }

  func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool { header(item) != nil }

  /// Without this, the outline view would show a triangle beside a section that cannot be collapsed.
  func outlineView(_ outlineView: NSOutlineView, shouldShowOutlineCellForItem item: Any) -> Bool {
    header(item)?.isCollapsed != nil
  }

  func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
    switch (item as? Item)?.content {
    case .header(let header)?: NSTextField(labelWithString: headerText(header))
    case .row(let row)?: NSTextField(labelWithString: rowText(row))
    case nil: nil
    }
  }

  func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool { isPlaying || click(item) }

  func outlineView(_ outlineView: NSOutlineView, shouldCollapseItem item: Any) -> Bool { isPlaying || click(item) }

  /// Toggles the section of a header that was clicked; the changes do what the view asked for, so the answer is false.
  private func click(_ item: Any) -> Bool {
    if let header = header(item), header.isCollapsed != nil { toggle(header.id) }
    return false
  }

  func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool {
    if header(item) == nil { return true }
    return NSApplication.shared.currentEvent?.type == .leftMouseDown ? click(item) : false
  }

  func outlineViewSelectionDidChange(_ notification: Notification) {
    guard !isPlaying, let row = view?.selectedRowIndexes.first,
      case .row(let shown)? = (view?.item(atRow: row) as? Item)?.content
    else { return }
    selection = shown.id
  }
}
