import ArgumentParser

/// The groups in which help shows the verbs.
enum VerbGroup: String, CaseIterable {
  case see = "See"
  case change = "Change"
  case fold = "Fold"
  case history = "History"
  case exchange = "Exchange"
  case care = "Care"

  /// The verbs of the group, in the order in which help shows them.
  var verbs: [any ParsableCommand.Type] {
    switch self {
    case .see: [List.self, Find.self, Open.self, Watch.self, StatusVerb.self]
    case .change:
      [
        Add.self, EditVerb.self, Done.self, Undone.self, Move.self, Promote.self, Demote.self, Sort.self, Delete.self,
        Apply.self,
      ]
    case .fold: [Collapse.self, Expand.self, Toggle.self, Accordion.self, Folds.self, Reset.self]
    case .history: [Undo.self, Redo.self, Log.self]
    case .exchange: [Import.self, Export.self, Sync.self, MergeFile.self, Serve.self, ExampleVerb.self]
    case .care:
      [
        Check.self, BackupVerb.self, SQL.self, Users.self, Settings.self, ConfigVerb.self, Completions.self,
        HelpVerb.self,
      ]
    }
  }

  /// All verbs, group after group.
  static var allVerbs: [any ParsableCommand.Type] { allCases.flatMap(\.verbs) }
}
