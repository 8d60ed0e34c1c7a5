/// Writes a document to a terminal; characters that could harm it or are not drawn are escaped, as in a list.
package final class TerminalDocument {
  private let output: OutputBuffer
  /// The beginning of a line whose end has not come yet.
  private var rest: [UInt8] = []
  /// Whether anything was escaped.
  package private(set) var hasEscaped = false

  package init(to output: OutputBuffer) { self.output = output }

  /// Writes the next bytes of the document.
  package func write(_ bytes: [UInt8]) {
    rest += bytes
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    writeEscaped(rest[...end])
    rest.removeFirst(end + 1)
  }

  /// Writes the last line, if no line break ends it.
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
