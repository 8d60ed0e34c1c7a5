import ArgumentParser

/// The numbers that an option or an argument takes.
struct NumberRange: Sendable {
  /// How a message names what takes the number: an option, or a verb in quotation marks.
  let name: String
  let range: ClosedRange<Int>
  /// What is counted, for example "seconds"; nil where the name says it.
  var unit: String?

  static let depth = NumberRange(name: "--depth", range: 1...Int.max)
  static let from = NumberRange(name: "--from", range: 0...Int.max)
  static let limit = NumberRange(name: "--limit", range: 0...Int.max)
  static let hits = NumberRange(name: "--limit", range: 1...Int.max)
  static let position = NumberRange(name: "--at", range: 1...Int.max)
  static let backups = NumberRange(name: "--keep", range: 1...10_000)
  static let mark = NumberRange(name: "--mark", range: 1...Int.max)
  static let wait = NumberRange(name: "--wait", range: 0...86_400, unit: "seconds")

  /// The numbers of edits that a verb undoes or redoes.
  static func steps(of verb: String) -> NumberRange { NumberRange(name: "'\(verb)'", range: 1...Int.max) }

  /// The numbers that an option of a verb takes, or its argument where there is no option; nil if it takes none.
  static func of(_ option: String?, in verb: String) -> NumberRange? {
    switch (option, verb) {
    case (nil, "undo"), (nil, "redo"): steps(of: verb)
    case (nil, _): nil
    case ("--limit", "find"): hits
    default: [depth, from, limit, position, backups, mark, wait].first { $0.name == option }
    }
  }

  /// Which numbers they are, for example "a number from 1 to 10000".
  var words: String {
    let number = unit.map { "a number of \($0)" } ?? "a number"
    if range.upperBound < .max { return "\(number) from \(range.lowerBound) to \(range.upperBound)" }
    return "\(number) of \(range.lowerBound) or more"
  }

  /// What is wrong with a word that stands in the place of the number.
  func refusal(of word: String) -> String { "\(name) takes \(words), not '\(word)'." }

  /// Refuses a number that is not one of them.
  func check(_ number: Int?) throws {
    if let number, !range.contains(number) { throw ValidationError(refusal(of: "\(number)")) }
  }
}
