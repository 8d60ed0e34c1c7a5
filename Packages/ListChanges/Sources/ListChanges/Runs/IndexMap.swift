/// A map from the elements of a new list to their positions in the old list.
///
/// The list can be the sections, the rows of one section, or the lines. The rows of a section can come from several
/// sections; `source.section` of a segment says which.
struct IndexMap {
  /// Neighbouring elements that were neighbours in the old list too.
  struct Segment {
    /// The first element's index in the new list.
    var start: Int
    var count: Int
    /// The first element's position in the old list.
    var source: RowPath
  }

  /// The segments, sorted; elements between two segments are inserted.
  private let segments: [Segment]

  /// Creates a map from the changes between the two lists.
  ///
  /// O(n log n) in the number of runs.
  /// - Parameters:
  ///   - section: The section of the elements that stay in place.
  ///   - inserted: The inserted elements, as indices in the new list, without those that move here.
  ///   - departures: The elements that are deleted or move away, as indices in the old list.
  ///   - moves: The elements that move here.
  init(section: Int = 0, inserted: [IndexRun], departures: [IndexRun], moves: [Segment]) {
    let arrivals = Runs.merging(inserted + moves.map { IndexRun($0.start, count: $0.count) })
    let departures = Runs.merging(departures)
    var segments = moves
    var nextArrival = arrivals.startIndex
    var nextDeparture = departures.startIndex
    var (new, old) = (0, 0)
    var hasMore = true
    while hasMore {
      if nextArrival < arrivals.endIndex, arrivals[nextArrival].start == new {
        new += arrivals[nextArrival].count
        nextArrival += 1
      }
      if nextDeparture < departures.endIndex, departures[nextDeparture].start == old {
        old += departures[nextDeparture].count
        nextDeparture += 1
      }
      let untilArrival = nextArrival < arrivals.endIndex ? arrivals[nextArrival].start - new : Int.max - new
      let untilDeparture = nextDeparture < departures.endIndex ? departures[nextDeparture].start - old : Int.max - old
      let count = min(untilArrival, untilDeparture)
      segments.append(Segment(start: new, count: count, source: RowPath(section: section, row: old)))
      hasMore = nextArrival < arrivals.endIndex || nextDeparture < departures.endIndex
      (new, old) = (new + count, old + count)
    }
    self.segments = segments.sorted { $0.start < $1.start }
  }

  func segmentsStarting(before end: Int) -> ArraySlice<Segment> { segments.prefix { $0.start < end } }

  /// Returns the position of the element at `index` in the old list, or nil if the element is inserted.
  ///
  /// O(log n) in the number of segments.
  func source(of index: Int) -> RowPath? {
    sources(of: IndexRun(index)).first.map { RowPath(section: $0.section, row: $0.start) }
  }

  /// Returns the positions of the elements of `run` in the old list, without inserted ones; neither sorted nor merged.
  ///
  /// O(log n + number of segments that the run touches).
  func sources(of run: IndexRun) -> [RowRun] {
    let first = segments.partitioningIndex { $0.start + $0.count > run.start }
    return segments[first...].prefix { $0.start < run.start + run.count }.map { segment in
      let start = max(segment.start, run.start)
      let end = min(segment.start + segment.count, run.start + run.count)
      return RowRun(
        section: segment.source.section, start: segment.source.row + start - segment.start, count: end - start)
    }
  }
}
