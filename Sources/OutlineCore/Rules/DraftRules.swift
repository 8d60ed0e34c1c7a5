/// What a text must be to be kept, and where new sections nest.
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
    try check(detail, limit: OutlineLimits.titleBytes)
  }

  /// Refuses a text or a title that somebody types if it is empty or has only spaces; imports may bring such texts.
  ///
  /// - Parameter noun: What the text is: "text" or "title".
  package static func check(typed text: String, as noun: String) throws(OutlineError) {
    if text.isBlank { throw text.isEmpty ? .emptyName(noun) : .onlySpaces(noun) }
  }

  private static func check(_ text: String, limit: Int) throws(OutlineError) {
    if text.utf8.count > limit { throw .tooLong(text, limit: limit) }
    if text.utf8.withContiguousStorageIfAvailable({ $0.contains(0) }) ?? text.utf8.contains(0) { throw .containsNUL }
  }

  /// The drafts with the levels that they get where they go.
  ///
  /// The outermost sections take `level`, and those below keep their distance. At the top (`isTop`) they keep
  /// levels of their own as long as what stands before does not capture them.
  /// - Parameter level: the level there; nil in an empty outline, where nothing can capture anything.
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

/// The levels that drafts get where they go, one after the other; see ``DraftRules/leveled(_:at:isTop:)``.
package struct DraftLevels: Sendable {
  private let level: Int?
  private let isTop: Bool
  private var root = Int.max

  /// Begins at a level.
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

extension String {
  /// Whether the text has no character but spaces, tabs and line breaks, or none at all.
  package var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }

  /// Whether both are stored as the same bytes; `==` takes é and e with an accent for the same.
  package func hasSameBytes(as other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer(one).hasSameBytes(as: .init($0)) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether as many other bytes are the same; compares eight at a time.
  fileprivate func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= count {
      let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
      index += 8
    }
    return self[index...].elementsEqual(other[index...])
  }
}

extension Optional<String> {
  /// Whether both are nil, or stored as the same bytes.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text.hasSameBytes(as: other)
    default: false
    }
  }
}
