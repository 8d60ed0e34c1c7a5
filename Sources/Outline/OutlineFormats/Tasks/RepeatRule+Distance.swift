import OutlineCore

// A rule that is only a distance, as many formats write it: `2w`.
extension RepeatRule {
  private static let units: [(letter: Character, frequency: Frequency)] = [
    ("d", .daily), ("w", .weekly), ("m", .monthly), ("y", .yearly),
  ]

  /// Reads a number and one of the letters `d`, `w`, `m` and `y`; nil for any other text.
  init?(distance text: some StringProtocol, fromDone: Bool) {
    guard let last = text.last, let unit = Self.units.first(where: { $0.letter == last }),
      let count = Int(text.dropLast()), (1...99_999).contains(count), text.first?.isNumber == true
    else { return nil }
    self.init(unit.frequency, every: count)
    countsFromDone = fromDone
  }

  /// The rule as a number and a letter; nil for a rule that says more.
  var distance: String? {
    var plain = RepeatRule(frequency, every: interval)
    plain.countsFromDone = countsFromDone
    return plain == self ? Self.units.first { $0.frequency == frequency }.map { "\(interval)\($0.letter)" } : nil
  }

  /// Reads the RRULE of an entry that is only a distance; nil for any other.
  init?(plain text: String?) {
    guard let text, case .rule(let rule) = Repeat(stored: text), rule.distance != nil, rule.description == text else {
      return nil
    }
    self = rule
  }
}
