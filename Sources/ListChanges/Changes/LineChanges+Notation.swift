extension LineChanges: CustomStringConvertible {
  /// The changes on one line, for logs and tests.
  ///
  /// `x4` is a run of four; `-` deletes, `+` inserts, `~` reloads, `L3>9` moves. Example: `-L3x4 +L0 L3>9 ~L2`. No
  /// changes are `none`.
  public var description: String {
    var words: [String] = []
    words += deletedLines.map { "-L\($0.notation)" }
    words += insertedLines.map { "+L\($0.notation)" }
    words += movedLines.map { "L\($0.from)>\($0.to)\(times($0.count))" }
    words += reloadedLines.map { "~L\($0.notation)" }
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}
