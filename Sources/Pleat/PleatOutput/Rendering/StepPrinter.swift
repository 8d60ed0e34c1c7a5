import ListChanges
import OutlineFormats
import OutlineJSON
import OutlineRepository

/// Prints a view, and then one line for each of its steps.
package struct StepPrinter {
  /// The form of the output.
  package enum Form {
    /// For people.
    case text(Style)
    /// For programs: JSON objects, which may include the lines that were inserted or reloaded.
    case json(hasContent: Bool)
  }

  package let view: OutlineView
  package let user: String
  /// The layout whose indices the changes use; without one, text output has sentences about the view's entries.
  package let layout: ListLayout?
  package let form: Form
  /// Whether to say who made a step, where the view names the entries.
  package let namesEntries: Bool
  package let output: OutputBuffer

  package init(
    view: OutlineView, user: String, layout: ListLayout?, form: Form, namesEntries: Bool = true, output: OutputBuffer
  ) {
    self.namesEntries = namesEntries
    self.view = view
    self.user = user
    self.layout = layout
    self.form = form
    self.output = output
  }

  /// Prints the whole list, as text for people or as one JSON object.
  package func printSnapshot(as name: String) throws {
    switch form {
    case .json:
      output.write("{\"\(name)\":[")
      _ = try view.lines(from: 0, limit: .max, to: JSONRenderer(to: output, form: .inline))
      output.write("],\"layout\":\"\((layout ?? .grouped).rawValue)\"}\n")
    case .text(let style):
      if name == "reset" { output.write("reset\n") }
      _ = try view.lines(from: 0, limit: .max, to: TextRenderer(to: output, style: style, showsIDs: false))
    }
    try output.finish()
  }

  /// Prints that the file is gone; the list is as it was.
  package func printRemoval() throws {
    if case .json = form { output.write("{\"removed\":true}\n") } else { output.write("removed\n") }
    try output.finish()
  }

  /// Prints the changes of a step; a reset has none and prints the whole list.
  package func print(_ step: ViewStep) throws {
    if step.isReset { return try printSnapshot(as: "reset") }
    let laidOut = step.changes.laidOut(layout ?? .grouped, from: step.before, to: step.after)
    switch form {
    case .json(let hasContent):
      output.write("{\"changes\":\(laidOut.json(of: user).text)")
      if let motion = step.changes.foldMotion { output.write(",\"motion\":\(motion.json.text)") }
      if namesEntries, let names = step.names { output.write(",\"by\":\(names.by.text),\"what\":\(names.what.text)") }
      if hasContent {
        output.write(",\"content\":[")
        _ = try view.content(of: step.changes, to: JSONRenderer(to: output, form: .inline))
        output.write("]")
      } else if layout != .flat, !step.changes.insertedSections.isEmpty {
        let counts = step.changes.insertedSections.flatMap(\.range).map { step.after.rowCount(inSection: $0) ?? 0 }
        output.write(",\"insertedSectionRows\":[\(counts.map(String.init).joined(separator: ","))]")
      }
      output.write("}\n")
    case .text(let style):
      if layout != nil {
        output.write("\(laidOut)\n")
      } else {
        for entry in step.entries {
          output.write((style.signs.isUTF8 ? entry.sentence : Escapes.withASCIISigns(entry.sentence)) + "\n")
        }
      }
    }
    try output.finish()
  }

  /// Returns the output of a step for another user who has the same list.
  package func bytes(_ printed: [UInt8], asPrintedFor other: String) -> [UInt8] {
    guard case .json = form else { return printed }
    let (own, others) = (Self.beginning(for: user), Self.beginning(for: other))
    return printed.starts(with: own) ? others + printed.dropFirst(own.count) : printed
  }

  private static func beginning(for user: String) -> [UInt8] {
    Array("{\"changes\":{\"user\":\(JSONTree.string(user).text),".utf8)
  }
}

extension ViewStep {
  /// Who made the step and what they did, as JSON; nil if the view does not name entries.
  fileprivate var names: (by: JSONTree, what: JSONTree)? {
    guard let first = entries.first else { return nil }
    let isOnes = entries.allSatisfy { $0.entry.user == first.entry.user }
    let what = entries.map(isOnes ? \.deed : \.sentence).joined(separator: "; ")
    return (.text(isOnes ? first.entry.user : nil), .string(what))
  }
}
