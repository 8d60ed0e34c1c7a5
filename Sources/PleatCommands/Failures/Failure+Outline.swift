import OutlineCore
import OutlineFormats

extension Failure {
  /// What a refusal of the rules means for the user.
  init(outline error: OutlineError) {
    switch error {
    case .badAddress(let error): self.init(address: error)
    case .notFound(let address, let suggestions): self.init(notFound: address, suggestions)
    case .outOfRange(let number, let noun, let last):
      let hint = last == 0 ? "There is none yet." : "1 to \(last) are valid."
      self.init(noun == "position" ? .usage : .notFound, "There is no \(noun) \(number).", hint: hint)
    case .ambiguous(let address, let candidates):
      self.init(
        .ambiguous, "'\(address)' fits \(candidates.count) things:", hint: "Name one by its id.",
        candidates: candidates)
    case .needsSection(let address):
      self.init(
        .usage, "'\(address)' is a row, and a section is needed.",
        hint: "Sections hold rows and fold; they go --in, --before or --after a section.")
    case .needsRow(let address):
      self.init(
        .usage, "'\(address)' is a section, and a row is needed.",
        hint: "Rows go --in a section, or --before or --after a row.")
    case .mixedMove:
      self.init(.usage, "Rows and sections cannot be moved together.", hint: "Move them one after the other.")
    case .noSection:
      self.init(.refused, "There is no section to put a row in.", hint: "Make one: pleat add --section TITLE")
    default: self.init(refusal: error)
    }
  }

  private init(address error: AddressError) {
    switch error {
    case .emptyPart(""): self.init(.usage, "The address is empty.", hint: "Name a section or a row.")
    case .emptyPart(let words):
      self.init(.usage, "'\(words)' has an empty part.", hint: "A slash inside a title is written \\/.")
    case .badID(let words):
      self.init(
        .usage, "'\(words)' is not an id.", hint: "@s4 is a section, @r17 a row; =\(words) is a title that begins so.")
    }
  }

  private init(notFound address: Address, _ suggestions: [String]) {
    let near = suggestions.map { "'\($0)'" }.joined(separator: " or ")
    let hint = near.isEmpty ? "'pleat list --all --ids' shows everything there is." : "Did you mean \(near)?"
    let what =
      switch address {
      case .row: "row"
      case .section, .number: "section"
      case .named: "section or row named"
      case .path(let parts): parts.count > 1 ? "section or row" : "section"
      }
    self.init(.notFound, "There is no \(what) '\(address)'.", hint: hint)
  }

  private init(refusal error: OutlineError) {
    switch error {
    case .notEmpty(let title, let rows, let sections):
      self.init(
        .refused, "'\(title)' is not empty: \(Count.rows(rows)) and \(Count.subsections(sections)).",
        hint: "-r deletes all of it; -r --keep-rows SECTION moves the rows there first.")
    case .notCollapsible(let title):
      self.init(
        .refused, "'\(title)' cannot be collapsed.", hint: "pleat edit '\(title)' --collapsible yes changes that.")
    case .insideItself(let title):
      self.init(.refused, "'\(title)' is itself part of what is to be moved or deleted.", hint: "Name another place.")
    case .tooDeep(let title, let level):
      self.init(
        .refused, "Below '\(title)' a section would be at level \(level).",
        hint: "\(OutlineLimits.levels.upperBound) is the deepest.")
    case .tooLong(let bytes, let limit):
      self.init(.badData, "A text has \(bytes) bytes.", hint: "\(limit) is the most.")
    case .containsNUL: self.init(.badData, "A text holds a NUL character.", hint: "No text can keep one.")
    case .emptyName(let what): self.init(.usage, "The \(what) is empty.", hint: "Say what it is.")
    case .notForRows(let what):
      self.init(.usage, "A row has no \(what).", hint: "Sections have one.")
    case .badSetting(let setting, let value):
      let range = setting.range
      self.init(
        .usage, "\(setting.rawValue) cannot be \(value).", hint: "\(range.lowerBound) to \(range.upperBound) are valid."
      )
    case .conflict(let conflict, let words):
      self.init(
        .changed, "'\(words)' cannot be taken back: \(conflict.sentence).",
        hint: "Nothing was changed; 'pleat log' shows what was done.")
    case .historyEnds(let count, let direction):
      let steps = count == 1 ? "There is only 1 edit" : "There are only \(count) edits"
      self.init(
        .notFound, "\(steps) to \(direction == .undo ? "undo" : "redo").",
        hint: "Nothing was changed; 'pleat log' shows what was done.")
    case .historyCut(let words):
      self.init(
        .notFound, "'\(words)' cannot be taken back: the history no longer has all of it.",
        hint: "'pleat settings' shows how far it reaches.")
    case .badAttributes(let text): self.init(.usage, "'\(text)' is not a JSON object.", hint: "--set KEY=VALUE")
    default: self.init(.bug, "\(error)")
    }
  }

  /// What an unreadable document means for the user.
  init(input error: ImportError, in source: String) {
    let place = error.line.map { line in ", line \(line)" + (error.column.map { ", column \($0)" } ?? "") } ?? ""
    let hint = [error.hint.map { "\($0)." }, "Nothing was imported."].compactMap(\.self).joined(separator: " ")
    self.init(.badData, "\(source)\(place): \(error.message).", hint: hint)
  }
}

extension Conflict {
  /// What is in the way, as the end of a sentence.
  fileprivate var sentence: String {
    switch self {
    case .changed(let id, let text): "\(Self.name(text)) (@\(id)) was changed since"
    case .gone(let id): "@\(id) is not there any more"
    case .back(let id, let text): "\(Self.name(text)) (@\(id)) is there again"
    case .placeTaken(let id, let text): "\(Self.name(text)) (@\(id)) took a place that it needs"
    case .filled(let id, let title): "\(Self.name(title)) (@\(id)) got other rows since"
    }
  }

  private static func name(_ text: String) -> String { text.count > 60 ? "'\(text.prefix(60))…'" : "'\(text)'" }
}

/// Numbers with their nouns.
enum Count {
  /// "1 row", "2 rows".
  static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// "1 section", "2 sections".
  static func sections(_ count: Int) -> String { count == 1 ? "1 section" : "\(count) sections" }

  /// "1 subsection", "2 subsections".
  static func subsections(_ count: Int) -> String { count == 1 ? "1 subsection" : "\(count) subsections" }
}
