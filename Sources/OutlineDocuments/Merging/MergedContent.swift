import OutlineCore
import OutlineJSON

/// The content of an item after a merge, field by field.
struct MergedContent {
  private(set) var content: DocumentItem.Content
  /// The conflicts, which do not name the item yet.
  private(set) var conflicts: [MergeConflict] = []

  /// The name of the attribute that lists the versions of a title or of a row's text.
  static let nameMember = "conflict"
  /// The name of the attribute that lists the versions of a section's detail.
  static let detailMember = "detailConflict"

  private typealias TaskState = (isDone: Bool?, schedule: Schedule)

  /// The attributes to set, because versions of a text are joined.
  private var versions: [(member: String, texts: [String])] = []

  /// Takes one content over, as a section or as a row.
  init(_ content: DocumentItem.Content, isSection: Bool) {
    self.content = isSection == content.isSection ? content : .row(content.row)
    if isSection, !content.isSection { becomeSection() }
    setVersions()
  }

  /// Merges contents.
  ///
  /// Where they are not all of one kind, they are merged as rows.
  ///
  /// - Parameter isSection: Whether the item is a section after the merge.
  init(base: DocumentItem.Content, _ one: DocumentItem.Content, _ other: DocumentItem.Content, isSection: Bool) {
    let all = [base, one, other]
    if all.allSatisfy({ $0.isSection == isSection }) {
      self.init(base: base, one, other)
      return
    }
    let rows = all.map { DocumentItem.Content.row($0.row) }
    self.init(base: rows[0], rows[1], rows[2])
    if isSection {
      let former = base.section?.newRows
      becomeSection(
        isCollapsible: all.allSatisfy { $0.section?.isCollapsible ?? true },
        newRows: Self.newRows(former, one.section.map(\.newRows) ?? former, other.section.map(\.newRows) ?? former))
    }
    setVersions()
  }

  /// Merges contents of the same kind.
  private init(base: DocumentItem.Content, _ one: DocumentItem.Content, _ other: DocumentItem.Content) {
    content = one
    if other.isSame(as: base) || one.isSame(as: other) { return }
    if one.isSame(as: base) {
      content = other
      return
    }
    switch (base, one, other) {
    case (.section(let base), .section(let one), .section(let other)): merge(base, one, other)
    case (.row(let base), .row(let one), .row(let other)): merge(base, one, other)
    default: break  // they are of the same kind
    }
    setVersions()
  }

  /// Makes a section of the row; if its text is too long for a title and a detail, an attribute has all of it.
  private mutating func becomeSection(isCollapsible: Bool = true, newRows: NewRows? = nil) {
    let row = content.row
    var section =
      content.section
      ?? SectionContent(
        String(row.text.unicodeScalars.prefix { $0 != "\n" }.prefix(100)), isDone: row.isDone,
        attributes: row.attributes, schedule: row.schedule)
    if content.section == nil {
      versions.append((Self.nameMember, [row.text]))
      conflicts.append(MergeConflict(kind: .title, values: [row.text], kept: section.title))
    }
    section.isCollapsible = isCollapsible
    section.newRows = newRows
    content = .section(section)
  }

  private mutating func merge(_ base: SectionContent, _ one: SectionContent, _ other: SectionContent) {
    var section = one
    section.title =
      text(
        base.title, one.title, other.title, .title, (one.attributes, other.attributes),
        most: OutlineLimits.titleBytes) ?? ""
    section.detail = text(
      base.detail, one.detail, other.detail, .detail, (one.attributes, other.attributes),
      most: OutlineLimits.titleBytes)
    section.isCollapsible = one.isCollapsible == base.isCollapsible ? other.isCollapsible : one.isCollapsible
    section.newRows = Self.newRows(base.newRows, one.newRows, other.newRows)
    (section.isDone, section.schedule) = task(
      (base.isDone, base.schedule), (one.isDone, one.schedule), (other.isDone, other.schedule))
    section.attributes = attributes(base.attributes, one.attributes, other.attributes)
    content = .section(section)
  }

  private mutating func merge(_ base: RowDraft, _ one: RowDraft, _ other: RowDraft) {
    var row = one
    for column in RowColumn.all {
      switch column {
      case .text:
        row.text =
          text(
            base.text, one.text, other.text, .text, (one.attributes, other.attributes),
            most: OutlineLimits.textBytes) ?? ""
      case .done:
        (row.isDone, row.schedule) = task(
          (base.isDone, base.schedule), (one.isDone, one.schedule), (other.isDone, other.schedule))
      case .attributes: row.attributes = attributes(base.attributes, one.attributes, other.attributes)
      case .due, .repeats: break  // they are merged together with the check box
      case .level: break  // it follows from the parent
      }
    }
    content = .row(row)
  }

