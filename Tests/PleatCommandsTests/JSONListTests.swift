import Foundation
import Testing

/// `--json`, read as a script would read it.
struct JSONListTests {
  private static let sectionKeys: Set = [
    "line", "kind", "id", "section_id", "number", "level", "title", "detail", "collapsed", "collapsible", "rows",
    "hidden", "tasks", "doneTasks", "done", "due", "repeat", "below", "attributes",
  ]
  private static let rowKeys: Set = [
    "line", "kind", "id", "row_id", "section_id", "number", "level", "text", "done", "due", "repeat", "attributes",
  ]

  @Test func `a list has one object per line, with the documented keys and types`() throws {
    let session = try Session.sample()
    session.run(
      "edit", "Dairy", "--detail", "cold", "--set", "count=3", "--set", "tags=[\"a\", {\"b\": null}]", "--set",
      "name=x y")
    session.run("edit", "plants", "--set", "ready=true")
    session.run("edit", "Reading", "--collapsible", "no")
    session.run("collapse", "Dairy")
    let text = session.run("list", "--json").text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "[" && lines.last == "]")
    let objects = try lines.dropFirst().dropLast().map { line in
      try JSON.object(line.hasSuffix(",") ? String(line.dropLast()) : line)
    }
    #expect(try JSON.objects(text) as NSArray == objects as NSArray)
    #expect(objects.map { $0["line"] as? Int } == Array(objects.indices))
    for object in objects {
      let isSection = object["kind"] as? String == "section"
      #expect(Set(object.keys) == (isSection ? Self.sectionKeys : Self.rowKeys))
      #expect(object["id"] is String && object["number"] is String && object["attributes"] is [String: Any])
      if isSection {
        #expect(object["level"] is Int && object["title"] is String && object["rows"] is Int)
        #expect(object["hidden"] is Int && object["below"] is Int)
        #expect(object["detail"] is String || object["detail"] is NSNull)
      } else {
        #expect(object["section_id"] is Int && object["row_id"] is Int && object["text"] is String)
      }
    }
    let dairy = objects.first { $0["title"] as? String == "Dairy" } ?? [:]
    #expect(
      dairy as NSDictionary == [
        "line": 3, "kind": "section", "id": "@s4", "section_id": 4, "number": "1.1", "level": 2, "title": "Dairy",
        "detail": "cold", "done": NSNull(), "due": NSNull(), "repeat": NSNull(), "collapsed": true, "collapsible": true,
        "rows": 3, "hidden": 3, "tasks": 0,
        "doneTasks": 0, "below": 0,
        "attributes": ["count": 3, "tags": ["a", ["b": NSNull()]], "name": "x y"],
      ] as NSDictionary)
    let plants = objects.first { $0["text"] as? String == "plants" } ?? [:]
    #expect(
      plants as NSDictionary == [
        "line": 5, "kind": "row", "id": "@r9", "row_id": 9, "section_id": 8, "number": "2:1", "level": 1,
        "text": "plants",
        "done": NSNull(), "due": NSNull(), "repeat": NSNull(),
        "attributes": ["ready": true],
      ] as NSDictionary)
    #expect(objects.last?["collapsible"] as? Bool == false)
  }

  @Test func `an empty list is an empty array`() throws {
    let session = try Session(["add", "--section", "x"])
    #expect(session.run("list", "--json", "--limit", "0").text == "[]\n")
    session.run("rm", "x")
    #expect(session.run("list", "--json").text == "[]\n")
    #expect(session.run("folds", "--json").text == "[]\n")
  }

  @Test func `folds --json has every section with its path and flag`() throws {
    let session = try Session.sample()
    session.run("collapse", "-r", "Groceries")
    session.run("edit", "Home", "a/b")
    let folds = try JSON.objects(session.run("folds", "--json").text)
    let expected: [[String: Any]] = [
      ["id": "@s1", "section_id": 1, "path": "Groceries", "collapsed": true],
      ["id": "@s4", "section_id": 4, "path": "Groceries/Dairy", "collapsed": true],
      ["id": "@s8", "section_id": 8, "path": "a\\/b", "collapsed": false],
      ["id": "@s10", "section_id": 10, "path": "Reading", "collapsed": false],
    ]
    #expect(folds as NSArray == expected as NSArray)
    for fold in folds {  // a path is an address
      let answer = session.run("toggle", "-n", "--json", fold["path"] as? String ?? "")
      #expect(try JSON.object(answer.text)["ids"] as? [String] == [fold["id"] as? String ?? ""])
    }
  }

  @Test func `an edit answers with ids and what the view must do`() throws {
    let session = try Session.sample()
    let added = try JSON.object(session.run("add", "tea", "--in", "Home", "--first", "--json").text)
    #expect(added["ids"] as? [String] == ["@r11"])
    let changes = try #require(added["changes"] as? [String: Any])
    #expect(changes["user"] as? String == "ana" && changes["layout"] as? String == "grouped")
    #expect(changes["insertedRows"] as? [[String: Int]] == [["section": 2, "start": 0, "count": 1]])
    session.run("collapse", "Home")
    #expect(session.run("collapse", "Home", "--json").text == "{\"ids\":[\"@s8\"],\"changes\":null}\n")
    #expect(session.run("collapse", "Home", "--json").messages.isEmpty)
  }

  @Test func `a hit is the line of a list, and says where it is and what hides it`() throws {
    let session = try Session.sample()
    session.run("edit", "milk", "--set", "due=2024-05-01")
    session.run("edit", "Dairy", "--detail", "cold")
    session.run("collapse", "Groceries", "Dairy")
    let hits = try JSON.objects(session.run("find", "--json", "I").text)
    #expect(hits.map { $0["line"] as? Int } == Array(hits.indices))
    let lines = try JSON.objects(session.run("list", "--all", "--json").text)
    let added: Set = ["line", "hidden", "path", "inAttributes", "visible", "hiddenBy"]  // --all hides nothing
    for hit in hits {
      let line = try #require(lines.first { $0["id"] as? String == hit["id"] as? String })
      let (own, listed) = (hit.filter { !added.contains($0.key) }, line.filter { !added.contains($0.key) })
      #expect(own as NSDictionary == listed as NSDictionary)
    }
    #expect(hits.first { $0["title"] as? String == "Dairy" }?["hidden"] as? Int == 3)
    let milk = try #require(hits.first { $0["text"] as? String == "milk" })
    #expect(milk["attributes"] as? [String: String] == ["due": "2024-05-01"])
    #expect(milk["path"] as? String == "Groceries/Dairy" && milk["inAttributes"] as? [String] == [])
    #expect(milk["visible"] as? Bool == false && milk["hiddenBy"] as? String == "Groceries")
    #expect(hits.contains { $0["title"] as? String == "Reading" && $0["hiddenBy"] is NSNull })
  }

  @Test func `a hit that is revealed is as a list has it afterwards`() throws {
    let session = try Session.sample()
    session.run("collapse", "Groceries", "Dairy")
    let answer = try JSON.object(session.run("find", "--reveal", "--json", "i").text)
    let hits = try #require(answer["hits"] as? [[String: Any]])
    let lines = try JSON.objects(session.run("list", "--json").text)
    for hit in hits {
      let line = try #require(lines.first { $0["id"] as? String == hit["id"] as? String })
      #expect(hit["visible"] as? Bool == true)
      #expect(line.allSatisfy { $0.key == "line" || $0.value as? NSObject == hit[$0.key] as? NSObject }, "\(hit)")
    }
    #expect(hits.contains { $0["title"] as? String == "Dairy" && $0["collapsed"] as? Bool == false })
  }

  @Test(arguments: [
    [], ["--all"], ["--depth", "1"], ["--all", "--depth", "2"], ["Groceries", "Home"], ["--all", "1.1", "1", "2:1"],
  ])
  func `a window is a slice of the whole list`(words: [String]) throws {
    let session = try Session.sample()
    session.run("collapse", "Dairy")
    let whole = session.run(["list"] + words).lines
    let objects = try JSON.objects(session.run(["list", "--json"] + words).text)
    #expect(objects.count == whole.count)
    for from in [0, 1, 3, whole.count - 1, whole.count, whole.count + 1] {
      for limit in [0, 1, 2, Int.max] {
        let window = words + ["--from", "\(from)", "--limit", "\(limit)"]
        let slice = whole.indices.filter { $0 >= from && $0 - from < limit }
        #expect(session.run(["list"] + window).lines == slice.map { whole[$0] }, "\(window)")
        if limit == 2 {
          let found = try JSON.objects(session.run(["list", "--json"] + window).text)
          #expect(found as NSArray == slice.map { objects[$0] } as NSArray, "\(window)")
        }
      }
    }
  }

  @Test func `the numbers of a header are the same in every window, near the start and far after it`() throws {
    let session = try Session()
    let titles = (0..<1_300).map { index in
      String(repeating: "#", count: [1, 2, 3, 2, 3, 4][index % 6]) + " S\(index)\n"
    }
    session.run("import", "-", "--format", "md", input: titles.joined())
    session.run("collapse", "S1", "S3", "S600", "S604", "S1200")
    let whole = try JSON.objects(session.run("list", "--json").text)
    #expect(whole.prefix(4).map { $0["below"] as? Int } == [5, 1, 2, 5])
    for (from, limit) in [(0, 4), (0, 1_100), (3, 1_001), (999, 40), (1_000, 40), (1_200, 2_000)] {
      let window = try JSON.objects(session.run("list", "--json", "--from", "\(from)", "--limit", "\(limit)").text)
      #expect(window as NSArray == Array(whole.dropFirst(from).prefix(limit)) as NSArray, "\(from), \(limit)")
    }
    let part = try JSON.objects(session.run("list", "--json", "S1194", "S6").text)
    #expect(part.map { $0["below"] as? Int } == [5, 1, 0, 2, 1, 0] + [5, 1, 0, 2, 1, 0])
  }

  @Test func `a header says what it hides, and how many sections are below it however many are listed`() throws {
    let session = try Session.sample()
    session.run("add", "--section", "Cheese", "--in", "Dairy")
    func numbers(_ words: String...) throws -> [[Int?]] {
      try JSON.objects(session.run(["list", "--json", "Groceries"] + words).text)
        .filter { $0["kind"] as? String == "section" }
        .map { [$0["rows"] as? Int, $0["hidden"] as? Int, $0["below"] as? Int] }
    }
    #expect(try numbers() == [[2, 0, 2], [3, 0, 1], [0, 0, 0]])
    #expect(try numbers("--depth", "1") == [[2, 0, 2]])
    session.run("collapse", "Dairy")
    #expect(try numbers() == [[2, 0, 2], [3, 3, 1]])
    session.run("collapse", "Groceries")
    #expect(try numbers() == [[2, 0, 2], [3, 3, 1]])
    #expect(try JSON.objects(session.run("list", "--json").text).first?["hidden"] as? Int == 5)
    #expect(try numbers("--all") == [[2, 0, 2], [3, 0, 1], [0, 0, 0]])
    #expect(try numbers("--all", "--depth", "2") == [[2, 0, 2], [3, 0, 1]])
  }

  @Test func `depth counts from what is listed`() throws {
    let session = try Session.sample()
    session.run("add", "--section", "Cheese", "--in", "Dairy")
    #expect(session.run("list", "--depth", "1").lines.contains("▾ 1 Groceries · 2 subsections left out"))
    #expect(
      session.run("list", "--depth", "1", "Dairy").lines == [
        "  ▾ 1.1 Dairy · 1 subsection left out", "    1.1:1 milk", "    1.1:2 butter", "    1.1:3 cheese",
      ])
    #expect(session.run("list", "--depth", "2", "Dairy").lines.last == "    1.1.1 Cheese")
  }
}
