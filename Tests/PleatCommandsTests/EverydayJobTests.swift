import OutlineCore
import OutlineRepository
import TerminalText
import Testing

@testable import PleatCommands
@testable import PleatOutput
@testable import PleatTerminal

/// Thirty everyday jobs: how many keystrokes each takes in pleat, where it is really done, and in other programs, counted from
/// their documentation.
///
/// A key with ctrl, alt or shift is one keystroke, and so are Enter and Escape. Where a program has a screen, it is open, with the
/// cursor on the item; nothing is counted for saving. Taskwarrior and todo.txt are used from a shell, where the number of the
/// task is known and has one digit; `t` is the alias that todo.txt's pages propose. The keys of Workflowy are those of its table
/// (ctrl-?), those of hnb of its example `hnbrc`, and those of org of its reference card.
struct EverydayJobTests {
  /// A job, with the keys for it in each program; `<...>` is one key, and `-` means that the program cannot do it.
  struct Job: CustomTestStringConvertible, Sendable {
    var testDescription: String { name }
    let name: String
    /// The keys on the screen of `pleat open`; a command in a shell if they begin with `pleat`.
    let keys: String
    let taskwarrior, todo, hnb, org, workflowy: String
    /// Lines that `pleat list --all` has afterwards, without their numbers.
    var has: [String] = []
    /// A part of a line that it does not have.
    var lacks: String?
    /// A part of what the screen shows, or of what the command prints.
    var shows: String?
    /// What is not shown.
    var hides: String?
    /// The item under the cursor at first.
    var at = "milk"

    var others: [String] { [taskwarrior, todo, hnb, org, workflowy] }
    /// Whether no other program needs fewer keystrokes.
    var isFewest: Bool { others.compactMap(Self.count).allSatisfy { $0 >= Self.count(keys) ?? .max } }

    /// How many keystrokes there are; nil if the program cannot do the job.
    static func count(_ keys: String) -> Int? { keys == "-" ? nil : Self.keys(keys).count }

    /// The keys, one by one: `<C-c>`, or a character.
    static func keys(_ text: String) -> [String] {
      var (keys, rest) = ([String](), text[...])
      while let first = rest.first {
        let end = first == "<" ? rest.firstIndex(of: ">") ?? rest.startIndex : rest.startIndex
        keys.append(String(rest[...end]))
        rest = rest[rest.index(after: end)...]
      }
      return keys
    }
  }

