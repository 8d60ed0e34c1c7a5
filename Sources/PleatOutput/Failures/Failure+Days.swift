import OutlineCore
import PleatArguments

extension Failure {
  /// Creates the failure for words that name no day.
  init(day error: DayError) {
    self.init(
      .usage, "'\(error.words)' is not a day.",
      hint: "Days are said as today, fri, +3d, next week, eom, 27 nov or 2026-11-27, with a time as fri 14:00.")
    corrections = Self.correction(of: error.words, to: error.nearest)
  }

  private static func correction(of words: String, to nearest: String?) -> [Correction] {
    nearest.map { [Correction(of: words, to: $0)] } ?? []
  }
}
