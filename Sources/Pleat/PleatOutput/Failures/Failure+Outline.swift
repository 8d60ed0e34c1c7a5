import OutlineCore
import OutlineFormats
import PleatArguments
import PleatSystem

extension Failure {
  /// Creates the failure for an edit or a query that breaks a rule.
  ///
  /// One switch covers all errors: a new error does not compile until it has an exit code here, and a next step if there
  /// is one.
  package init(outline error: OutlineError) {
    let (kind, hint) = Self.wayOn(from: error)
    self.init(kind, error.sentence { Age.text(of: $0, at: Platform.now) }, hint: hint)
    switch error {
    case .ambiguous(let address, let found):
      candidates = found
      meanings = found.map { Correction(of: "\(address)", to: "\($0.id)") }
    case .noNumber(let number, _, _, let suggestions): correct("\(number)", to: suggestions)
    case .notFound(let address, _, let suggestions): correct("\(address)", to: suggestions)
    case .noTag(let tag, let suggestions): correct("\(tag)", to: suggestions)
    case .noUser(let name, let suggestions): correct(name, to: suggestions)
    case .otherText(let id, let text, let wanted): texts = Texts(id: id, theirs: text, yours: wanted)
    case .otherValue(let id, _, let value, let wanted): texts = Texts(id: id, theirs: value, yours: wanted)
    default: break
    }
  }

  private mutating func correct(_ words: String, to suggestions: [String]) {
    corrections = suggestions.map { Correction(of: words, to: $0) }
  }

  private static func wayOn(from error: OutlineError) -> (Kind, hint: String?) {
    switch error {
    case .badAddress(let error): (.usage, hint(for: error))
    case .notFound(_, let wanted, let suggestions): (.notFound, suggestions.isEmpty ? listing(wanted) : nil)
    case .noNumber(let number, let parent, let count, _): (.notFound, numbers(like: number, in: parent, count))
    case .outOfRange(_, let noun, 0): (range(of: noun), "There are no \(noun)s yet.")
    case .outOfRange(_, let noun, 1): (range(of: noun), "There is only \(noun) 1.")
    case .outOfRange(_, let noun, let last): (range(of: noun), "Give a number from 1 to \(last).")
    case .ambiguous: (.ambiguous, "Use the id of the one you mean.")
    case .needsSection: (.usage, "Name a section.")
    case .needsRow: (.usage, "Place a row --in a section, or --before or --after another row.")
    case .badRange(let address):
      (.usage, "Name two rows or sections of one section, as in 1:2-5 or @r3-@r9; for a title, write =\(address).")
    case .needsOne(let address): (.usage, "Name one of them; for a title, write =\(address).")
    case .severalParents:
      (.usage, "Name items of one section, or give a placement with --in, --before or --after.")
    case .atTop(.section, _): (.refused, "Only items inside a section can move one level up.")
    case .atTop(.row(let id), _):
      (.refused, "To make it a section: pleat promote \(id). To move it elsewhere: pleat move \(id) --in SECTION")
    case .isArchive: (.refused, "Archive other items, or delete the items in it with 'pleat delete'.")
    case .notArchived:
      (.refused, "Unarchive that section, or give a placement: 'pleat move' with --in, --before or --after.")
    case .placeGone:
      (.refused, "Give a placement with --in, --before or --after, or unarchive that section first.")
    case .nothingBefore: (.refused, "Give a placement: 'pleat move' with --in, --before or --after.")
    case .rowAfterSection:
      (.refused, "Place it --in a section, at the end of its rows, or make it a section: pleat promote ROW")
    case .sectionAmongRows:
      (
        .refused,
        "Place it beside or in a section, make it a row with 'pleat demote', or that row a section with 'pleat promote'."
      )
    case .needsHolder:
      (.refused, "Name the section that the row is to be in: pleat demote SECTION --in OTHER")
    case .noSection: (.refused, "Add a section first: pleat add --section TITLE")
    case .notEmpty:
      (.refused, "-r deletes it with everything in it; -r --keep-rows SECTION moves its rows to that section first.")
    case .nothingBelow: (.refused, "Name a section, or a row with others below it.")
    case .notCollapsible(let title):
      (
        .refused,
        "Make it collapsible first: pleat edit \(ShellWords.quoted(Address.words(forPath: [title]))) --collapsible yes"
      )
    case .insideItself: (.refused, "Choose another placement.")
    case .tooDeep:
      (.refused, "Choose a placement at a higher level; the deepest level is \(OutlineLimits.levels.upperBound).")
    case .tooLong(_, let limit): (.badData, "Shorten it; the limit is \(limit) bytes.")
    case .containsNUL: (.badData, "Remove it; pleat cannot store it.")
    case .emptyName(let what): (.usage, "Give a \(what) that is not empty.")
    case .onlySpaces(let what): (.usage, "Give a \(what) with something to read in it.")
    case .notForRows: (.usage, "Name a section instead.")
    case .badAttributes: (.usage, "Set attributes with --set KEY=VALUE.")
    case .noTag(_, let suggestions): (.notFound, suggestions.isEmpty ? "'pleat tags' lists the tags." : nil)
    case .badSetting(let setting, _):
      (
        .usage,
        setting.range.map { "Choose a number from \($0.lowerBound) to \($0.upperBound)." }
          ?? [.backupEvery: "Give a number and a unit, as in 12h, 1d or 2w, or off.", .newRows: "Give task or plain."][
            setting] ?? "Give a title."
      )
    case .deletesMost:
      (
        .refused,
        "Nothing was changed. --force -n lists what would be deleted, and --force deletes it."
      )
    case .outdated:
      (.changed, "Nothing was changed; 'pleat log' shows who changed what. Read it again, and repeat the edit.")
    case .otherText(let id, _, _), .otherValue(let id, _, _, _), .otherDay(let id, _, _, nil),
      .otherDay(let id, _, nil, _):
      (.changed, "Nothing was changed. 'pleat show \(id)' shows who changed it.")
    case .otherDay(let id, _, let due?, _?):
      (.changed, "Nothing was changed. To mark it as done again: pleat done \(id) --was \(due.day)")
    case .noUser(_, let suggestions): (.notFound, suggestions.isEmpty ? "'pleat users' lists the users." : nil)
    case .nameTaken: (.refused, "Delete one of them first: pleat users --delete NAME")
    case .conflict(_, _, let later?):
      (
        .changed,
        "\(OutlineError.quoted(command: later.sentence)) (entry \(later.id)\(later.user.map { ", \($0)" } ?? "")) came after it. Nothing was changed."
      )
    case .conflict(_, _, nil): (.changed, "Nothing was changed; 'pleat log' lists the edits.")
    case .historyEnds:
      (
        .notFound,
        "Nothing was changed; 'pleat log' lists the edits, and 'pleat log --folds' those of your folds."
      )
    case .historyCut: (.notFound, "'pleat settings' shows how long the history is kept.")
    case .othersEdit(_, .undo):
      (.refused, "Nothing was changed. --any undoes it all the same; --mine undoes your own last edit.")
    case .othersEdit(_, .redo):
      (.refused, "Nothing was changed. --any redoes it all the same; --mine redoes your own last undo.")
    case .undoneTogether(_, let group):
      (.refused, "Nothing was changed. They come back together: pleat redo --entry \(group.id)")
    case .partlyUndone:
      (.refused, "Nothing was changed. Undo the others one by one, by their numbers, or with --by NAME.")
    case .notUndoable: (.refused, "Nothing was changed; 'pleat settings NAME VALUE' sets it again.")
    case .idempotencyKeyInUse: (.refused, "Nothing was changed. Choose a new number for a new edit.")
    case .noEntry:
      (
        .notFound,
        "'pleat log' lists what the history still has; the number of a step by hand begins with h, as in h57."
      )
    }
  }

