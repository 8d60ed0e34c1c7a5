import ArgumentParser
import OutlineCore
import OutlineRepository

/// `pleat apply`: many edits as one.
struct Apply: Verb {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Carry out many edits as one, all or nothing.",
    discussion: """
      One edit per line, in the words of the command line without 'pleat', quoted as in a shell; or as a JSON object \
      such as {"verb":"add","arguments":["milk"],"in":"Groceries"}, with options by their long names. \
      A line may name what it adds with --as NAME; later lines find it as $NAME. \
      Empty lines and those that begin with # are passed over.
      """)

  @Argument(help: "The file with the edits; - reads standard input.")
  var source = "-"

  @OptionGroup var editing: EditOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    let isStandardInput = source == "-"
    let bytes = try isStandardInput ? context.input.rest() : OpenInput(source).stream.rest()
    let name = isStandardInput ? "standard input" : DocumentName.withEnding(of: source)
    let lines = try BatchLines(bytes, name: name, in: context)
    let outline = try options.outline(for: .editing, in: context)
    let user = try options.userName(in: context)
    let report = Report(options: options, editing: editing, user: user, context: context)
    do {
      let answer = try outline.perform(lines.edits, as: user, with: editing.request(options, in: context))
      report.tell(answer, done: "applied \(lines.edits.count == 1 ? "1 edit" : "\(lines.edits.count) edits"):")
    } catch let error as BatchError {
      throw Failure(error.reason).inLine(lines.numbers[error.index], of: name)
    }
  }
}

/// The edits of a batch, and the lines that they stand in.
private struct BatchLines {
  private(set) var edits: [BatchEdit] = []
  /// The line of each edit, counted from 1.
  private(set) var numbers: [Int] = []

  init(_ bytes: [UInt8], name: String, in context: Context) throws {
    var names: Set<String> = []
    var grammars = BatchGrammar()
    for (index, line) in try InputLines.split(bytes, of: name).enumerated() {
      do {
        guard let words = try Self.words(of: line, &grammars) else { continue }
        edits.append(try words.edit(naming: names, in: context))
        numbers.append(index + 1)
        if let name = words.givenName, !names.insert(name).inserted {
          throw Failure(.usage, "$\(name) is taken by an earlier line.")
        }
      } catch {
        throw Failure(error).inLine(index + 1, of: name)
      }
    }
  }

  private static func words(of line: String, _ grammars: inout BatchGrammar) throws -> EditWords? {
    let isJSON = line.utf8.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "{")
    if isJSON { return try EditWords(json: line, &grammars) }
    let words = try ShellWords.split(line.utf8)
    return words.isEmpty ? nil : try EditWords(words, &grammars)
  }
}
