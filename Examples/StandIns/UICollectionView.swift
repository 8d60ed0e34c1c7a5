// Apple documents what these declarations mean.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// Collection views with a diffable data source, as far as the adapter uses them.

open class UICollectionReusableView: UIView {}

open class UICollectionViewCell: UICollectionReusableView {
  public required override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { nil }
}

open class UICollectionViewListCell: UICollectionViewCell {
  open var accessories: [UICellAccessory] = []
  open var contentConfiguration: (any UIContentConfiguration)?
  open var indentationLevel = 0
}

@MainActor public struct UICellAccessory {
  public typealias ActionHandler = () -> Void
  public enum DisplayedState: Sendable { case always, whenEditing, whenNotEditing }
  public struct OutlineDisclosureOptions {
    public enum Style: Sendable { case automatic, header, cell }
    public init(style: Style = .automatic) {}
  }

  /// What a tap does; a header with this accessory takes the tap anywhere.
  public let standInAction: ActionHandler?

  public static func outlineDisclosure(
    displayed: DisplayedState = .always, options: OutlineDisclosureOptions = OutlineDisclosureOptions(),
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory { UICellAccessory(standInAction: actionHandler) }
}

// MARK: - Layout

open class UICollectionViewLayoutAttributes: NSObject {
  open var frame: CGRect = .zero
  open var alpha: CGFloat = 1
}

@MainActor public protocol NSCollectionLayoutEnvironment {}

@MainActor public struct UICollectionLayoutListConfiguration {
  public enum Appearance: Sendable { case plain, grouped, insetGrouped, sidebar, sidebarPlain }
  public enum HeaderMode: Sendable { case none, supplementary, firstItemInSection }
  public var headerMode: HeaderMode = .none
  public init(appearance: Appearance) {}
}

@MainActor open class NSCollectionLayoutSection: NSObject {
  public static func list(
    using configuration: UICollectionLayoutListConfiguration, layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection { NSCollectionLayoutSection(configuration) }

  private init(_ configuration: UICollectionLayoutListConfiguration) { super.init() }
}

@MainActor open class UICollectionViewLayout: NSObject {
  public override nonisolated init() { super.init() }
  public required init?(coder: NSCoder) { nil }

  open func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { UICollectionViewLayoutAttributes() }

  open func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { UICollectionViewLayoutAttributes() }
}

public typealias UICollectionViewCompositionalLayoutSectionProvider = (Int, any NSCollectionLayoutEnvironment) ->
  NSCollectionLayoutSection?

open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  public init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) { super.init() }
  public required init?(coder: NSCoder) { nil }
}

// MARK: - The view

@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {}

@MainActor public protocol UICollectionViewDelegate: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
  public func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
}

open class UICollectionView: UIScrollView {
  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let top = ScrollPosition(rawValue: 1)
    public static let bottom = ScrollPosition(rawValue: 4)
  }

  @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
    let handler: Handler
    public init(handler: @escaping Handler) { self.handler = handler }
  }

  public let collectionViewLayout: UICollectionViewLayout
  open weak var delegate: (any UICollectionViewDelegate)?
  /// The cells by their places, which the data source has made.
  var standInCell: (IndexPath) -> UICollectionViewCell? = { _ in nil }
  open private(set) var indexPathsForSelectedItems: [IndexPath]?
  /// Where the adapter scrolled to last.
  public private(set) var standInPath: IndexPath?

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
  }

  public required init?(coder: NSCoder) { nil }

  open func dequeueConfiguredReusableCell<Cell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    let cell = Cell(frame: .zero)
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { standInCell(indexPath) }

  open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    indexPathsForSelectedItems = indexPath.map { [$0] }
  }

  open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    standInPath = indexPath
  }

  /// Taps on an item; a header with a disclosure takes the tap itself.
  public func standInTap(_ path: IndexPath) {
    if let action = (cellForItem(at: path) as? UICollectionViewListCell)?.accessories.first?.standInAction {
      action()
    } else if delegate?.collectionView(self, shouldSelectItemAt: path) != false {
      selectItem(at: path, animated: false, scrollPosition: [])
      delegate?.collectionView(self, didSelectItemAt: path)
    }
  }
}

// MARK: - Snapshots

