import PleatArguments

/// The environment variables and files that pleat uses, as help describes them.
package enum Surroundings {
  package static let file = HelpPage.Term(
    "PLEAT_FILE",
    "The file with the outline, or its address on another machine. -f overrides it; without both, the configuration counts."
  )
  package static let user = HelpPage.Term(
    "PLEAT_USER", "The user. -u overrides it; without both, the configuration counts, then your login name.")
  package static let color = HelpPage.Term(
    "NO_COLOR, TERM", "If NO_COLOR is set, or TERM is dumb, there are no colours, unless --color always asks for them.")
  package static let pager = HelpPage.Term(
    "PLEAT_PAGER, PAGER", "The program that shows lists longer than the terminal; the default is less -FRX.")
  package static let editor = HelpPage.Term(
    "VISUAL, EDITOR",
    "The editor; the first that is set counts, then the configuration, then editor, vi or nano on the PATH.")

  package static let configuration = HelpPage.Term(
    "~/.config/pleat/config.toml", "Your configuration. XDG_CONFIG_HOME replaces ~/.config.")

  package static let outline = HelpPage.Term(
    "~/.local/share/pleat/outline.db",
    "The outline, if nothing names another file. XDG_DATA_HOME replaces ~/.local/share.")
}
