import Foundation
import TestSupport
import Testing

/// A project of nested lists under headings, which every format gives back with the same items, boxes, order and parents.
///
/// The readers here know nothing of pleat's.
struct ProjectTests {
  /// An item as a document has it: deeper than the one that it is below.
  private struct Item {
    let text: String
    let box: Bool?
    let level: Int

    /// The name, the box and the name of what is around each item.
    static func relations(of items: [Item]) -> [String] {
      var open: [Item] = []
      return items.map { item in
        while let last = open.last, last.level >= item.level { open.removeLast() }
        defer { open.append(item) }
        return "\(item.text) \(item.box.map { $0 ? "done" : "open" } ?? "plain") in \(open.last?.text ?? "nothing")"
      }
    }
  }

  /// Headings and items of lists, 240 of these.
  private static func project(seed: UInt64) -> (text: String, items: [Item]) {
    var random = SeededGenerator(seed: seed)
    func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    var (text, items, level, depth, count) = ("", [Item](), 0, 0, 0)
    while count < 240 {
      if count == 0 || int(0...9) == 0 {
        level = min(int(1...level + 1), 4)
        depth = 0
        text += "\(text.isEmpty ? "" : "\n")\(String(repeating: "#", count: level)) Part \(items.count)\n\n"
        items.append(Item(text: "Part \(items.count)", box: nil, level: level))
        text += "- first \(items.count)\n"
        items.append(Item(text: "first \(items.count)", box: nil, level: 10))
        count += 1
        continue
      }
      depth = int(max(0, depth - 2)...min(depth + 1, 5))
      let box = [nil, false, false, true][int(0...3)]
      let name = "item \(items.count)"
      text += String(repeating: "  ", count: depth) + "- \(box.map { $0 ? "[x] " : "[ ] " } ?? "")\(name)\n"
      items.append(Item(text: name, box: box, level: 10 + depth))
      count += 1
    }
    return (text, items)
  }

  @Test(arguments: 1...8)
  func `sections are its headings and rows its items, in every format`(seed: Int) throws {
    let (text, items) = Self.project(seed: UInt64(seed))
    let session = try Session()
    #expect(session.run("import", "-", "--format", "markdown", input: text).status == 0)
    let wanted = Item.relations(of: items)
    let status = session.run("status").lines
    #expect(
      status.contains("sections  \(items.count { $0.level < 10 }) (0 collapsed)") && status.contains("rows      240"))
    #expect(session.run("export", "-", "--format", "markdown").text == text)
    #expect(Item.relations(of: Self.org(session.run("export", "-", "--format", "org").text)) == wanted)
    #expect(Item.relations(of: try Self.json(session.run("export", "-", "--format", "json").text)) == wanted)
    #expect(Item.relations(of: Self.opml(session.run("export", "-", "--format", "opml").text)) == wanted)
    #expect(Item.relations(of: Self.page(session.run("export", "-", "--format", "html").text)) == wanted)
    let listed = try JSON.objects(session.run("list", "--all", "--json").text)
    #expect(
      Item.relations(
        of: listed.map { line in
          let level = line["level"] as? Int ?? 0
          return Item(
            text: line["title"] as? String ?? line["text"] as? String ?? "", box: line["done"] as? Bool,
            level: line["kind"] as? String == "row" ? level + 9 : level)
        }) == wanted)
  }

  @Test(arguments: 1...8)
  func `task programs get every item as a task below the one around it`(seed: Int) throws {
    let (text, items) = Self.project(seed: UInt64(seed))
    let session = try Session()
    session.run("import", "-", "--format", "markdown", input: text)
    let rows = Item.relations(of: items).filter { !$0.hasPrefix("Part") }
      .map { $0.replacingOccurrences(of: " plain in", with: " open in") }
    #expect(try Self.taskwarrior(session.run("export", "-", "--format", "taskwarrior").text) == rows.sorted())
    #expect(Self.calendar(session.run("export", "-", "--format", "ics").text) == rows)
    #expect(Self.todo(session.run("export", "-", "--format", "todotxt").text) == rows)
  }
}

// MARK: - Readers

