// Prints a user's list of an outline.
//
//     swift run Follow FILE USER

import Foundation
import OutlineCore
import OutlineRepository

/// Shows a list.
func follow(_ path: String, as user: String) throws {
  let view = try OutlineView(path, as: user)
  let lines = try view.lines()
  show(lines)
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
  do { try follow(words[1], as: words[2]) } catch { print("Follow: \(error)") }
} else {
  print("Usage: Follow FILE USER")
}
