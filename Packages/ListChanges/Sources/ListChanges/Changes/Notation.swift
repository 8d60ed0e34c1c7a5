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

extension ViewChanges: CustomStringConvertible {
  /// The changes on one line of text, for logs and tests.
  ///
  /// Sections are `S3`, rows `R3.0`, headers `H3`. `-` deletes, `+` inserts, `~` reloads, `S0>3` moves, and `x4` marks a run
  /// of four, as in `-S2x3 -R1.0x4 +R0.2 ~H0`. `R1.0=S2` is a row that became a section. If there are no changes, the text is
  /// `none`.
  public var description: String {
    var words: [String] = []
    words += deletedSections.map { "-S\($0.notation)" }
    words += insertedSections.map { "+S\($0.notation)" }
    words += movedSections.map { "S\($0.from)>\($0.to)\(times($0.count))" }
    words += deletedRows.map { "-R\($0.notation)" }
    words += insertedRows.map { "+R\($0.notation)" }
    words += movedRows.map { "R\($0.from.notation)>\($0.to.notation)\(times($0.count))" }
    words += reloadedRows.map { "~R\($0.notation)" }
    words += reloadedHeaders.map { "~H\($0.notation)" }
    words += converted.map { "\($0.from.notation)=\($0.to.notation)" }
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}

extension LineChanges: CustomStringConvertible {
  /// The changes on one line of text, for logs and tests.
  ///
  /// `-` deletes, `+` inserts, `~` reloads, `L3>9` moves, and `x4` marks a run of four, as in `-L3x4 +L0 L3>9 ~L2`. If
  /// there are no changes, the text is `none`.
  public var description: String {
    var words: [String] = []
    words += deletedLines.map { "-L\($0.notation)" }
    words += insertedLines.map { "+L\($0.notation)" }
    words += movedLines.map { "L\($0.from)>\($0.to)\(times($0.count))" }
    words += reloadedLines.map { "~L\($0.notation)" }
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}
