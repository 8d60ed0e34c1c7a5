/// The edges from which rows slide in and towards which they slide out when sections open and close.
///
/// This is a hint for animations; it has no effect on where the rows end up.
public struct Motion: Hashable, Sendable, Codable {
  /// One edge of a range of rows or sections that are inserted or deleted together.
  public enum Edge: String, Sendable, Codable {
    /// The edge towards the start of the list.
    case top
    /// The edge towards the end of the list.
    case bottom
  }

  /// The edge from which inserted rows and sections enter.
  public var insertsFrom: Edge
  /// The edge towards which deleted rows and sections leave.
  public var deletesTowards: Edge

  /// Creates a motion from the edge for inserted rows and the edge for deleted rows.
  public init(insertsFrom: Edge, deletesTowards: Edge) {
    self.insertsFrom = insertsFrom
    self.deletesTowards = deletesTowards
  }

  /// The motion for a section that opens above the one that closes, or that opens while none closes.
  public static let downwards = Motion(insertsFrom: .top, deletesTowards: .bottom)
  /// The motion for a section that opens below the one that closes, and for sections that only close.
  public static let upwards = Motion(insertsFrom: .bottom, deletesTowards: .top)
}

extension ViewChanges {
  /// How to animate the changes if they open and close sections; nil if they insert, delete or move anything else.
  ///
  /// A section **opens** if its header is reloaded and either rows are inserted from its row 0 on or sections are
  /// inserted directly below it. A section **closes** if its header is reloaded and either rows are deleted from its
  /// row 0 on or sections are deleted directly below it. The result is nil if there is any move or any other insertion
  /// or deletion, if no section opens or closes, if one section does both, or if several sections open while others
  /// close. Other reloads do not matter. The edit that made the changes is not known: one that changes a section's title
  /// and deletes its first row looks like a fold, and gets a motion too.
  ///
  /// If a section opens and every section that closes is below it, the result is ``Motion/downwards``; otherwise it is
  /// ``Motion/upwards``. O(runs · log runs).
  ///
  /// Source: `openSection` in Apple's sample "Table View Animations and Gestures".
  public var motion: Motion? {
    guard movedSections.isEmpty, movedRows.isEmpty else { return nil }
    let inverse = inverse
    guard let opened = openedSections, let oldClosed = inverse.openedSections else { return nil }
    // The inverse leads from the list after, so its sources are indices in that list.
    let newSections = inverse.sectionSources
    let closed = Set(oldClosed.compactMap { newSections.source(of: $0)?.row })
    guard opened.isDisjoint(with: closed), opened.count <= 1 || closed.isEmpty else { return nil }
    guard let first = opened.min() else { return closed.isEmpty ? nil : .upwards }
    return closed.allSatisfy { first < $0 } ? .downwards : .upwards
  }

  /// The sections that the insertions open, as indices in the list after; nil if an insertion does not open a section.
  private var openedSections: Set<Int>? {
    var opened: Set<Int> = []
    for run in insertedRows {
      guard run.start == 0, opened.insert(run.section).inserted else { return nil }
    }
    for run in insertedSections { opened.insert(run.start - 1) }
    let hasHeader = { (section: Int) in
      let index = reloadedHeaders.partitioningIndex { $0.start + $0.count > section }
      return index < reloadedHeaders.endIndex && reloadedHeaders[index].start <= section
    }
    return opened.allSatisfy(hasHeader) ? opened : nil
  }
}
