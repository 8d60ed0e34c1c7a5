import OutlineCore
import OutlineFormats
import PleatArguments
import PleatSystem

extension Failure {
  /// Creates the failure for an edit or a query that breaks a rule.
  ///
  /// One switch covers all errors: a new error does not compile until it has a message and an exit code here.
  package init(outline error: OutlineError) {
    switch error {
    case .badAddress(let error): self.init(address: error)
    case .notFound(let address, let wanted, let suggestions): self.init(notFound: address, wanted, suggestions)
    case .noNumber(let number, let parent, let count, let suggestions):
      self.init(noNumber: number, in: parent, count: count, suggestions)
    case .outOfRange(let number, let noun, let last):
      let hint =
        switch last {
        case 0: "There are no \(noun)s yet."
        case 1: "There is only \(noun) 1."
        default: "Give a number from 1 to \(last)."
        }
      self.init(noun == "position" ? .usage : .notFound, "There is no \(noun) \(number).", hint: hint)
    case .ambiguous(let address, let candidates):
      self.init(
        .ambiguous, "'\(address)' matches \(candidates.count) sections or rows:",
        hint: "Use the id of the one you mean.",
        candidates: candidates)
    case .needsSection(let address):
      self.init(
        .usage, "'\(address)' is a row, but a section is needed.", hint: "Name a section.")
    case .needsRow(let address):
      self.init(
        .usage, "'\(address)' is a section, but a row is needed.",
        hint: "Place a row --in a section, or --before or --after another row.")
    case .badRange(let address):
      self.init(
        .usage, "'\(address)' is not a range: its ends are not in the same section.",
        hint: "Name two rows or sections of one section, as in 1:2-5 or @r3-@r9; for a title, write =\(address).")
    case .needsOne(let address):
      self.init(
        .usage, "'\(address)' is a range, but one section or row is needed.",
        hint: "Name one of them; for a title, write =\(address).")
    case .severalParents:
      self.init(
        .usage, "The rows or sections to reorder are not all in one section.",
        hint: "Name items of one section, or give a placement with --in, --before or --after.")
    case .atTop(.section, let title):
      self.init(
        .refused, "'\(title)' is already an outermost section.",
        hint: "Only items inside a section can move one level up.")
    case .atTop(.row(let id), let name):
      self.init(
        .refused, "'\(name)' is directly in its section, so it cannot move one level out.",
        hint: "To make it a section: pleat promote \(id). To move it elsewhere: pleat move \(id) --in SECTION")
    case .isArchive(let title):
      self.init(
        .refused, "'\(title)' is the archive, which cannot be archived.",
        hint: "Archive other items, or delete the items in it with 'pleat delete'.")
    case .notArchived(let name):
      self.init(
        .refused, "'\(name)' was not archived, or only as part of its section.",
        hint: "Unarchive that section, or give a placement: 'pleat move' with --in, --before or --after.")
    case .placeGone(let name, let path):
      self.init(
        .refused, "'\(name)' was in '\(path)', which does not exist any more or is archived too.",
        hint: "Give a placement with --in, --before or --after, or unarchive that section first.")
    case .nothingBefore(let id, let name):
      let kind = if case .row = id { "row" } else { "section" }
      self.init(
        .refused, "'\(name)' cannot be indented: there is no \(kind) before it on its level.",
        hint: "Give a placement: 'pleat move' with --in, --before or --after.")
    case .rowAfterSection(let title):
      self.init(
        .refused, "A row cannot be beside the section '\(title)': the rows of a section come before its subsections.",
        hint: "Place it --in a section, at the end of its rows, or make it a section: pleat promote ROW")
    case .sectionAmongRows(let address):
      self.init(
        .refused, "'\(address)' is a row, and a section cannot be beside rows or below one.",
        hint:
          "Place it beside or in a section, make it a row with 'pleat demote', or that row a section with 'pleat promote'."
      )
    case .needsHolder(let title):
      self.init(
        .refused, "'\(title)' is an outermost section, and a row has to be in one.",
        hint: "Name the section that the row is to be in: pleat demote SECTION --in OTHER")
    case .noSection:
      self.init(
        .refused, "There is no section for these rows.", hint: "Add a section first: pleat add --section TITLE")
    case .notEmpty(let title, let rows, let sections):
      self.init(
        .refused, "'\(title)' is not empty: it has \(Count.contents(sections: sections, rows: rows)).",
        hint: "-r deletes it with everything in it; -r --keep-rows SECTION moves its rows to that section first.")
    case .nothingBelow(let name):
      self.init(
        .refused, "'\(name)' has nothing below it that could be hidden.",
        hint: "Name a section, or a row with others below it.")
    case .notCollapsible(let title):
      self.init(
        .refused, "The section '\(title)' is not collapsible.",
        hint:
          "Make it collapsible first: pleat edit \(ShellWords.quoted(Address.words(forPath: [title]))) --collapsible yes"
      )
    case .insideItself(let title):
      self.init(
        .refused, "The placement is inside '\(title)', which is itself being moved or deleted.",
        hint: "Choose another placement.")
    case .tooDeep(let title, let level):
      self.init(
        .refused, "'\(title)' or something below it would be at level \(level).",
        hint: "Choose a placement at a higher level; the deepest level is \(OutlineLimits.levels.upperBound).")
    case .tooLong(let text, let limit):
      self.init(
        .badData, "'\(Escapes.short(text))' is \(text.utf8.count) bytes long.",
        hint: "Shorten it; the limit is \(limit) bytes.")
    case .containsNUL:
      self.init(.badData, "A text contains a NUL character.", hint: "Remove it; pleat cannot store it.")
    case .emptyName(let what): self.init(.usage, "The \(what) is empty.", hint: "Give a \(what) that is not empty.")
    case .onlySpaces(let what):
      self.init(.usage, "The \(what) has only spaces.", hint: "Give a \(what) with something to read in it.")
    case .notForRows(let what):
      self.init(.usage, "A row has no \(what).", hint: "Name a section instead.")
    case .noTag(let tag, let suggestions):
      self.init(
        .notFound, "Nothing has the tag \(tag).", hint: suggestions.isEmpty ? "'pleat tags' lists the tags." : nil)
      corrections = suggestions.map { Correction(of: "\(tag)", to: $0) }
    case .badSetting(let setting, let value):
      let range = setting.range.map { "Choose a number from \($0.lowerBound) to \($0.upperBound)." }
      let text = setting == .backupEvery ? "Give a number and a unit, as in 12h, 1d or 2w, or off." : "Give a title."
      self.init(.usage, "\(setting.rawValue) cannot be '\(value)'.", hint: range ?? text)
    case .deletesMost(let deleted, let total):
      self.init(
        .refused, "The merge would delete \(deleted) of the \(total) sections and rows that it covers.",
        hint: "Nothing was changed. --force -n lists what would be deleted, and --force deletes it.")
    case .outdated(let conflict):
      self.init(
        .changed, "Somebody else has changed the outline meanwhile: \(conflict.sentence).", hint: "Nothing was changed."
      )
    case .otherText(let id, let text, let wanted):
      self.init(
        .changed, "The given old text is not the text of \(id), which is \(Conflict.name(text)).",
        hint: "Nothing was changed. 'pleat show \(id)' shows who changed it.")
      texts = Texts(id: id, theirs: text, yours: wanted)
    case .otherValue(let id, let part, let value, let wanted):
      let now = value.isEmpty ? "which has none" : "which is \(Conflict.name(value))"
      self.init(
        .changed, "The given old \(part.rawValue) is not the \(part.rawValue) of \(id), \(now).",
        hint: "Nothing was changed. 'pleat show \(id)' shows who changed it.")
      texts = Texts(id: id, theirs: value, yours: wanted)
    case .otherDay(let id, let name, let due, let tick): self.init(otherDay: id, name, due, tick)
    case .conflict(let conflict, let words, let later):
      let cause = later.map {
        "'\($0.sentence)' (entry \($0.id)\($0.user.map { ", \($0)" } ?? "")) came after it. Nothing was changed."
      }
      self.init(
        .changed, "'\(words)' cannot be taken back: \(conflict.sentence).",
        hint: cause ?? "Nothing was changed; 'pleat log' lists the edits.")
    case .undoneTogether(let id, let group):
      self.init(
        .refused, "Entry \(id) was undone together with others, by entry \(group.id).",
        hint: "Nothing was changed. They come back together: pleat redo --entry \(group.id)")
    case .partlyUndone(let id, let single):
      self.init(
        .refused, "One of the edits that entry \(id) brought back was undone or redone since, by entry \(single.id).",
        hint: "Nothing was changed. Undo the others one by one, by their numbers, or with --by NAME.")
    case .othersEdit(let entry, let direction): self.init(othersEdit: entry, direction)
    case .noUser(let name, let suggestions):
      self.init(
        .notFound, "The file has no user '\(name)'.",
        hint: suggestions.isEmpty ? "'pleat users' lists the users." : nil)
      corrections = suggestions.map { Correction(of: name, to: $0) }
    case .nameTaken(let name):
      self.init(
        .refused, "There is a user '\(name)' already.", hint: "Delete one of them first: pleat users --delete NAME")
    case .notUndoable(let id, let words):
      self.init(
        .refused, "Entry \(id), '\(words)', changed a setting of the file, which undo does not undo.",
        hint: "Nothing was changed; 'pleat settings NAME VALUE' sets it again.")
    case .noEntry(let id):
      self.init(
        .notFound, "The log has no edit of the content with the number \(id).",
        hint: "'pleat log' lists the edits with their numbers.")
    case .historyEnds(let count, let direction):
      let steps = count == 1 ? "There is only 1 edit" : "There are only \(count) edits"
      self.init(
        .notFound, "\(steps) to \(direction == .undo ? "undo" : "redo").",
        hint: "Nothing was changed; 'pleat log' lists the edits, and 'pleat log --folds' those of your folds.")
    case .historyCut(let words):
      self.init(
        .notFound, "'\(words)' cannot be taken back: the history no longer has all of it.",
        hint: "'pleat settings' shows how long the history is kept.")
    case .idempotencyKeyInUse(let key, let words, let hasOtherInput):
      self.init(
        .refused,
        "The idempotency key \(key) belongs to another edit of the file: '\(words)'"
          + (hasOtherInput ? ", which read other input." : "."),
        hint: "Nothing was changed. Choose a new number for a new edit.")
    case .badAttributes(let text):
      self.init(.usage, "'\(text)' is not a JSON object.", hint: "Set attributes with --set KEY=VALUE.")
    }
  }

