/// A set of ids, which takes a bit for each where they are close together.
struct NumberSet {
  /// 64 ids each, by their common quotient.
  private var words: [Int64: UInt64] = [:]
  /// The word that was looked at last, because neighbours are often looked at one after the other.
  private var last: (key: Int64, word: UInt64) = (.min, 0)

  var isEmpty: Bool { words.isEmpty && last.word == 0 }

  mutating func contains(_ number: Int64) -> Bool {
    look(at: number >> 6)
    return last.word >> UInt64(truncatingIfNeeded: number & 63) & 1 != 0
  }

  /// Adds a number; returns false if the set has it already.
  @discardableResult
  mutating func insert(_ number: Int64) -> Bool {
    if contains(number) { return false }
    last.word |= 1 << UInt64(truncatingIfNeeded: number & 63)
    return true
  }

  private mutating func look(at key: Int64) {
    if key == last.key { return }
    if last.word != 0 { words[last.key] = last.word }
    last = (key, words[key] ?? 0)
  }
}