  private static func hint(for error: AddressError) -> String {
    switch error {
    case .emptyPart(""): "Name a section or a row, for example by its title."
    case .emptyPart: "Write \\/ for a slash inside a title."
    case .badID(let words): "An id looks like @s4 for a section or @r17 for a row; for a title, write =\(words)."
    }
  }

  private static func range(of noun: String) -> Kind { noun == "position" ? .usage : .notFound }

  private static func listing(_ wanted: ItemKind?) -> String {
    wanted == .section
      ? "'pleat list --sections --all' lists all sections." : "'pleat list --all --ids' lists all sections and rows."
  }

  private static func numbers(like number: ItemNumber, in parent: ItemNumber, _ count: Int) -> String {
    let noun = number.row != nil && parent.sections == number.sections ? "row" : "section"
    let has = count == 0 ? "has no \(noun)s" : count == 1 ? "has 1 \(noun)" : "has \(noun)s 1 to \(count)"
    return "\(parent.sections.isEmpty ? "The outline" : "Section \(parent)") \(has)."
  }

  /// Creates the failure for a document that cannot be imported.
  ///
  /// - Parameters:
  ///   - source: The name of the document.
  ///   - consequence: The consequence for the outline, as a sentence.
  package init(input error: ImportError, in source: String, consequence: String = "Nothing was imported.") {
    let hint = [error.hint.map { $0.hasSuffix(".") ? $0 : "\($0)." }, consequence].compactMap(\.self).joined(
      separator: " ")
    self.init(error.isNewer ? .newer : .badData, error.sentence(about: source), hint: hint)
  }
}
