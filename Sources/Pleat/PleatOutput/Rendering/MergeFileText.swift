import OutlineCore
import OutlineDocuments
import OutlineFormats
import OutlineJSON

/// The report of `pleat merge-file`.
package struct MergeFileText {
  private let isTrial: Bool
  private let conflicts: [MergeConflict]
  private var counts = ExportCounts()

  package init(_ merge: ThreeWayMerge, isTrial: Bool) {
    self.isTrial = isTrial
    conflicts = merge.conflicts
    merge.document.pass { counts.add($0) }
  }

  /// One line for each conflict; a trial begins with the counts that it would write.
  package var lines: [String] {
    let first =
      isTrial ? ["would have merged to \(Count.sections(counts.sections)) and \(Count.rows(counts.rows))"] : []
    return first + conflicts.map { "pleat: \($0.sentence)" }
  }

  package func json(file: String) -> JSONTree {
    [
      "file": .string(file), "sections": .int(counts.sections), "rows": .int(counts.rows),
      "remarks": .array(conflicts.map(\.json)),
    ]
  }
}

extension MergeConflict {
  /// The conflict as a sentence without its full stop.
  package var sentence: String {
    switch kind {
    case .text, .title, .detail: versions
    case .checkBox: "both sides marked \(what), as \(Self.list(values, "and as")); it is \(kept ?? "plain")"
    case .due, .repeats:
      "both sides changed \(kind == .due ? "when" : "when and how often") \(what) is due: \(Self.list(values, "and")); "
        + "it is \(kept ?? "none")"
    case .attribute:
      "both sides changed \(part.map { "the attribute '\(Escapes.short($0))'" } ?? "the attributes") of \(what): "
        + "\(Self.list(values, "and")); \(kept.map { "\(Escapes.short($0)) stays" } ?? "it is gone")"
    case .kept: "\(what) was deleted on one side, and changed, moved or filled on the other; it stays"
    case .twin: "both sides added \(what); it was added once, without the id \(part ?? "of the other side")"
    case .parent:
      "\(what) was moved to \(Self.sections(values)); it is \(kept == "" ? "at" : "in") \(Self.section(kept))"
    case .cycle:
      "\(what) and \(Self.section(values.last)) were moved into each other; the move of \(what) is undone"
    case .kind:
      "\(what) was made a row on one side, and got a subsection or became an outermost section on the other; "
        + "it stays a section"
    case .order:
      "both sides reordered \(Self.section(item == nil ? "" : name)), and moved \(Self.quoted(values)) "
        + "to different positions; one of the positions is taken"
    case .level: "\(what) is at level \(OutlineLimits.levels.upperBound), because nothing can be deeper"
    case .id:
      "both sides gave the id \(item.map { "\($0)" } ?? "") to a new item; "
        + "\"\(Escapes.short(name))\" has no id now"
    case .fold:
      "\(part ?? "") has collapsed \(what) on one side and expanded it on the other; it is \(kept ?? "neither")"
    case .user: "both sides added the user \(Escapes.short(name)), with different settings"
    case .setting:
      "both sides changed the setting \(name): \(Self.list(values, "and")); \(kept.map(Escapes.short) ?? "none") stays"
    }
  }

  private var versions: String {
    let field = kind == .text ? "text" : kind == .title ? "title" : "detail"
    let start = "both sides changed the \(field) of \(item.map { "\($0)" } ?? what)"
    if values.count == 1 { return "\(start), and one of them removed it; \(Self.quoted(values)) stays" }
    let isJoined = kept != values.first
    return "\(start): \(Self.quoted(values)); "
      + (isJoined ? "both stay" : "only the first one stays, because together they are too long")
  }

  /// The item, with its id if it has one.
  private var what: String { "\"\(Escapes.short(name))\"\(item.map { " (\($0))" } ?? "")" }

  private static func section(_ title: String?) -> String {
    guard let title, !title.isEmpty else { return "the outermost level" }
    return Escapes.short(title)
  }

  private static func sections(_ titles: [String]) -> String {
    titles.map(section).joined(separator: " on one side and to ") + " on the other"
  }

  private static func list(_ values: [String], _ word: String) -> String {
    values.map(Escapes.short).joined(separator: " \(word) ")
  }

  private static func quoted(_ values: [String]) -> String {
    let first = values.prefix(3).map { "\"\(Escapes.short($0))\"" }.joined(separator: ", ")
    return values.count > 3 ? "\(first) and \(values.count - 3) more" : first
  }

  package var json: JSONTree {
    [
      "kind": .string(kind.rawValue), "id": .text(item.map { "\($0)" }), "name": .string(name),
      "part": part.map { .string($0) }, "values": .texts(values), "kept": .text(kept),
    ]
  }
}
