extension Context {
  /// Whether a user at a terminal can answer a question.
  package var canAsk: Bool { isTerminal && isInputTerminal }

  /// Asks a question at the terminal, which one key answers; other keys are ignored.
  package func agrees(_ question: String) -> Bool {
    report("\(question)\(question.hasSuffix("?") ? " " : "\n")Press y or n.")
    while let bytes = key() {
      if bytes == [0x1B] { return false }  // escape, and not a key that begins with it
      for byte in bytes.first == 0x1B ? [] : bytes {
        switch byte {
        case UInt8(ascii: "y"), UInt8(ascii: "Y"): return true
        case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "q"), 0x03: return false  // 3 is ctrl-c
        default: continue
        }
      }
    }
    return false
  }
}