extension ProjectTests {
  private static func org(_ text: String) -> [Item] {
    var stars = 0
    return text.split(separator: "\n").compactMap { line in
      if let match = line.wholeMatch(of: /(\*+) (TODO |DONE )?(.*)/) {
        stars = match.1.count
        return Item(text: String(match.3), box: match.2.map { $0 == "DONE " }, level: stars)
      }
      guard let match = line.wholeMatch(of: /( *)- (\[[ X]\] )?(.*)/) else { return nil }
      return Item(text: String(match.3), box: match.2.map { $0 == "[X] " }, level: stars + 1 + match.1.count / 2)
    }
  }

  private static func json(_ text: String) throws -> [Item] {
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return (document["sections"] as? [[String: Any]] ?? []).flatMap { section in
      [
        Item(
          text: section["title"] as? String ?? "", box: section["done"] as? Bool, level: section["level"] as? Int ?? 0)
      ]
        + (section["rows"] as? [[String: Any]] ?? []).map { row in
          Item(text: row["text"] as? String ?? "", box: row["done"] as? Bool, level: 9 + (row["level"] as? Int ?? 1))
        }
    }
  }

  private static func opml(_ text: String) -> [Item] {
    var (depth, items) = (0, [Item]())
    for match in text.matches(of: /<(\/?)outline([^>]*?)(\/?)>/) {
      if match.1 == "/" {
        depth -= 1
        continue
      }
      let name = match.2.firstMatch(of: /text="([^"]*)"/)?.1 ?? ""
      let box = match.2.firstMatch(of: /_complete="([^"]*)"/).map { $0.1 == "true" }
      items.append(Item(text: String(name), box: box, level: depth))
      if match.3 != "/" { depth += 1 }
    }
    return items
  }

  private static func page(_ text: String) -> [Item] {
    var (depth, items) = (0, [Item]())
    for match in text.matches(
      of: /<(\/?)(details|li)([^>]*)>(?:\n?<summary>)?(?:<span class="box"[^>]*>[^<]*<\/span>)?(?:<h[1-6]>)?([^<\n]*)/)
    {
      if match.1 == "/" {
        depth -= 1
        continue
      }
      let box = match.3.contains("\"done\"") ? true : match.3.contains("\"open\"") ? false : nil
      items.append(
        Item(text: match.4.trimmingCharacters(in: .whitespaces), box: match.2 == "li" ? box : nil, level: depth))
      depth += 1
    }
    return items
  }

  private static func taskwarrior(_ text: String) throws -> [String] {
    let tasks = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    var parents: [String: String] = [:]
    for task in tasks {
      for child in task["depends"] as? [String] ?? [] { parents[child] = task["description"] as? String }
    }
    return tasks.map { task in
      let project = (task["project"] as? String)?.split(separator: ".").last.map(String.init)
      let parent = parents[task["uuid"] as? String ?? ""] ?? project ?? "nothing"
      return "\(task["description"] ?? "") \(task["status"] as? String == "completed" ? "done" : "open") in \(parent)"
    }.sorted()
  }

  private static func calendar(_ text: String) -> [String] {
    var names: [Substring: Substring] = [:]
    return text.split(separator: "BEGIN:VTODO\r\n").dropFirst().compactMap { task in
      let lines = task.split(separator: "\r\n")
      func value(_ name: String) -> Substring? { lines.first { $0.hasPrefix(name) }?.dropFirst(name.count) }
      guard let uid = value("UID:"), let name = value("SUMMARY:") else { return nil }
      names[uid] = name
      if name.hasPrefix("Part") { return nil }
      let parent = value("RELATED-TO:").flatMap { names[$0] } ?? "nothing"
      return "\(name) \(value("STATUS:") == "COMPLETED" ? "done" : "open") in \(parent)"
    }
  }

  private static func todo(_ text: String) -> [String] {
    var names: [Substring: Substring] = [:]
    return text.split(separator: "\n").compactMap { line in
      guard let match = line.firstMatch(of: /^(x )?(.*?) \+(\S+)/) else { return nil }
      if let id = line.firstMatch(of: /\ id:(\S+)/)?.1 { names[id] = match.2 }
      let project = match.3.split(separator: "/").last.map { $0.replacingOccurrences(of: "_", with: " ") }
      let parent = line.firstMatch(of: /\ p:(\S+)/).flatMap { names[$0.1] }.map(String.init) ?? project ?? "nothing"
      return "\(match.2) \(match.1 == nil ? "open" : "done") in \(parent)"
    }
  }
}
