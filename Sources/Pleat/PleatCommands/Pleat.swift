import PleatOutput
import PleatTerminal

/// The command line of pleat.
package enum Pleat {
  /// All verbs, and the function that carries them out.
  package static let commands = CommandSet(all, standard: List.self, run: PleatMain.run)

  /// The verbs by name; see ``CommandSet/all``.
  private static let all: [(name: String, type: any Command.Type)] = [
    ("list", List.self), ("show", Show.self), ("find", Find.self), ("due", DueVerb.self), ("tags", Tags.self),
    ("open", Open.self),
    ("watch", Watch.self), ("status", StatusVerb.self),
    ("add", Add.self), ("edit", EditVerb.self), ("done", Done.self), ("undone", Undone.self), ("move", Move.self),
    ("copy", Copy.self),
    ("indent", Indent.self), ("outdent", Outdent.self), ("promote", Promote.self),
    ("demote", Demote.self), ("sort", Sort.self), ("delete", Delete.self),
    ("archive", Archive.self), ("unarchive", Unarchive.self),
    ("apply", Apply.self),
    ("collapse", Collapse.self), ("expand", Expand.self), ("toggle", Toggle.self), ("accordion", Accordion.self),
    ("folds", Folds.self), ("reset", Reset.self),
    ("undo", Undo.self), ("redo", Redo.self), ("log", Log.self),
    ("import", Import.self), ("export", Export.self), ("sync", Sync.self), ("merge-file", MergeFile.self),
    ("serve", Serve.self), ("web", Web.self), ("host", Host.self), ("mcp", MCP.self), ("example", ExampleVerb.self),
    ("check", Check.self), ("backup", BackupVerb.self), ("sql", SQL.self), ("users", Users.self),
    ("settings", Settings.self), ("config", ConfigVerb.self), ("completions", Completions.self),
    ("help", HelpVerb.self),
  ]
}
