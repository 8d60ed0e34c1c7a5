import ArgumentParser
import OutlineCore
import OutlineFormats
import OutlineRepository

/// `pleat find`: finds a text, in collapsed sections too.
struct Find: Verb {
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "Find a text, in collapsed sections too.",
    discussion: "Upper and lower case match. The exit code is 1 if the text is not found.")

  @Argument(help: "The text to find.")
  var text: String

  @Flag(help: "Expand the sections that hide what was found.")
  var reveal = false

  @OptionGroup var display: DisplayOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if text.isEmpty { throw ValidationError("The text to find is empty.") }
  }

  func run(in context: Context) throws {
    let user = try options.userName(in: context)
    if reveal {
      let outline = try options.outline(for: .editing, in: context)
      let answer = try outline.reveal(text, as: user, with: editing.request(options, in: context))
      let hits = answer.hits
      let report = Report(options: options, editing: editing, user: user, context: context)
      if options.json {
        let edit = try report.json(answer).dropFirst()
        context.output.write("{\"hits\":[\(hits.map(\.json).joined(separator: ","))],\(edit)\n")
      } else {
        show(hits, in: context)
        if !hits.isEmpty { try report.tell(answer, done: "expanded") }
      }
      if hits.isEmpty { throw nowhere }
    } else {
      let hits = try options.outline(for: .reading, in: context).find(text, as: user)
      if options.json { context.output.write(JSONText.lines(hits.map(\.json))) } else { show(hits, in: context) }
      if hits.isEmpty { throw nowhere }
    }
  }

  /// The end with exit code 1, for a text that was not found.
  private var nowhere: Failure {
    Failure(status: 1, message: editing.quiet || options.json ? "" : "'\(Escapes.oneLine(text))' was not found.")
  }

  private func show(_ hits: [Hit], in context: Context) {
    let style = display.style(in: context)
    for hit in hits {
      let path = Escapes.oneLine(Address.words(forPath: hit.path))
      let text =
        hit.number.row == nil ? hit.detail.map { " \(Escapes.oneLine($0))" } ?? "" : ": \(Escapes.oneLine(hit.text))"
      let hidden = hit.hiddenBy.map { style.dim(" \(style.dot) hidden in \(Escapes.oneLine($0))") } ?? ""
      context.output.write("\(style.dim("\(hit.number)")) \(path)\(text)\(hidden)\n")
    }
  }
}

extension Hit {
  /// The hit as one JSON object.
  fileprivate var json: String {
    let ids =
      switch id {
      case .section(let id): "\"kind\":\"section\",\"id\":\"\(id)\",\"section_id\":\(id.rawValue)"
      case .row(let id): "\"kind\":\"row\",\"id\":\"\(id)\",\"row_id\":\(id.rawValue)"
      }
    return "{\(ids),\"number\":\"\(number)\","
      + "\"path\":\(JSONText.quoted(Address.words(forPath: path))),\"text\":\(JSONText.quoted(text)),"
      + "\"detail\":\(detail.map(JSONText.quoted) ?? "null"),"
      + "\"visible\":\(hiddenBy == nil),\"hiddenBy\":\(hiddenBy.map(JSONText.quoted) ?? "null")}"
  }
}
