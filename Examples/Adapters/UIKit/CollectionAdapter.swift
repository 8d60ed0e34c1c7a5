import ListChanges

#if canImport(UIKit)
  import UIKit
#else
  import AppleStandIns
#endif

/// Shows a `CollapsibleList` in a collection view, with a section snapshot for each section.
///
/// The list decides what is collapsed; a section snapshot has the header and the rows that are shown. So what takes part in an update
/// is read off the changes: the order of the sections, and the sections of which something changes.
@MainActor
final class CollectionAdapter<Header: CollapsibleItem, Row: CollapsibleItem>: NSObject, UICollectionViewDelegate
where Header.ID: Sendable, Row.ID: Sendable {
  enum Item: Hashable, Sendable {
    case header(Header.ID)
    case row(Row.ID)
  }

  private(set) var list: CollapsibleList<Header, Row>
  private(set) var selection: Row.ID?
  let view: UICollectionView
  private let layout: FoldLayout
  private let headerText: (ShownItem<Header>) -> String
  private let rowText: (ShownItem<Row>) -> String
  private(set) var source: UICollectionViewDiffableDataSource<Header.ID, Item>?

  init(
    _ list: CollapsibleList<Header, Row>, frame: CGRect, header: @escaping (ShownItem<Header>) -> String,
    row: @escaping (ShownItem<Row>) -> String
  ) {
    (self.list, headerText, rowText, layout) = (list, header, row, FoldLayout(appearance: .sidebar))
    view = UICollectionView(frame: frame, collectionViewLayout: layout)
    super.init()
    let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Item> { [weak self] cell, _, item in
      self?.configure(cell, item)
    }
    source = UICollectionViewDiffableDataSource(collectionView: view) { view, path, item in
      view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
    }
    view.delegate = self
    order(from: [])
    for section in list.shown.sections { apply(section, animated: false) }
  }

  /// Edits the list, and shows what changes.
  func perform(_ edit: (inout CollapsibleList<Header, Row>) throws -> ViewChanges) rethrows {
    let old = list.shown.sections
    let changes = try edit(&list)
    layout.motion = changes.motion
    defer { layout.motion = nil }
    let new = list.shown.sections
    if !(changes.deletedSections + changes.insertedSections).isEmpty || !changes.movedSections.isEmpty {
      order(from: old.map(\.header.id))
    }
    let touched =
      Set(
        changes.reloadedHeaders.flatMap(\.range) + changes.insertedSections.flatMap(\.range)
          + changes.insertedRows.map(\.section) + changes.movedRows.map(\.to.section)
      )
      .union(
        (changes.deletedRows.map(\.section) + changes.movedRows.map(\.from.section)).compactMap { section in
          new.firstIndex { $0.header.id == old[section].header.id }
        }
      ).sorted()
    // An item can be in one section only, so those that go to another section leave first. A section that moves while its rows
    // come and go is named as deleted and inserted.
    let staying = Dictionary(uniqueKeysWithValues: new.map { ($0.header.id, Set($0.rows.map(\.id))) })
    let leaving = changes.movedRows.map(\.from.section) + changes.deletedRows.map(\.section)
    for section in Set(leaving + changes.deletedSections.flatMap(\.range)) {
      var rest = old[section]
      guard let rows = staying[rest.header.id] else { continue }
      rest.rows.removeAll { !rows.contains($0.id) }
      apply(rest, animated: true)
    }
    for index in touched { apply(new[index], animated: true) }
    for index in changes.reloadedHeaders.flatMap(\.range) { draw(.header(new[index].header.id)) }
    for run in changes.reloadedRows { for row in run.range { draw(.row(new[run.section].rows[row].id)) } }
    if let path = selection.flatMap({ source?.indexPath(for: .row($0)) }), view.indexPathsForSelectedItems != [path] {
      view.selectItem(at: path, animated: false, scrollPosition: [])
    }
  }

  /// Opens or closes a section, and scrolls to it if it was opened.
  func toggle(_ section: Header.ID) {
    // The section is there and can be collapsed, or it would have no marker; so nothing is thrown.
    try? perform { try $0.toggle(section: section) }
    guard let shown = list.shown.sections.first(where: { $0.header.id == section }), shown.header.isCollapsed == false,
      let path = source?.indexPath(for: shown.rows.last.map { .row($0.id) } ?? .header(section)),
      let header = source?.indexPath(for: .header(section))
    else { return }
    view.scrollToItem(at: path, at: [], animated: true)
    view.scrollToItem(at: header, at: [], animated: true)
  }

  /// Brings the sections into the order of the list.
  private func order(from old: [Header.ID]) {
    guard let source else { return }
    let new = list.shown.sections.map(\.header.id)
    var snapshot = source.snapshot()
    let (known, wanted) = (Set(old), Set(new))
    snapshot.deleteSections(old.filter { !wanted.contains($0) })
    snapshot.appendSections(new.filter { !known.contains($0) })
    for (index, id) in new.enumerated() where snapshot.sectionIdentifiers[index] != id {
      snapshot.moveSection(id, beforeSection: snapshot.sectionIdentifiers[index])
    }
    source.apply(snapshot, animatingDifferences: !old.isEmpty)
  }

  private func apply(_ section: GroupedList<ShownItem<Header>, ShownItem<Row>>.Section, animated: Bool) {
    var snapshot = NSDiffableDataSourceSectionSnapshot<Item>()
    let header = Item.header(section.header.id)
    snapshot.append([header])
    snapshot.append(section.rows.map { .row($0.id) }, to: header)
    if section.header.isCollapsed != true { snapshot.expand([header]) }
    source?.apply(snapshot, to: section.header.id, animatingDifferences: animated)
  }

  private func draw(_ item: Item) {
    guard let path = source?.indexPath(for: item), let cell = view.cellForItem(at: path) as? UICollectionViewListCell
    else { return }
    configure(cell, item)
  }

  /// Draws a cell; a header whose section cannot be collapsed has no marker.
  private func configure(_ cell: UICollectionViewListCell, _ item: Item) {
    var content = UIListContentConfiguration.cell()
    switch item {
    case .header(let id):
      guard let header = list.shown.sections.first(where: { $0.header.id == id })?.header else { return }
      content.text = headerText(header)
      let disclosure = UICellAccessory.outlineDisclosure(options: .init(style: .header)) { [weak self] in
        self?.toggle(id)
      }
      cell.accessories = header.isCollapsed == nil ? [] : [disclosure]
    case .row(let id):
      guard let row = list.shown.sections.lazy.flatMap(\.rows).first(where: { $0.id == id }) else { return }
      content.text = rowText(row)
      cell.indentationLevel = row.item.level
    }
    cell.contentConfiguration = content
  }

  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    if case .row? = source?.itemIdentifier(for: indexPath) { true } else { false }
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    if case .row(let id)? = source?.itemIdentifier(for: indexPath) { selection = id }
  }
}

/// A list layout in which items enter and leave by the edges of a motion.
final class FoldLayout: UICollectionViewCompositionalLayout {
  var motion: Motion?

  init(appearance: UICollectionLayoutListConfiguration.Appearance) {
    super.init { _, environment in
      var configuration = UICollectionLayoutListConfiguration(appearance: appearance)
      configuration.headerMode = .firstItemInSection
      return .list(using: configuration, layoutEnvironment: environment)
    }
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    shifted(super.initialLayoutAttributesForAppearingItem(at: itemIndexPath), towards: motion?.insertsFrom)
  }

  override func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    shifted(super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath), towards: motion?.deletesTowards)
  }

  private func shifted(
    _ attributes: UICollectionViewLayoutAttributes?, towards edge: Motion.Edge?
  ) -> UICollectionViewLayoutAttributes? {
    guard let attributes, let edge else { return attributes }
    attributes.frame.origin.y += edge == .top ? -attributes.frame.size.height : attributes.frame.size.height
    attributes.alpha = 0
    return attributes
  }
}
