import ListChanges
import OutlineCore
import OutlineRepository
import PleatOutput

/// A user's list from a file on this machine; a missing file is an empty list.
struct FileSource: ListSource {
  private let path: String
  private let user: String
  private var view: OutlineView?

  /// How long to wait before reading again while somebody else saves.
  private static let wait = Duration.milliseconds(50)

  init(_ path: String, of user: String) { (self.path, self.user) = (path, user) }

  var revision: Int64 { view?.lastChange ?? 0 }
  var total: Int { view?.numberOfLines ?? 0 }
  var trouble: String? { nil }
  var ownSteps: Int { 0 }  // nobody waits for them, as a file is read again at once

  mutating func next(withContent hasContent: Bool) throws -> ListStep? {
    guard let view else { return try open() }
    guard let step = try view.advanceIfPossible() else { return nil }
    let isWhole = hasContent && step.changes.contentCount(in: step.after) <= StreamEvent.mostLines
    guard !step.isReset, let short = try? object(of: step, hasContent: false, view) else { return .reset }
    return .changes(short: short, whole: isWhole ? try? object(of: step, hasContent: true, view) : nil)
  }

  func lines(from line: Int, limit: Int) throws -> [UInt8] {
    let output = OutputBuffer(nil)
    let renderer = JSONRenderer(to: output)
    try (view?.lines(from: line, limit: limit, to: renderer) ?? renderer).end()
    return output.bytes
  }

  func close() {}

  private mutating func open() throws -> ListStep? {
    do {
      let view = try OutlineView(path, as: user, wait: Self.wait)
      view.namesEntries = true
      self.view = view
      return .reset
    } catch StoreError.missing { return nil }
  }

  /// The object of a step, as `watch --json` prints it.
  private func object(of step: ViewStep, hasContent: Bool, _ view: OutlineView) throws -> [UInt8] {
    let output = OutputBuffer(nil)
    let form = StepPrinter.Form.json(hasContent: hasContent)
    try StepPrinter(view: view, user: user, layout: .flat, form: form, output: output).print(step)
    return output.bytes.dropLast()  // the line break
  }
}

extension ViewChanges {
  /// Returns how many lines are inserted or changed.
  fileprivate func contentCount(in shape: ListShape) -> Int {
    let rows = (insertedRows + reloadedRows).reduce(0) { $0 + $1.count }
    return insertedSections.flatMap(\.range).reduce(rows + reloadedHeaders.reduce(0) { $0 + $1.count }) {
      count, section in
      count + 1 + (shape.rowCount(inSection: section) ?? 0)
    }
  }
}
