import OutlineCore
import OutlineJSON
import PleatOutput
import PleatRemote
import PleatSystem

// What the person who runs the host asks for.
extension HostServer {
  /// Carries out an order, and returns the answer.
  func carryOut(_ order: HostOrder, by user: String) throws -> [UInt8] {
    guard let journal else {
      return Self.answer(
        Failure(
          .refused, "The host of \(Escapes.oneLine(folder)) keeps no journal.",
          hint: "Nothing was changed. Without a journal, an outline is its file alone: move or remove that."), order)
    }
    guard let name = order.names.first else { return Self.answer(journal.enter(outlineNames) { isClosing }, order) }
    for name in order.names where !HostedName.isOutline(name) {
      return Self.answer(
        Failure(
          .usage, "'\(Escapes.oneLine(name))' cannot be the name of an outline.",
          hint: "Nothing was changed. Name it by its path in the folder, as in team/plans.db."), order)
    }
    let passed = PassedCommand(outline: name, user: user, right: Right.own.rawValue, line: order.line, input: [])
    return try lead(passed, key: nil, in: journal, refusal: { Self.answer($0, order) }) { _ in
      end(passed, order) ?? []
    }
  }

  /// Ends an outline that this host leads, and returns the answer; nil without a journal.
  func end(_ passed: PassedCommand, _ order: HostOrder) -> [UInt8]? {
    guard let journal, let outline = order.names.first, order.names.allSatisfy(HostedName.isOutline) else { return nil }
    let new = order.names.dropFirst().first
    do {
      let entry = try journal.end(outline, by: passed.user, continuingAt: new)
      figures.count(.edit)
      let name = Escapes.oneLine(outline)
      let text =
        new.map { "renamed \(name) to \(Escapes.oneLine($0)) on all hosts" }
        ?? "deleted \(name) on all hosts, which keep its file as \(name).deleted-\(entry)"
      return Self.answer(
        order.isJSON
          ? JSONTree.object([
            .init("outline", .string(outline)), .init("name", new.map { .string($0) } ?? .null),
            .init("entry", .int(Int(clamping: entry))),
          ]).text : text)
    } catch { return Self.answer(Failure(error), order) }
  }

  private static func answer(_ failure: Failure, _ order: HostOrder) -> [UInt8] {
    let message = order.isJSON ? failure.json.text : failure.text
    return HostProtocol.chunk(.message, message.utf8) + HostProtocol.chunk(.status, "\(failure.status)".utf8)
  }

  private static func answer(_ line: String) -> [UInt8] {
    HostProtocol.chunk(.output, (line + "\n").utf8) + HostProtocol.chunk(.status, "0".utf8)
  }

  private static func answer(_ all: [(name: String, failure: Failure?)], _ order: HostOrder) -> [UInt8] {
    let entered = all.filter { $0.failure == nil }.map(\.name)
    let left = all.compactMap { name, failure in failure.map { (name, $0.message) } }
    if order.isJSON {
      let tree: JSONTree = [
        "entered": .texts(entered),
        "left": .array(left.map { ["outline": .string($0), "message": .string($1)] }),
      ]
      return answer(tree.text)
    }
    let count = entered.count
    let lines =
      ["entered \(count == 1 ? "1 outline" : "\(count) outlines") into the journal"]
      + left.map { "left out \(Escapes.oneLine($0)): \($1)" }
    return answer(lines.joined(separator: "\n"))
  }
}
