import ArgumentParser
import OutlineCore
import OutlineFormats

/// `pleat log`: lists the history.
struct Log: Verb {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "List the edits, the newest first: when, by whom, and with which command.")

  @Option(help: ArgumentHelp("List at most N edits.", valueName: "N"))
  var limit: Int?

  @Flag(help: "List the edits of your folds instead of the edits of the content.")
  var folds = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit needs a number of 0 or more.") }
  }

  func run(in context: Context) throws {
    let outline = try options.outline(for: .reading, in: context)
    let entries = try outline.log(
      folds ? .folds : .content, as: options.userName(in: context), limit: limit)
    if options.json {
      context.output.write(JSONText.lines(entries.map(\.json)))
    } else {
      let width = entries.map { Escapes.oneLine($0.user ?? "").count }.max() ?? 0
      for entry in entries {
        let user = Escapes.oneLine(entry.user ?? "")
        let space = String(repeating: " ", count: width - user.count + 2)
        context.output.write("\(entry.localTime)  \(user)\(space)\(entry.prefix)\(Escapes.oneLine(entry.sentence))\n")
      }
    }
  }
}

extension HistoryEntry {
  /// The time to the minute, in the user's time zone.
  fileprivate var localTime: String { Timestamp(milliseconds: time).localMinute }

  fileprivate var prefix: String {
    switch kind {
    case .edit, .hand: ""
    case .undo: "undo: "
    case .redo: "redo: "
    }
  }

  private var kindName: String {
    switch kind {
    case .edit: "edit"
    case .undo: "undo"
    case .redo: "redo"
    case .hand: "hand"
    }
  }

  /// The entry as one JSON object.
  fileprivate var json: String {
    let at = Timestamp(milliseconds: time).iso8601
    let edit: String
    if case .edit(let key) = group { edit = "\(key)" } else { edit = "null" }
    return "{\"edit\":\(edit),\"kind\":\"\(kindName)\",\"at\":\"\(at)\","
      + "\"user\":\(user.map(JSONText.quoted) ?? "null"),"
      + "\"words\":\(JSONText.quoted(sentence)),\"changes\":\(changes.count)}"
  }
}
