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

/// Prints a list.
func show(_ lines: [OutlineLine]) {
  print("\(lines.count) lines")
}

let words = CommandLine.arguments
if words.count == 3 {
  do { try follow(words[1], as: words[2]) } catch { print("Follow: \(error)") }
} else {
  print("Usage: Follow FILE USER")
}
