import OutlineCore
import OutlineDocuments

/// Holds a merge against its three documents, item by item, without any of the merge's own code.
struct MergeCheck {
  /// What is known of an item of a document, as texts.
  private struct Item {
    var fields: [String: String] = [:]
    var parent: Int64?
    var isSection = false

    /// The fields that a new section with its title has; a new row has none that two sides could have in common.
    var fieldsOfNew: [String: String] {
      isSection ? ["title": fields["title"] ?? "", "collapsible": "true"] : [:]
    }

    /// The fields that it has as a row, whatever it is.
    var fieldsOfRow: [String: String] {
      var fields = fields.filter { ["checkBox", "attributes", "text", "due", "repeats"].contains($0.key) }
      if isSection {
        fields["text"] = [self.fields["title"], self.fields["detail"]].compactMap(\.self).joined(separator: "\n")
      }
      return fields
    }
  }

  private let base: [Int64: Item]
  private let ours: [Int64: Item]
  private let theirs: [Int64: Item]
  private let merged: [Int64: Item]
  private let count: Int
  private let conflicts: [MergeConflict]

  init(_ base: [OutlinePiece], _ ours: [OutlinePiece], _ theirs: [OutlinePiece], _ merge: ThreeWayMerge) {
    // The inbox or archive of one side is that of the other side, under the id that is kept.
    let twins = merge.conflicts.filter { $0.kind == .twin }.compactMap { twin in
      twin.item.flatMap { kept in twin.part.flatMap { Int64($0.dropFirst(2)) }.map { ($0, kept.number) } }
    }
    let kept = Dictionary(twins) { first, _ in first }
    self.base = Self.items(base)
    self.ours = Self.items(ours, kept)
    self.theirs = Self.items(theirs, kept)
    merged = Self.items(merge.pieces)
    count = merge.pieces.compactMap(\.id).count
    conflicts = merge.conflicts
  }

  private static func items(_ pieces: [OutlinePiece], _ kept: [Int64: Int64] = [:]) -> [Int64: Item] {
    var items: [Int64: Item] = [:]
    var open: [(level: Int, id: Int64)] = []
    var rows: [(level: Int, id: Int64)] = []
    for piece in pieces {
      guard let id = piece.id.map({ kept[$0.number] ?? $0.number }) else { continue }
      switch piece {
      case .section(let section):
        open.removeAll { $0.level >= section.draft.level }
        rows = []
        var fields = ["title": section.draft.title, "collapsible": "\(section.draft.isCollapsible)"]
        fields["detail"] = section.draft.detail
        fields["newRows"] = section.draft.newRows?.rawValue
        fields["checkBox"] = section.draft.isDone.map { "\($0)" }
        fields["attributes"] = section.draft.attributes
        fields["due"] = section.draft.content.schedule.due?.description
        fields["repeats"] = section.draft.content.schedule.repeats
        for (user, flag) in section.flags { fields["flag of \(user)"] = "\(flag)" }
        items[id] = Item(fields: fields, parent: open.last?.id, isSection: true)
        open.append((section.draft.level, id))
      case .row(let row):
        var fields = ["text": row.draft.text]
        fields["checkBox"] = row.draft.isDone.map { "\($0)" }
        fields["attributes"] = row.draft.attributes
        fields["due"] = row.draft.schedule.due?.description
        fields["repeats"] = row.draft.schedule.repeats
        rows.removeAll { $0.level >= row.draft.level }
        items[id] = Item(fields: fields, parent: rows.last?.id ?? open.last?.id)
        rows.append((row.draft.level, id))
      case .rowLevels, .setting, .identity, .user, .level, .flag: break
      }
    }
    return items
  }

  /// What is wrong; empty if nothing is.
  func faults() -> [String] {
    var faults = count == merged.count ? [] : ["an item is doubled"]
    let archives = [ours, theirs].map(archives)
    if archives.allSatisfy({ $0.count == 1 && base[$0[0]] == nil }), archives[0] != archives[1],
      theirs[archives[0][0]] == nil, ours[archives[1][0]] == nil
    {
      faults.append("two archives")
    }
    for id in Set(base.keys).union(ours.keys).union(theirs.keys) {
      let sides = (base[id], ours[id], theirs[id])
      guard let item = merged[id] else {
        if isLost(sides) { faults.append("\(id) is lost") }
        continue
      }
      faults += self.faults(of: item, id, sides).map { "\($0) of \(id)" }.filter { !isSaid($0, id) }
    }
    return faults
  }

  /// The outermost sections Archive of a side.
  private func archives(_ side: [Int64: Item]) -> [Int64] {
    side.filter { $0.value.isSection && $0.value.parent == nil && $0.value.fields["title"] == "Archive" }.map(\.key)
  }

