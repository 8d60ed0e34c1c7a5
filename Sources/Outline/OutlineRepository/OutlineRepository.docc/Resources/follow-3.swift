// Prints a user's list of an outline, and prints it again after every edit of any process that changes it.
//
//     swift run Follow FILE USER

import Foundation
import OutlineCore
import OutlineRepository

/// Shows a list, and then shows it again after every step.
func follow(_ path: String, as user: String) async throws {
  let view = try OutlineView(path, as: user)
  show(try view.lines())
  for try await _ in view.steps() {
    show(try view.lines())
  }
}

/// Prints a list, followed by an empty line.
func show(_ lines: [OutlineLine]) {
  var indent = ""
  for line in lines {
    switch line {
    case .header(let header):
      indent = String(repeating: "  ", count: header.section.level - 1)
      let hidden = header.hiddenRows > 0 ? " · \(header.hiddenRows) hidden" : ""
      print("\(indent)\(header.isCollapsed ? "▸" : "▾") \(header.section.title)\(hidden)")
    case .row(let row):
      print("\(indent)\(String(repeating: "  ", count: row.level))\(row.text)")
    }
  }
  print()
  fflush(nil)  // so that a reader at the other end of a pipe sees it at once
}

let words = CommandLine.arguments
if words.count == 3 {
  do { try await follow(words[1], as: words[2]) } catch { print("Follow: \(error)") }
} else {
  print("Usage: Follow FILE USER")
}
