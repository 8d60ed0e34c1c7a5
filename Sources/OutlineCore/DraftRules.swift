/// What a text must be to be kept, and where new sections nest.
public enum DraftRules {
  /// Refuses a title that is too long or holds a NUL.
  public static func check(title: String) throws(OutlineError) {
    try check(title, limit: OutlineLimits.titleBytes)
  }

  /// Refuses a row's text that is too long or holds a NUL.
  public static func check(text: String) throws(OutlineError) {
    try check(text, limit: OutlineLimits.textBytes)
  }

  /// Refuses a detail that is too long or holds a NUL.
  public static func check(detail: String) throws(OutlineError) {
    try check(detail, limit: OutlineLimits.titleBytes)
  }

  private static func check(_ text: String, limit: Int) throws(OutlineError) {
    if text.utf8.count > limit { throw .tooLong(bytes: text.utf8.count, limit: limit) }
    if text.utf8.contains(0) { throw .containsNUL }
  }

  /// The drafts with the levels that they get at a place.
  ///
  /// The outermost sections take `level`, and those below keep their distance. At the top (`isTop`) they keep
  /// levels of their own as long as what stands before does not capture them.
  /// - Parameter level: the level at the place; nil in an empty outline, where nothing can capture anything.
  public static func placed(
    _ drafts: [SectionDraft], at level: Int?, isTop: Bool
  ) throws(OutlineError) -> [SectionDraft] {
    var placed = drafts
    var root = Int.max
    for index in drafts.indices {
      root = min(root, drafts[index].level)
      let base = isTop ? min(root, level ?? root) : level ?? root
      placed[index].level += base - root
      let depth = placed[index].level
      if !OutlineLimits.levels.contains(depth) { throw .tooDeep(title: drafts[index].title, level: depth) }
    }
    return placed
  }
}

extension String {
  /// Whether both are stored as the same bytes; `==` takes é and e with an accent for the same.
  public func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension Optional<String> {
  /// Whether both are nil, or stored as the same bytes.
  public func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text.hasSameBytes(as: other)
    default: false
    }
  }
}
