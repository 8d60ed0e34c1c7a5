import OutlineRepository
import PleatArguments
import PleatOutput
import PleatTerminal

/// `pleat completions`: prints the scripts for shells, and answers their questions.
struct Completions: Command {
  static let verb = Verb(
    "completions", .maintenance, summary: "Print the script with which a shell completes pleat's commands.",
    discussion: """
      bash: pleat completions bash > ~/.local/share/bash-completion/completions/pleat
      zsh: pleat completions zsh > ~/.zfunc/_pleat, in a folder of $fpath, before compinit
      fish: pleat completions fish > ~/.config/fish/completions/pleat.fish

      The script calls 'pleat completions SHELL --' with the typed words, which prints the possible next words.
      """,
    usage: ["pleat completions <bash|zsh|fish>"],
    arguments: [
      Argument("shell", .choice(CommandShell.allCases.map(\.rawValue)), help: "The shell: bash, zsh or fish."),
      Argument("typed", .text, .any, help: nil),
    ],
    options: GlobalOptions.declared,
    examples: [
      "In this bash session only": "source <(pleat completions bash)",
      "For zsh, in a folder of $fpath": "pleat completions zsh > _pleat",
      "For fish, in ~/.config/fish/completions": "pleat completions fish > pleat.fish",
    ])

  let arguments: Arguments

  private var shell: CommandShell { CommandShell(rawValue: arguments.positional[0]) ?? .bash }
  /// The command line typed so far, as the script passes it.
  private var typed: [String] { Array(arguments.positional.dropFirst()) }

  var needs: Needs { .nothing }

  func check() throws {
    if let first = typed.first, arguments.countBeforeDashes != 1 {
      throw Refusal("'completions' takes one argument, and '\(first)' is one too many.")
    }
  }

  func run(in context: Context) throws {
    if typed.isEmpty { return context.output.write(shell.script) }
    // Failures are not reported, since a message would appear in the middle of the line being typed.
    _ = Result { try answer(in: context) }
  }

  private func answer(in context: Context) throws {
    let line: TypedLine?
    var words = typed
    let last = words.removeLast()
    switch shell {
    case .bash:
      line = TypedLine(words.first ?? "", replacing: last)
      words = Array((line?.words ?? []).dropFirst())
    case .zsh: line = nil
    case .fish: line = TypedLine(last, replacing: last, quotesInSingle: true)
    }
    if shell == .bash, line == nil { return }
    switch try Completer(after: words, typed: line?.typed ?? last, in: context).answer() {
    case .files: context.output.write("files\n")
    case .completions(let found):
      for completion in found {
        guard let word = shell == .bash ? line?.replacement(for: completion.word) : completion.word else { continue }
        context.output.write("\(word)\t\(context.shown(Self.shown(completion.meaning)))\n")
      }
    }
  }

  /// Returns the description of a completion on one line, cut to 60 characters.
  private static func shown(_ meaning: String) -> String {
    let text = Escapes.oneLine(String(meaning.prefix(61)))
    return meaning.count > 60 || text.count > 60 ? text.prefix(59) + "…" : text
  }
}

extension Completions {
  /// Whether a completion script is asking, so that no message may be written.
  static func isQuestion(_ arguments: [String]) -> Bool {
    arguments.first == "completions" && arguments.contains("--")
  }
}
