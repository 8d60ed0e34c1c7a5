import PleatArguments

/// Writes pages of help as text for a terminal.
package struct HelpText {
  private let indent = "  "
  private let width: Int

  /// Returns a page as lines of at most 80 columns; literal blocks may be longer.
  package static func text(of page: HelpPage) -> String {
    let title = page.name.isEmpty ? "pleat" : page.manual == 1 ? "pleat \(page.name)" : page.name
    let text = HelpText(width: 80)
    return text.wrapped("\(title): \(page.summary).", indent: "").joined(separator: "\n") + "\n\n" + text.body(of: page)
  }

  /// Returns a page without its title as lines of at most `width` columns; literal blocks may be longer.
  package static func body(of page: HelpPage, width: Int) -> String { HelpText(width: width).body(of: page) }

  private func body(of page: HelpPage) -> String {
    var parts: [String] = []
    let synopsis = page.synopsis.flatMap { wrapped($0, indent: indent, hanging: indent + "    ") }
    if !synopsis.isEmpty { parts.append(synopsis.joined(separator: "\n")) }
    for section in page.sections {
      let blocks = section.blocks.map { lines(of: $0).joined(separator: "\n") }.joined(separator: "\n\n")
      parts.append(section.heading.isEmpty ? blocks : "\(section.heading)\n\(blocks)")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func lines(of block: HelpPage.Block) -> [String] {
    switch block {
    case .paragraph(let text): wrapped(text, indent: indent)
    case .lines(let lines): lines.map { $0.isEmpty ? "" : indent + $0 }
    case .terms(let terms): self.lines(of: terms)
    }
  }

  /// Returns the terms in one column and their meanings in another; a long term gets its own line.
  private func lines(of terms: [HelpPage.Term]) -> [String] {
    let column = min(24, (terms.map(\.name.count).max() ?? 0) + 2)
    let hanging = indent + String(repeating: " ", count: column)
    return terms.flatMap { term -> [String] in
      let start = indent + term.name
      if term.name.count + 2 > column { return [start] + wrapped(term.meaning, indent: hanging) }
      let first = start + String(repeating: " ", count: column - term.name.count)
      return wrapped(term.meaning, indent: first, hanging: hanging)
    }
  }

  /// Breaks a text between words; `indent` precedes the first line, and `hanging`, by default the same, the others.
  private func wrapped(_ text: String, indent: String, hanging: String? = nil) -> [String] {
    var lines: [String] = []
    var line = indent
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = hanging ?? indent
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
