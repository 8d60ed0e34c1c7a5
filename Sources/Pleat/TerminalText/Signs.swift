/// The signs that lists and the screen draw.
package struct Signs: Sendable {
  /// Whether the standard signs are beyond ASCII.
  package let isUTF8: Bool
  /// The marker of something that is expanded.
  package let expanded: String
  /// The marker of something that is collapsed.
  package let collapsed: String
  /// The check box of an open task.
  package let open: String
  /// The check box of a task that is done.
  package let done: String

  /// Creates the signs; those not given have their defaults.
  package init(
    isUTF8: Bool, expanded: String? = nil, collapsed: String? = nil, open: String? = nil, done: String? = nil
  ) {
    self.isUTF8 = isUTF8
    self.expanded = expanded ?? (isUTF8 ? "▾" : "-")
    self.collapsed = collapsed ?? (isUTF8 ? "▸" : "+")
    self.open = open ?? (isUTF8 ? "☐" : "[ ]")
    self.done = done ?? (isUTF8 ? "☑" : "[x]")
  }

  /// The same signs, with the standard ones in place of those that are beyond ASCII.
  package var inASCII: Signs {
    func own(_ sign: String) -> String? { sign.utf8.allSatisfy { $0 < 0x80 } ? sign : nil }
    return Signs(
      isUTF8: false, expanded: own(expanded), collapsed: own(collapsed), open: own(open), done: own(done))
  }

  package var dot: String { isUTF8 ? "·" : "-" }
  /// The sign between a title and its detail.
  package var dash: String { isUTF8 ? "—" : "--" }
  /// The sign of a line that is marked.
  package var mark: String { isUTF8 ? "•" : "#" }
  /// The sign in place of what is cut off.
  package var cut: String { isUTF8 ? "…" : "..." }
  /// The sign that shows that a text has more lines.
  package var lineBreak: String { isUTF8 ? "⏎" : "\\n" }
}