  private init(address error: AddressError) {
    switch error {
    case .emptyPart(""):
      self.init(.usage, "The address is empty.", hint: "Name a section or a row, for example by its title.")
    case .emptyPart(let words):
      self.init(
        .usage, "The address '\(words)' has an empty part before or after a slash.",
        hint: "Write \\/ for a slash inside a title.")
    case .badID(let words):
      self.init(
        .usage, "'\(words)' is not an id.",
        hint: "An id looks like @s4 for a section or @r17 for a row; for a title, write =\(words).")
    }
  }

  private init(noNumber number: ItemNumber, in parent: ItemNumber, count: Int, _ suggestions: [String]) {
    let noun = number.row != nil && parent.sections == number.sections ? "row" : "section"
    let holder = parent.sections.isEmpty ? "The outline" : "Section \(parent)"
    let has = count == 0 ? "has no \(noun)s" : count == 1 ? "has 1 \(noun)" : "has \(noun)s 1 to \(count)"
    self.init(.notFound, "There is no \(noun) '\(number)'.", hint: "\(holder) \(has).")
    corrections = suggestions.map { Correction(of: "\(number)", to: $0) }
  }

  private init(notFound address: Address, _ wanted: ItemKind?, _ suggestions: [String]) {
    let all = wanted == .section ? "'pleat list --sections --all' lists all" : "'pleat list --all --ids' lists all"
    let hint = suggestions.isEmpty ? "\(all) \(wanted == .section ? "sections" : "sections and rows")." : nil
    let what =
      switch address {
      case .number: "section"
      case .named: "\(wanted?.rawValue ?? "section or row") named"
      case .id, .section, .row, .words, .path, .range, .fitting: wanted?.rawValue ?? "section or row"
      }
    self.init(.notFound, "There is no \(what) '\(address)'.", hint: hint)
    corrections = suggestions.map { Correction(of: "\(address)", to: $0) }
  }

