/// Writes a document to a terminal; characters that could harm it, or that it cannot draw, are escaped as in a list.
package final class TerminalDocument {
  private let output: OutputBuffer
  /// The beginning of a line that is not complete yet.
  private var rest: [UInt8] = []
  /// Whether anything was escaped.
  package private(set) var hasEscaped = false

  package init(to output: OutputBuffer) { self.output = output }

  /// Writes more bytes of the document.
  package func write(_ bytes: [UInt8]) {
    rest += bytes
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    writeEscaped(rest[...end])
    rest.removeFirst(end + 1)
  }

  /// Writes the last line if it has no line break.
  package func finish() {
    writeEscaped(rest[...])
    rest = []
  }

  private func writeEscaped(_ lines: ArraySlice<UInt8>) {
    var escaped: [UInt8] = []
    lines.withUnsafeBytes { Escapes.append($0, as: .document, to: &escaped) }
    hasEscaped = hasEscaped || !escaped.elementsEqual(lines)
    output.append { $0 += escaped }
  }
}
