import ListChanges
import OutlineCore

/// What must hold of any changes that lead from one visible list to another.
struct ChangeLaws {
  let changes: ViewChanges
  let before: VisibleList
  let after: VisibleList
  /// Whether they are those of one edit, so that no section moves while its rows come, go or move.
  var isOneEdit = true
  /// Whether contents were compared; if not, a row that was changed and changed back may be reloaded.
  var knowsContents = true

  /// The laws that are broken; empty when all hold.
  func broken() -> [String] {
    var broken: [String] = []
    func check(_ law: String, _ holds: Bool) { if !holds { broken.append(law) } }
    check("runs are sorted, disjoint, maximal", hasCanonicalRuns)
    do {
      check(
        "replayed on the list before they give the list after", try changes.replay(on: before, reading: after) == after)
    } catch {
      broken.append("they can be replayed: \(error)")
      return broken
    }
    var view = TableView(list: before)
    view.play(changes, reading: after)
    check("a table view arrives at the list after", view.list == after)
    check("nothing visible changed, no changes", before != after || changes.isEmpty)
    checkSections(&broken)
    checkRows(&broken)
    checkReloads(&broken)
    return broken
  }

  private func checkSections(_ broken: inout [String]) {
    let old = before.sections.map(\.header.id)
    let new = after.sections.map(\.header.id)
    let deleted = changes.deletedSections.flatMap(\.range).map { old[$0] }
    let inserted = changes.insertedSections.flatMap(\.range).map { new[$0] }
    let both = sectionsNamedTwice
    if Set(deleted) != Set(old).subtracting(new).union(both) {
      broken.append("just the sections that went are deleted")
    }
    if Set(inserted) != Set(new).subtracting(old).union(both) {
      broken.append("just the sections that came are inserted")
    }
    if isOneEdit, !both.isEmpty { broken.append("no section is deleted and inserted by one edit") }
    if both.contains(where: { rows(of: $0, in: before) == rows(of: $0, in: after) }) {
      broken.append("a section that keeps its rows moves, and is not deleted and inserted")
    }
    let moved = changes.movedSections.reduce(0) { $0 + $1.count }
    if moved + both.count != fewestMoves(from: old, to: new) { broken.append("the fewest sections move") }
  }

  /// The sections that are deleted and inserted.
  private var sectionsNamedTwice: Set<SectionID> {
    let deleted = changes.deletedSections.flatMap(\.range).map { before.sections[$0].header.id }
    return Set(deleted).intersection(changes.insertedSections.flatMap(\.range).map { after.sections[$0].header.id })
  }

  private func checkRows(_ broken: inout [String]) {
    let newSections = sections(in: after)
    let oldSections = sections(in: before)
    let staying = Set(before.sections.map(\.header.id)).intersection(after.sections.map(\.header.id))
      .subtracting(sectionsNamedTwice)
    let old = oldSections.filter { staying.contains($0.value) }
    let new = newSections.filter { staying.contains($0.value) }
    let deleted = Set(changes.deletedRows.flatMap(\.paths).map { before[$0].id })
    let inserted = Set(changes.insertedRows.flatMap(\.paths).map { after[$0].id })
    if deleted != Set(old.keys.filter { new[$0] == nil }) { broken.append("just the rows that went are deleted") }
    if inserted != Set(new.keys.filter { old[$0] == nil }) { broken.append("just the rows that came are inserted") }
    var fewest = old.count { id, section in new[id].map { $0 != section } ?? false }
    for section in staying {
      fewest += fewestMoves(from: rows(of: section, in: before), to: rows(of: section, in: after))
    }
    if changes.movedRows.reduce(0, { $0 + $1.count }) != fewest { broken.append("the fewest rows move") }
  }

