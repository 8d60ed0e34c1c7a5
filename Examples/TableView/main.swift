// Shows an outline in table views of three users while another process edits it at random, as these users and by SQL. The table
// views are those of Examples/StandIns, which end the program if an update does not match, as UIKit does.
//
//     swift run TableView [--early] [EDITS]
//
// With --early the view moves before the update begins, as one must not do, and an update is invalid.

import Adapters
import AppleStandIns
import Foundation
import OutlineCore
import OutlineRepository

/// Edits the file at `path`, in the other process.
func edit(_ path: String, times count: Int) throws {
  var editor = try RandomEditor(path)
  for _ in 0..<count { try editor.edit() }
}

/// Shows the file in table views while another process edits it.
@MainActor
func show(edits count: Int, movesEarly: Bool) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pleat-table-view-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("outline.db").path
  let outline = try Outline(path, for: .editing)
  _ = try outline.perform(.addSections([SectionDraft(title: "section 0")], to: Placement()), as: "ana")
  let shown = try RandomEditor.users.map { user in
    (source: OutlineSource(try OutlineView(path, as: user)), table: UITableView(frame: .zero))
  }
  for (source, table) in shown { (table.dataSource, table.delegate) = (source, source) }

  let editor = Process()
  editor.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  editor.arguments = ["edit", path, "\(count)"]
  try editor.run()
  defer { editor.terminate() }
  var updates = 0
  var isLast = false
  while !isLast {
    isLast = !editor.isRunning
    for (source, table) in shown {
      let view = source.view
      while let step = try view.nextStep() {
        // Something else in the app may reload the list at any time, and layout comes later.
        if Int.random(in: 0..<5) == 0 { table.reloadData() }
        if step.isReset {
          view.move(to: step)
          table.reloadData()
          continue
        }
        if movesEarly { view.move(to: step) }
        table.play(step.changes, configureHeader: source.configure) { view.move(to: step) }
        updates += 1
        if updates % 25 == 0 { table.standInCheck() }
      }
      if let failure = source.failure { throw failure }
    }
    usleep(UInt32.random(in: 0..<5_000))
  }
  for (_, table) in shown { table.standInCheck() }
  guard editor.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
  print("\(count) edits by another process, \(updates) updates of \(shown.count) table views, none invalid")
}

do {
  var words = Array(CommandLine.arguments.dropFirst())
  let movesEarly = words.first == "--early"
  if movesEarly { words.removeFirst() }
  if words.count == 3, words[0] == "edit", let count = Int(words[2]) {
    try edit(words[1], times: count)
  } else {
    try show(edits: words.first.flatMap { Int($0) } ?? 2_000, movesEarly: movesEarly)
  }
} catch {
  FileHandle.standardError.write(Data("TableView: \(error)\n".utf8))
  exit(1)
}
