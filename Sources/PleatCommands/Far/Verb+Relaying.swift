// What a verb needs of the caller's terminal when it is carried out on another machine.
extension Verb {
  /// Whether it shows a screen, an editor or a shell.
  func wantsTerminal(in context: Context) -> Bool {
    switch self {
    case is Open: true
    case let verb as EditVerb: verb.opensEditor
    case let verb as SQL: verb.query == nil
    default: false
    }
  }

  /// Whether it reads standard input, which otherwise belongs to the commands that follow.
  func readsInput(in context: Context) -> Bool {
    switch self {
    case let verb as Add: verb.texts == ["-"]
    case let verb as Apply: verb.source == "-"
    case let verb as Import: verb.source == "-"
    case let verb as SQL: verb.query == nil || verb.query == "-"
    case is Collapse, is Expand, is Toggle, is Accordion, is Reset: context.isTerminal && context.isInputTerminal
    case let verb as Find: verb.reveal && context.isTerminal && context.isInputTerminal
    default: false
    }
  }

  /// Whether its output goes through a pager, which runs on the caller's machine.
  var wantsPager: Bool {
    switch self {
    case let verb as List: !verb.noPager
    case let verb as Find: !verb.noPager
    case let verb as Folds: !verb.noPager
    case let verb as Log: !verb.noPager
    case let verb as Users: !verb.noPager
    case let verb as Export: !verb.noPager && verb.format.format?.format != .json
    default: false
    }
  }

  /// The options of its edit; nil if it makes none.
  var editOptions: EditOptions? {
    switch self {
    case let verb as any EditingVerb: verb.editing
    case let verb as Apply: verb.editing
    case let verb as Import: verb.editing
    case let verb as Undo: verb.editing
    case let verb as Redo: verb.editing
    case let verb as Find where verb.reveal: verb.editing
    case let verb as Users where verb.rename || verb.delete: verb.editing
    case let verb as Settings where verb.value != nil: verb.editing
    case let verb as ExampleVerb: verb.editing
    default: nil
    }
  }
}
