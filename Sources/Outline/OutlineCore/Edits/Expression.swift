#if RegularExpressions
  import CPCRE2

  /// A regular expression in the syntax of PCRE2; case is ignored.
  ///
  /// Letters, digits and spaces are those of Unicode. Every search ends: the steps of a match from each position are
  /// limited, and so is the processor time of all matches, with a limit that grows with the length of the texts.
  final class Expression {
    /// How many steps a match may take from one position of a text: enough to pass through the longest text of an outline.
    private static let steps: UInt32 = 2_000_000
    /// The memory that a match may take, in KiB.
    private static let memory: UInt32 = 65_536
    /// How many bytes are searched between two checks of the time.
    private static let portion = 256

    private enum Start {
      case anywhere
      case line
      case text
    }

    private let pattern: String
    private let code: OpaquePointer
    private let result: OpaquePointer
    private let limits: OpaquePointer
    private let start: Start
    /// The processor time, in nanoseconds, at which the search has taken too long.
    private var end = cpcre2_processor_time() &+ 2_000_000_000
    private var bytesSinceLook = 0
    /// The time of the last look at the processor time, which takes a call of the system; no more of it has passed than of this.
    private var lastLook: UInt64 = 0

    /// - Throws: ``PatternError/malformed(pattern:reason:character:)``.
    init(_ pattern: String) throws(PatternError) {
      let bytes = Array(pattern.utf8)
      let options = PCRE2_UTF | PCRE2_UCP | PCRE2_CASELESS | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT
      var (problem, offset) = (Int32(0), 0)
      guard let code = pcre2_compile_8(bytes, bytes.count, options, &problem, &offset, nil) else {
        let read = String(decoding: bytes.prefix(offset), as: UTF8.self)
        throw .malformed(pattern: pattern, reason: Self.message(problem), character: read.count + 1)
      }
      guard let result = pcre2_match_data_create_from_pattern_8(code, nil),
        let limits = pcre2_match_context_create_8(nil)
      else {
        pcre2_code_free_8(code)
        throw .malformed(pattern: pattern, reason: "there is not enough memory for it", character: 1)
      }
      pcre2_set_match_limit_8(limits, Self.steps)
      pcre2_set_heap_limit_8(limits, Self.memory)
      (self.pattern, self.code, self.result, self.limits) = (pattern, code, result, limits)
      start = pattern.hasPrefix("(*") ? .anywhere : Self.start(of: code)  // may change what ends a line
    }

    deinit {
      pcre2_match_context_free_8(limits)
      pcre2_match_data_free_8(result)
      pcre2_code_free_8(code)
    }

    /// Whether the expression matches somewhere in a text, whose bytes need not be UTF-8.
    ///
    /// - Throws: ``PatternError/tooCostly(pattern:text:)``.
    func occurs(in text: UnsafeRawBufferPointer) throws(PatternError) -> Bool {
      guard PlainLetters.isASCII(text) else { return try occurs(in: String(decoding: text, as: UTF8.self)) }
      switch firstMatch(in: text.assumingMemoryBound(to: UInt8.self), from: 0) {
      case PCRE2_ERROR_NOMATCH: return false
      case 0...: return true
      default: throw .tooCostly(pattern: pattern, text: String(decoding: text, as: UTF8.self))
      }
    }

    /// Whether the expression matches somewhere in a text.
    ///
    /// - Throws: ``PatternError/tooCostly(pattern:text:)``.
    func occurs(in text: String) throws(PatternError) -> Bool {
      var text = text
      switch text.withUTF8({ firstMatch(in: $0, from: 0) }) {
      case PCRE2_ERROR_NOMATCH: return false
      case 0...: return true
      default: throw .tooCostly(pattern: pattern, text: text)
      }
    }

    /// Returns the byte ranges of the matches in a text, ascending; ends early if a match takes too long.
    func matches(in text: String) -> [Range<Int>] {
      var text = text
      return text.withUTF8 { bytes in
        var (found, position) = ([Range<Int>](), 0)
        while position < bytes.count, firstMatch(in: bytes, from: position) >= 0,
          let bounds = pcre2_get_ovector_pointer_8(result)
        {
          let (from, to) = (bounds[0], bounds[1])
          if from < to { found.append(from..<to) }
          position = max(to, Self.boundary(after: max(from, position), in: bytes))
        }
        return found
      }
    }

    /// Looks for the first match from a position on, portion by portion.
    ///
    /// - Returns: 0 or more for a match, `PCRE2_ERROR_NOMATCH`, or another error.
    private func firstMatch(in text: UnsafeBufferPointer<UInt8>, from position: Int) -> Int32 {
      var position = position
      while true {
        let last = position + Self.portion
        pcre2_set_offset_limit_8(limits, last)
        let found = match(text, from: position)
        bytesSinceLook += min(last, text.count) - position
        guard found == PCRE2_ERROR_NOMATCH else { return found }
        if isTooLong { return PCRE2_ERROR_MATCHLIMIT }
        guard start != .text, last < text.count else { return found }
        position = last
        repeat {
          position = Self.boundary(after: position, in: text)
        } while start == .line && position < text.count
          && !Self.newlines.contains(text[position - 1])
      }
    }

    private func match(_ text: UnsafeBufferPointer<UInt8>, from position: Int) -> Int32 {
      // A text in Swift is always valid UTF-8. An empty one may have no address.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { empty in
        pcre2_match_8(
          code, text.baseAddress ?? UnsafePointer(empty.baseAddress), text.count, position, PCRE2_NO_UTF_CHECK, result,
          limits)
      }
    }

    /// Whether the search has taken longer than two seconds, plus one for each megabyte that it has searched.
    private var isTooLong: Bool {
      guard bytesSinceLook >= Self.portion else { return false }
      end &+= UInt64(bytesSinceLook) &* 1_000
      bytesSinceLook = 0
      let now = cpcre2_time()
      if now &- lastLook < 50_000_000 { return false }
      lastLook = now
      return cpcre2_processor_time() > end
    }

    private static let newlines: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]

    /// The position of the scalar after the one at a position.
    private static func boundary(after position: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
      var position = position + 1
      while position < text.count, text[position] & 0xC0 == 0x80 { position += 1 }
      return position
    }

    private static func start(of code: OpaquePointer) -> Start {
      var (first, options) = (UInt32(0), UInt32(0))
      pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_FIRSTCODETYPE), &first)
      pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_ALLOPTIONS), &options)
      return options & PCRE2_ANCHORED != 0 ? .text : first == 2 ? .line : .anywhere
    }

    private static func message(_ problem: Int32) -> String {
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { text in
        let count = pcre2_get_error_message_8(problem, text.baseAddress, text.count)
        return count < 0 ? "error \(problem)" : String(decoding: text.prefix(Int(count)), as: UTF8.self)
      }
    }
  }
#else
  /// A regular expression in a build without the trait `RegularExpressions`: there is none.
  final class Expression {
    /// - Throws: ``PatternError/notBuilt(pattern:)``.
    init(_ pattern: String) throws(PatternError) { throw .notBuilt(pattern: pattern) }

    func occurs(in text: UnsafeRawBufferPointer) throws(PatternError) -> Bool { false }

    func occurs(in text: String) throws(PatternError) -> Bool { false }

    func matches(in text: String) -> [Range<Int>] { [] }
  }
#endif
