// Parts of the one-line notation that `ViewChanges` and `LineChanges` share.

extension IndexRun {
  var notation: String { "\(start)\(times(count))" }
}

extension RowRun {
  var notation: String { "\(section).\(start)\(times(count))" }
}

extension RowPath {
  var notation: String { "\(section).\(row)" }
}

/// Returns the suffix for a run's length: `x4` for a run of four, and the empty string for a run of one.
func times(_ count: Int) -> String { count == 1 ? "" : "x\(count)" }
