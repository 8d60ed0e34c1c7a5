import ArgumentParser
import OutlineRepository

/// `pleat completions`: the scripts for shells, and what they ask for.
struct Completions: Verb {
  static let configuration = CommandConfiguration.verb(
    "completions", abstract: "Print the script with which a shell completes pleat's commands.",
    usage: "pleat completions <bash|zsh|fish>",
    discussion: """
      bash: pleat completions bash > ~/.local/share/bash-completion/completions/pleat
      zsh: pleat completions zsh > ~/.zfunc/_pleat, in a folder of $fpath, before compinit
      fish: pleat completions fish > ~/.config/fish/completions/pleat.fish

      The script calls pleat again with -- and the words that are typed, and pleat answers with what can follow.
      """)

  @Argument(help: ArgumentHelp("The shell: bash, zsh or fish.", valueName: "shell"))
  var shell: CommandShell

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("What is typed, as the script hands it on.", visibility: .hidden))
  var words: [String] = []

  @OptionGroup var options: GlobalOptions

  func run(in context: Context) throws {
    if words.isEmpty { return context.output.write(shell.script) }
    // Whatever is wrong, a message would stand in the middle of the line that somebody types.
    _ = Result { try answer(in: context) }
  }

  private func answer(in context: Context) throws {
    let line: TypedLine?
    var words = words
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
    case .words(let found):
      for completion in found {
        guard let word = shell == .bash ? line?.replacement(for: completion.word) : completion.word else { continue }
        context.output.write("\(word)\t\(Self.shown(completion.meaning))\n")
      }
    }
  }

  /// Returns what a word means on one line, cut to a length that fits beside the word.
  private static func shown(_ meaning: String) -> String {
    let text = Escapes.oneLine(String(meaning.prefix(61)))
    return meaning.count > 60 || text.count > 60 ? text.prefix(59) + "…" : text
  }
}

extension Completions {
  /// Returns the words with the argument parser's own way of asking for a script put as this verb.
  static func spelled(_ words: [String]) -> [String] {
    let option = "--generate-completion-script"
    guard let first = words.first else { return words }
    if first == option { return ["completions"] + words.dropFirst() }
    return first.hasPrefix(option + "=") ? ["completions", String(first.dropFirst(option.count + 1))] : words
  }

  /// Returns whether words ask for what can be typed, so that nothing but an answer may be written.
  static func isQuestion(_ words: [String]) -> Bool {
    words.first == "completions" && words.contains("--")
  }
}
