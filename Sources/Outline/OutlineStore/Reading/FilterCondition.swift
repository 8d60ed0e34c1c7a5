import OutlineCore
import SQLite

/// The sections whose `ord` is in a range, with their rows; or, of a given section, the rows whose `rank` is in it.
package typealias FilterPlace = (section: SectionID?, keys: Range<OrderKey>)

/// A filter as a condition of SQL.
///
/// Texts are tested by functions that Swift defines for the statement.
struct FilterCondition {
  enum Table { case section, row }

  let filter: ItemFilter
  private let places: [Address: FilterPlace]
  private let archive: Range<OrderKey>?
  /// The parts of the filter that test texts; each has a function that is named by its index.
  private let textTests: [ItemFilter]

  init(_ filter: ItemFilter, places: [Address: FilterPlace], archive: Range<OrderKey>?) {
    self.filter = filter
    self.places = places
    self.archive = archive
    textTests = Self.textTests(in: filter).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func textTests(in filter: ItemFilter) -> [ItemFilter] {
    filter.terms.filter { term in
      switch term {
      case .text, .expression, .tag, .attribute: true
      case .all, .any, .not, .task, .inside, .archived, .changed, .changedBy, .ticked, .due, .noDue, .hasNote: false
      }
    }
  }

  /// An attribute that `json_tree` gives, as `key=value`, with a number as it is written; a part of a list has the key of
  /// the list.
  static let attributeLine = """
    CASE WHEN typeof(key) = 'integer' THEN replace(substr(path, 3), '"', '') ELSE key END || '='
      || \(written("atom", type: "type", path: "fullkey"))
    """

  /// The SQL of a value in `attributes` as a text.
  ///
  /// SQLite's `atom` of 1.20 is 1.2, but `json_extract` with two paths returns an array of both values as they are
  /// written. It finds no value below a key that is written with a backslash.
  private static func written(_ atom: String, type: String, path: String) -> String {
    let twice = "json_extract(attributes, \(path), \(path))"
    return """
      CASE WHEN \(type) IN ('true', 'false') THEN \(type)
        WHEN typeof(\(atom)) = 'real' OR \(atom) = 0 AND \(type) = 'integer' THEN
          iif(\(twice) = '[null,null]', \(atom), substr(\(twice), 2, (length(\(twice)) - 3) / 2))
        ELSE \(atom) END
      """
  }
}

// MARK: - Tests of texts

/// The first error of the tests of texts.
final class TestProblem {
  fileprivate(set) var first: PatternError?
}

extension FilterCondition {
  /// Defines the functions that the condition calls; no statement may be running.
  ///
  /// - Returns: The holder of the first error in a test, to be looked at after each statement.
  func defineTests(on db: Connection) throws -> TestProblem {
    let problem = TestProblem()
    for (index, filter) in textTests.enumerated() {
      var filter = filter
      if case .attribute(let name, let value) = filter, value.hasPrefix("[") || value.hasPrefix("{") {
        // SQLite gives lists and objects without spaces.
        let json: String? = try db.value("SELECT CASE WHEN json_valid(?1) THEN json(?1) END", [value])
        filter = .attribute(name: name, value: json ?? value)
      }
      try db.define("test\(index)", try Self.test(filter, problem))
    }
    return problem
  }

  private static func test(_ filter: ItemFilter, _ problem: TestProblem) throws -> (UnsafeRawBufferPointer) -> Bool {
    switch filter {
    case .text(let word):
      let pattern = try TextPattern([word])
      return { text in (try? pattern.fits(text)) ?? false }
    case .expression(let expression):
      let pattern = try TextPattern([expression], areExpressions: true)
      return { text in
        do throws(PatternError) { return try pattern.fits(text) } catch {
          problem.first = problem.first ?? error
          return false
        }
      }
    case .tag(let tag):
      let pattern = try TextPattern([tag.description])
      return { text in
        (try? pattern.fits(text)) == true && tag.occurs(in: String(decoding: text, as: UTF8.self))
      }
    case .attribute(let name, let value):
      let line = TextMatch.folded("\(name)=\(value)")
      return { text in TextMatch.folded(String(decoding: text, as: UTF8.self)) == line }
    case .all, .any, .not, .task, .inside, .archived, .changed, .changedBy, .ticked, .due, .noDue, .hasNote:
      return { _ in false }
    }
  }
}

// MARK: - SQL

extension FilterCondition {
  /// Returns the condition, which is never NULL, and the values of its parameters.
  func sql(for table: Table) -> (sql: String, values: [any Bindable]) {
    var values: [any Bindable] = []
    return (sql(filter, table, &values), values)
  }

