import OutlineCore
import PleatSystem

/// Turns sections, rows and users that were found in a damaged file into ones that a file can have.
///
/// Every value that has to change is noted in the report.
package struct RepairRules {
  /// The ids that are kept; things with greater ids get new ones, so that enough ids are left.
  package static let ids: ClosedRange<Int64> = 1...((1 << 52) - 1)

  /// The changes to the content so far.
  package var report = RepairReport()
  private let object: (String) throws -> String

  /// Prepares repairs.
  ///
  /// - Parameter object: Returns a JSON object with one member, `recovered`, which has a text.
  package init(object: @escaping (String) throws -> String) { self.object = object }

  /// Returns an id if it can be kept; nil if a new one is needed.
  ///
  /// - Parameter isTaken: Whether a section has the same number.
  package mutating func kept(_ id: FoundValue, of thing: String, isTaken: Bool = false) -> Int64? {
    if !isTaken, let id = id.integer, Self.ids.contains(id) { return id }
    report.note(.newID, "\(thing) \(id.kind) has a new id")
    return nil
  }

  package mutating func draft(_ found: FoundSection) throws -> SectionDraft {
    let name = "section \(found.id.kind)"
    return SectionDraft(
      level: level(found.level, of: name),
      title: text(found.title, of: "the title of \(name)", limit: OutlineLimits.titleBytes) ?? "",
      detail: found.detail == .null
        ? nil : text(found.detail, of: "the detail of \(name)", limit: OutlineLimits.textBytes),
      isCollapsible: flag(found.collapsible, of: "collapsible of \(name)") ?? true,
      newRows: newRows(found.newRows, of: name), isDone: checkBox(found.done, of: name),
      attributes: try attributes(found.attributes, isObject: found.hasObject, of: name),
      schedule: schedule(found.due, found.repeats, of: name))
  }

  package mutating func draft(_ found: FoundRow) throws -> RowDraft {
    let name = "row \(found.id.kind)"
    return RowDraft(
      text(found.text, of: "the text of \(name)", limit: OutlineLimits.textBytes) ?? "",
      isDone: checkBox(found.done, of: name),
      attributes: try attributes(found.attributes, isObject: found.hasObject, of: name),
      schedule: schedule(found.due, found.repeats, of: name),
      level: found.level == .null ? 1 : level(found.level, of: name))
  }

  /// Returns a user whose name is none of `taken`.
  package mutating func user(_ found: FoundUser, taken: Set<String>) -> User {
    let title = "user \(found.id.kind)"
    var name = text(found.name, of: "the name of \(title)", limit: OutlineLimits.titleBytes - 100) ?? ""
    if name.isEmpty || taken.contains(name) {
      let first = name.isEmpty ? "user" : name
      var number = 2
      repeat {
        name = "\(first) \(number)"
        number += 1
      } while taken.contains(name)
      report.note(.changed, "\(title) is now called '\(name)'")
    }
    return User(
      name: name, startsCollapsed: flag(found.startsCollapsed, of: "starts_collapsed of \(title)") ?? false,
      accordion: flag(found.accordion, of: "accordion of \(title)") ?? false)
  }

  private mutating func newRows(_ value: FoundValue, of name: String) -> NewRows? {
    if value == .null { return nil }
    let known = NewRows.allCases.first { value == .text(Array($0.rawValue.utf8)) }
    if known == nil { report.note(.changed, "new_rows of \(name) was \(value.kind)") }
    return known
  }

  private mutating func schedule(_ due: FoundValue, _ repeats: FoundValue, of name: String) -> Schedule {
    var schedule = Schedule()
    if case .text(let bytes) = due { schedule.due = DueDate(String(decoding: bytes, as: UTF8.self)) }
    if schedule.due == nil, due != .null { report.note(.changed, "due of \(name) was \(due.kind)") }
    if repeats != .null {
      let rule = text(repeats, of: "repeat of \(name)", limit: OutlineLimits.repeatBytes)
      schedule.repeats = rule == "" ? nil : rule
    }
    return schedule
  }

  private mutating func checkBox(_ value: FoundValue, of name: String) -> Bool? {
    value == .null ? nil : flag(value, of: "done of \(name)")
  }

  private mutating func level(_ value: FoundValue, of name: String) -> Int {
    let level = Int(min(max(value.integer ?? 1, 1), 100))
    if value != .integer(Int64(level)) {
      report.note(.changed, "the level of \(name) was \(value.kind), and is now \(level)")
    }
    return level
  }

  /// Returns a flag: every number but 0 is true; nil for a value that is no number.
  private mutating func flag(_ value: FoundValue, of name: String) -> Bool? {
    switch value {
    case .integer(0): return false
    case .integer(1): return true
    default:
      report.note(.changed, "\(name) was \(value.kind)")
      return value.integer.map { $0 != 0 }
    }
  }

  /// Returns a value as a text without NUL and of at most `limit` bytes; nil for NULL.
  private mutating func text(_ value: FoundValue, of name: String, limit: Int) -> String? {
    let bytes: [UInt8]
    switch value {
    case .text(let found): bytes = found
    case .null, .integer, .real, .blob:
      report.note(.changed, "\(name) was \(value.kind)")
      guard let found = value.bytes else { return nil }
      bytes = found
    }
    var text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.count != bytes.count || !text.utf8.elementsEqual(bytes) {
      report.note(.changed, "\(name) was not UTF-8")
    }
    if bytes.contains(0) {
      report.note(.changed, "\(name) contained a NUL")
      text = String(decoding: bytes.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] }, as: UTF8.self)
    }
    return cut(text, of: name, limit: limit)
  }

  private mutating func cut(_ text: String, of name: String, limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    report.note(.cut, "\(name) had \(text.utf8.count) bytes; the limit is \(limit)")
    var short = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      if count > limit { break }
      short.append(scalar)
    }
    return String(short)
  }

  /// Returns attributes; a value that is not a JSON object becomes the member `recovered` of one.
  private mutating func attributes(_ value: FoundValue, isObject: Bool, of name: String) throws -> String? {
    if value == .null { return nil }
    if isObject, case .text(let bytes) = value, let text = String(utf8: bytes) { return text }
    report.note(.changed, "the attributes of \(name) were not a JSON object, and are now in its member 'recovered'")
    let text = String(decoding: value.bytes ?? [], as: UTF8.self)
    let whole = try object(text)
    if whole.utf8.count <= OutlineLimits.textBytes { return whole }
    report.note(.cut, "the attributes of \(name) had \(text.utf8.count) bytes")
    return try object(String(text.unicodeScalars.prefix(OutlineLimits.textBytes / 6 - 100)))
  }
}

extension UTF8 {
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x80 ? 1 : scalar.value < 0x800 ? 2 : scalar.value < 0x10000 ? 3 : 4
  }
}

extension FoundValue {
  /// The value as the bytes of a text; nil for NULL.
  fileprivate var bytes: [UInt8]? {
    switch self {
    case .null: nil
    case .integer(let number): Array("\(number)".utf8)
    case .real(let number): Array("\(number)".utf8)
    case .text(let bytes), .blob(let bytes): bytes
    }
  }
}
