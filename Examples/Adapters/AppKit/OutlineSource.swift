// Shows a list in NSOutlineView and plays view changes in it. Nothing in this repository compiles this file, because
// there is no AppKit on Linux; it needs macOS 13 and the package in Packages/ListChanges.
#if canImport(AppKit)
  import AppKit
  import ListChanges

  /// The data source of an outline view whose sections have rows below them.
  ///
  /// All sections are expanded for the outline view: a section that the user collapsed has no rows in the list. The
  /// delegate returns false from `outlineView(_:shouldShowOutlineCellForItem:)`, so that the outline view does not fold
  /// by itself.
  @MainActor
  final class OutlineSource<Header, Row>: NSObject, NSOutlineViewDataSource {
    /// An item of the outline view, which recognizes items by object identity.
    final class Item {
      /// The content of an item.
      enum Content {
        /// The header of a section.
        case header(Header)
        case row(Row)
      }

      fileprivate(set) var content: Content
      fileprivate var rows: [Item]

      fileprivate init(_ content: Content, rows: [Item] = []) {
        self.content = content
        self.rows = rows
      }
    }

    private var sections: [Item] = []

    /// Shows a whole list: at the beginning, and after a reset.
    func show(_ list: GroupedList<Header, Row>, in view: NSOutlineView) {
      sections = list.sections.map(Self.item)
      view.reloadData()
      view.expandItem(nil, expandChildren: true)
    }

    /// Plays changes in the layout `grouped`, one step after another.
    ///
    /// An outline view takes one change at a time, with indices that are right once all earlier changes are made: these
    /// are the steps of the changes, in which a move is a deletion and an insertion. Select moved items again
    /// afterwards.
    /// - Parameters:
    ///   - changes: The changes from the list that is shown to the list after.
    ///   - after: The list after; only its inserted, moved and reloaded parts are read.
    func play(_ changes: ViewChanges, reading after: GroupedList<Header, Row>, in view: NSOutlineView) {
      view.beginUpdates()
      for step in changes.steps { play(step, reading: after, in: view) }
      view.endUpdates()
    }

    private func play(_ step: ListStep, reading after: GroupedList<Header, Row>, in view: NSOutlineView) {
      switch step {
      case .deleteRows(let run):
        let section = sections[run.section]
        section.rows.removeSubrange(run.range)
        view.removeItems(at: IndexSet(integersIn: run.range), inParent: section, withAnimation: .slideUp)
      case .deleteSections(let run):
        sections.removeSubrange(run.range)
        view.removeItems(at: IndexSet(integersIn: run.range), inParent: nil, withAnimation: .slideUp)
      case .insertSections(let run):
        let items = after.sections[run.range].map(Self.item)
        sections.insert(contentsOf: items, at: run.start)
        view.insertItems(at: IndexSet(integersIn: run.range), inParent: nil, withAnimation: .slideDown)
        for item in items { view.expandItem(item) }
      case .insertRows(let run):
        let section = sections[run.section]
        let items = after.sections[run.section].rows[run.range].map { Item(.row($0)) }
        section.rows.insert(contentsOf: items, at: run.start)
        view.insertItems(at: IndexSet(integersIn: run.range), inParent: section, withAnimation: .slideDown)
        view.expandItem(section)
      case .reloadRows(let run):
        for row in run.range {
          let item = sections[run.section].rows[row]
          item.content = .row(after.sections[run.section].rows[row])
          view.reloadItem(item)
        }
      case .reloadHeaders(let run):
        for section in run.range {
          sections[section].content = .header(after.sections[section].header)
          view.reloadItem(sections[section])
        }
      }
    }

    private static func item(_ section: GroupedList<Header, Row>.Section) -> Item {
      Item(.header(section.header), rows: section.rows.map { Item(.row($0)) })
    }

    func outlineView(_ view: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
      (item as? Item)?.rows.count ?? sections.count
    }

    func outlineView(_ view: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
      (item as? Item)?.rows[index] ?? sections[index]
    }

    func outlineView(_ view: NSOutlineView, isItemExpandable item: Any) -> Bool {
      guard let item = item as? Item, case .header = item.content else { return false }
      return true
    }
  }
#endif
