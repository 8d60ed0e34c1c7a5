extension Context {
  /// Whether a user at a terminal can answer a question.
  package var canAsk: Bool { isTerminal && isInputTerminal }

  /// Asks a question at the terminal, which one key answers; other keys are ignored.
  package func agrees(_ question: String) -> Bool {
    report("\(question)\(question.hasSuffix("?") ? " " : "\n")Press y or n.")
    return answer { $0 == UInt8(ascii: "y") || $0 == UInt8(ascii: "Y") ? true : nil } ?? false
  }

  /// Asks at the terminal which of some numbered things is meant, at most nine; nil for none of them.
  ///
  /// - Returns: The index of the thing, counted from 0.
  package func choice(_ question: String, among count: Int) -> Int? {
    report("\(question)\nPress 1 to \(count), or n for none of them.")
    return answer { (0..<count).contains(Int($0) - 0x31) ? Int($0) - 0x31 : nil }
  }

  /// Waits for a key with a meaning; nil for a key that declines.
  private func answer<Answer>(_ meaning: (UInt8) -> Answer?) -> Answer? {
    while let bytes = key() {
      if bytes == [0x1B] { return nil }  // escape, and not a key that begins with it
      for byte in bytes.first == 0x1B ? [] : bytes {
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "q"), 0x03: return nil  // 3 is ctrl-c
        default: if let answer = meaning(byte) { return answer }
        }
      }
    }
    return nil
  }
}
