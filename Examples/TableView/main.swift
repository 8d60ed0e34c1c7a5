// Shows an outline in a table view while another process edits it at random. The table view throws an error if an
// update does not match.
//
//     swift run TableView [EDITS]

import Foundation
import OutlineCore
import OutlineRepository

/// Edits the file at `path`, in the other process.
func edit(_ path: String, times count: Int) throws {
  var editor = try RandomEditor(path)
  for _ in 0..<count { try editor.edit() }
}

/// Shows the file in a table view while another process edits it.
func show(edits count: Int) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pleat-table-view-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("outline.db").path
  let outline = try Outline(path, for: .editing)
  _ = try outline.perform(.addSections([SectionDraft(title: "section 0")], to: Placement()), as: "ana")
  let source = OutlineSource(view: try OutlineView(path, as: "ana"))
  var table = TableStandIn()
  try table.reload(from: source)

  let editor = Process()
  editor.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  editor.arguments = ["edit", path, "\(count)"]
  try editor.run()
  defer { editor.terminate() }
  var updates = 0
  var isLast = false
  while !isLast {
    isLast = !editor.isRunning
    while let step = try source.view.advance() {
      try table.update(step.changes, from: source)
      updates += 1
      if updates % 25 == 0 { try table.check(against: source) }
    }
    usleep(20_000)
  }
  try table.check(against: source)
  guard editor.terminationStatus == 0 else { throw InvalidUpdate(description: "the other process failed") }
  print("\(count) edits by another process, \(updates) updates of the table view, none invalid")
}

do {
  let words = Array(CommandLine.arguments.dropFirst())
  if words.count == 3, words[0] == "edit", let count = Int(words[2]) {
    try edit(words[1], times: count)
  } else {
    try show(edits: words.first.flatMap { Int($0) } ?? 2_000)
  }
} catch {
  FileHandle.standardError.write(Data("TableView: \(error)\n".utf8))
  exit(1)
}
