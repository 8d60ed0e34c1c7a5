import Foundation
import OutlineCore
import OutlineRepository
import Testing

/// The lists of many users that are computed together, beside a view for each of them.
struct OutlineViewsTests {
  private static let editsPerFile = 75
  private static var seeds: [UInt64] { RandomSeeds.each(editsPerFile, of: 3 * editsPerFile) }

  private struct Told: Equatable, CustomStringConvertible {
    let changes: String
    let list: VisibleList
    var description: String { "[\(changes)]" }

    init(_ step: ViewStep, of view: OutlineView) throws {
      changes = step.isReset ? "reset" : "\(step.changes)"
      list = try OutlineViewsTests.list(of: view)
    }
  }

  private static func list(of view: OutlineView) throws -> VisibleList {
    try view.lines(from: 0, limit: .max, to: LineCollector()).list
  }

  private static func follow(_ lists: OutlineViews) throws -> [ExactText: [Told]] {
    var told: [ExactText: [Told]] = [:]
    while let steps = try lists.advance() {
      for step in steps {
        for user in step.users { told[user, default: []].append(try Told(step.step, of: step.view)) }
      }
    }
    return told
  }

  @Test(arguments: seeds)
  func `users of shared lists are told what their own views tell`(seed: UInt64) throws {
    var file = try EditedFile(seed: seed &+ 2_000)
    let path = file.shell.path
    let users = (EditedFile.users + ["eve", "fay"]).map { ExactText($0) }
    let views = try users.map { try OutlineView(path, as: $0.text) }
    let lists = OutlineViews(path, wait: .seconds(10))
    for user in users { #expect(try lists.add(user) != nil) }
    for number in 1...Self.editsPerFile {
      for _ in 0..<file.number(1...3) { try file.edit() }
      let told = try Self.follow(lists)
      for (user, view) in zip(users, views) {
        var expected: [Told] = []
        while let step = try view.advance() { expected.append(try Told(step, of: view)) }
        let told = told[user, default: []]
        #expect(told == expected, "seed \(seed), edit \(number), \(user)\n\(file.ending)")
        #expect(
          try lists[user].map(Self.list) == Self.list(of: view), "seed \(seed), edit \(number), \(user)\n\(file.ending)"
        )
      }
      #expect(lists["eve"] === lists["fay"] && lists.count < users.count)
      let away = users[file.number(0...5)]
      lists.remove(away)
      #expect(try lists.add(away) != nil)
    }
  }

  @Test func `users with the same folds share a list, however they came to them`() throws {
    var file = try EditedFile(seed: 1)
    let lists = OutlineViews(file.shell.path, wait: .seconds(10))
    for user in ["dan", "eve", "fay"] as [ExactText] { #expect(try lists.add(user) != nil) }
    #expect(lists.count == 1)
    let first = FoldScope.sections([.section(SectionID(1))], recursive: false)
    try file.perform(.fold(first, .collapse), as: "dan")
    #expect(try lists.add("cleo") == nil, "the others come first")
    #expect(try Self.follow(lists).mapValues(\.count) == ["dan": 1])
    #expect(lists.count == 2 && lists["eve"] === lists["fay"])
    try file.perform(.fold(first, .collapse), as: "eve")
    #expect(try Self.follow(lists).mapValues(\.count) == ["eve": 1])
    #expect(lists.count == 2 && lists["eve"] === lists["dan"])
    try file.perform(.fold(first, .expand), as: "dan")
    try file.perform(.addRows([RowDraft("new")], to: Placement(.inside(.section(SectionID(1))))), as: "fay")
    #expect(try Self.follow(lists).mapValues(\.count) == ["dan": 1, "eve": 1, "fay": 1])
    #expect(lists.count == 2 && lists["fay"] === lists["dan"])
    lists.remove("eve")
    #expect(lists.count == 1)
  }

  @Test func `another file at the path is a reset for every user`() throws {
    let (file, other) = (try EditedFile(seed: 1), try EditedFile(seed: 2))
    let lists = OutlineViews(file.shell.path, wait: .seconds(10))
    for user in ["ben", "dan", "eve"] as [ExactText] { #expect(try lists.add(user) != nil) }
    try other.shell.run("UPDATE section SET title = 'other'")
    try other.shell.run("VACUUM INTO '\(file.shell.path).newer'")
    #expect(rename(file.shell.path + ".newer", file.shell.path) == 0)
    let told = try Self.follow(lists)
    #expect(told.mapValues { $0.map(\.changes) } == ["ben": ["reset"], "dan": ["reset"], "eve": ["reset"]])
    #expect(try lists["dan"].map(Self.list) == Self.list(of: OutlineView(file.shell.path, as: "dan")))
  }
}