public struct NSDiffableDataSourceSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  public private(set) var sectionIdentifiers: [Section] = []
  public init() {}

  public mutating func appendSections(_ identifiers: [Section]) {
    for section in identifiers where sectionIdentifiers.contains(section) {
      invalidUpdate("the section \(section) is in the snapshot already")
    }
    sectionIdentifiers += identifiers
  }

  public mutating func deleteSections(_ identifiers: [Section]) {
    sectionIdentifiers.removeAll(where: identifiers.contains)
  }

  public mutating func moveSection(_ identifier: Section, afterSection toIdentifier: Section) {
    sectionIdentifiers.remove(at: place(identifier))
    sectionIdentifiers.insert(identifier, at: place(toIdentifier) + 1)
  }

  public mutating func moveSection(_ identifier: Section, beforeSection toIdentifier: Section) {
    sectionIdentifiers.remove(at: place(identifier))
    sectionIdentifiers.insert(identifier, at: place(toIdentifier))
  }

  private func place(_ section: Section) -> Int {
    guard let index = sectionIdentifiers.firstIndex(of: section) else {
      invalidUpdate("the section \(section) is not in the snapshot")
    }
    return index
  }
}

public struct NSDiffableDataSourceSectionSnapshot<Item: Hashable & Sendable>: Sendable {
  public private(set) var items: [Item] = []
  private var parents: [Item: Item] = [:]
  private var expanded: Set<Item> = []
  public init() {}

  public mutating func append(_ items: [Item], to parent: Item? = nil) {
    for item in items {
      if self.items.contains(item) { invalidUpdate("the item \(item) is in the snapshot already") }
      self.items.append(item)
      parents[item] = parent
    }
  }

  public mutating func expand(_ items: [Item]) { expanded.formUnion(items) }
  public mutating func collapse(_ items: [Item]) { expanded.subtract(items) }
  public func isExpanded(_ item: Item) -> Bool { expanded.contains(item) }

  public var visibleItems: [Item] { items.filter { item in parents[item].map(expanded.contains) ?? true } }
}

/// A diffable data source, which ends the program if an item is in two sections at once.
@MainActor
open class UICollectionViewDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>:
  NSObject, UICollectionViewDataSource
{
  public typealias CellProvider = (UICollectionView, IndexPath, Item) -> UICollectionViewCell?

  private weak var view: UICollectionView?
  private let cellProvider: CellProvider
  private var sections: [(id: Section, items: NSDiffableDataSourceSectionSnapshot<Item>)] = []
  private var cells: [Item: UICollectionViewCell] = [:]

  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    (view, self.cellProvider) = (collectionView, cellProvider)
    super.init()
    collectionView.standInCell = { [weak self] path in
      self?.itemIdentifier(for: path).flatMap { self?.cells[$0] }
    }
  }

  open func snapshot() -> NSDiffableDataSourceSnapshot<Section, Item> {
    var snapshot = NSDiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections(sections.map(\.id))
    return snapshot
  }

  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {
    let old = Dictionary(uniqueKeysWithValues: sections.map { ($0.id, $0.items) })
    sections = snapshot.sectionIdentifiers.map { ($0, old[$0] ?? NSDiffableDataSourceSectionSnapshot()) }
    show()
    completion?()
  }

  open func apply(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<Item>, to section: Section, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {
    if let index = sections.firstIndex(where: { $0.id == section }) {
      sections[index].items = snapshot
    } else {
      sections.append((section, snapshot))
    }
    show()
    completion?()
  }

  open func itemIdentifier(for indexPath: IndexPath) -> Item? {
    let items = sections[indexPath.section].items.visibleItems
    return items.indices.contains(indexPath.item) ? items[indexPath.item] : nil
  }

  open func indexPath(for itemIdentifier: Item) -> IndexPath? {
    for (section, content) in sections.enumerated() {
      if let item = content.items.visibleItems.firstIndex(of: itemIdentifier) {
        return IndexPath(item: item, section: section)
      }
    }
    return nil
  }

  /// What the view shows.
  public var standInItems: [[Item]] { sections.map(\.items.visibleItems) }

  private func show() {
    var known: [Item: UICollectionViewCell] = [:]
    let selected = view?.indexPathsForSelectedItems?.first
    for (section, items) in standInItems.enumerated() {
      for (index, item) in items.enumerated() {
        if known[item] != nil { invalidUpdate("the item \(item) is in two places") }
        let path = IndexPath(item: index, section: section)
        known[item] = view.flatMap { cells[item] ?? cellProvider($0, path, item) }
      }
    }
    if selected != nil { view?.selectItem(at: nil, animated: false, scrollPosition: []) }
    cells = known
  }
}
