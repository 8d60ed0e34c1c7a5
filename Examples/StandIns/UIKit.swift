// Apple documents what these declarations mean.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation

// The part of UIKit that the adapters use, with its signatures. Views have no pictures, and content is what it says.

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int { self[0] }
  public var row: Int { self[1] }
  public var item: Int { self[1] }
}

@MainActor open class UIView: NSObject {
  open var frame: CGRect
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  open private(set) var subviews: [UIView] = []
  open var accessibilityValue: String?

  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  public required init?(coder: NSCoder) { nil }

  open func addSubview(_ view: UIView) { subviews.append(view) }
  open func bringSubviewToFront(_ view: UIView) {}
  open func layoutSubviews() {}
  open func layoutIfNeeded() {}
}

open class UIImage: NSObject {
  public let systemName: String
  public init?(systemName name: String) { systemName = name }
}

@MainActor open class UIAction: NSObject {
  let handler: (UIAction) -> Void
  public init(title: String = "", handler: @escaping (UIAction) -> Void) {
    self.handler = handler
    super.init()
  }
}

open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
  }

  private var actions: [UIAction] = []
  open func addAction(_ action: UIAction, for controlEvents: Event) { actions.append(action) }
  open func sendActions(for controlEvents: Event) { for action in actions { action.handler(action) } }
}

open class UIButton: UIControl {}

@MainActor public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration {
  public var text: String?
  public var secondaryText: String?
  public var image: UIImage?
  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func groupedHeader() -> UIListContentConfiguration { UIListContentConfiguration() }
}

open class UIScrollView: UIView {
  /// The rectangle that the adapter scrolled to last.
  public private(set) var standInTarget: CGRect?
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) { standInTarget = rect }
}

// MARK: - Table views

open class UITableViewCell: UIView {
  open var contentConfiguration: (any UIContentConfiguration)?
  open var indentationLevel = 0
  public init(style: CellStyle, reuseIdentifier: String?) { super.init(frame: .zero) }
  public required init?(coder: NSCoder) { nil }
  public enum CellStyle: Int, Sendable { case `default` }
}

open class UITableViewHeaderFooterView: UIView {
  open var contentConfiguration: (any UIContentConfiguration)?
  public init(reuseIdentifier: String?) { super.init(frame: .zero) }
  public required init?(coder: NSCoder) { nil }
}

@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

@MainActor public protocol UITableViewDelegate: NSObjectProtocol {
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)
}

extension UITableViewDelegate {
  public func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { nil }
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
}

/// A table view without a screen, which asks and checks in the order of UIKit.
///
/// - A reload waits for the next layout, and the data source is asked only then.
/// - An update begins with the layout that is due, so the data source is asked for the list before; then comes the block, and
///   then the source is asked for the list after.
/// - The numbers of sections, and of rows in each of them, must add up, and no place may be named twice, or the program ends.
/// - Cells are asked for after that. All of them are visible.
open class UITableView: UIScrollView {
  public enum RowAnimation: Int, Sendable { case fade, right, left, top, bottom, none, middle, automatic = 100 }
  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

  open weak var dataSource: (any UITableViewDataSource)?
  open weak var delegate: (any UITableViewDelegate)?
  private var sections: [(section: UIView?, rows: [UITableViewCell])] = []
  private var isLayoutDue = true
  private var batch: ListBatch?
  private var selected: UITableViewCell?
  /// The animations of the last update, of insertions and of deletions.
  public private(set) var standInMotion: (inserted: RowAnimation?, deleted: RowAnimation?) = (nil, nil)

  open func register(_ aClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {}

  /// Cells and headers that are asked for again are other ones here; UIKit gives the same ones while it reconfigures.
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? { nil }

  // MARK: Loading

  open func reloadData() {
    isLayoutDue = true
    selected = nil
  }

  open override func layoutIfNeeded() {
    guard isLayoutDue, let dataSource else { return }
    sections = counts(dataSource).enumerated().map { section, count in (nil, (0..<count).map { cell(section, $0) }) }
    for section in sections.indices { sections[section].section = header(section) }
    isLayoutDue = false
  }

  private func counts(_ source: any UITableViewDataSource) -> [Int] {
    (0..<source.numberOfSections(in: self)).map { source.tableView(self, numberOfRowsInSection: $0) }
  }

  private func cell(_ section: Int, _ row: Int) -> UITableViewCell {
    dataSource?.tableView(self, cellForRowAt: IndexPath(row: row, section: section))
      ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  private func header(_ section: Int) -> UIView {
    delegate?.tableView(self, viewForHeaderInSection: section) ?? UIView(frame: .zero)
  }

  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    layoutIfNeeded()
    return sections[section].section as? UITableViewHeaderFooterView
  }

  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    layoutIfNeeded()
    return sections[indexPath.section].rows[indexPath.row]
  }