  private init(otherDay id: ItemID, _ name: String, _ due: DueDate?, _ tick: HistoryEntry?) {
    let day = due.map { "due \($0.day.shown)" } ?? "never due"
    guard let tick, let due else {
      self.init(
        .changed, "\(Conflict.name(name)) (\(id)) is \(day), and not on the given day.",
        hint: "Nothing was changed. 'pleat show \(id)' shows who changed it.")
      return
    }
    let author = "\(tick.user ?? "somebody") marked it as done \(Age.text(of: tick.time, at: Platform.now))"
    self.init(
      .changed, "\(Conflict.name(name)) (\(id)) is \(day) now: \(author).",
      hint: "Nothing was changed. To mark it as done again: pleat done \(id) --was \(due.day)")
  }

  private init(othersEdit entry: HistoryEntry, _ direction: History.Direction) {
    let (what, verb, noun) =
      direction == .undo ? ("edit to undo", "undoes", "edit") : ("undo to redo", "redoes", "undo")
    let user = direction == .undo ? entry.origin.user ?? entry.user : entry.user
    let time = direction == .undo ? entry.origin.time ?? entry.time : entry.time
    let remark = [user, Age.text(of: time, at: Platform.now)].compactMap(\.self)
    self.init(
      .refused,
      "The \(what) is not yours: '\(entry.sentence)' (entry \(entry.id), \(remark.joined(separator: ", "))).",
      hint: "Nothing was changed. --any \(verb) it all the same; --mine \(verb) your own last \(noun).")
  }

