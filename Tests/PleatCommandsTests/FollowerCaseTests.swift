import Foundation
import ListChanges
import OutlineRepository
import Testing

@testable import PleatCommands
@testable import PleatOutput

/// The cases by which followers of view changes are judged, in whatever language they are written; `docs/changes.md` says what
/// is in them.
///
/// `scripts/changes-cases` sets `PLEAT_CASES`, the file to write, and `PLEAT_CASE_COUNT`.
struct FollowerCaseTests {
  @Test func `cases change lists in every way, in all layouts`() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["PLEAT_CASE_COUNT"].flatMap { Int($0) } ?? 400
    var cases: [String] = []
    var seed: UInt64 = 0
    while cases.count < count {
      seed += 1
      cases += try Self.cases(seed: seed)
    }
    cases = Array(cases.prefix(count))
    if let path = environment["PLEAT_CASES"] {
      try (cases.joined(separator: "\n") + "\n").write(toFile: path, atomically: false, encoding: .utf8)
    }
    for part in ["Sections", "Rows", "Lines"].flatMap({
      ["deleted\($0)", "inserted\($0)", "moved\($0)", "reloaded\($0)"]
    }) {
      let name = part == "reloadedSections" ? "reloadedHeaders" : part
      #expect(cases.count { $0.contains("\"\(name)\":[") } * 100 > count, "\(name)")
    }
    #expect(cases.count { $0.contains("\"converted\":[") } * 100 > count)
    #expect(try Self.areFollowed(cases))
  }

  /// The cases that 30 random commands make, first those of a user who begins with everything expanded, then those of one with an
  /// accordion who begins with everything collapsed.
  private static func cases(seed: UInt64) throws -> [String] {
    let session = try Session.sample()
    session.run("reset", "--collapsed", "-u", "bob")
    session.run("accordion", "on", "-u", "bob")
    var words = RandomWords(seed: seed)
    let users = ["ana", "bob"]
    let views = try users.map { try OutlineView(session.path, as: $0) }
    var lists = users.map { lines(of: session, for: $0) }
    var cases = users.map { _ in [String]() }
    for _ in 0..<30 {
      let edit = try words.edit(of: session)
      guard session.run(edit.words, input: Array(edit.input.utf8)).status == 0 else { continue }
      for (index, user) in users.enumerated() {
        guard let step = try views[index].advance(), !step.isReset else { continue }
        let after = lines(of: session, for: user)
        let changes = try ListLayout.allCases.map { layout throws in
          let laidOut = step.changes.laidOut(layout, from: step.before, to: step.after)
          let text = laidOut.json(of: user).text
          #expect(try JSONDecoder().decode(LaidOutChanges.self, from: Data(text.utf8)) == laidOut)
          let encoded = try JSONEncoder().encode(UserChanges(user: user, changes: laidOut))
          #expect(try encoded.members == Data(text.utf8).members)
          return text
        }
        let output = OutputBuffer(nil)
        _ = try views[index].content(of: step.changes, to: JSONRenderer(to: output, form: .inline))
        let content = String(decoding: output.bytes, as: UTF8.self)
        // The list before is left to be that after the case before, as far as there is one.
        let before = cases[index].isEmpty ? lists[index] : "null"
        cases[index].append(
          "{\"before\":\(before),\"changes\":[\(changes.joined(separator: ","))],\"content\":[\(content)],"
            + "\"after\":\(after)}")
        lists[index] = after
      }
    }
    return cases.flatMap(\.self)
  }

  /// The list as a JSON array on one line.
  private static func lines(of session: Session, for user: String) -> String {
    session.run("list", "--json", "-u", user).text.replacingOccurrences(of: "\n", with: "")
  }

  /// Whether followers of all layouts come from each list before to the list after.
  private static func areFollowed(_ cases: [String]) throws -> Bool {
    var before: [JSONFollower.Object] = []
    return try cases.allSatisfy { text in
      let value = try JSON.object(text)
      if let list = value["before"] as? [JSONFollower.Object] { before = list }
      let after = value["after"] as? [JSONFollower.Object] ?? []
      defer { before = after }
      return try (value["changes"] as? [JSONFollower.Object] ?? []).allSatisfy { changes in
        var follower = JSONFollower(before, layout: changes["layout"] as? String ?? "")
        try follower.follow(["changes": changes, "content": value["content"] ?? []])
        return follower.lines as NSArray == after as NSArray
      }
    }
  }
}

/// The changes of a user, as an app would encode them.
private struct UserChanges: Encodable {
  let user: String
  let changes: LaidOutChanges

  private enum CodingKeys: CodingKey { case user }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(user, forKey: .user)
    try changes.encode(to: encoder)
  }
}

extension Data {
  /// The members of a JSON object.
  fileprivate var members: NSDictionary? {
    get throws { try JSONSerialization.jsonObject(with: self) as? NSDictionary }
  }
}
