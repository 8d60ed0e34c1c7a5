/// Where the elements of one list come from.
///
/// The list may be the sections, the rows of one section, or the lines. `source.section` of a segment says which list
/// its elements come from, which matters for rows alone.
struct IndexMap {
  /// Neighbouring elements that were neighbours before.
  struct Segment {
    /// The first element's index now.
    var start: Int
    var count: Int
    /// The first element's place before.
    var source: RowPath
  }

  /// The segments, sorted; what lies between two of them is inserted.
  private let segments: [Segment]

  /// Lines up what stays with what it was, and adds what moves here.
  ///
  /// O(n log n) in the number of runs.
  /// - Parameters:
  ///   - section: the list that the elements which stay come from.
  ///   - inserted: what is inserted, as indices now; what moves here left out.
  ///   - departures: what leaves for good or for another place, as indices before.
  ///   - moves: what moves here.
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

  /// The segments that begin in front of `end`.
  func segmentsStarting(before end: Int) -> ArraySlice<Segment> { segments.prefix { $0.start < end } }

  /// The place before of the element at `index`; nil when it is inserted.
  ///
  /// O(log n) in the number of segments.
  func source(of index: Int) -> RowPath? {
    sources(of: IndexRun(index)).first.map { RowPath(section: $0.section, row: $0.start) }
  }

  /// The places before of the elements in `run`, those inserted left out; neither sorted nor merged.
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