  /// Merges texts; both versions are joined where both sides have changed it.
  private mutating func text(
    _ base: String?, _ one: String?, _ other: String?, _ kind: MergeConflict.Kind,
    _ attributes: (one: String?, other: String?), most limit: Int
  ) -> String? {
    if one.hasSameBytes(as: other) || other.hasSameBytes(as: base) { return one }
    if one.hasSameBytes(as: base) { return other }
    let member = kind == .detail ? Self.detailMember : Self.nameMember
    let all = TextVersions(
      TextVersions.of(one, listed: listed(member, in: attributes.one)),
      TextVersions.of(other, listed: listed(member, in: attributes.other)))
    let joined = all.joined(most: limit)
    if all.texts.count > 1, all.texts.first?.hasSameBytes(as: joined) == false { versions.append((member, all.texts)) }
    conflicts.append(MergeConflict(kind: kind, values: all.texts, kept: joined))
    return joined
  }

  private func listed(_ member: String, in attributes: String?) -> [String]? {
    let members = attributes.flatMap(JSONTree.object) ?? []
    guard case .array(let elements)? = members.first(where: { $0.key == member })?.value else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }

  /// Merges check boxes: done wins over open, and open over none.
  private mutating func checkBox(_ base: Bool?, _ one: Bool?, _ other: Bool?) -> Bool? {
    if one == other || other == base { return one }
    if one == base { return other }
    let boxes = [CheckBox.plain, .open, .done].filter { $0.isDone == one || $0.isDone == other }
    conflicts.append(MergeConflict(kind: .checkBox, values: boxes.map(\.rawValue), kept: boxes.last?.rawValue))
    return boxes.last?.isDone ?? nil
  }

  /// Merges check boxes, due dates and rules.
  ///
  /// A tick of a task that repeats changes all of them together, so those of a repeating task are one value: that of one
  /// side, as a whole.
  private mutating func task(_ base: TaskState, _ one: TaskState, _ other: TaskState) -> TaskState {
    if [base, one, other].allSatisfy({ $0.schedule.repeats == nil }) {
      let due = due(base.schedule.due, one.schedule.due, other.schedule.due)
      return (checkBox(base.isDone, one.isDone, other.isDone), Schedule(due: due))
    }
    let isSame = { (one: TaskState, other: TaskState) in
      one.isDone == other.isDone && one.schedule.isSame(as: other.schedule)
    }
    if isSame(one, other) || isSame(other, base) { return one }
    if isSame(one, base) { return other }
    let sides = Self.isFurther(other, one) ? [other, one] : [one, other]
    let texts = sides.map(Self.text)
    conflicts.append(MergeConflict(kind: .repeats, values: texts, kept: texts[0]))
    return sides[0]
  }

  /// Whether a repeating task has come further on one side: a rule wins over none, done over open, and a later day over
  /// an earlier one; the smaller rule decides the rest.
  private static func isFurther(_ one: TaskState, _ other: TaskState) -> Bool {
    func key(_ task: TaskState) -> (Int, Int, String) {
      (
        task.schedule.repeats == nil ? 0 : 1, task.isDone.map { $0 ? 2 : 1 } ?? 0,
        task.schedule.due?.description ?? ""
      )
    }
    if key(one) != key(other) { return key(one) > key(other) }
    return ExactText(one.schedule.repeats ?? "") < ExactText(other.schedule.repeats ?? "")
  }

  /// Describes a state of a task in a conflict, such as `2026-11-28 FREQ=DAILY;COUNT=4`.
  private static func text(of task: TaskState) -> String {
    let box = [CheckBox.plain, .done].first { $0.isDone == task.isDone }?.rawValue
    return [task.schedule.due?.description, task.schedule.repeats, box].compactMap(\.self).joined(separator: " ")
  }

  /// Merges due dates: the earlier one wins where both sides have changed it, so that nobody misses it.
  private mutating func due(_ base: DueDate?, _ one: DueDate?, _ other: DueDate?) -> DueDate? {
    if one == other || other == base { return one }
    if one == base { return other }
    let dates = [one, other].compactMap(\.self).sorted()
    let values = dates.map(\.description) + (dates.count == 1 ? ["none"] : [])
    conflicts.append(MergeConflict(kind: .due, values: values, kept: values.first))
    return dates.first
  }

  /// Merges the kind of new rows: where both sides have changed it, tasks win, as check boxes do.
  private static func newRows(_ base: NewRows?, _ one: NewRows?, _ other: NewRows?) -> NewRows? {
    if one == base { return other }
    return other == base || other == nil || one == .task ? one : other
  }

  private mutating func attributes(_ base: String?, _ one: String?, _ other: String?) -> String? {
    let merged = MergedAttributes(base: base, one, other)
    let set = Set(versions.map(\.member))
    conflicts += merged.conflicts.filter { !set.contains($0.part ?? "") }
    return merged.text
  }

  /// Lists the versions of joined texts in attributes, unless they would become too long.
  private mutating func setVersions() {
    for (member, texts) in versions {
      guard var members = content.attributes.map(JSONTree.object) ?? [] else { continue }
      members.removeAll { $0.key == member }
      members.append(.init(member, .texts(texts)))
      let attributes = JSONTree.object(members).text
      if attributes.utf8.count <= OutlineLimits.textBytes { content.attributes = attributes }
    }
  }
}