  // swift-format-ignore
  static let jobs: [Job] = [
    // Adding and changing.
    Job(name: "add an item below", keys: "atea<Enter><Escape>", taskwarrior: "task add tea<Enter>", todo: "t add tea<Enter>",
      hnb: "tea<Enter>", org: "<M-RET>tea", workflowy: "<Enter>tea", has: ["☐ tea"]),
    Job(name: "add a task from a shell", keys: "pleat add tea<Enter>", taskwarrior: "task add tea<Enter>",
      todo: "t add tea<Enter>", hnb: "-", org: "-", workflowy: "-", has: ["☐ tea"]),
    Job(name: "add words to a text", keys: "e for two<Enter>", taskwarrior: "task 3 append for two<Enter>",
      todo: "t append 3 for two<Enter>", hnb: "<Enter> for two<Enter>", org: "<C-e> for two", workflowy: "<End> for two",
      has: ["☐ milk for two"]),
    Job(name: "write a note", keys: "ntwo bottles<Enter>", taskwarrior: "task 3 annotate two bottles<Enter>", todo: "-",
      hnb: "<Right><Insert>two bottles<Enter>", org: "<C-e><RET>two bottles", workflowy: "<S-Enter>two bottles",
      shows: "two bottles"),
    Job(name: "make a plain row a task", keys: "x", taskwarrior: "-", todo: "-", hnb: "<C-t>", org: "<C-c><C-t>",
      workflowy: "-", has: ["☐ bread"], at: "bread"),
    Job(name: "delete an item", keys: "d", taskwarrior: "task 3 delete<Enter>y<Enter>", todo: "t del 3<Enter>y<Enter>",
      hnb: "<Delete>", org: "<C-c><C-x><C-w>", workflowy: "<C-S-BS>", lacks: "milk"),
    Job(name: "delete an item, and take that back", keys: "du", taskwarrior: "task 3 delete<Enter>y<Enter>task undo<Enter>y<Enter>",
      todo: "-", hnb: "<C-x><C-z>", org: "<C-c><C-x><C-w><C-/>", workflowy: "<C-S-BS><C-z>", has: ["☐ milk"]),
    // Ticking, and days.
    Job(name: "tick a task", keys: "x", taskwarrior: "task 3 done<Enter>", todo: "t do 3<Enter>", hnb: "<C-d>",
      org: "<S-Right>", workflowy: "<C-Enter>", has: ["☑ milk"]),
    Job(name: "tick a task that repeats, so that it comes again", keys: "x", taskwarrior: "task 3 done<Enter>", todo: "-",
      hnb: "-", org: "<S-Right>", workflowy: "-", has: ["☐ water · tomorrow, daily"], at: "water"),
    Job(name: "tick three tasks, one below the other", keys: "<S-Down><S-Down>x", taskwarrior: "task 2-4 done<Enter>",
      todo: "t do 2 3 4<Enter>", hnb: "<C-d><Down><C-d><Down><C-d>", org: "<S-Right><C-n><S-Right><C-n><S-Right>",
      workflowy: "<S-Down><S-Down><C-Enter>", has: ["☑ milk", "☑ eggs", "☑ salt"]),
    Job(name: "find a task by a word, and tick it", keys: "/sal<Enter>x", taskwarrior: "task sal done<Enter>",
      todo: "t ls sal<Enter>t do 5<Enter>", hnb: "<C-f>sal<Enter><Space><C-d>", org: "<C-s>sal<S-Right>",
      workflowy: "<Escape>sal<Enter><C-Enter>", has: ["☑ salt"]),
    Job(name: "set a day", keys: "wfri<Enter>", taskwarrior: "task 3 mod due:fri<Enter>",
      todo: "t append 3 due:2026-11-27<Enter>", hnb: "-", org: "<C-c><C-d>fri<RET>", workflowy: "<End> !!fri<Enter>",
      has: ["☐ milk · Fri 27 Nov"]),
    Job(name: "set a day and a time", keys: "wfri 14:00<Enter>", taskwarrior: "task 3 mod due:friT14:00<Enter>",
      todo: "-", hnb: "-", org: "<C-c><C-d>fri 14:00<RET>", workflowy: "<End> !!fri 14:00<Enter>",
      has: ["☐ milk · Fri 27 Nov 14:00"]),
    Job(name: "let it repeat", keys: "wfri weekly<Enter>", taskwarrior: "task 3 mod due:fri recur:weekly<Enter>", todo: "-",
      hnb: "-", org: "<C-c><C-d>fri<RET><C-n><C-e><Left> +1w", workflowy: "-", has: ["☐ milk · Fri 27 Nov, weekly"]),
    Job(name: "take a day away", keys: "w<BS><Enter>", taskwarrior: "task 3 mod due:<Enter>", todo: "-", hnb: "-",
      org: "<C-u><C-c><C-d>", workflowy: "<End><C-BS><C-BS>", has: ["☐ rent #home"], at: "rent"),
    Job(name: "see what is late or due within a week", keys: "D", taskwarrior: "task due.before:7d list<Enter>", todo: "-",
      hnb: "-", org: "<C-c>aa", workflowy: "-", shows: "rent", hides: "bread"),
    Job(name: "see what is late or due today, in a shell", keys: "pleat due<Enter>",
      taskwarrior: "task due.before:tomorrow list<Enter>", todo: "-", hnb: "-", org: "-", workflowy: "-", shows: "rent",
      hides: "bread"),
    // Finding.
    Job(name: "see everything that has a word", keys: "/mil", taskwarrior: "task mil<Enter>", todo: "t ls mil<Enter>",
      hnb: "-", org: "<C-c>/rmil<RET>", workflowy: "<Escape>mil", shows: "1 hit", hides: "bread"),
    Job(name: "see everything with a tag", keys: "/#home", taskwarrior: "task +home<Enter>", todo: "t ls @home<Enter>",
      hnb: "-", org: "<C-c>\\home<RET>", workflowy: "<Escape>#home", shows: "rent", hides: "bread"),
    Job(name: "hide what is done", keys: "H", taskwarrior: "task<Enter>", todo: "t ls<Enter>", hnb: "-", org: "<C-c>/t",
      workflowy: "<C-o>", hides: "oats"),
    Job(name: "put an item out of the way, into the archive", keys: "X", taskwarrior: "-", todo: "t archive<Enter>", hnb: "-",
      org: "<C-c>$", workflowy: "-", shows: "archived \"milk\""),
    Job(name: "see how an item came to be as it is", keys: "I", taskwarrior: "task 3 info<Enter>", todo: "-", hnb: "-",
      org: "-", workflowy: "-", shows: "history:"),
    Job(name: "go to another list by its name", keys: "tread<Enter>", taskwarrior: "-", todo: "-", hnb: "<Left>read",
      org: "<C-s>read<RET>", workflowy: "<Escape>read<Enter>", shows: ">Reading"),
    // The outline.
    Job(name: "collapse a list", keys: "<Space>", taskwarrior: "-", todo: "-", hnb: "<->", org: "<TAB>", workflowy: "<C-Space>",
      shows: "▸ Groceries", hides: "milk", at: "Groceries"),
    Job(name: "collapse everything", keys: "z", taskwarrior: "-", todo: "-", hnb: "-", org: "<S-TAB>", workflowy: "-",
      shows: "▸ Home", hides: "milk"),
    Job(name: "see one list alone, and then all again", keys: "f<BS>", taskwarrior: "-", todo: "-", hnb: "-",
      org: "<C-x>ns<C-x>nw", workflowy: "<C-Right><C-Left>", shows: "Home", at: "Groceries"),
    Job(name: "move an item down", keys: "J", taskwarrior: "-", todo: "-", hnb: "<S-NPage>", org: "<M-Down>",
      workflowy: "<C-S-Down>", shows: "moved \"milk\" down"),
    Job(name: "put an item below the one before it", keys: "<Tab>", taskwarrior: "-", todo: "-", hnb: "<S-Right>",
      org: "<M-Right>", workflowy: "<Tab>", shows: "indented \"milk\""),
    Job(name: "move an item to another list by its name", keys: "mread<Enter>", taskwarrior: "task 3 mod pro:read<Enter>",
      todo: "-", hnb: "-", org: "<C-c><C-w>read<RET>", workflowy: "<End>/move<Enter>read<Enter>",
      shows: "moved \"milk\" (@r4) to Reading"),
    Job(name: "sort a list by day", keys: "s<Down><Enter>", taskwarrior: "task list<Enter>", todo: "-", hnb: "-",
      org: "<C-c>^d", workflowy: "-", shows: "sorted Home", at: "rent"),
  ]

