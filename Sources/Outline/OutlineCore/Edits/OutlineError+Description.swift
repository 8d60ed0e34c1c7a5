extension OutlineError: CustomStringConvertible {
  /// What was refused and why, as a sentence or two without a next step.
  public var description: String { sentence { _ in nil } }

  /// Returns the description.
  ///
  /// - Parameter age: Returns how long ago a time is, in words; nil leaves the age out. Times are in milliseconds since
  ///   1970.
  package func sentence(age: (Int64) -> String?) -> String {
    switch self {
    case .badAddress(let error): "\(error)"
    case .notFound(let address, let wanted, _): "There is no \(Self.kind(of: address, wanted)) '\(address)'."
    case .noNumber(let number, let parent, _, _):
      "There is no \(number.row != nil && parent.sections == number.sections ? "row" : "section") '\(number)'."
    case .outOfRange(let number, let noun, _): "There is no \(noun) \(number)."
    case .ambiguous(let address, let candidates): "'\(address)' matches \(candidates.count) sections or rows."
    case .needsSection(let address): "'\(address)' is a row, but a section is needed."
    case .needsRow(let address): "'\(address)' is a section, but a row is needed."
    case .badRange(let address): "'\(address)' is not a range: its ends are not in the same section."
    case .needsOne(let address): "'\(address)' is a range, but one section or row is needed."
    case .severalParents: "The rows or sections to reorder are not all in one section."
    case .atTop(.section, let title): "'\(title)' is already an outermost section."
    case .atTop(.row, let name): "'\(name)' is directly in its section, so it cannot move one level out."
    case .isArchive(let title): "'\(title)' is the archive, which cannot be archived."
    case .notArchived(let name): "'\(name)' was not archived, or only as part of its section."
    case .placeGone(let name, let path): "'\(name)' was in '\(path)', which does not exist any more or is archived too."
    case .nothingBefore(let id, let name):
      "'\(name)' cannot be indented: there is no \(id.kind.rawValue) before it on its level."
    case .rowAfterSection(let title):
      "A row cannot be beside the section '\(title)': the rows of a section come before its subsections."
    case .sectionAmongRows(let address): "'\(address)' is a row, and a section cannot be beside rows or below one."
    case .needsHolder(let title): "'\(title)' is an outermost section, and a row has to be in one."
    case .noSection: "There is no section for these rows."
    case .notEmpty(let title, let rows, let sections):
      "'\(title)' is not empty: it has \(Count.contents(sections: sections, rows: rows))."
    case .nothingBelow(let name): "'\(name)' has nothing below it that could be hidden."
    case .notCollapsible(let title): "The section '\(title)' is not collapsible."
    case .insideItself(let title): "The placement is inside '\(title)', which is itself being moved or deleted."
    case .tooDeep(let title, let level): "'\(title)' or something below it would be at level \(level)."
    case .tooLong(let text, _): "\(Self.quoted(text)) is \(text.utf8.count) bytes long."
    case .containsNUL: "A text contains a NUL character."
    case .emptyName(let what): "The \(what) is empty."
    case .onlySpaces(let what): "The \(what) has only spaces."
    case .notForRows(let what): "A row has no \(what)."
    case .badAttributes(let text): "'\(text)' is not a JSON object."
    case .noTag(let tag, _): "Nothing has the tag \(tag)."
    case .badSetting(let setting, let value): "\(setting.rawValue) cannot be '\(value)'."
    case .deletesMost(let deleted, let total):
      "The merge would delete \(deleted) of the \(total) sections and rows that it covers."
    case .outdated(let conflict): "Somebody else has changed the outline meanwhile: \(conflict)."
    case .otherText(let id, let text, _): "The given old text is not the text of \(id), which is \(Self.quoted(text))."
    case .otherValue(let id, let part, let value, _):
      "The given old \(part.rawValue) is not the \(part.rawValue) of \(id), "
        + (value.isEmpty ? "which has none." : "which is \(Self.quoted(value)).")
    case .otherDay(let id, let name, let due, let tick):
      "\(Self.quoted(name)) (\(id)) \(due.map { "is due \($0.day.shown)" } ?? "has no due day")"
        + (tick.map { tick in
          " now: \(tick.user ?? "somebody") marked it as done\(age(tick.time).map { " \($0)" } ?? "")."
        } ?? ", and not on the given day.")
    case .noUser(let name, _): "The file has no user '\(name)'."
    case .nameTaken(let name): "There is a user '\(name)' already."
    case .conflict(let conflict, let words, _): "\(Self.quoted(command: words)) cannot be taken back: \(conflict)."
    case .historyEnds(let count, let direction):
      (count == 1 ? "There is only 1 edit" : "There are only \(count) edits")
        + " to \(direction == .undo ? "undo" : "redo")."
    case .historyCut(let words):
      "\(Self.quoted(command: words)) cannot be taken back: the history no longer has all of it."
    case .othersEdit(let entry, let direction):
      "The \(direction == .undo ? "edit to undo" : "undo to redo") is not yours: \(Self.quoted(command: entry.sentence)) ("
        + "entry \(entry.id)\(Self.author(of: entry, direction, age)))."
    case .undoneTogether(let id, let group): "Entry \(id) was undone together with others, by entry \(group.id)."
    case .partlyUndone(let id, let single):
      "One of the edits that entry \(id) brought back was undone or redone since, by entry \(single.id)."
    case .notUndoable(let id, let words):
      "Entry \(id), \(Self.quoted(command: words)), changed a setting of the file, which undo does not undo."
    case .idempotencyKeyInUse(let key, let words, let hasOtherInput):
      "The idempotency key \(key) belongs to another edit of the file: \(Self.quoted(command: words))"
        + (hasOtherInput ? ", which read other input." : ".")
    case .noEntry(let id): "The log has no edit of the content with the number \(id)."
    }
  }

  private static func kind(of address: Address, _ wanted: ItemKind?) -> String {
    let kind = wanted?.rawValue ?? "section or row"
    return switch address {
    case .number: "section"
    case .named: "\(kind) named"
    case .id, .section, .row, .words, .path, .range, .fitting: kind
    }
  }

  private static func author(
    of entry: HistoryEntry, _ direction: History.Direction, _ age: (Int64) -> String?
  ) -> String {
    let user = direction == .undo ? entry.origin.user ?? entry.user : entry.user
    let time = direction == .undo ? entry.origin.time ?? entry.time : entry.time
    return [user, age(time)].compactMap(\.self).map { ", \($0)" }.joined()
  }

  /// Returns a command of the history in quotation marks that it does not have itself.
  package static func quoted(command: String) -> String {
    command.contains("'") ? "\"\(command)\"" : "'\(command)'"
  }

  fileprivate static func quoted(_ text: String) -> String { "'\(text.count > 60 ? "\(text.prefix(59))…" : text)'" }
}

extension Conflict: CustomStringConvertible {
  /// What prevents the undo or redo, as the end of a sentence.
  public var description: String {
    switch self {
    case .changed(let id, let text): "\(Self.name(id, text)) has changed since"
    case .moved(let id, let text): "\(Self.name(id, text)) has been moved since"
    case .gone(let id, let text): "\(text.map { Self.name(id, $0) } ?? "\(id)") does not exist any more"
    case .converted(let id, let text): "\(Self.name(id, text)) has become a \(id.kind.rawValue) since"
    case .back(let id, let text): "\(Self.name(id, text)) exists again"
    case .filled(let id, let text):
      "\(Self.name(id, text)) now has \(id.kind == .section ? "rows or subsections" : "rows below it")"
    case .inside(let parent, let title, let id, let name):
      "\(Self.name(parent, title)), where \(Self.name(id, name)) was, is inside it now"
    case .noLevel(let id, let title):
      "\(Self.name(id, title)) would be nested too deep there, or would take in a \(id.kind.rawValue) after it"
    }
  }

  private static func name(_ id: ItemID, _ text: String) -> String { "\(OutlineError.quoted(text)) (\(id))" }
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
