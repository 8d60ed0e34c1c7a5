/// From which edges a view shows rows enter and leave when sections open and close.
///
/// A hint for animation; it does not change where the rows end up.
public struct Motion: Hashable, Sendable {
  /// One edge of the place that rows enter or leave.
  public enum Edge: String, Sendable {
    /// The edge towards the start of the list.
    case top
    /// The edge towards the end of the list.
    case bottom
  }

  /// The edge from which inserted rows and sections enter.
  public var insertsFrom: Edge
  /// The edge towards which deleted rows and sections leave.
  public var deletesTowards: Edge

  /// Makes a motion with an edge for what arrives and one for what leaves.
  public init(insertsFrom: Edge, deletesTowards: Edge) {
    self.insertsFrom = insertsFrom
    self.deletesTowards = deletesTowards
  }

  /// The motion of a section that opens above the one that closes, or that opens alone.
  public static let downwards = Motion(insertsFrom: .top, deletesTowards: .bottom)
  /// The motion of a section that opens below the one that closes, and of sections that only close.
  public static let upwards = Motion(insertsFrom: .bottom, deletesTowards: .top)
}

extension ViewChanges {
  /// How a view shows the motion of sections that open and close; nil for a batch that does anything else.
  ///
  /// Only the changes are looked at. A section **opens** when its header is reloaded and an inserted run of rows
  /// begins at its row 0, or an inserted run of sections directly below it; it **closes** when its header is reloaded
  /// and the same holds of deleted runs. The batch has to consist of these runs, reloaded headers and reloaded rows:
  /// any move, any other insert or delete, a section that does both, or several that open while others close, and
  /// the answer is nil. An edit that looks the same, such as a new title in one transaction with a deleted first row,
  /// counts as a fold.
  ///
  /// With the one that opens above all that close, or nothing that closes: ``Motion/downwards``. Otherwise, with one
  /// that closes above it or nothing that opens: ``Motion/upwards``. O(runs · log runs).
  ///
  /// Source: `openSection` in Apple's sample "Table View Animations and Gestures".
  public var motion: Motion? {
    guard movedSections.isEmpty, movedRows.isEmpty else { return nil }
    let inverse = inverse
    guard let opened = openedSections, let oldClosed = inverse.openedSections else { return nil }
    let newSections = inverse.sectionSources
    let closed = Set(oldClosed.compactMap { newSections.source(of: $0)?.row })
    guard opened.isDisjoint(with: closed), opened.count <= 1 || closed.isEmpty else { return nil }
    guard let first = opened.min() else { return closed.isEmpty ? nil : .upwards }
    return closed.allSatisfy { first < $0 } ? .downwards : .upwards
  }

  /// The sections, in the list after, that all inserts belong to as those of a section that opens; else nil.
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
