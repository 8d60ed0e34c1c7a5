// Prints a user's list of an outline, and prints it again after every edit of any process that changes it.
//
//     swift run Follow FILE USER

import Foundation
import ListChanges
import OutlineCore
import OutlineRepository

/// Shows a list, and then keeps it up to date by its steps alone.
func follow(_ path: String, as user: String) async throws {
  let view = try OutlineView(path, as: user)
  var lines = try view.lines()
  show(lines)
  for try await step in view.steps() {
    for change in step.changes.flattened(from: step.before, to: step.after).steps {
      switch change {
      case .delete(let run): lines.removeSubrange(run.range)
      case .insert(let run): lines.insert(contentsOf: try view.lines(in: run.range), at: run.start)
      case .reload(let run): lines.replaceSubrange(run.range, with: try view.lines(in: run.range))
      }
    }
    show(lines)
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
