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
  init(_ sides: Sides<DocumentItem.Content>, isSection: Bool) {
    if sides.all.allSatisfy({ $0.isSection == isSection }) {
      self.init(sides)
      return
    }
    self.init(sides.map { .row($0.row) })
    if isSection {
      let former = sides.base.section?.newRows
      becomeSection(
        isCollapsible: sides.all.allSatisfy { $0.section?.isCollapsible ?? true },
        newRows: Self.newRows(sides.map { $0.section.map(\.newRows) ?? former }))
    }
    setVersions()
  }

  /// Merges contents of the same kind.
  private init(_ sides: Sides<DocumentItem.Content>) {
    content = sides.ours
    if let agreed = sides.agreed(by: { $0.isSame(as: $1) }) {
      content = agreed
      return
    }
    if content.isSection, let sections = sides.compactMap(\.section) {
      merge(sections)
    } else {
      merge(sides.map(\.row))
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

  private mutating func merge(_ sides: Sides<SectionContent>) {
    var section = sides.ours
    let attributes = sides.map(\.attributes)
    section.title = text(sides.map { $0.title }, .title, attributes, most: OutlineLimits.titleBytes) ?? ""
    section.detail = text(sides.map(\.detail), .detail, attributes, most: OutlineLimits.textBytes)
    section.isCollapsible = sides.map(\.isCollapsible).merged { ours, _ in ours }
    section.newRows = Self.newRows(sides.map(\.newRows))
    (section.isDone, section.schedule) = task(sides.map { ($0.isDone, $0.schedule) })
    section.attributes = self.attributes(attributes)
    content = .section(section)
  }

  private mutating func merge(_ sides: Sides<RowDraft>) {
    var row = sides.ours
    let attributes = sides.map(\.attributes)
    for column in RowColumn.all {
      switch column {
      case .text: row.text = text(sides.map { $0.text }, .text, attributes, most: OutlineLimits.textBytes) ?? ""
      case .done: (row.isDone, row.schedule) = task(sides.map { ($0.isDone, $0.schedule) })
      case .attributes: row.attributes = self.attributes(attributes)
      case .due, .repeats: break  // they are merged together with the check box
      case .level: break  // it follows from the parent
      }
    }
    content = .row(row)
  }

  /// Merges texts; both versions are joined where both sides have changed it.
  private mutating func text(
    _ sides: Sides<String?>, _ kind: MergeConflict.Kind, _ attributes: Sides<String?>, most limit: Int
  ) -> String? {
    sides.merged(by: { $0.hasSameBytes(as: $1) }) { ours, theirs in
      let member = kind == .detail ? Self.detailMember : Self.nameMember
      let all = TextVersions(
        TextVersions.of(ours, listed: listed(member, in: attributes.ours)),
        TextVersions.of(theirs, listed: listed(member, in: attributes.theirs)))
      let joined = all.joined(most: limit)
      if all.texts.count > 1, all.texts.first?.hasSameBytes(as: joined) == false {
        versions.append((member, all.texts))
      }
      conflicts.append(MergeConflict(kind: kind, values: all.texts, kept: joined))
      return joined
    }
  }

  private func listed(_ member: String, in attributes: String?) -> [String]? {
    let members = attributes.flatMap(JSONTree.object) ?? []
    guard case .array(let elements)? = members.first(where: { $0.key == member })?.value else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }

  /// Merges check boxes: done wins over open, and open over none.
  private mutating func checkBox(_ sides: Sides<Bool?>) -> Bool? {
    sides.merged { ours, theirs in
      let boxes = [CheckBox.plain, .open, .done].filter { $0.isDone == ours || $0.isDone == theirs }
      conflicts.append(MergeConflict(kind: .checkBox, values: boxes.map(\.rawValue), kept: boxes.last?.rawValue))
      return boxes.last?.isDone ?? nil
    }
  }

  /// Merges check boxes, due dates and rules.
  ///
  /// A tick of a task that repeats changes all of them together, so those of a repeating task are one value: that of one
  /// side, as a whole.
  private mutating func task(_ sides: Sides<TaskState>) -> TaskState {
    if sides.all.allSatisfy({ $0.schedule.repeats == nil }) {
      return (checkBox(sides.map(\.isDone)), Schedule(due: due(sides.map(\.schedule.due))))
    }
    let isSame = { (one: TaskState, other: TaskState) in
      one.isDone == other.isDone && one.schedule.isSame(as: other.schedule)
    }
    return sides.merged(by: isSame) { ours, theirs in
      let states = Self.isFurther(theirs, ours) ? [theirs, ours] : [ours, theirs]
      let texts = states.map(Self.text)
      conflicts.append(MergeConflict(kind: .repeats, values: texts, kept: texts[0]))
      return states[0]
    }
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
  private mutating func due(_ sides: Sides<DueDate?>) -> DueDate? {
    sides.merged { ours, theirs in
      let dates = [ours, theirs].compactMap(\.self).sorted()
      let values = dates.map(\.description) + (dates.count == 1 ? ["none"] : [])
      conflicts.append(MergeConflict(kind: .due, values: values, kept: values.first))
      return dates.first
    }
  }

  /// Merges the kind of new rows: where both sides have changed it, tasks win, as check boxes do.
  private static func newRows(_ sides: Sides<NewRows?>) -> NewRows? {
    sides.merged { ours, theirs in theirs == nil || ours == .task ? ours : theirs }
  }

  private mutating func attributes(_ sides: Sides<String?>) -> String? {
    let merged = MergedAttributes(sides)
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

/// The versions of a text that two sides have changed to different texts.
///
/// They are joined to one text, `green apples ≠ red apples`, and an attribute lists them, by which a later merge can tell
/// the versions apart.
struct TextVersions {
  /// The separator of the versions in the joined text.
  static let sign = " ≠ "

  /// The versions, ordered by their bytes; none is empty, and none occurs twice.
  let texts: [String]

  /// Combines the versions that both sides have.
  init(_ one: [String], _ other: [String]) {
    texts = Set((one + other).filter { !$0.isEmpty }.map { ExactText($0) }).sorted().map(\.text)
  }

  /// Finds the versions that a text consists of.
  ///
  /// - Parameters:
  ///   - text: The text; nil for none.
  ///   - listed: The texts that the item's attribute lists; nil if there is no such attribute.
  static func of(_ text: String?, listed: [String]?) -> [String] {
    guard let text else { return [] }
    guard let listed, listed.joined(separator: sign).hasSameBytes(as: text) else { return [text] }
    return listed
  }

  /// All versions in one text, or only the first one if that would be too long.
  func joined(most limit: Int) -> String {
    let all = texts.joined(separator: Self.sign)
    return all.utf8.count <= limit ? all : texts.first ?? ""
  }
}
