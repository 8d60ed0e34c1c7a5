/// A command that shows what a verb does.
///
/// A test runs every one of them.
struct VerbExample: Sendable {
  /// What it does, as a sentence without its full stop.
  let remark: String
  /// The command as it is typed in a shell.
  let command: String

  init(_ remark: String, _ command: String) {
    self.remark = remark
    self.command = command
  }

  /// The examples of a verb.
  static func of(_ verb: String) -> [VerbExample] {
    seeing[verb] ?? changing[verb] ?? folding[verb] ?? caring[verb] ?? []
  }

  /// The lines that help shows for some examples.
  static func lines(_ examples: [VerbExample]) -> [String] { examples.flatMap { ["# \($0.remark)", $0.command] } }

  private static let seeing: [String: [VerbExample]] = [
    "list": [
      .init("What you see: collapsed sections show how much they hide", "pleat"),
      .init("Everything in one section, collapsed or not, with ids", "pleat list Groceries --all --ids"),
      .init("The headers of the two upper levels", "pleat list --sections --depth 2"),
      .init("The open tasks of the whole outline", "pleat list --all --open"),
    ],
    "find": [
      .init("Everything with the word, in collapsed sections too", "pleat find milk"),
      .init("What has both words, in one section and all below it", "pleat find oat milk --in Groceries"),
      .init("Texts that begin with a call, and that are not done", "pleat find '^call' --regex --open"),
      .init("Expand what hides the hits", "pleat find milk --reveal"),
    ],
    "open": [
      .init("The outline on the whole screen; q leaves it", "pleat open"),
      .init("The same in a terminal without UTF-8", "pleat open --ascii"),
    ],
    "watch": [
      .init("The list, then a line for every edit of anybody", "pleat watch"),
      .init("The same for a program: one JSON object on each line", "pleat watch --json"),
      .init("Line numbers in place of sections and rows", "pleat watch --layout flat"),
    ],
    "status": [
      .init("Which file and which user pleat uses", "pleat status"),
      .init("The path of the file alone, for a script with jq", "pleat status --json | jq -r .file"),
    ],
  ]

  private static let folding: [String: [VerbExample]] = [
    "collapse": [
      .init("Show only the header of a section", "pleat collapse Groceries"),
      .init("A section and all sections below it", "pleat collapse -r Groceries"),
      .init("Every section of the outline", "pleat collapse --all"),
    ],
    "expand": [
      .init("Show what is in a section", "pleat expand Groceries"),
      .init("A section and all sections below it", "pleat expand -r Groceries"),
      .init("Every section of the outline", "pleat expand --all"),
    ],
    "toggle": [
      .init("Collapse it if it is expanded, and expand it if it is collapsed", "pleat toggle Groceries"),
      .init("Several sections, by their numbers", "pleat toggle 1 2"),
    ],
    "accordion": [
      .init("From now on, opening a section closes those beside it", "pleat accordion on"),
      .init("Any number of sections may be open again", "pleat accordion off"),
    ],
    "folds": [
      .init("Every section, with the sign for collapsed or expanded", "pleat folds"),
      .init(
        "The paths of the collapsed sections, with jq", "pleat folds --json | jq -r '.[] | select(.collapsed).path'"),
    ],
    "reset": [
      .init("Forget which sections you collapsed", "pleat reset"),
      .init("Let every section start collapsed from now on", "pleat reset --collapsed"),
    ],
  ]

