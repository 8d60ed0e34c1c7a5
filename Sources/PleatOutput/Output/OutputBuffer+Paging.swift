import PleatSystem

extension OutputBuffer {
  /// How a pager shows output that is longer than the screen.
  package struct Paging {
    /// The command of the shell that starts it.
    package let command: String
    /// The lines of the screen.
    package let rows: Int
  }

  /// Whether the output has so many lines that its first one would leave the screen, with the prompt below it.
  func isLonger(than rows: Int) -> Bool {
    if overflow != nil { return true }
    var lines = 0
    for byte in bytes where byte == UInt8(ascii: "\n") {
      lines += 1
      if lines >= rows { return true }
    }
    return false
  }

  /// Lets a pager show the output; false if it did not, so that all of it still has to be written.
  ///
  /// A pager that somebody leaves early has shown enough. One that is missing, or ends with an error, has not.
  package func page(with command: String) -> Bool {
    // As git does: less needs -R to show colours, where the user's own variables do not say what it does.
    let settings = "LESS=${LESS-FRX} LV=${LV--c}; export LESS LV; "
    let status = Platform.run(settings + command) { pipe in
      do throws(OutputError) {
        if let overflow { try Self.copy(overflow, to: pipe) }
        try Self.write(bytes[...], to: pipe)
      } catch {
        // The exit code of the pager says whether it went away on purpose.
      }
    }
    guard let status, !(1...127).contains(status) else { return false }
    forget()
    return true
  }
}
