/// The environment and the files that pleat uses, in the words of help.
enum Surroundings {
  static let file = HelpPage.Term(
    "PLEAT_FILE",
    "The file with the outline, or its address on another machine, if -f does not name one; else the configuration may name it."
  )
  static let user = HelpPage.Term(
    "PLEAT_USER", "The user, if -u does not name one; else the one of the configuration, or your login name.")
  static let color = HelpPage.Term(
    "NO_COLOR, TERM", "If NO_COLOR is set, or TERM is dumb, there are no colours, unless --color always asks for them.")
  static let pager = HelpPage.Term(
    "PLEAT_PAGER, PAGER", "The program that shows lists which are longer than the terminal; else it is less -FRX.")
  private static let editor = HelpPage.Term(
    "VISUAL, EDITOR", "The editor; the first that is set counts, else the one of the configuration, else vi.")

  /// What single verbs look up beside the file and the user.
  static let environment: [String: [HelpPage.Term]] = [
    "edit": [editor],
    "open": [editor, HelpPage.Term("XDG_STATE_HOME", "The folder in which the place of the cursor is kept.")],
    "log": [HelpPage.Term("TZ", "The time zone of the times.")],
    "sql": [HelpPage.Term("PATH", "Where the sqlite3 shell is looked for.")],
  ]

  static let configuration = HelpPage.Term(
    "~/.config/pleat/config.toml", "Your configuration. XDG_CONFIG_HOME takes the place of ~/.config.")

  static let outline = HelpPage.Term(
    "~/.local/share/pleat/outline.db",
    "The outline, if nothing names another file. XDG_DATA_HOME takes the place of ~/.local/share.")

  /// The variables of the verb that serves an outline.
  static let served = [
    HelpPage.Term("SSH_ORIGINAL_COMMAND", "The command that whoever logged in has given to ssh; sshd sets it."),
    HelpPage.Term("TERM, LANG, LC_ALL, LC_CTYPE, NO_COLOR", "What the terminal shows; other variables have no effect."),
  ]
  static let authorizedKeys = HelpPage.Term(
    "~/.ssh/authorized_keys", "The keys that may log in, one on each line, each with its command.")

  /// The files that single verbs use beside the outline.
  static let files: [String: [HelpPage.Term]] = [
    "open": [HelpPage.Term("~/.local/state/pleat/places", "Where the cursor was in each outline.")],
    "check": [
      HelpPage.Term("FILE.repaired", "The copy that --repair writes."),
      HelpPage.Term("FILE.broken-TIME", "The file as it was before --replace."),
    ],
    "backup": [HelpPage.Term("FILE.1, FILE.2", "Earlier backups, with --keep.")],
    "settings": [HelpPage.Term("FILE.backup", "The last backup that backup-every has made.")],
  ]
}
