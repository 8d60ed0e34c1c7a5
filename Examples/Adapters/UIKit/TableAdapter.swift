import ListChanges

#if canImport(UIKit)
  import UIKit
#else
  import AppleStandIns
#endif

extension UITableView {
  /// Plays changes in the layout `grouped`, where headers are header views.
  ///
  /// The table view asks its data source for the numbers of sections and rows before and after `update`, and ends the program if
  /// they do not fit the changes. So the data source must answer from the list before until `update` replaces it: a layout that is
  /// due comes before the block. With an `OutlineView`, the step is read by `nextStep()`, and `update` is
  /// `{ view.move(to: step) }`; with a `CollapsibleList`, `update` puts the next list in place. `ViewChanges.problem(from:to:)`
  /// checks beforehand whether the changes fit.
  ///
  /// If sections only open and close, rows enter and leave by the edges of `changes.motion`.
  /// - Parameters:
  ///   - changes: The changes from the list before to the list after.
  ///   - configureHeader: Draws the header of a section again; the number is the section's index in the list after.
  ///   - update: Replaces the list before with the list after.
  public func play(
    _ changes: ViewChanges, configureHeader: (UITableViewHeaderFooterView, Int) -> Void = { _, _ in },
    update: @escaping () -> Void
  ) {
    let inserts = changes.motion?.insertsFrom.animation ?? .automatic
    let deletes = changes.motion?.deletesTowards.animation ?? .automatic
    performBatchUpdates { [self] in
      update()
      // The view takes deletions, and the sources of moves, as indices of the list before, so no index has to be translated.
      deleteSections(IndexSet(changes.deletedSections), with: deletes)
      insertSections(IndexSet(changes.insertedSections), with: inserts)
      for (from, to) in changes.movedSections.flatMap(\.pairs) { moveSection(from, toSection: to) }
      deleteRows(at: changes.deletedRows.flatMap(\.indexPaths), with: deletes)
      insertRows(at: changes.insertedRows.flatMap(\.indexPaths), with: inserts)
      for (from, to) in changes.movedRows.flatMap(\.pairs) { moveRow(at: from, to: to) }
    }
    // Reloads are indices of the list after, so they come after the batch.
    reconfigureRows(at: changes.reloadedRows.flatMap(\.indexPaths))
    for section in changes.reloadedHeaders.flatMap(\.range) {
      if let header = headerView(forSection: section) { configureHeader(header, section) }
    }
  }
}

