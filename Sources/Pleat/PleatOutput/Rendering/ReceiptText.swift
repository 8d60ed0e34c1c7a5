import OutlineCore
import OutlineRepository

/// The message about an edit that was made or tried.
package struct ReceiptText {
  package let done: Deed
  package let isTrial: Bool
  /// How a question says what will happen, such as "this deletes"; nil for what a trial or an edit did.
  private let intention: String?
  /// The command or the key that takes the edit back.
  package var undo = "'pleat undo'"
  /// The current day of the user.
  private let today: Day

  package init(
    done: Deed, isTrial: Bool, intention: String? = nil, undo: String = "'pleat undo'", today: Day
  ) {
    self.today = today
    self.intention = intention
    self.done = done
    self.isTrial = isTrial
    self.undo = undo
  }

  private var start: String { intention ?? "\(isTrial ? "would have " : "")\(done.start)" }

  /// What an edit of several kinds did.
  var wholeStart: String { intention ?? "\(isTrial ? "would have " : "")\(done.words)" }

  /// Returns the message for an edit that wrote something.
  package func message(_ receipt: Receipt) -> String {
    guard let first = receipt.items.first else {
      let things = things(receipt)
      return things.isEmpty ? start : "\(start) \(things)"
    }
    let count = receipt.sectionCount + receipt.rowCount
    if done == .toggled { return toggled(receipt) }
    if done.preposition == nil { return folded(receipt.items, of: count) }
    if !done.end.isEmpty, count == receipt.items.count, receipt.items.allSatisfy(\.comesAgain) { return again(receipt) }
    if count == 1 {
      return
        "\(start) \(name(first))\(done.end)\(holder(of: receipt))\(recurrence(first).map { ", \($0)" } ?? "")\(contents(of: receipt))\(rest(of: receipt))\(wayBack(receipt))"
        + below(receipt) + (kept(receipt).map { "\n\($0)" } ?? "")
    }
    let names = receipt.items.map(described)
    let more = count - names.count
    let rest = more > 0 ? " and \(more) more" : ""
    let list = isTrial ? ":" + names.map { "\n  \($0)" }.joined() : ": " + names.joined(separator: ", ")
    return
      "\(start) \(things(receipt))\(done.end)\(holder(of: receipt))\(contents(of: receipt))\(list)\(rest)\(self.rest(of: receipt))\(wayBack(receipt))"
      + below(receipt) + (kept(receipt).map { "\n\($0)" } ?? "")
  }

  /// Returns the message for repeating tasks that were done and are all due again.
  private func again(_ receipt: Receipt) -> String {
    let start = isTrial ? "would be done" : "done"
    if receipt.items.count == 1, let first = receipt.items.first {
      let next = recurrence(first).map { "; \($0)" } ?? ""
      return "\(start): \(name(first))\(holder(of: receipt))\(next)\(rest(of: receipt))"
    }
    let names = receipt.items.map(described)
    let list = isTrial ? names.map { "\n  \($0)" }.joined() : " " + names.joined(separator: ", ")
    return "\(start)\(holder(of: receipt)):\(list)\(rest(of: receipt))"
  }

  /// Returns the message for an import.
  ///
  /// - Parameters:
  ///   - counts: The numbers of sections and rows in words.
  ///   - first: The first sections.
  ///   - count: The number of all sections.
  package func imported(_ counts: String, _ first: [Receipt.Item], of count: Int) -> String {
    let holder = first.first?.holder.map { " to \(Escapes.oneLine($0.title))" } ?? ""
    let names = first.isEmpty ? "" : ": \(first.map(name).joined(separator: ", "))"
    let more = count > first.count && !first.isEmpty ? " and \(count - first.count) more" : ""
    return "\(start) \(counts)\(holder)\(names)\(more)"
  }

  /// Lists the first items that a trial would delete along with sections, and counts the rest.
  private func below(_ receipt: Receipt) -> String {
    let all = receipt.sectionsBelow + (receipt.keptRows == nil ? receipt.rowsBelow : 0)
    guard isTrial, done == .deleted, all > 0 else { return "" }
    let gone = receipt.contents.filter { receipt.keptRows == nil || !$0.isRow }
    let named = gone.prefix(max(Receipt.limit - receipt.items.count + 1, 1))
    let lines = named.map { item in
      "\n  \(name(item))\(item.holder.map { " in \(Escapes.short($0.title))" } ?? "")"
    }
    let more = all - named.count
    let start = receipt.items.count > 1 ? "\nand with them:" : receipt.keptRows == nil ? ":" : "; this goes with it:"
    return start + lines.joined()
      + (more > 0 ? "\n  and \(more) more" : "")
  }

  /// Returns the message for an edit that wrote nothing.
  package func nothing(_ receipt: Receipt?) -> String {
    if let kept = receipt.flatMap(kept) { return "nothing to do: \(kept)" }
    guard let receipt, done.isRepeatable else { return "nothing to do" }
    if let missing = receipt.missingAttribute {
      let owner = receipt.items.count == 1 ? receipt.items.first.map { " of \(Self.title($0))" } : nil
      return "nothing to do: no \(missing.isOfSections ? "section" : "row")\(owner ?? "") has an attribute "
        + "'\(Escapes.oneLine(missing.name))'"
        + (Self.sortKeys[missing.name.lowercased()].map { "; --by \($0)" } ?? "")
    }
    guard let first = receipt.items.first else {
      if done.words.hasPrefix("reset ") { return "nothing to do: you have set no folds" }
      return done.isFold ? "nothing to do: all sections are already \(done.words)" : "nothing to do"
    }
    let others = receipt.sectionCount + receipt.rowCount > 1
    let these = receipt.rowCount == 0 ? "the sections are" : "they are"
    let hiding = others || done != .expanded ? nil : first.hiddenBy
    let hidden = hiding.map { ", and still hidden because \(Escapes.short($0)) is collapsed" } ?? ""
    let title = done.preposition == nil ? Self.title(first) : "\"\(Self.title(first))\""
    return "nothing to do: \(others ? these : title + " is") already \(done.words)\(hidden)"
  }

  /// What to sort by, with its meaning, by other names that people give it.
  private static let sortKeys = [
    "date": byDay, "day": byDay, "days": byDay, "deadline": byDay, "time": byDay, "when": byDay,
    "name": byText, "title": byText, "alphabet": byText, "open": byBox, "state": byBox, "status": byBox, "task": byBox,
  ]
  private static let byDay = "due sorts by the day that a task is due"
  private static let byText = "text sorts by text"
  private static let byBox = "done sorts open tasks before done ones"

  /// Groups the sections of a toggle by their new flags; a repeated edit no longer knows the flags.
  private func toggled(_ receipt: Receipt) -> String {
    let groups: [(done: Deed, flag: Bool?)] = [(.collapsed, true), (.expanded, false), (.toggled, nil)]
    let parts = groups.compactMap { done, flag in
      let items = receipt.items.filter { $0.isCollapsed == flag }
      return items.isEmpty
        ? nil : ReceiptText(done: done, isTrial: isTrial, today: today).folded(items, of: items.count)
    }
    let more = receipt.sectionCount - receipt.items.count
    return parts.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }

  /// Lists the sections whose flags were set, with the number of rows that each hides.
  private func folded(_ items: [Receipt.Item], of count: Int) -> String {
    let names = items.map { item in
      let hidden = done == .collapsed && item.rows > 0 ? " (\(item.rows) hidden)" : ""
      let hiding = done == .expanded ? item.hiddenBy : nil
      return Self.title(item) + hidden
        + (hiding.map { " (still hidden because \(Escapes.short($0)) is collapsed)" } ?? "")
    }
    let more = count - names.count
    return "\(start) \(names.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")"
  }

  /// Returns the section that contains all the items; empty if there are several.
  private func holder(of receipt: Receipt) -> String {
    guard let holder = receipt.items.first?.holder, let word = done.preposition,
      receipt.items.allSatisfy({ $0.holder?.id == holder.id })
    else { return "" }
    if done == .moved, receipt.items.allSatisfy(\.hasSameHolder) { return " within \(Escapes.oneLine(holder.title))" }
    let title = " \(word) \(Escapes.oneLine(holder.title))"
    guard word == "to" || word == "below" else { return title }
    if let hiding = holder.hiddenBy { return title + ", which is hidden because \(Escapes.short(hiding)) is collapsed" }
    return title + (holder.isCollapsed ? ", which is collapsed" : "")
  }

  /// Counts the contents that were deleted, copied or archived with sections and rows, and the rows that were kept.
  private func contents(of receipt: Receipt) -> String {
    let (subsections, rows) = (receipt.sectionsBelow, receipt.rowsBelow)
    guard [.deleted, .copied, .archived].contains(done), subsections + rows > 0 else { return "" }
    let parts = [
      subsections > 0 ? Count.subsections(subsections) : nil,
      rows > 0 && receipt.keptRows == nil ? Count.rows(rows) : nil,
    ].compactMap(\.self)
    let kept = receipt.keptRows.map { ", and moved \(Count.rows($0.count)) to \(Escapes.short($0.title))" } ?? ""
    return (parts.isEmpty ? "" : " with \(parts.joined(separator: " and "))") + kept
  }

  /// Counts the addressed items that the edit did not change.
  private func rest(of receipt: Receipt) -> String {
    guard receipt.unchangedCount > 0 else { return "" }
    let (others, were) = receipt.unchangedCount == 1 ? ("1 other", "was") : ("\(receipt.unchangedCount) others", "were")
    return done.end.isEmpty ? "; \(others) had nothing to change" : "; \(others) already \(were)"
  }

  /// Lists the items that were kept, and the reason.
  private func kept(_ receipt: Receipt) -> String? {
    guard receipt.keptCount > 0 else { return nil }
    let more = receipt.keptCount - receipt.kept.count
    let names = receipt.kept.map(name).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    let them = receipt.keptCount == 1 ? "it" : "them"
    if done == .demoted {
      let they = receipt.keptCount == 1 ? "it stays a section" : "they stay sections"
      return "kept \(names): \(they), because another section is below or before \(them)"
    }
    let way = done == .deleted ? "-r deletes \(them) too" : "name \(them) to archive \(them) too"
    let reason = receipt.kept.allSatisfy { $0.isDone == true } ? "is open" : "does not fit"
    return "kept \(names): something below \(them) \(reason); \(way)"
  }

  /// Names the command that restores the items, if more than one was deleted or archived; a key is short enough for each.
  private func wayBack(_ receipt: Receipt) -> String {
    let things = receipt.sectionCount + receipt.rowCount + receipt.sectionsBelow + receipt.rowsBelow
    let isTold = [.deleted, .archived].contains(done) && (things > 1 || undo.count == 1) && !isTrial
    return isTold ? "; \(undo) takes it back" : ""
  }

  /// Returns the name of an item in a list, with its day in parentheses.
  private func described(_ item: Receipt.Item) -> String {
    name(item) + (recurrence(item).map { " (\($0))" } ?? "")
  }

  /// Returns the next date of a repeating task, or the day and the rule of a new schedule, as a check of what was
  /// typed.
  private func recurrence(_ item: Receipt.Item) -> String? {
    if let recurrence = item.recurrence { return text(of: recurrence) }
    guard let due = item.schedule.due, done == .added || done == .changed else { return nil }
    let day = due.isLate(today: today) ? due.day.shown(today: today) : due.shown(today: today)
    return "due \(day)\(item.schedule.repeatNote)"
  }

  private func text(of recurrence: Recurrence) -> String? {
    switch recurrence {
    case .again(let schedule): schedule.due.map { "next due \($0.shown(today: today))" }
    case .ended: "for good, because its rule has ended"
    case .unfollowed(let part): "for good, because pleat does not follow \(Escapes.oneLine(part)) of its rule"
    }
  }

  /// Adds to a message about many edits the repeating tasks that they ticked, with their next dates.
  package func message(_ message: String, ticking tasks: [TickedTask]) -> String {
    if tasks.isEmpty { return message }
    let names = tasks.prefix(Receipt.limit).map { task in
      "\"\(Escapes.short(task.name))\" (\(task.id))\(text(of: task.recurrence).map { " (\($0))" } ?? "")"
    }
    let more = tasks.count > names.count ? " and \(tasks.count - names.count) more" : ""
    let done = isTrial ? "would be done" : "done"
    return message + (message.contains("\n") ? "\n" : "; ") + "\(done): \(names.joined(separator: ", "))\(more)"
  }

  private func things(_ receipt: Receipt) -> String {
    let parts = [
      receipt.sectionCount > 0 ? Count.sections(receipt.sectionCount) : nil,
      receipt.rowCount > 0 ? Count.rows(receipt.rowCount) : nil,
    ].compactMap(\.self)
    return parts.joined(separator: " and ")
  }

  /// Returns the title or text with the id; an added task also has its box.
  private func name(_ item: Receipt.Item) -> String {
    let box = done == .added ? item.isDone.map { $0 ? "[x] " : "[ ] " } : nil
    return "\(box ?? "")\"\(Self.title(item))\" (\(item.id))"
  }

  private static func title(_ item: Receipt.Item) -> String { Escapes.short(item.name) }
}

extension Receipt.Item {
  fileprivate var isRow: Bool {
    if case .row = id { true } else { false }
  }

  /// Whether the edit ticked a repeating task, which is open again.
  fileprivate var comesAgain: Bool { if case .again = recurrence { true } else { false } }
}
