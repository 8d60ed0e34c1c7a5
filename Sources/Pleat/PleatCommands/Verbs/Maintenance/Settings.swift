import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatArguments
import PleatOutput

/// `pleat settings`: shows or changes the settings of the file, which apply to all users.
struct Settings: Command {
  static let verb = Verb(
    "settings", synonyms: ["set"], .maintenance, for: .key,
    summary: "Show the settings of the file, which apply to all users, or change one.",
    discussion: """
      history-changes is the number of changes of sections, rows and folds that the history keeps, and \
      history-days is the number of days for which it keeps them. The next edit deletes the oldest edits beyond \
      these limits. inbox is the title of the section for rows that are added without a placement, and archive is \
      the title of the section for archived items. backup-every is off, or how often a backup is made beside the \
      file, as FILE.backup: before the first edit of each day (1d), of each week (1w) or of twelve hours (12h); \
      seven are kept. new-rows is task or plain: what the rows become of an inbox that pleat makes. \
      'pleat undo' does not undo settings.
      """,
    arguments: [
      Argument(
        "name", .choice(Setting.allCases.map(\.rawValue)), .oneOrNone,
        help: "The setting: \(Setting.allCases.map(\.rawValue).inWords)."),
      Argument("value", .text, .oneOrNone, help: "The new value."),
    ],
    options: EditOptions.declared,
    examples: [
      "All settings of the file": "pleat settings",
      "The section for rows that are added without a placement": "pleat settings inbox Groceries",
      "Make a backup beside the file on every day with an edit": "pleat settings backup-every 1d",
    ],
    files: ["FILE.backup": "The last backup made because of backup-every."])

  let arguments: Arguments

  private var name: Setting? { arguments.positional.first.flatMap { Setting(rawValue: $0) } }
  private var value: String? { arguments.positional.dropFirst().first }

  var needs: Needs {
    value == nil ? Needs() : Needs(edits: true, ownersReason: "it does not change settings")
  }

  func run(in context: Context) throws {
    if let name, let value { return try set(name, to: Self.value(value, of: name), in: context) }
    let settings = try arguments.outlineForReading(in: context).settings()
    let name = name
    let wanted = Setting.allCases.filter { name == nil || name == $0 }
      .map { ($0.rawValue, settings[$0] ?? $0.standard) }
    if arguments.isJSON {
      context.output.write(.object(wanted.map { .init($0, $1.json) }))
    } else {
      for (name, value) in arguments.isQuiet ? [] : wanted {
        context.output.write("\(name) \(Escapes.oneLine("\(value)"))\n")
      }
    }
  }
}

extension Settings {
  private func set(_ name: Setting, to value: SettingValue, in context: Context) throws {
    let (report, answer) = try arguments.makeEdit(in: context) { try $0.set(name, to: value, as: $1, with: $2) }
    if arguments.isJSON {
      context.output.write(report.json(answer))
    } else if !arguments.isQuiet {
      let words = Escapes.oneLine("\(value)")
      let start = arguments.isTrial ? "would have set" : "set"
      context.report(
        answer.hasWritten
          ? "\(start) \(name.rawValue) to \(words)" : "nothing to do: \(name.rawValue) is already \(words)")
    }
  }

  private static func value(_ word: String, of setting: Setting) throws -> SettingValue {
    guard setting.range != nil else { return .text(word) }
    guard let number = Int(word) else { throw OutlineError.badSetting(setting, .text(word)) }
    return .number(number)
  }
}

extension SettingValue {
  fileprivate var json: JSONTree {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .string(text)
    }
  }
}
