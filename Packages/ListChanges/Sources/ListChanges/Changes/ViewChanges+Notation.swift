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