  private static let caring: [String: [VerbExample]] = [
    "undo": [
      .init("Take the last edit back", "pleat undo"),
      .init("Take the last two edits back, both or none", "pleat undo 2"),
      .init("Say what would be taken back", "pleat undo -n"),
      .init("Your own last edit, though somebody else has edited since", "pleat undo --mine"),
      .init("One entry of the log", "pleat undo --entry 4"),
    ],
    "redo": [
      .init("Bring back what was undone last", "pleat redo"),
      .init("Say what would come back", "pleat redo -n"),
    ],
    "log": [
      .init("The edits, the newest first", "pleat log"),
      .init("The last three, with what each of them did", "pleat log --limit 3 -v"),
      .init("When you collapsed and expanded what", "pleat log --folds"),
    ],
    "import": [
      .init("A Markdown file: headings become sections, items become rows", "pleat import list.md"),
      .init(
        "From standard input, below a section",
        "printf '%s\\n' '# Trip' '- socks' | pleat import - --format md --in Home"),
      .init("The same file again, after it has changed", "pleat import list.md --merge"),
      .init("Say what a merge would delete, and change nothing", "pleat import list.md --merge --delete -n"),
    ],
    "export": [
      .init("The whole outline as Markdown", "pleat export outline.md"),
      .init("One section, to standard output", "pleat export - Groceries --format markdown"),
      .init("Everything with ids and everybody's folds, in place of an earlier file", "pleat export all.json --force"),
      .init("What you see, as a page for a browser", "pleat export page.html --visible"),
    ],
    "merge-file": [
      .init("What both sides have changed, into mine.json", "pleat merge-file base.json mine.json theirs.json"),
      .init("Say what could not be merged, and write nothing", "pleat merge-file base.json mine.json theirs.json -n"),
      .init("Into another file", "pleat merge-file base.json mine.json theirs.json --print >merged.json"),
    ],
    "sync": [
      .init("The first time, in a folder that git clone or git init has made", "git init -q notes && pleat sync notes"),
      .init("Say what would come and go", "git init -q notes && pleat sync notes -n"),
    ],
    "example": [
      .init("Say what would be made", "pleat example -f play.db -n"),
      .init("A small outline to play with, in a file of its own", "pleat example -f play.db"),
    ],
    "config": [
      .init("What holds, and what says so", "pleat config"),
      .init("The same for a program", "pleat config --json"),
    ],
    "completions": [
      .init("In this bash alone", "source <(pleat completions bash)"),
      .init("For zsh, in a folder of $fpath", "pleat completions zsh > _pleat"),
      .init("For fish, in ~/.config/fish/completions", "pleat completions fish > pleat.fish"),
    ],
    "check": [
      .init("Say whether anything is wrong with the file", "pleat check"),
      .init("The same in a script: silent if all is well", "pleat check -q && echo fine"),
      .init("Write a repaired copy beside the file, if it needs one", "pleat check --repair"),
    ],
    "backup": [
      .init("Copy the outline to a file, while others may edit it", "pleat backup outline-copy.db"),
      .init("Every day: keep the last seven copies", "pleat backup daily.db --keep 7"),
      .init("Say whether it can be made, and write nothing", "pleat backup outline-copy.db -n"),
    ],
    "sql": [
      .init("A question to the file", "pleat sql \"SELECT title FROM section ORDER BY ord\""),
      .init(
        "Everything that you see, in JSON",
        "pleat sql --json \"SELECT line, kind, text FROM visible_line WHERE user = 'ana' ORDER BY line\""),
      .init("A change; it can be undone", "pleat sql --write \"UPDATE row SET done = 1 WHERE text = 'milk'\""),
      .init("The tables and views", "pleat sql .schema"),
    ],
    "users": [
      .init("Who has collapsed something here", "pleat users"),
      .init("A new name, with all flags", "pleat users --rename bob robert"),
      .init("Forget what a user collapsed", "pleat users --delete bob"),
    ],
    "serve": [
      .init(
        "One line of authorized_keys: Ana's key, with folds of her own",
        "echo 'restrict,pty,command=\"pleat serve --file home.db --user ana\" ssh-ed25519 AAAA...' >>authorized_keys"),
      .init(
        "What the holder of the key can then do",
        "SSH_ORIGINAL_COMMAND='pleat list' pleat serve -f \"$PLEAT_FILE\" -u ana"),
      .init(
        "A key to look, and not to edit",
        "echo 'restrict,command=\"pleat serve --file home.db --user bob --read-only\" ssh-ed25519 AAAA...' >>authorized_keys"
      ),
    ],
    "settings": [
      .init("All settings of the file", "pleat settings"),
      .init("Where rows go that are added without a place", "pleat settings inbox Groceries"),
      .init("Make a backup beside the file on every day with an edit", "pleat settings backup-every 1d"),
    ],
    "help": [
      .init("All verbs and topics", "pleat help"),
      .init("One verb", "pleat help add"),
      .init("How to name sections and rows", "pleat help addresses"),
      .init("The manual page of a verb", "pleat help --man add >pleat-add.1"),
    ],
  ]
}
