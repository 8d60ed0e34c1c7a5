// Plays view changes in UICollectionView and UITableView. Nothing in this repository compiles this file, because there
// is no UIKit on Linux; it needs iOS 16 and the package in Packages/ListChanges.
#if canImport(UIKit)
  import ListChanges
  import UIKit

  extension UICollectionView {
    /// Plays changes in the layout `grouped`, where headers are supplementary views.
    ///
    /// The collection view asks its data source for the numbers of sections and rows before and after `update`, and
    /// stops the program with "invalid number of items" if they do not fit the changes. So the data source must answer
    /// from the list before until `update` replaces it: a layout that is due comes before the block. With an
    /// `OutlineView`, the step is read by `nextStep()`, and `update` is `{ view.move(to: step) }`; with a
    /// `CollapsibleList`, `update` puts the next list in place. `ViewChanges.problem(from:to:)` checks beforehand
    /// whether the changes fit.
    /// - Parameters:
    ///   - changes: The changes from the list before to the list after.
    ///   - configureHeader: Draws a visible header again; the number is the section's index in the list after.
    ///   - update: Replaces the list before with the list after.
    func play(
      _ changes: ViewChanges, configureHeader: @escaping (UICollectionReusableView, Int) -> Void = { _, _ in },
      update: @escaping () -> Void
    ) {
      performBatchUpdates { [self] in
        update()
        // The view takes deletions, and the sources of moves, as indices of the list before, so no index has to be
        // translated.
        deleteSections(IndexSet(changes.deletedSections))
        insertSections(IndexSet(changes.insertedSections))
        for (from, to) in changes.movedSections.flatMap(\.pairs) { moveSection(from, toSection: to) }
        deleteItems(at: changes.deletedRows.flatMap(\.indexPaths))
        insertItems(at: changes.insertedRows.flatMap(\.indexPaths))
        for (from, to) in changes.movedRows.flatMap(\.pairs) { moveItem(at: from, to: to) }
      }
      // Reloads are indices of the list after, so they are a batch of their own.
      reconfigureItems(at: changes.reloadedRows.flatMap(\.indexPaths))
      for section in changes.reloadedHeaders.flatMap(\.range) {
        let path = IndexPath(item: 0, section: section)
        if let header = supplementaryView(forElementKind: Self.elementKindSectionHeader, at: path) {
          configureHeader(header, section)
        }
      }
    }
  }

  extension UITableView {
    /// Plays changes in the layout `grouped`; see `UICollectionView.play`.
    ///
    /// If one section opens and others close, the rows enter and leave by the edges of `changes.motion`.
    func play(
      _ changes: ViewChanges, configureHeader: @escaping (UIView, Int) -> Void = { _, _ in },
      update: @escaping () -> Void
    ) {
      let inserts = changes.motion?.insertsFrom.animation ?? .automatic
      let deletes = changes.motion?.deletesTowards.animation ?? .automatic
      performBatchUpdates { [self] in
        update()
        deleteSections(IndexSet(changes.deletedSections), with: deletes)
        insertSections(IndexSet(changes.insertedSections), with: inserts)
        for (from, to) in changes.movedSections.flatMap(\.pairs) { moveSection(from, toSection: to) }
        deleteRows(at: changes.deletedRows.flatMap(\.indexPaths), with: deletes)
        insertRows(at: changes.insertedRows.flatMap(\.indexPaths), with: inserts)
        for (from, to) in changes.movedRows.flatMap(\.pairs) { moveRow(at: from, to: to) }
      }
      reconfigureRows(at: changes.reloadedRows.flatMap(\.indexPaths))
      for section in changes.reloadedHeaders.flatMap(\.range) {
        if let header = headerView(forSection: section) { configureHeader(header, section) }
      }
    }
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
    fileprivate var indexPaths: [IndexPath] { range.map { IndexPath(item: $0, section: section) } }
  }

  extension IndexMove {
    fileprivate var pairs: [(from: Int, to: Int)] { (0..<count).map { (from + $0, to + $0) } }
  }

  extension RowMove {
    fileprivate var pairs: [(from: IndexPath, to: IndexPath)] {
      (0..<count).map {
        (
          IndexPath(item: from.row + $0, section: from.section), IndexPath(item: to.row + $0, section: to.section)
        )
      }
    }
  }
#endif