/// The data source and delegate of a table view that shows a `CollapsibleList`.
///
/// A tap on a header opens or closes its section, and the table scrolls to what was opened. The row that is selected stays so,
/// also while a collapsed section hides it.
@MainActor
final class TableAdapter<Header: CollapsibleItem, Row: CollapsibleItem>: NSObject, UITableViewDataSource,
  UITableViewDelegate
{
  private(set) var list: CollapsibleList<Header, Row>
  private(set) var selection: Row.ID?
  private weak var table: UITableView?
  private let headerText: (ShownItem<Header>) -> String
  private let rowText: (ShownItem<Row>) -> String

  init(
    _ list: CollapsibleList<Header, Row>, in table: UITableView, header: @escaping (ShownItem<Header>) -> String,
    row: @escaping (ShownItem<Row>) -> String
  ) {
    (self.list, self.table, headerText, rowText) = (list, table, header, row)
    super.init()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.register(FoldHeader.self, forHeaderFooterViewReuseIdentifier: "header")
    (table.dataSource, table.delegate) = (self, self)
    table.reloadData()
  }

  /// Edits the list, and plays the changes in the table.
  func perform(_ edit: (inout CollapsibleList<Header, Row>) throws -> ViewChanges) rethrows {
    var next = list
    let changes = try edit(&next)
    guard let table, !changes.isEmpty else {
      list = next
      return
    }
    table.play(changes, configureHeader: configure) { [self, next] in list = next }
    guard let path = selection.flatMap(path), table.indexPathForSelectedRow != path else { return }
    table.selectRow(at: path, animated: false, scrollPosition: .none)
  }

  /// Opens or closes a section, and scrolls to it if it was opened.
  func toggle(_ section: Header.ID) {
    guard let index = index(of: section), list.shown.sections[index].header.isCollapsed != nil else { return }
    // The section is there and can be collapsed, so nothing is thrown.
    try? perform { try $0.toggle(section: section) }
    guard let table, let index = self.index(of: section), list.shown.sections[index].header.isCollapsed == false else {
      return
    }
    var target = table.rect(forSection: index)
    target.size.height = min(target.size.height, table.bounds.size.height)
    table.scrollRectToVisible(target, animated: true)
  }

  private func index(of section: Header.ID) -> Int? { list.shown.sections.firstIndex { $0.header.id == section } }

  private func path(of row: Row.ID) -> IndexPath? {
    for (section, content) in list.shown.sections.enumerated() {
      if let row = content.rows.firstIndex(where: { $0.id == row }) { return IndexPath(row: row, section: section) }
    }
    return nil
  }

  // MARK: Questions of the table

  func numberOfSections(in tableView: UITableView) -> Int { list.shown.sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    list.shown.sections[section].rows.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    let row = list.shown.sections[indexPath.section].rows[indexPath.row]
    var content = UIListContentConfiguration.cell()
    content.text = rowText(row)
    content.image = row.isCollapsed.flatMap(Self.marker)
    cell.contentConfiguration = content
    cell.indentationLevel = row.item.level - 1
    return cell
  }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    let header =
      tableView.dequeueReusableHeaderFooterView(withIdentifier: "header") as? FoldHeader
      ?? FoldHeader(reuseIdentifier: "header")
    configure(header, section)
    return header
  }

  /// Draws a header; one whose section cannot be collapsed has no marker and takes no taps.
  private func configure(_ header: UITableViewHeaderFooterView, _ section: Int) {
    let shown = list.shown.sections[section].header
    var content = UIListContentConfiguration.groupedHeader()
    content.text = headerText(shown)
    content.image = shown.isCollapsed.flatMap(Self.marker)
    header.contentConfiguration = content
    header.accessibilityValue = shown.isCollapsed.map { $0 ? "collapsed" : "expanded" }
    (header as? FoldHeader)?.tap = shown.isCollapsed == nil ? nil : { [weak self] in self?.toggle(shown.id) }
  }

  private static func marker(isCollapsed: Bool) -> UIImage? {
    UIImage(systemName: isCollapsed ? "chevron.right" : "chevron.down")
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    selection = list.shown.sections[indexPath.section].rows[indexPath.row].id
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) { selection = nil }
}

/// A header that is a button.
final class FoldHeader: UITableViewHeaderFooterView {
  var tap: (() -> Void)?
  private let button = UIButton(frame: .zero)

  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    button.addAction(UIAction { [weak self] _ in self?.tap?() }, for: .primaryActionTriggered)
    addSubview(button)
  }

  /// Keeps the button above the content view, which each new content configuration may replace.
  override func layoutSubviews() {
    super.layoutSubviews()
    button.frame = bounds
    bringSubviewToFront(button)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }
}

extension Motion.Edge {
  fileprivate var animation: UITableView.RowAnimation {
    switch self {
    case .top: .top
    case .bottom: .bottom
    }
  }
}

extension IndexSet {
  fileprivate init(_ runs: [IndexRun]) {
    self.init()
    for run in runs { insert(integersIn: run.range) }
  }
}

extension RowRun {
  fileprivate var indexPaths: [IndexPath] { range.map { IndexPath(row: $0, section: section) } }
}

extension IndexMove {
  fileprivate var pairs: [(from: Int, to: Int)] { (0..<count).map { (from + $0, to + $0) } }
}

extension RowMove {
  fileprivate var pairs: [(from: IndexPath, to: IndexPath)] {
    (0..<count).map {
      (IndexPath(row: from.row + $0, section: from.section), IndexPath(row: to.row + $0, section: to.section))
    }
  }
}
