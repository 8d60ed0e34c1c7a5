import AppleStandIns
import Foundation
import ListChanges
import OutlineCore
import OutlineRepository

/// A data source and delegate that show a live view of an outline in a table view.
@MainActor
final class OutlineSource: NSObject, UITableViewDataSource, UITableViewDelegate {
  let view: OutlineView
  /// Why a row could not be read; nil if all could.
  private(set) var failure: (any Error)?

  init(_ view: OutlineView) {
    self.view = view
    super.init()
  }

  func numberOfSections(in tableView: UITableView) -> Int { view.numberOfSections }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    view.numberOfRows(inSection: section) ?? 0
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    var content = UIListContentConfiguration.cell()
    do {
      content.text = try view.row(at: RowPath(section: indexPath.section, row: indexPath.row))?.text
    } catch {
      failure = failure ?? error
    }
    cell.contentConfiguration = content
    return cell
  }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    let header = UITableViewHeaderFooterView(reuseIdentifier: "header")
    configure(header, section)
    return header
  }

  func configure(_ view: UITableViewHeaderFooterView, _ section: Int) {
    guard let header = self.view.header(ofSection: section) else { return }
    var content = UIListContentConfiguration.groupedHeader()
    content.text = header.section.title
    content.secondaryText = header.isCollapsed ? "\(header.hiddenRows) hidden" : nil
    view.contentConfiguration = content
  }
}