  private static let special: [String: Key] = [
    "<Enter>": .enter, "<Escape>": .escape, "<Tab>": .tab, "<BS>": .backspace, "<Down>": .down,
    "<Space>": .character(" "),
    "<S-Down>": .shiftDown,
  ]

  private func sample() throws -> Session {
    let session = try Session()
    try session.prepare(
      """
      add --section Groceries
      add '[ ] oats' bread '[ ] milk' '[ ] eggs' '[ ] salt' --done no --in Groceries
      edit bread --done none
      done oats
      add --section Home
      add 'rent #home' --due mon --in Home
      add water --due today --repeat daily --in Home
      add --section Reading
      """)
    return session
  }

  private func screen(_ session: Session, at item: String) throws -> Screen {
    let day = try #require(Day(session.today))
    let screen = try Screen(
      session.path, as: "ana", opening: { try Outline(session.path) }, size: ScreenSize(columns: 80, rows: 24),
      texts: .commandLine(today: { day }), signs: Signs(isUTF8: true),
      commandLine: ScreenCommandLine(
        run: { line in session.run(line.split(separator: " ").map(String.init)).text }, completions: { _ in [] }),
      today: { day })
    for _ in 0..<40 where screen.current?.text.hasPrefix(item) != true { screen.take(.down) }
    #expect(screen.current?.text.hasPrefix(item) == true, "\(item)")
    return screen
  }

  private func shown(by screen: Screen) -> String {
    screen.settle()
    return screen.paint().rows.map { row in
      let text = row.map(\.text).joined().trimmingCharacters(in: [" "])
      return (row.contains { $0.style.contains(.reversed) } ? ">" : "") + text
    }.joined(separator: "\n")
  }

  @Test(arguments: jobs)
  func `every job is done by its keys`(job: Job) throws {
    let session = try sample()
    let keys = Job.keys(job.keys)
    let shown: String
    if job.keys.hasPrefix("pleat ") {
      #expect(keys.last == "<Enter>")
      let answer = session.run(keys.dropLast().joined().split(separator: " ").dropFirst().map(String.init))
      #expect(answer.status == 0)
      shown = answer.text
    } else {
      let screen = try screen(session, at: job.at)
      for key in keys { screen.take(try #require(Self.special[key] ?? key.first.map { .character($0) })) }
      shown = self.shown(by: screen)
    }
    let lines = session.run("list", "--all").lines.map { line in
      line.drop { !$0.isNumber }.drop { $0 != " " }.dropFirst()
    }
    for line in job.has { #expect(lines.contains { $0 == line }, "\(line): \(lines)\n\(shown)") }
    if let lacks = job.lacks { #expect(!lines.contains { $0.contains(lacks) }) }
    if let part = job.shows { #expect(shown.contains(part), "\(shown)") }
    if let part = job.hides { #expect(!shown.contains(part), "\(shown)") }
  }

  @Test func `at least 24 of 30 jobs take the fewest keys, or as few as elsewhere`() {
    #expect(Self.jobs.count == 30 && Set(Self.jobs.map(\.name)).count == 30)
    let fewest = Self.jobs.filter(\.isFewest)
    #expect(fewest.count == 24, "\(fewest.map(\.name))")
    // Programs in which one always types need no key to begin a text, and none to end it.
    let more = Self.jobs.filter { !$0.isFewest }.map(\.name)
    #expect(
      more == [
        "add an item below", "add a task from a shell", "add words to a text", "write a note",
        "find a task by a word, and tick it", "go to another list by its name",
      ])
  }
}
