import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat example`: makes a small outline to play with.
struct ExampleVerb: Command {
  static let verb = Verb(
    "example", .exchange, for: .key, summary: "Make a small outline to play with, and say what to try.",
    discussion: """
      The example is made at the path of your outline, or at the path that -f names, and only if there is no \
      outline yet. 'pleat undo' empties it again.
      """,
    options: EditOptions.declared,
    examples: [
      "Say what would be made": "pleat example -f play.db -n",
      "A small outline to play with, in a file of its own": "pleat example -f play.db",
    ])

  let arguments: Arguments

  var needs: Needs { Needs(edits: true) }

  func run(in context: Context) throws {
    let path = try arguments.path(in: context)
    let today = context.today()
    try refuseContent(of: path, in: context)
    let (report, answer) = try arguments.makeEdit(in: context) { outline, user, request in
      try outline.importDocument(as: user, with: request) { take in
        let document = ByteStream(Array(Self.document.utf8))
        _ = try OutlineReader.read(document, as: .markdown, documentName: "Example") { piece in
          guard case .row(var row) = piece, row.draft.isDone != nil else { return try take(piece) }
          row.draft = RowDraft(typed: row.draft.text, isDone: row.draft.isDone, today: today)
          try take(.row(row))
        }
      }
    }
    guard !arguments.isJSON, case .imported(let sections, let rows, _) = answer.outcome else {
      return try report.tell(answer, done: .imported)
    }
    report.tell(message(sections, rows, at: path), of: answer)
  }

  /// Refuses a file that already has content.
  private func refuseContent(of path: String, in context: Context) throws {
    let query = ListQuery(limit: 1)
    do {
      if try arguments.outlineForReading(in: context).lines(for: arguments.userName(in: context), query).isEmpty {
        return
      }
    } catch StoreError.missing { return }
    throw Failure(
      .refused, "There is an outline already at \(path).",
      hint: "Nothing was changed. To play with another file: pleat -f ./example.db example")
  }

  private func message(_ sections: Int, _ rows: Int, at path: String) -> String {
    let what = "an example with \(Count.sections(sections)) and \(Count.rows(rows)) at \(Escapes.oneLine(path))"
    if arguments.isTrial { return "would have made \(what)" }
    let pleat = CommandText.pleat(with: arguments.file)
    let width = Self.tries.map(\.arguments.count).max() ?? 0
    let lines = Self.tries.map { arguments, text in
      "  \(pleat)\(arguments)\(String(repeating: " ", count: width - arguments.count))  # \(text)"
    }
    return (["made \(what). Try:"] + lines).joined(separator: "\n")
  }

  /// Commands to try first, with their effects.
  private static let tries = [
    (arguments: "", does: "lists it"),
    (arguments: " collapse Groceries", does: "hides the rows of a section, for you alone"),
    (arguments: " done 'call the plumber'", does: "ticks a task"),
    (arguments: " add 'buy stamps' --in Home", does: "adds a row"),
    (arguments: " find milk", does: "searches collapsed sections too"),
    (arguments: " due", does: "lists what is due, by days"),
    (arguments: " undo", does: "undoes the last edit"), (arguments: " open", does: "shows it on the whole screen"),
  ]

  private static let document = """
    # Groceries

    - [ ] apples
    - [x] bread

    ## Dairy

    - [ ] milk
    - [ ] butter

    # Home

    - [ ] call the plumber #phone due:today
    - [ ] water the plants due:tomorrow repeat:every 3 days
    - [ ] pay the rent due:eom repeat:monthly on the last day

    ## Holidays

    - book the train
    - ask Ana for the keys
      She is at home on Sundays.

    # Reading

    - The Odyssey
    - Middlemarch

    """
}
