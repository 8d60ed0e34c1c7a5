import OutlineCore
import OutlineFormats

/// Holds a merge against its three documents, item by item, without any of the merge's own code.
struct MergeCheck {
  /// What is known of an item of a document, as texts.
  private struct Item {
    var fields: [String: String] = [:]
    var parent: ItemID?
  }

  private let base: [ItemID: Item]
  private let ours: [ItemID: Item]
  private let theirs: [ItemID: Item]
  private let merged: [ItemID: Item]
  private let count: Int
  private let conflicts: [MergeConflict]

  init(_ base: [OutlinePiece], _ ours: [OutlinePiece], _ theirs: [OutlinePiece], _ merge: ThreeWayMerge) {
    self.base = Self.items(base)
    self.ours = Self.items(ours)
    self.theirs = Self.items(theirs)
    merged = Self.items(merge.pieces)
    count = merge.pieces.compactMap(\.id).count
    conflicts = merge.conflicts
  }

  private static func items(_ pieces: [OutlinePiece]) -> [ItemID: Item] {
    var items: [ItemID: Item] = [:]
    var open: [(level: Int, id: ItemID)] = []
    for piece in pieces {
      guard let id = piece.id else { continue }
      switch piece {
      case .section(let section):
        open.removeAll { $0.level >= section.draft.level }
        var fields = ["title": section.draft.title, "collapsible": "\(section.draft.isCollapsible)"]
        fields["detail"] = section.draft.detail
        fields["attributes"] = section.draft.attributes
        for (user, flag) in section.flags { fields["flag of \(user)"] = "\(flag)" }
        items[id] = Item(fields: fields, parent: open.last?.id)
        open.append((section.draft.level, id))
      case .row(let row):
        var fields = ["text": row.draft.text]
        fields["checkBox"] = row.draft.isDone.map { "\($0)" }
        fields["attributes"] = row.draft.attributes
        items[id] = Item(fields: fields, parent: open.last?.id)
      case .identity, .user, .level, .collapsed: break
      }
    }
    return items
  }

  /// What is wrong; empty if nothing is.
  func faults() -> [String] {
    var faults = count == merged.count ? [] : ["an item is doubled"]
    for id in Set(base.keys).union(ours.keys).union(theirs.keys) {
      let sides = (base[id], ours[id], theirs[id])
      guard let item = merged[id] else {
        if isLost(sides), !isTwin(id) { faults.append("\(id) is lost") }
        continue
      }
      faults += self.faults(of: item, sides).map { "\($0) of \(id)" }.filter { !isSaid($0, id) }
    }
    return faults
  }

  /// Whether a conflict says that another item stands for this one.
  private func isTwin(_ id: ItemID) -> Bool { conflicts.contains { $0.kind == .twin && $0.part == "\(id)" } }

  private func isLost(_ sides: (base: Item?, ours: Item?, theirs: Item?)) -> Bool {
    switch sides {
    case (nil, _, _), (_, .some, .some): true
    case (let base?, let left?, nil), (let base?, nil, let left?):
      base.parent != left.parent || withoutFlags(base) != withoutFlags(left)
    case (_, nil, nil): false
    }
  }

  private func withoutFlags(_ item: Item) -> [String: String] { item.fields.filter { !$0.key.hasPrefix("flag") } }

  private func faults(of item: Item, _ sides: (base: Item?, ours: Item?, theirs: Item?)) -> [String] {
    guard let ours = sides.ours, let theirs = sides.theirs else {
      guard let only = sides.ours ?? sides.theirs else { return ["resurrection"] }
      return (only.fields == item.fields ? [] : ["content"]) + (only.parent == item.parent ? [] : ["parent"])
    }
    var faults: [String] = []
    let base = sides.base ?? Item()
    for key in Set(base.fields.keys).union(ours.fields.keys).union(theirs.fields.keys) {
      let (old, one, other) = (base.fields[key], ours.fields[key], theirs.fields[key])
      let expected = one == old ? other : other == old || one == other ? one : nil
      let isSettled = one == old || other == old || one == other
      if key == "attributes", !isSettled || item.fields[key]?.contains("onflict\"") == true { continue }  // by member
      if isSettled ? item.fields[key] != expected : true { faults.append(key) }
    }
    let isSettled = ours.parent == base.parent || theirs.parent == base.parent || ours.parent == theirs.parent
    let expected = ours.parent == base.parent ? theirs.parent : ours.parent
    if !isSettled || item.parent != expected { faults.append("parent") }
    return faults
  }

  /// Whether a conflict names the field.
  private func isSaid(_ fault: String, _ id: ItemID) -> Bool {
    conflicts.contains { conflict in
      guard conflict.item == id else { return false }
      return switch conflict.kind {
      case .text, .title, .detail, .checkBox: fault.hasPrefix("\(conflict.kind) ")
      case .parent, .cycle: fault.hasPrefix("parent ")
      case .fold: fault.hasPrefix("flag of \(conflict.part ?? "") ")
      case .attribute, .kept, .converted, .twin, .order, .level, .id, .user: false
      }
    }
  }
}
