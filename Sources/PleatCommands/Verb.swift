import ArgumentParser
import ListChanges
import OutlineCore
import OutlineFormats
import OutlineRepository

/// One verb of the command line: words in, one call to the outline, text out.
protocol Verb: ParsableCommand {
  var options: GlobalOptions { get }

  /// Does what the words say.
  func run(in context: Context) throws
}

/// A verb that is one edit.
protocol EditingVerb: Verb {
  var editing: EditOptions { get }

  /// What the edit did, as the message begins: "added".
  var done: String { get }

  /// The edit that the words ask for.
  func edit(in context: Context) throws -> Edit
}

extension EditingVerb {
  func run(in context: Context) throws {
    let edit = try edit(in: context)
    let outline = try options.outline(for: .editing, in: context)
    let user = try options.userName(in: context)
    let outcome = try outline.perform(
      edit, as: user, words: context.sentence, isTrial: editing.isTrial,
      wantsShapes: options.json && editing.layout == .flat, wantsChanges: options.json)
    Report(options: options, editing: editing, user: user, context: context).tell(outcome, done: done)
  }
}

/// Tells the user what an edit did: JSON as data, else a message.
struct Report {
  let options: GlobalOptions
  let editing: EditOptions
  let user: String
  let context: Context

  /// - Parameter names: what was given a name, by the names.
  func tell(_ outcome: Outcome, done: String, _ names: [String: ItemID] = [:]) {
    if options.json {
      context.output.write(json(outcome, names) + "\n")
    } else if !editing.quiet {
      context.report(message(outcome, done: done))
    }
  }

  func json(_ outcome: Outcome, _ names: [String: ItemID] = [:]) -> String {
    let ids = outcome.items.map { "\"\($0)\"" }.joined(separator: ",")
    let changes = laidOut(outcome).map { $0.json(quotedUser: JSONText.quoted(user)) } ?? "null"
    let named = names.sorted { $0.key < $1.key }.map { "\(JSONText.quoted($0)):\"\($1)\"" }.joined(separator: ",")
    let members = names.isEmpty ? "" : ",\"names\":{\(named)}"
    let motion = outcome.changes.motionJSON.map { ",\"motion\":\($0)" } ?? ""
    return "{\"ids\":[\(ids)]\(members),\"changes\":\(changes)\(motion)}"
  }

  /// The changes in the layout that was asked for; nil where the view does not change.
  private func laidOut(_ outcome: Outcome) -> LaidOutChanges? {
    if outcome.changes.isEmpty { return nil }
    switch editing.layout {
    case .grouped: return .grouped(outcome.changes)
    case .headerRows: return .headerRows(outcome.changes.withHeaderRows)
    case .flat:
      guard let before = outcome.before, let after = outcome.after else { return nil }
      return .flat(outcome.changes.flattened(from: before, to: after))
    }
  }

  private func message(_ outcome: Outcome, done: String) -> String {
    if !outcome.hasWritten { return "nothing to do" }
    let prefix = editing.isTrial ? "would have \(done)" : done
    let names = outcome.items.prefix(3).map { "@\($0)" }.joined(separator: ", ")
    let more = outcome.items.count > 3 ? " and \(outcome.items.count - 3) more" : ""
    return names.isEmpty ? prefix : "\(prefix) \(names)\(more)"
  }
}

extension ViewChanges {
  /// From which edges rows enter and leave, where one section opens and another closes; else nil.
  var motionJSON: String? {
    let arrives = !insertedRows.isEmpty || !insertedSections.isEmpty
    let leaves = !deletedRows.isEmpty || !deletedSections.isEmpty
    guard arrives, leaves, let motion else { return nil }
    return
      "{\"insertsFrom\":\"\(motion.insertsFrom.rawValue)\",\"deletesTowards\":\"\(motion.deletesTowards.rawValue)\"}"
  }
}