  /// Creates the failure for a document that cannot be imported.
  ///
  /// - Parameters:
  ///   - source: The name of the document.
  ///   - consequence: The consequence for the outline, as a sentence.
  package init(input error: ImportError, in source: String, consequence: String = "Nothing was imported.") {
    let location = error.line.map { line in ", line \(line)" + (error.column.map { ", column \($0)" } ?? "") } ?? ""
    let hint = [error.hint.map { $0.hasSuffix(".") ? $0 : "\($0)." }, consequence].compactMap(\.self).joined(
      separator: " ")
    self.init(error.isNewer ? .newer : .badData, "\(source)\(location): \(error.message).", hint: hint)
  }
}

extension Conflict {
  /// The conflict as the end of a sentence.
  fileprivate var sentence: String {
    switch self {
    case .changed(let id, let text): "\(Self.name(text)) (\(id)) has changed since"
    case .moved(let id, let text): "\(Self.name(text)) (\(id)) has been moved since"
    case .gone(let id, let text):
      (text.map { "\(Self.name($0)) (\(id))" } ?? "\(id)") + " does not exist any more"
    case .converted(let id, let text):
      "\(Self.name(text)) (\(id)) has become a \(id.kind.rawValue) since"
    case .back(let id, let text): "\(Self.name(text)) (\(id)) exists again"
    case .filled(.section(let id), let title): "\(Self.name(title)) (\(id)) has got rows or subsections since"
    case .filled(.row(let id), let text): "\(Self.name(text)) (\(id)) has got rows below it since"
    case .inside(let parent, let title, let id, let name):
      "\(Self.name(title)) (\(parent)), where \(Self.name(name)) (\(id)) was, is inside it now"
    case .noLevel(let id, let title):
      "\(Self.name(title)) (\(id)) would be nested too deep there, or would take in a \(id.kind.rawValue) after it"
    }
  }

  fileprivate static func name(_ text: String) -> String { text.count > 60 ? "'\(text.prefix(60))…'" : "'\(text)'" }
}

/// Counts with their nouns, such as "1 row" and "2 rows".
package enum Count {
  package static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  package static func sections(_ count: Int) -> String { count == 1 ? "1 section" : "\(count) sections" }

  package static func subsections(_ count: Int) -> String { count == 1 ? "1 subsection" : "\(count) subsections" }

  /// The numbers of the subsections and rows of something that has at least one of them; a number of 0 is left out.
  package static func contents(sections: Int, rows: Int) -> String {
    [rows > 0 ? Self.rows(rows) : nil, sections > 0 ? subsections(sections) : nil].compactMap(\.self)
      .joined(separator: " and ")
  }
}