  private func isLost(_ sides: (base: Item?, ours: Item?, theirs: Item?)) -> Bool {
    switch sides {
    case (nil, _, _), (_, .some, .some): true
    case (let base?, let left?, nil), (let base?, nil, let left?):
      base.parent != left.parent || base.isSection != left.isSection || withoutFlags(base) != withoutFlags(left)
    case (_, nil, nil): false
    }
  }

  private func withoutFlags(_ item: Item) -> [String: String] { item.fields.filter { !$0.key.hasPrefix("flag") } }

  /// Whether the merge has an item in another section, below another outermost one, than the sides that archive it.
  private func hasLeftArchive(_ id: Int64) -> Bool {
    let archived = [ours, theirs].filter { $0[id]?.fields["attributes"]?.contains("archived-from") == true }
    return archived.allSatisfy { side in
      Self.section(of: id, side) != Self.section(of: id, merged)
        && Self.outermost(id, side) != Self.outermost(id, merged)
    }
  }

  /// The section that an item is in, also below its rows.
  private static func section(of id: Int64, _ items: [Int64: Item]) -> Int64? {
    guard let parent = items[id]?.parent, items[parent]?.isSection == false else { return items[id]?.parent }
    return section(of: parent, items)
  }

  private static func outermost(_ id: Int64, _ items: [Int64: Item]) -> Int64 {
    items[id]?.parent.map { outermost($0, items) } ?? id
  }

  private func faults(
    of item: Item, _ id: Int64, _ sides: (base: Item?, ours: Item?, theirs: Item?)
  ) -> [String] {
    guard let ours = sides.ours, let theirs = sides.theirs else {
      guard let only = sides.ours ?? sides.theirs else { return ["resurrection"] }
      var expected = only
      if only.fields["attributes"]?.contains("archived-from") == true, hasLeftArchive(id) {
        expected.fields["attributes"] = nil
      }
      let isSame =
        only.isSection == item.isSection ? expected.fields == item.fields : expected.fieldsOfRow == item.fieldsOfRow
      return (isSame ? [] : ["content"]) + (only.parent == item.parent ? [] : ["parent"])
    }
    var faults: [String] = []
    let base = sides.base ?? Item(fields: ours.fieldsOfNew, isSection: ours.isSection)
    let areRows = Set([base, ours, theirs, item].map(\.isSection)).count > 1
    let wanted = ours.isSection == base.isSection ? theirs.isSection : ours.isSection
    if wanted != item.isSection { faults.append("kind") }
    let fields = [base, ours, theirs, item].map { areRows ? $0.fieldsOfRow : $0.fields }
    let isRepeating = fields.prefix(3).contains { $0["repeats"] != nil }
    if isRepeating { faults += taskFaults(fields.map { [$0["checkBox"], $0["due"], $0["repeats"]] }) }
    for key in Set(fields[0].keys).union(fields[1].keys).union(fields[2].keys) {
      if isRepeating, ["checkBox", "due", "repeats"].contains(key) { continue }
      let (old, one, other) = (fields[0][key], fields[1][key], fields[2][key])
      var expected = one == old ? other : other == old || one == other ? one : nil
      if expected?.contains("archived-from") == true, hasLeftArchive(id) { expected = nil }
      let isSettled = one == old || other == old || one == other
      if key == "attributes", !isSettled || fields[3][key]?.contains("onflict\"") == true { continue }  // by member
      if key == "newRows", !isSettled {
        if fields[3][key] != ([one, other].contains("task") ? "task" : "plain") { faults.append(key) }
        continue
      }
      if isSettled ? fields[3][key] != expected : true { faults.append(key) }
    }
    let isSettled = ours.parent == base.parent || theirs.parent == base.parent || ours.parent == theirs.parent
    let expected = ours.parent == base.parent ? theirs.parent : ours.parent
    if !isSettled || item.parent != expected { faults.append("parent") }
    return faults
  }

  /// The faults of a task that repeats: its box, day and rule are those of one side, together.
  private func taskFaults(_ tasks: [[String?]]) -> [String] {
    let (old, one, other, merged) = (tasks[0], tasks[1], tasks[2], tasks[3])
    if one == old || other == old || one == other { return merged == (one == old ? other : one) ? [] : ["task"] }
    return [one, other].contains(merged) ? ["repeats"] : ["a mixed task"]
  }

  /// Whether a conflict names the field.
  private func isSaid(_ fault: String, _ id: Int64) -> Bool {
    conflicts.contains { conflict in
      guard conflict.item?.number == id else { return false }
      return switch conflict.kind {
      case .text, .title, .detail, .checkBox, .due, .repeats:
        fault.hasPrefix("\(conflict.kind) ") || fault.hasPrefix("text ")
      case .parent, .cycle: fault.hasPrefix("parent ")
      case .kind: fault.hasPrefix("kind ")
      case .fold: fault.hasPrefix("flag of \(conflict.part ?? "") ")
      case .attribute, .kept, .twin, .order, .level, .id, .user, .setting: false
      }
    }
  }
}
