/// The rules for texts, and for the levels of new sections.
package enum DraftRules {
  /// Refuses a title that is too long or holds a NUL.
  package static func check(title: String) throws(OutlineError) {
    try check(title, limit: OutlineLimits.titleBytes)
  }

  /// Refuses a row's text that is too long or holds a NUL.
  package static func check(text: String) throws(OutlineError) {
    try check(text, limit: OutlineLimits.textBytes)
  }

  /// Refuses a detail that is too long or holds a NUL.
  package static func check(detail: String) throws(OutlineError) {
    try check(detail, limit: OutlineLimits.textBytes)
  }

  /// Refuses a typed text or title that is empty or has only spaces; imports may bring such texts.
  ///
  /// - Parameter noun: What the text is: "text" or "title".
  package static func check(typed text: String, as noun: String) throws(OutlineError) {
    if text.isBlank { throw text.isEmpty ? .emptyName(noun) : .onlySpaces(noun) }
  }

  private static func check(_ text: String, limit: Int) throws(OutlineError) {
    if text.utf8.count > limit { throw .tooLong(text, limit: limit) }
    if text.utf8.withContiguousStorageIfAvailable({ $0.contains(0) }) ?? text.utf8.contains(0) { throw .containsNUL }
  }

  /// Returns drafts with their levels at the destination.
  ///
  /// The outermost sections take `level`, and those below keep their distance. At the top (`isTop`), smaller levels of
  /// their own are kept.
  /// - Parameter level: The level at the destination; nil in an empty outline, where all levels are kept.
  package static func leveled(
    _ drafts: [SectionDraft], at level: Int?, isTop: Bool
  ) throws(OutlineError) -> [SectionDraft] {
    var leveled = drafts
    var levels = DraftLevels(at: level, isTop: isTop)
    for index in drafts.indices {
      leveled[index].level = try levels.leveled(drafts[index].level, title: drafts[index].title)
    }
    return leveled
  }
}

/// Computes the levels of drafts at their destination, one after the other; see ``DraftRules/leveled(_:at:isTop:)``.
package struct DraftLevels: Sendable {
  private let level: Int?
  private let isTop: Bool
  private var root = Int.max

  package init(at level: Int?, isTop: Bool) {
    self.level = level
    self.isTop = isTop
  }

  /// The level of the next draft.
  package mutating func leveled(_ own: Int, title: String) throws(OutlineError) -> Int {
    root = min(root, own)
    let base = isTop ? min(root, level ?? root) : level ?? root
    let depth = own + base - root
    if !OutlineLimits.levels.contains(depth) { throw .tooDeep(title: title, level: depth) }
    return depth
  }
}

extension Setting {
  /// Refuses a value that the setting cannot have.
  package func check(_ value: SettingValue) throws(OutlineError) {
    switch (value, range) {
    case (.number(let number), let range?) where range.contains(number): return
    case (.text(let words), nil) where self == .backupEvery:
      if words != "off", Interval(words) == nil { throw .badSetting(self, value) }
    case (.text(let word), nil) where self == .newRows:
      if NewRows(rawValue: word) == nil { throw .badSetting(self, value) }
    case (.text(let title), nil):
      try DraftRules.check(typed: title, as: "title")
      try DraftRules.check(title: title)
    default: throw .badSetting(self, value)
    }
  }
}
