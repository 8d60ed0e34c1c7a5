import ListChanges
import OutlineCore
import OutlineRepository

/// A data source that shows a live view of an outline in a table view.
struct OutlineSource: TableDataSource {
  let view: OutlineView

  var numberOfSections: Int { view.numberOfSections }

  func numberOfRows(inSection section: Int) -> Int? { view.numberOfRows(inSection: section) }

  func headerText(ofSection section: Int) -> String {
    guard let header = view.header(ofSection: section) else { return "" }
    let hidden = header.isCollapsed ? " · \(header.hiddenRows) hidden" : ""
    return "\(header.section.level) \(header.section.title)\(hidden)"
  }

  func rowText(at path: RowPath) throws -> String { try view.row(at: path)?.text ?? "" }
}
