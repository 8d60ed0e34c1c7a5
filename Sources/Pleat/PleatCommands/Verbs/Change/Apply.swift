import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments
import PleatOutput

/// `pleat apply`: carries out many edits as one.
struct Apply: Command {
  static let verb = Verb(
    "apply", synonyms: ["batch"], .change, for: .key, summary: "Carry out many edits as one: all of them, or none.",
    discussion: """
      Each line is one edit: either a command without 'pleat', quoted as in a shell, or a JSON object such as \
      {"verb":"add","arguments":["milk"],"in":"Groceries"}, which uses the long names of options. \
      --as NAME names the row or section that a line adds, and later lines can refer to it as $NAME. \
      Empty lines and lines that begin with # are skipped.
      """,
    arguments: [
      Argument("source", .file, .oneOrNone, standard: "-", help: "The file with the edits; - reads standard input.")
    ],
    options: EditOptions.declared,
    examples: [
      "The edits of a file, all or none": "pleat apply edits.txt",
      "Say what they would do": "pleat apply edits.txt -n",
      "A section and a row in it, in one step":
        "printf '%s\\n' 'add --section Trip --as trip' 'add socks --in $trip' | pleat apply",
      "An edit as a JSON object": "echo '{\"verb\":\"add\",\"arguments\":[\"tea\"],\"in\":\"Home\"}' | pleat apply",
    ], exitCodes: [79: nil, 80: nil])

  let arguments: Arguments

  private var source: String { arguments.positional.first ?? "-" }

  var needs: Needs {
    source == "-"
      ? Needs(edits: true, input: .wholeText) : Needs(edits: true, document: .read(path: source))
  }

  func run(in context: Context) throws {
    let isStandardInput = source == "-"
    let input = try isStandardInput || context.carriesDocument ? context.input : OpenInput(source).stream
    let name = isStandardInput ? "standard input" : DocumentName.withEnding(of: source)
    if isStandardInput {
      context.tellWaiting(
        "Type edits, one on each line, as in: add milk --in Groceries", isJSON: arguments.isJSON,
        isQuiet: arguments.isQuiet)
    }
    let lines = try BatchLines(arguments.input(input, in: context), name: name, in: context)
    if context.origin?.onlyFolds == true, lines.edits.contains(where: \.edit.changesContent) {
      throw Failure.onlyFolds
    }
    var making = context
    if let sentence = lines.sentence { making.sentence = sentence }
    do {
      let (report, answer) = try arguments.makeEdit(in: making) { outline, user, request in
        if lines.edits.contains(where: { !$0.edit.changesContent }) {
          try arguments.checkNewUser(
            user, in: outline, context, mayAsk: !isStandardInput && !context.carriesDocument)
        }
        return try outline.perform(lines.edits, as: user, with: request)
      }
      let count = lines.edits.count == 1 ? "1 edit" : "\(lines.edits.count) edits"
      try report.tell(answer, done: Deed("applied \(count)"), each: lines.deeds)
    } catch let error as BatchError {
      throw Failure(error.reason).inLine(lines.numbers[error.index], of: name)
    }
  }
}

/// The edits of a batch, and the line number of each.
private struct BatchLines {
  private(set) var edits: [BatchEdit] = []
  /// What each edit does, for messages.
  private(set) var deeds: [Deed] = []
  /// The line number of each edit, from 1.
  private(set) var numbers: [Int] = []
  /// The command to keep in the history if the batch is one edit; nil for several.
  var sentence: String? { edits.count == 1 ? firstSentence : nil }
  private var firstSentence: String?

  init(_ input: ByteStream, name: String, in context: Context) throws {
    var names: Set<String> = []
    var verbs = BatchVerbs(of: context.commands, for: context.origin?.isServed == true ? .key : .owner)
    for (index, line) in try InputLines.split(input, of: name).enumerated() {
      do {
        guard let edit = try BatchLine(line, of: &verbs) else { continue }
        let (made, done) = try edit.edit(naming: names, in: context)
        edits.append(made)
        deeds.append(done)
        if edits.count == 1 { firstSentence = edit.sentence }
        numbers.append(index + 1)
        if let name = edit.givenName, !names.insert(name).inserted {
          throw Failure(.usage, "An earlier line already uses the name $\(name).")
        }
      } catch {
        throw Failure(error).inLine(index + 1, of: name)
      }
    }
  }
}
