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