  private func checkReloads(_ broken: inout [String]) {
    let arriving = Set(changes.insertedSections.flatMap(\.range))
    let arrivingRows = Set(changes.insertedRows.flatMap(\.paths))
    let oldHeaders = Dictionary(uniqueKeysWithValues: before.sections.map { ($0.header.id, $0.header) })
    let headers = after.sections.indices.filter { !arriving.contains($0) }.filter { index in
      let header = after.sections[index].header
      return oldHeaders[header.id].map { $0 != header } ?? false
    }
    if changes.reloadedHeaders.flatMap(\.range) != headers {
      broken.append("just the headers that changed are reloaded")
    }
    let oldRows = Dictionary(uniqueKeysWithValues: before.sections.flatMap(\.rows).map { ($0.id, $0) })
    let rows = after.sections.indices.filter { !arriving.contains($0) }.flatMap { section in
      after.sections[section].rows.indices.map { RowPath(section: section, row: $0) }
    }.filter { !arrivingRows.contains($0) }
    let edited = rows.filter { path in oldRows[after[path].id].map { $0 != after[path] } ?? false }
    let reloaded = changes.reloadedRows.flatMap(\.paths)
    if knowsContents ? reloaded != edited : !Set(reloaded).isSuperset(of: edited) {
      broken.append("just the rows that changed are reloaded")
    }
  }

  private func sections(in list: VisibleList) -> [RowID: SectionID] {
    var sections: [RowID: SectionID] = [:]
    for section in list.sections {
      for row in section.rows { sections[row.id] = section.header.id }
    }
    return sections
  }

  private func rows(of id: SectionID, in list: VisibleList) -> [RowID] {
    list.sections.first { $0.header.id == id }?.rows.map(\.id) ?? []
  }
}

/// How many of the things in both lists have to move, by trying every way for some to stay; O(n²).
func fewestMoves<ID: Hashable>(from old: [ID], to new: [ID]) -> Int {
  let order = new.compactMap { old.firstIndex(of: $0) }
  if order == order.sorted() { return 0 }
  var longest = [Int](repeating: 1, count: order.count)
  for index in order.indices {
    for earlier in 0..<index where order[earlier] < order[index] {
      longest[index] = max(longest[index], longest[earlier] + 1)
    }
  }
  return order.count - (longest.max() ?? 0)
}

extension ChangeLaws {
  private var hasCanonicalRuns: Bool {
    areCanonical(changes.deletedSections) && areCanonical(changes.insertedSections)
      && areCanonical(changes.reloadedHeaders) && areCanonical(changes.deletedRows)
      && areCanonical(changes.insertedRows) && areCanonical(changes.reloadedRows) && areCanonicalMoves
  }

  private func areCanonical(_ runs: [IndexRun]) -> Bool {
    runs.allSatisfy { $0.count > 0 }
      && zip(runs, runs.dropFirst()).allSatisfy { $0.start + $0.count < $1.start }
  }

  private func areCanonical(_ runs: [RowRun]) -> Bool {
    runs.allSatisfy { $0.count > 0 }
      && zip(runs, runs.dropFirst()).allSatisfy { run, next in
        run.section < next.section || run.section == next.section && run.start + run.count < next.start
      }
  }

  private var areCanonicalMoves: Bool {
    let sections = changes.movedSections
    let rows = changes.movedRows
    let areSorted =
      zip(sections, sections.dropFirst()).allSatisfy { $0.from + $0.count <= $1.from }
      && zip(rows, rows.dropFirst()).allSatisfy { move, next in
        move.from.section < next.from.section
          || move.from.section == next.from.section && move.from.row + move.count <= next.from.row
      }
    let areMaximal =
      zip(sections, sections.dropFirst()).allSatisfy { $0.from + $0.count != $1.from || $0.to + $0.count != $1.to }
      && zip(rows, rows.dropFirst()).allSatisfy { move, next in
        move.from.section != next.from.section || move.to.section != next.to.section
          || move.from.row + move.count != next.from.row || move.to.row + move.count != next.to.row
      }
    return areSorted && areMaximal && sections.allSatisfy { $0.count > 0 } && rows.allSatisfy { $0.count > 0 }
  }
}
