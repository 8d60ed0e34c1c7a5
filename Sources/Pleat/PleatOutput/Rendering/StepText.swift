import OutlineCore
import OutlineRepository

extension StepEntry {
  /// The entry of the history as a sentence without its full stop: `bob added cheese to Groceries`.
  package var sentence: String {
    let subject = entry.user.map(Escapes.oneLine) ?? "somebody outside pleat"
    return "\(subject)\(isNamed ? "" : ":") \(deed)"
  }

  /// The sentence without its subject: `added cheese to Groceries`.
  package var deed: String {
    switch entry.kind {
    case .undo: "undid: \(Escapes.joined(entry.sentence))"
    case .redo: "redid: \(Escapes.joined(entry.sentence))"
    case .edit, .sync, .hand: isNamed ? parts.joined(separator: ", ") : Escapes.joined(entry.sentence)
    }
  }

  private var parts: [String] { HistoryEffects.Kind.allCases.flatMap(deeds) + folded }

  /// Whether the sentence names the effects of the entry; otherwise it quotes the command from the history.
  private var isNamed: Bool {
    switch entry.kind {
    case .undo, .redo: true
    case .edit, .sync, .hand: (1...3).contains(parts.count)
    }
  }

  /// Returns the parts of the sentence about one kind: one for each changed item, or one for all items of another kind.
  private func deeds(of kind: HistoryEffects.Kind) -> [String] {
    let own = changes.filter { $0.kinds.contains(kind) }
    if kind == .changed { return own.map(\.deed) }
    let sections = own.filter(\.isSection)
    // Rows that come or go with their section are counted, not named.
    let rows = own.filter { change in
      !change.isSection && !sections.contains { $0.id == (change.newHolder ?? change.oldHolder).map(ItemID.section) }
    }
    let named = sections + rows
    guard let first = named.first else { return [] }
    let inside = own.count - named.count
    let within = inside > 0 ? " with \(Count.rows(inside))" : ""
    let done = Deed(kind).words
    if named.count == 1 { return ["\(done) \(first.shortName)\(place(of: kind, named))\(within)"] }
    let counts = [
      sections.isEmpty ? nil : Count.sections(sections.count), rows.isEmpty ? nil : Count.rows(rows.count),
    ].compactMap(\.self).joined(separator: " and ")
    let names = named.prefix(3).map(\.shortName).joined(separator: ", ")
    let more = named.count > 3 ? " and \(named.count - 3) more" : ""
    return ["\(done) \(counts)\(within)\(place(of: kind, named)): \(names)\(more)"]
  }

  /// Returns the section that the items entered or left; empty if there are several.
  private func place(of kind: HistoryEffects.Kind, _ named: [ItemChange]) -> String {
    if kind == .converted {
      return named.count > 1 ? "" : named.contains(where: \.isSection) ? " to a section" : " to a row"
    }
    let holders = Set(named.map { kind == .deleted ? $0.from : $0.to })
    guard holders.count == 1, let first = named.first, let holder = kind == .deleted ? first.from : first.to else {
      return ""
    }
    let stays = kind == .moved && named.allSatisfy { $0.oldHolder == $0.newHolder }
    return " \(stays ? "within" : Deed(kind).preposition ?? "to") \(Escapes.short(holder))"
  }

  private var folded: [String] {
    [(Deed.collapsed, folds.collapsed), (.expanded, folds.expanded)].compactMap { deed, titles in
      if titles.isEmpty { return nil }
      let names = titles.count > 3 ? Count.sections(titles.count) : titles.map(Escapes.short).joined(separator: ", ")
      return deed.sentence(names, in: nil)
    }
  }
}

extension ItemChange {
  fileprivate var isSection: Bool { if case .section = id { true } else { false } }

  fileprivate var shortName: String { name.map(Escapes.short) ?? "something" }

  /// Describes the change to the content of the item.
  fileprivate var deed: String {
    let place = to.map(Escapes.short)
    let names = ["text", "title"]
    if let renamed = fields.first(where: { names.contains($0.name) }) {
      return Deed.changed.sentence("\(renamed.old.map(Escapes.short) ?? "something") to \(shortName)", in: place)
    }
    switch fields.first(where: { $0.name == "done" })?.new {
    case "yes": return Deed.markedAsDone.sentence(shortName, in: place)
    case "no": return Deed.markedAsOpen.sentence(shortName, in: place)
    default: return Deed.changed.sentence(shortName, in: place)
    }
  }
}
