/// Compares typed texts with titles and texts.
package enum TextMatch {
  /// Returns the text in a form that is equal for texts that differ only in case.
  ///
  /// Case is folded by way of upper case, so that `ß` and `SS` are equal. `String`'s `==` ignores differences in
  /// canonical composition.
  package static func folded(_ text: String) -> String {
    text.uppercased().lowercased()
  }

  /// Returns up to three candidates that `word` may begin or misspell, the most similar first.
  ///
  /// A misspelling adds, drops or changes a letter, or swaps two neighbouring letters. Up to a third of the letters of the
  /// longer text may be wrong, where the dashes of an option do not count as letters. A beginning has three letters or more, and
  /// comes before all misspellings; the beginning of a later word comes after them.
  package static func suggestions(for word: String, among candidates: some Sequence<String>) -> [String] {
    let (wanted, later) = (Array(folded(word)), " " + folded(word))
    var near: [(text: String, rank: Int, distance: Int)] = []
    for candidate in candidates {
      let name = folded(candidate)
      let letters = Array(name)
      let begins = wanted.count >= 3 && letters.starts(with: wanted)
      let reach = max(1, max(letters.drop { $0 == "-" }.count, wanted.drop { $0 == "-" }.count) / 3)
      let isInside = !begins && wanted.count >= 3 && name.contains(utf8: later)
      guard begins || isInside || abs(letters.count - wanted.count) <= reach else { continue }
      let distance = begins || isInside ? letters.count - wanted.count : slips(from: wanted, to: letters)
      if begins || isInside || distance <= reach, distance < max(letters.count, wanted.count),
        !near.contains(where: { $0.text.hasSameBytes(as: candidate) })
      {
        near.append((candidate, begins ? 0 : isInside ? 2 : 1, distance))
      }
    }
    return near.sorted { ($0.rank, $0.distance) < ($1.rank, $1.distance) }.prefix(3).map(\.text)
  }

  /// Returns whether two different names differ only in one letter added, dropped or changed, in two neighbouring
  /// letters swapped, in case, or in how accents are encoded.
  ///
  /// Names of a single letter are never a misspelling of each other.
  package static func isOneLetterOff(_ name: String, from other: String) -> Bool {
    let (letters, others) = (Array(folded(name)), Array(folded(other)))
    guard !name.hasSameBytes(as: other), abs(letters.count - others.count) <= 1, max(letters.count, others.count) > 1
    else {
      return false
    }
    return slips(from: letters, to: others) <= 1
  }

  /// Returns the optimal string alignment distance.
  ///
  /// O(product of the lengths).
  private static func slips(from source: [Character], to target: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for row in source.indices {
      var current = [row + 1]
      for column in target.indices {
        let isSame = source[row] == target[column]
        var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[target.count]
  }
}
