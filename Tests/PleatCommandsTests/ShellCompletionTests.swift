import Foundation
import TestPrograms
import Testing

/// Completions in the real shells, typed on a real terminal.
@Suite(.serialized)
struct ShellCompletionTests {
  /// The titles of sections, each with a beginning that no other one has.
  private static let titles: [(beginning: String, title: String)] = [
    ("Pl", "Plain"), ("tw", "two  words here"), ("it", "it's quoted"), ("sa", "say \"hi\" now"),
    ("do", "dollar $(touch HACKED) $HOME ${x}"), ("ti", "tick `touch HACKED`"), ("ban", "bang !! !x !$"),
    ("se", "semi; touch HACKED & | > x <y"), ("st", "star * ? [a] {b,c} ~ #x"), ("a", "a/b slash"),
    ("ün", "ünï cödé 🥛"),
    ("co", "colon: x=1 @y"), ("==", "=equal"), ("-d", "-dash"), ("bac", "back\\slash \\n"), ("%p", "%percent %F{red}"),
  ]

  /// A shell with pleat's completions and a file with the titles, of which the first has a section and rows below it.
  private struct Typist {
    let pleat: Executable
    let terminal: Tmux

    init(_ shell: String) throws {
      pleat = try Executable()
      let titles = ShellCompletionTests.titles.map(\.title)
      #expect(
        try Program.run([Executable.program, "add", "-q", "--section", "--"] + titles, environment: pleat.environment)
          .status == 0)
      pleat.session.run("add", "--section", "sub one", "--in", "Plain")
      pleat.session.run("add", "--section", "--", "\u{1B}]0;title\u{7}", "line\ntouch HACKED")
      pleat.session.run("collapse", "Plain", "-u", "bob smith")
      let start =
        switch shell {
        case "bash": "bash --noprofile --rcfile settings -i"
        case "zsh": "zsh -d -i"
        default: "fish --no-config -C 'source settings'"
        }
      let settings =
        switch shell {
        case "bash": "PS1='> '\nbind 'set bell-style none'\nsource <(pleat completions bash)\n"
        case "zsh": "PS1='> '\nunsetopt beep\nautoload -Uz compinit\ncompinit -u -D\nsource <(pleat completions zsh)\n"
        default:
          """
          function fish_prompt; printf '> '; end
          function fish_greeting; end
          set -g fish_autosuggestion_enabled 0
          pleat completions fish | source
          """
        }
      for name in ["settings", ".zshrc"] {
        try settings.write(toFile: pleat.folder.path(of: name), atomically: true, encoding: .utf8)
      }
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      terminal = try Tmux(
        "cd \(pleat.folder.path) && exec \(start)", columns: 220, rows: 50,
        environment: pleat.environment.merging([
          "PATH": "\(pleat.programs):\(path)", "HOME": pleat.folder.path, "ZDOTDIR": pleat.folder.path,
        ]) { $1 })
      #expect(try terminal.lines { $0.contains { $0.hasPrefix(">") } }.contains { $0.hasPrefix(">") })
    }

    /// Types a command with a tab at its end, and returns whether the command then shows a text.
    func shows(_ text: String, after typed: String...) throws -> Bool {
      for part in typed {
        try terminal.type(part)
        try terminal.press("Tab")
      }
      try terminal.press("Enter")
      let isShown = try terminal.shows(text)
      // A busy shell may drop what is typed right after C-c.
      for _ in 0..<20 {
        try terminal.press("C-c")
        try terminal.type("clear")
        try terminal.press("Enter")
        if try terminal.comes(within: .seconds(1), { try !terminal.lines().contains { $0.contains(text) } }) { break }
      }
      return isShown
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"], ["", "\"", "'"])
  func `every title is completed to what names it, whatever quote is open`(shell: String, quote: String) throws {
    let typist = try Typist(shell)
    // The quote before what has sections below it stays open, for the path to go on.
    for (index, (beginning, title)) in Self.titles.enumerated() where quote.isEmpty || index > 0 {
      // An unquoted = begins the name of a command in zsh, and -- lets a title begin with a dash.
      let typed = "pleat list --sections --json -- "
      let word = shell == "zsh" && quote.isEmpty && beginning.hasPrefix("=") ? "\\" + beginning : beginning
      #expect(
        try typist.shows("\"id\":\"@s\(index + 1)\"", after: typed + quote + word),
        "\(shell), \(quote)\(word): \(title)")
    }
    #expect(!FileManager.default.fileExists(atPath: typist.pleat.folder.path(of: "HACKED")))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `verbs, options, values, paths, numbers and users are completed`(shell: String) throws {
    let typist = try Typist(shell)
    let below = "\"id\":\"@s17\""
    #expect(try typist.shows(below, after: "pleat list --sections --json Plain/su"))
    #expect(try typist.shows(below, after: "pleat list --sections --json 1."))
    #expect(try typist.shows(below, after: "pleat list --sections --json @s17"))
    #expect(try typist.shows("\"collapsed\":true", after: "pleat list --json -u bo", "Plain"))
    #expect(try typist.shows("\"collapsed\":true", after: "pleat list --json --user=bo", "Plain"))
    #expect(try typist.shows("## sub one", after: "pleat expo", "--form", "mark"))
    #expect(try typist.shows("There is no verb", after: "pleat nonsense"))
    try FileManager.default.copyItem(atPath: typist.pleat.path, toPath: typist.pleat.folder.path(of: "my copy.db"))
    #expect(try typist.shows("\"id\":\"@s2\"", after: "pleat list --json -f my", "tw"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a list of what can follow shows hostile titles escaped`(shell: String) throws {
    let typist = try Typist(shell)
    try typist.terminal.type("pleat list @s1")
    try typist.terminal.press("Tab", "Tab")
    #expect(try typist.terminal.shows("@s19"))
    let screen = try typist.terminal.lines().joined(separator: "\n")
    #expect(shell == "bash" || screen.contains("\\x1b]0;title\\x07"), "\(screen)")
    #expect(!FileManager.default.fileExists(atPath: typist.pleat.folder.path(of: "HACKED")))
  }
}