  open func rect(forSection section: Int) -> CGRect {
    layoutIfNeeded()
    func height(_ sections: ArraySlice<(section: UIView?, rows: [UITableViewCell])>) -> Int {
      sections.reduce(0) { $0 + 44 * (1 + $1.rows.count) }
    }
    return CGRect(x: 0, y: height(sections[..<section]), width: 320, height: height(sections[section...section]))
  }

  // MARK: Updates

  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    guard let dataSource else { return }
    layoutIfNeeded()
    if counts(dataSource) != sections.map(\.rows.count) {
      invalidUpdate(
        "before it, the source has \(counts(dataSource)) rows, and the view \(sections.map(\.rows.count))")
    }
    (batch, standInMotion) = (ListBatch(), (nil, nil))
    updates?()
    guard let batch else { return }
    self.batch = nil
    let new = batch.applied(to: sections, counts: counts(dataSource))
    sections = new.enumerated().map { section, content in
      (content.section ?? nil, content.rows.enumerated().map { row, known in known ?? cell(section, row) })
    }
    for section in sections.indices where sections[section].section == nil {
      sections[section].section = header(section)
    }
    if selectedPath == nil { selected = nil }
    completion?(true)
  }

  private func change(_ body: (inout ListBatch) -> Void) {
    if batch == nil { invalidUpdate("it is not in the block of performBatchUpdates") }
    batch.map { old in
      var new = old
      body(&new)
      batch = new
    }
  }

  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    if !sections.isEmpty { standInMotion.inserted = animation }
    change { $0.sections.inserted += sections }
  }

  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    if !sections.isEmpty { standInMotion.deleted = animation }
    change { $0.sections.deleted += sections }
  }

  open func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.sections.moved.append((section, newSection)) }
  }

  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    if !indexPaths.isEmpty { standInMotion.inserted = animation }
    change { $0.rows.inserted += indexPaths }
  }

  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    if !indexPaths.isEmpty { standInMotion.deleted = animation }
    change { $0.rows.deleted += indexPaths }
  }

  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.rows.moved.append((indexPath, newIndexPath)) }
  }

  open func reconfigureRows(at indexPaths: [IndexPath]) {
    for path in indexPaths {
      let old = sections[path.section].rows[path.row]
      sections[path.section].rows[path.row] = cell(path.section, path.row)
      if selected === old { selected = sections[path.section].rows[path.row] }
    }
  }

  // MARK: Selection

  private var selectedPath: IndexPath? {
    guard let selected else { return nil }
    for (section, content) in sections.enumerated() {
      if let row = content.rows.firstIndex(where: { $0 === selected }) { return IndexPath(row: row, section: section) }
    }
    return nil
  }

  open var indexPathForSelectedRow: IndexPath? { selectedPath }

  open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    layoutIfNeeded()
    selected = indexPath.map { sections[$0.section].rows[$0.row] }
  }

  // MARK: What is shown

  /// The texts that the view shows, headers included.
  public var standInTexts: [[String]] { Self.texts(sections) }

  /// Ends the program if what is shown differs from what a new view would show.
  public func standInCheck() {
    if isLayoutDue { return }
    let fresh = UITableView(frame: frame)
    (fresh.dataSource, fresh.delegate) = (dataSource, delegate)
    fresh.layoutIfNeeded()
    if fresh.standInTexts != standInTexts {
      invalidUpdate("the view shows \(standInTexts) instead of \(fresh.standInTexts)")
    }
  }

  private static func texts(_ sections: [(section: UIView?, rows: [UITableViewCell])]) -> [[String]] {
    sections.map { section in
      let header = (section.section as? UITableViewHeaderFooterView)?.contentConfiguration
      return [text(header)] + section.rows.map { text($0.contentConfiguration) }
    }
  }

  private static func text(_ content: (any UIContentConfiguration)?) -> String {
    guard let content = content as? UIListContentConfiguration else { return "" }
    return [content.image.map { "[\($0.systemName)] " }, content.text, content.secondaryText.map { " (\($0))" }]
      .compactMap { $0 }.joined()
  }

  /// Taps on the header of a section, as a finger does.
  public func standInTap(section: Int) {
    for case let control as UIControl in headerView(forSection: section)?.subviews ?? [] {
      control.sendActions(for: .primaryActionTriggered)
    }
  }

  /// Taps on a row.
  public func standInTap(_ path: IndexPath) {
    selectRow(at: path, animated: false, scrollPosition: .none)
    delegate?.tableView(self, didSelectRowAt: path)
  }
}
