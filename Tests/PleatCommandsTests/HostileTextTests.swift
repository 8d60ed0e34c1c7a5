import Foundation
import PleatSystem
import Testing

/// Texts that would play tricks on a terminal or break a program that reads the output.
struct HostileTextTests {
  /// What is stored, by name.
  static let texts: [(name: String, text: String)] = [
    ("escape sequences", "\u{1B}[2J\u{1B}]0;title\u{7}x"),
    ("every C0 control", String(String.UnicodeScalarView((1...31).compactMap(Unicode.Scalar.init)))),
    ("delete", "a\u{7F}b"), ("C1 controls", "\u{80}\u{85}\u{9B}31m\u{9F}"),
    ("line breaks", "one\ntwo\r\nthree\rfour\u{2028}five\u{2029}six"),
    ("bidi overrides", "\u{202E}evil\u{202C}\u{2066}x\u{2069}\u{200F}\u{061C}"), ("right to left", "שלום مرحبا"),
    ("CJK", "日本語 中文 한국어"),
    ("emoji", "👩‍👩‍👧‍👦🏳️‍🌈e\u{301}"), ("JSON", "\"\\/{}[],:\u{8}\u{C}\ttab"), ("noncharacters", "\u{FFFE}\u{FFFF}\u{10FFFF}"),
    ("blanks", "  x  "), ("private use", "\u{E000}\u{F8FF}"),
  ]

  @Test(arguments: texts)
  func `no control character but a line end reaches the output, and JSON keeps the text`(name: String, text: String)
    throws
  {
    let session = try Session()
    session.run("add", "--section", "Top", "--", "x\(text)")
    session.run(["add", "--in", "1", "--", text, "x\(text)x"])
    session.run(["edit", "1", "--detail", "d\(text)"])
    session.run(["add", "--section", "--in", "1", "--", "y\(text)"])
    try expectHarmless(session)
    let objects = try JSON.objects(session.run("list", "--all", "--json").text)
    let titles = objects.compactMap { $0["title"] as? String }
    let rows = objects.compactMap { $0["text"] as? String }
    #expect(titles.map { Array($0.utf8) } == ["Top", "y\(text)", "x\(text)"].map { Array($0.utf8) })
    #expect(rows.map { Array($0.utf8) }.sorted(by: \.count) == [text, "x\(text)x"].map { Array($0.utf8) })
    #expect((objects[0]["detail"] as? String).map { Array($0.utf8) } == Array("d\(text)".utf8))
  }

  @Test(arguments: ["ff", "c3", "e28f", "f09f9880ff", "c080", "eda080", "f8888080", "41c2"])
  func `bytes that are not UTF-8 become replacement characters`(hex: String) throws {
    let session = try Session.sample()
    let script =
      "UPDATE section SET title = CAST(x'\(hex)' AS TEXT), detail = title; UPDATE row SET text = CAST(x'\(hex)' AS TEXT);"
    #expect(try session.shell.run(script).errors == "")
    try expectHarmless(session)
    let objects = try JSON.objects(session.run("list", "--json").text)
    #expect(objects.count == 10)
    for object in objects {
      #expect((object["title"] ?? object["text"]) as? String == String(decoding: Self.bytes(hex), as: UTF8.self))
    }
    #expect(session.run("edit", "@r1", "better").status == 0)
    #expect(session.run("rm", "-r", "@s1").status == 0)
  }

  @Test func `attributes with line breaks and controls stay on one line`() throws {
    let session = try Session(["add", "--section", "A"], ["add", "x", "--in", "A"])
    let source = "{\\n\"a\":\\t\"\u{202E}\u{9B}\",\\r\\n \"b\" : [1 ,2]}"
    for table in ["section", "row"] {
      let sql =
        "UPDATE \(table) SET attributes = replace(replace(replace('\(source)', '\\n', char(10)), '\\t', char(9)), '\\r', char(13));"
      #expect(try session.shell.run(sql).errors == "")
    }
    try expectHarmless(session)
    let lines = session.run("list", "--json").lines
    #expect(lines.count == 4)
    for object in try JSON.objects(lines.joined()) {
      #expect(object["attributes"] as? NSDictionary == ["a": "\u{202E}\u{9B}", "b": [1, 2]] as NSDictionary)
    }
  }

  @Test func `the name of a user is shown like any other text`() throws {
    let session = try Session.sample()
    session.environment["PLEAT_USER"] = "\u{1B}[31mana\n\u{202E}\"\\"
    session.run("collapse", "Home")
    try expectHarmless(session)
    let object = try JSON.object(session.run("status", "--json").text)
    #expect(object["user"] as? String == session.environment["PLEAT_USER"])
    let changes = try JSON.object(session.run("expand", "Home", "--json").text)["changes"] as? [String: Any]
    #expect(changes?["user"] as? String == session.environment["PLEAT_USER"])
  }

  @Test func `the lines of a row are below each other`() throws {
    let session = try Session(["add", "--section", "A"], ["add", "one\ntwo\n\nfour", "next", "--in", "A"])
    #expect(session.run().text == "▾ 1 A\n  1:1 one\n      two\n      \n      four\n  1:2 next\n")
    #expect(session.run("list", "--ids").lines[2] == "          two")
  }

  @Test func `messages about hostile words are harmless, too`() throws {
    let session = try Session.sample()
    let words = "\u{1B}[2Jno\nwhere\u{202E}\u{9B}"
    for command in [
      ["list", words], ["rm", "Home/\(words)"], ["list", "-f", "/\(words)"], [words], ["list", "--\(words)"],
      ["list", "--depth", words], ["add", "x", "--in", "@s\(words)"],
    ] {
      let answer = session.run(command)
      #expect(answer.status == 64 || answer.status == 66, "\(command)")
      #expect(Self.isHarmless(Array(answer.message.utf8)), "\(command): \(answer.message)")
      let json = session.run(command + ["--json"])
      #expect(Self.isHarmless(Array(json.message.utf8)), "\(command): \(json.message)")
      #expect(try JSON.error(json.message)["message"] is String)
    }
  }

  private func expectHarmless(_ session: Session, at location: SourceLocation = #_sourceLocation) throws {
    let commands = [
      ["list"], ["list", "--all", "--ids"], ["folds"], ["find", "x"], ["find", "e"], ["status"], ["rm", "1", "-n"],
      ["edit", "1", "n", "-n"], ["list", "nowhere"], ["rm", "1"], ["log", "-v"], ["users"],
    ]
    for command in commands {
      let text = session.run(command)
      #expect(Self.isHarmless(text.bytes), "\(command)", sourceLocation: location)
      #expect(Self.isHarmless(Array(text.message.utf8)), "\(command)", sourceLocation: location)
      if command == ["rm", "1"] { continue }
      let json = session.run(command + ["--json"])
      #expect(Self.isHarmless(json.bytes), "\(command) --json", sourceLocation: location)
      if !json.bytes.isEmpty {
        #expect(throws: Never.self, "\(command) --json", sourceLocation: location) { try JSON.value(json.text) }
      }
    }
  }

  /// UTF-8 without control characters but line ends, and without marks that turn the direction of text.
  private static func isHarmless(_ bytes: [UInt8]) -> Bool {
    guard let text = String(utf8: bytes) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A: true
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
  }
}

extension Array {
  fileprivate func sorted(by key: (Element) -> Int) -> [Element] { sorted { key($0) < key($1) } }
}