  private func sql(_ filter: ItemFilter, _ table: Table, _ values: inout [any Bindable]) -> String {
    switch filter {
    case .all(let filters): return joined(Self.cheapFirst(filters), "AND", table, &values) ?? "1"
    case .any(let filters): return joined(Self.cheapFirst(filters), "OR", table, &values) ?? "0"
    case .not(let filter): return "NOT (\(sql(filter, table, &values)))"
    // On the way to the attributes, SQLite finds the columns with the texts, so the attributes are tested first.
    case .text, .expression: return "\(inAttributes(filter)) OR \(inTexts(filter, table))"
    case .tag: return inTexts(filter, table)
    case .attribute: return hasAttribute(filter)
    case .task(let isDone):
      guard let isDone else { return "done IS NOT NULL" }
      if isDone { return "done IS NOT NULL AND done = 1" }
      return "done IS NOT NULL AND done = 0" + (archive.map { " AND NOT \(isBelow((nil, $0), table, &values))" } ?? "")
    case .inside(let address): return places[address].map { isBelow($0, table, &values) } ?? "0"
    case .archived: return archive.map { isBelow((nil, $0), table, &values) } ?? "0"
    case .changed(let interval):
      values.append(interval.seconds)
      return isAmongChanged(table, "at >= (julianday('now') - 2440587.5) * 86400000 - ? * 1000")
    case .changedBy(let user):
      values.append(user)
      return isAmongChanged(table, "user = ?")
    case .ticked(let first, let last):
      values += ["\(first)", "\(last)"]
      // 8 is the sign of `old_done`. A task that comes again is open again.
      return "(done = 1 OR repeat IS NOT NULL) AND "
        + isAmongChanged(
          table,
          """
          action = 'update' AND changed & 8 AND old_done IS NOT 1 AND at >= strftime('%s', ?, 'utc') * 1000
            AND at < strftime('%s', ?, '+1 day', 'utc') * 1000
          """)
    case .hasNote:
      return (table == .row ? "instr(text, char(10)) > 0" : "detail IS NOT NULL")
        + " OR attributes IS NOT NULL AND coalesce(json_extract(attributes, '$.note'), '') <> ''"
    case .due(let comparison, let date): return due(comparison, date, &values)
    case .noDue: return "due IS NULL"
    }
  }

  /// The condition that an item is below the section or the row at the beginning of a place.
  private func isBelow(_ place: FilterPlace, _ table: Table, _ values: inout [any Bindable]) -> String {
    if place.section != nil, table == .section { return "0" }
    values += [place.keys.lowerBound, place.keys.upperBound]
    if let section = place.section { return "(section_id = \(section.rawValue) AND rank > ? AND rank < ?)" }
    return table == .section
      ? "(ord > ? AND ord < ?)" : "(section_id IN (SELECT section_id FROM section WHERE ord >= ? AND ord < ?))"
  }

  /// The condition that compares the due date of an item with a date; a whole day includes its times.
  private func due(_ comparison: DueComparison, _ date: DueDate, _ values: inout [any Bindable]) -> String {
    let start = date.description
    let end = start + (date.time == nil ? "U" : ":")  // after the date and all its times, and before the next one
    switch comparison {
    case .before, .from: values.append(start)
    case .until, .after: values.append(end)
    case .on: values += [start, end]
    }
    switch comparison {
    case .before, .until: return "due IS NOT NULL AND due < ?"
    case .from, .after: return "due IS NOT NULL AND due >= ?"
    case .on: return "due IS NOT NULL AND due >= ? AND due < ?"
    }
  }

  private func joined(
    _ filters: [ItemFilter], _ word: String, _ table: Table, _ values: inout [any Bindable]
  ) -> String? {
    let parts = filters.map { "(\(sql($0, table, &values)))" }
    return parts.isEmpty ? nil : parts.joined(separator: " \(word) ")
  }

  /// Puts filters that look at no text before the others, because SQLite tests them in this order.
  private static func cheapFirst(_ filters: [ItemFilter]) -> [ItemFilter] {
    filters.filter { textTests(in: $0).isEmpty } + filters.filter { !textTests(in: $0).isEmpty }
  }

  private func function(_ filter: ItemFilter) -> String { "test\(textTests.firstIndex(of: filter) ?? 0)" }

  private func inTexts(_ filter: ItemFilter, _ table: Table) -> String {
    let test = function(filter)
    return table == .row ? "\(test)(text)" : "(\(test)(title) OR detail IS NOT NULL AND \(test)(detail))"
  }

  private func inAttributes(_ filter: ItemFilter) -> String {
    "attributes IS NOT NULL AND EXISTS (SELECT 1 FROM json_tree(attributes) WHERE atom IS NOT NULL AND "
      + "\(function(filter))(\(Self.attributeLine)))"
  }

  /// The condition that an attribute, or one value in it if it is a list, equals the filter's value; numbers are
  /// compared as they are written, and as SQLite reads them.
  private func hasAttribute(_ filter: ItemFilter) -> String {
    let test = function(filter)
    func fits(_ value: String) -> String { "\(test)(entry.key || '=' || \(value))" }
    return """
      attributes IS NOT NULL AND EXISTS (
        SELECT 1 FROM json_each(attributes) AS entry
        LEFT JOIN json_each(iif(entry.type = 'array', entry.value, '[]')) AS part
        WHERE entry.atom IS NOT NULL AND \(fits(Self.written("entry.atom", type: "entry.type", path: "entry.fullkey")))
          OR entry.type IN ('real', 'integer', 'array', 'object') AND \(fits("entry.value"))
          OR part.atom IS NOT NULL
            AND \(fits(Self.written("part.atom", type: "part.type", path: "entry.fullkey || substr(part.fullkey, 2)")))
          OR part.type IN ('real', 'integer') AND \(fits("part.atom")))
      """
  }

  /// Whether the log has a change of an item for which a condition holds; a run of rows is one line of the log.
  private func isAmongChanged(_ table: Table, _ condition: String) -> String {
    """
    \(table == .section ? "section_id" : "row_id") IN (
      WITH RECURSIVE entry (id, rest) AS (
        SELECT id, coalesce(run, 1) FROM (
          SELECT id, run, coalesce(edit.at, change.at) AS at, edit.user, thing, made_room, action, changed, old_done
          FROM change LEFT JOIN edit USING (edit_id))
        WHERE thing IN ('section', 'row') AND made_room IS NOT 1 AND \(condition)
        UNION ALL SELECT id + 1, rest - 1 FROM entry WHERE rest > 1)
      SELECT id FROM entry)
    """
  }
}
