/// What a command uses, which decides where it can be carried out, and how its input and output get there.
package struct Needs {
  /// How a command uses standard input; if it does not, the input is left to the commands that follow.
  package enum Input {
    case nothing
    /// Only for the answer to a question at a terminal.
    case answer
    case text
    /// A text that is needed as a whole, because a truncated one would make a different edit.
    case wholeText
  }

  /// What a command waits for after its output.
  package enum Dialog {
    /// Keys on the screen, which makes its edits one by one.
    case screen
    /// An editor, a shell, or a program that talks to it.
    case program
  }

  /// A file on the caller's machine, which is transferred if the outline is on another one.
  package enum Document {
    case read(path: String)
    /// Several files or a folder, which are not transferred.
    case readHere(path: String)
    /// A file that the command writes; then it reports the counts and whether the format could hold everything.
    case written(path: String, mayReplace: Bool, tell: (ExportCounts, _ isWhole: Bool, Context) -> Void)

    package var path: String {
      switch self {
      case .read(let path), .readHere(let path), .written(let path, _, _): path
      }
    }
  }

  /// An outline, on this machine or another.
  package let outline: Bool
  /// To edit the outline, unless it is a trial.
  package let edits: Bool
  package let input: Input
  package let dialog: Dialog?
  /// The pager, which runs on the caller's machine.
  package let pager: Bool
  /// To print changes of the outline until it is interrupted.
  package let follows: Bool
  package let document: Document?
  /// Why an ssh key may not do this although it may use the verb, as the end of a sentence; nil if it may.
  package let ownersReason: String?

  package init(
    outline: Bool = true, edits: Bool = false, input: Input = .nothing, dialog: Dialog? = nil, pager: Bool = false,
    follows: Bool = false, document: Document? = nil, ownersReason: String? = nil
  ) {
    self.outline = outline
    self.edits = edits
    self.input = input
    self.dialog = dialog
    self.pager = pager
    self.follows = follows
    self.document = document
    self.ownersReason = ownersReason
  }

  /// Neither an outline nor anything else.
  package static var nothing: Needs { Needs(outline: false) }
}
