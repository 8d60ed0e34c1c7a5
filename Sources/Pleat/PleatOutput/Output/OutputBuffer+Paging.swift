import PleatSystem

extension OutputBuffer {
  /// How a pager shows output that is longer than the screen.
  package struct Paging {
    /// The shell command of the pager.
    package let command: String
    /// The height of the screen, in lines.
    package let rows: Int
  }

  /// Whether the output and the prompt after it would scroll the first line off the screen.
  func isLonger(than rows: Int) -> Bool {
    if overflow != nil { return true }
    var lines = 0
    for byte in bytes where byte == UInt8(ascii: "\n") {
      lines += 1
      if lines >= rows { return true }
    }
    return false
  }

  /// Shows the output in a pager; returns false if that failed and all of it must still be written.
  ///
  /// Leaving the pager early is no failure; a pager that is missing, or ends with an error, is.
  package func page(with command: String) -> Bool {
    // As in git: less needs -R to show colours, unless the user's own variables set its options.
    let settings = "LESS=${LESS-FRX} LV=${LV--c}; export LESS LV; "
    let status = Platform.run(settings + command) { pipe in
      do throws(OutputError) {
        if let overflow { try Self.copy(overflow, to: pipe) }
        try Self.write(bytes[...], to: pipe)
      } catch {
        // The exit code of the pager shows whether the user left it on purpose.
      }
    }
    guard let status, !(1...127).contains(status) else { return false }
    forget()
    return true
  }
}
