// The words of the one-line notation that grouped and flat changes share.

extension IndexRun {
  var notation: String { "\(start)\(times(count))" }
}

extension RowRun {
  var notation: String { "\(section).\(start)\(times(count))" }
}

extension RowPath {
  var notation: String { "\(section).\(row)" }
}

/// The end of a run's notation: nothing for a run of one, `x4` for a run of four.
func times(_ count: Int) -> String { count == 1 ? "" : "x\(count)" }
