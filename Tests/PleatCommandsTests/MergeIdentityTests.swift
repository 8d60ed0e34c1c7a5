import TestPrograms
import Testing

/// `import --merge` of items that have an identifier of another program, wherever they are in the outline.
struct MergeIdentityTests {
  private static let documents = [
    (
      "ics",
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:17\nSUMMARY:call\nEND:VTODO\nBEGIN:VTODO\nUID:18\nSUMMARY:write\nEND:VTODO\nEND:VCALENDAR\n"
    ),
    (
      "taskwarrior",
      #"[{"description":"call","status":"pending","uuid":"17"},{"description":"write","status":"pending","uuid":"18"}]"#
    ),
    ("org", "* TODO call\n:PROPERTIES:\n:ID: a17\n:END:\n* TODO write\n:PROPERTIES:\n:ID: a18\n:END:\n"),
    (
      "other-json",
      #"{"kind":"tasks#tasks","items":[{"id":"MTIzNDU2Nzg5MDEyMzQ1Ng","title":"call","status":"needsAction"},"#
        + #"{"id":"MTIzNDU2Nzg5MDEyMzQ1Nw","title":"write","status":"needsAction"}]}"#
    ),
  ]

  /// What a user does after the import, and the list after the merge in which the task has another name.
  private static let places: [(edits: [[String]], list: [String])] = [
    ([["add", "--section", "Phone"], ["move", "call", "--in", "Phone"]], ["Imported", "write", "Phone", "CALL"]),
    ([["edit", "Imported", "Mine"]], ["Mine", "CALL", "write"]),
    (
      [["add", "--section", "Phone"], ["add", "x", "--in", "Phone"], ["move", "call", "--in", "x"]],
      ["Imported", "write", "Phone", "x", "CALL"]
    ),
    ([["edit", "Imported", "Mine"], ["promote", "call"]], ["Mine", "write", "CALL"]),
    (
      [["add", "--section", "Before"], ["move", "Imported", "--in", "Before"]],
      ["Before", "Imported", "CALL", "write"]
    ),
    ([["archive", "call"], ["expand", "Archive"]], ["Imported", "write", "Archive", "CALL"]),
    (
      [["edit", "Imported", "Mine"], ["edit", "call", "ring"], ["indent", "write"]],
      ["Mine", "CALL", "write"]
    ),
    (
      [["add", "--section", "Phone"], ["copy", "call", "--in", "Phone"]],
      ["Imported", "CALL", "write", "Phone", "call"]
    ),
  ]

  /// The texts of a list, without numbers, signs and indentation.
  private func names(_ session: Session) -> [String] {
    session.run("list").lines.map { line in
      String(
        line.split(separator: " ").filter { !"▾▸☐☑".contains($0) && $0.first?.isNumber != true }.joined(separator: " "))
    }
  }

  private func merge(_ session: Session, _ document: String, _ format: String, _ words: String...) -> Session.Answer {
    session.run(["import", "-", "--format", format, "--merge"] + words, input: Array(document.utf8))
  }

  @Test(arguments: documents, places)
  func `a task is updated where the user has put it, and is not doubled`(
    document: (format: String, text: String), place: (edits: [[String]], list: [String])
  ) throws {
    let session = try Session()
    session.run(["import", "-", "--format", document.format], input: Array(document.text.utf8))
    for edit in place.edits { #expect(session.run(edit).status == 0, "\(edit)") }
    let ids = try session.shell.lines("SELECT rowid FROM row UNION ALL SELECT rowid FROM section ORDER BY 1")
    let renamed = document.text.replacing("call", with: "CALL")
    let answer = merge(session, renamed, document.format)
    #expect(answer.message.hasPrefix("merged (0 added, 1 changed, 0 moved, 0 deleted)"), "\(answer.message)")
    #expect(names(session) == place.list)
    #expect(try session.shell.lines("SELECT rowid FROM row UNION ALL SELECT rowid FROM section ORDER BY 1") == ids)
    for words in [[], ["--delete"]] {
      let again = session.run(
        ["import", "-", "--format", document.format, "--merge"] + words, input: Array(renamed.utf8))
      #expect(again.message.hasPrefix("nothing to do"), "\(words) \(again.message)")
    }
    #expect(session.run("check").status == 0)
  }

  @Test func `what is new comes below the task that it is below, and else to the other tasks of the document`() throws {
    let session = try Session()
    let (format, document) = Self.documents[0]
    session.run(["import", "-", "--format", format], input: Array(document.utf8))
    for edit in [["edit", "Imported", "Mine"], ["add", "mine", "--in", "call"], ["promote", "write"]] {
      session.run(edit)
    }
    let tasks = [("a", "17"), ("b", "18"), ("c", "")].map { name, parent in
      "BEGIN:VTODO\nUID:\(name)\nSUMMARY:\(name)\n"
        + (parent.isEmpty ? "" : "RELATED-TO:\(parent)\n") + "END:VTODO\n"
    }
    let newer = document.replacing("END:VCALENDAR", with: tasks.joined() + "END:VCALENDAR")
    let answer = merge(session, newer, format)
    #expect(answer.message.hasPrefix("merged (3 added, 0 changed, 0 moved, 0 deleted)"), "\(answer.message)")
    #expect(names(session) == ["Mine", "call", "mine", "a", "c", "write", "b"])
    #expect(merge(session, newer, format).message.hasPrefix("nothing to do"))
  }

  @Test(
    arguments: [
      // The section has another name, or all of its tasks are elsewhere; most of them are what counts.
      ([["edit", "Imported", "Mine"]], ["Mine", "call", "write", "sing", "new"]),
      (
        [["edit", "Imported", "Mine"], ["add", "--section", "Phone"], ["move", "call", "--in", "Phone"]],
        ["Mine", "write", "sing", "new", "Phone", "call"]
      ),
      (
        [["add", "--section", "Phone"], ["move", "call", "write", "sing", "--in", "Phone"], ["delete", "Imported"]],
        ["Phone", "call", "write", "sing", "new"]
      ),
      (
        [["add", "--section", "Phone"], ["move", "call", "write", "sing", "--in", "Phone"]],
        ["Imported", "new", "Phone", "call", "write", "sing"]
      ),
    ] as [([[String]], [String])])
  func `a new task goes where the user has put most tasks of its section, if that is not there any more`(
    edits: [[String]], list: [String]
  ) throws {
    let session = try Session()
    let tasks = ["call", "write", "sing", "new"].map { "BEGIN:VTODO\nUID:\($0)-1\nSUMMARY:\($0)\nEND:VTODO\n" }
    func document(_ count: Int) -> String { "BEGIN:VCALENDAR\n\(tasks.prefix(count).joined())END:VCALENDAR\n" }
    session.run(["import", "-", "--format", "ics"], input: Array(document(3).utf8))
    for edit in edits { #expect(session.run(edit).status == 0, "\(edit)") }
    #expect(merge(session, document(4), "ics").message.hasPrefix("merged (1 added, 0 changed, 0 moved, 0 deleted)"))
    #expect(names(session) == list)
    for words in [[], ["--delete"]] {
      let again = session.run(["import", "-", "--format", "ics", "--merge"] + words, input: Array(document(4).utf8))
      #expect(again.message.hasPrefix("nothing to do"), "\(again.message)")
    }
    #expect(session.run("check").status == 0)
  }

  @Test func `a section of the document is known by its identifier, with all that is in it`() throws {
    let session = try Session()
    let document = "* Home\n:PROPERTIES:\n:ID: h-1\n:END:\n- one\n** Garden\n- two\n"
    session.run(["import", "-", "--format", "org"], input: Array(document.utf8))
    session.run("edit", "Home", "My home")
    session.run("edit", "one", "one\nmore", "--in", "nowhere")
    let newer = document.replacing("- one\n", with: "- one\n- new\n") + "** Attic\n- three\n"
    let answer = merge(session, newer, "org")
    #expect(answer.message.hasPrefix("merged (3 added, 1 changed, 0 moved, 0 deleted)"), "\(answer.message)")
    #expect(names(session) == ["Home", "one", "new", "Garden", "two", "Attic", "three"])
  }

  @Test func `two items with one identifier are told apart by their names, and none is doubled`() throws {
    let session = try Session()
    let document = Self.documents[0].1.replacing("UID:18", with: "UID:17")
    session.run(["import", "-", "--format", "ics"], input: Array(document.utf8))
    session.run("edit", "Imported", "Mine")
    #expect(merge(session, document, "ics").message.hasPrefix("nothing to do"))
    #expect(merge(session, document.replacing("write", with: "WRITE"), "ics").message.contains("0 added, 1 changed"))
    #expect(names(session) == ["Mine", "call", "WRITE"])
  }

  @Test func `a short number that a table calls an ID means nothing to other sections`() throws {
    let session = try Session()
    session.run("import", "-", "--format", "csv", input: "section,task,ID\nBugs,crash,1\n")
    #expect(merge(session, "section,task,ID\nPeople,Ann,1\n", "csv").message.contains("2 added, 0 changed"))
    #expect(names(session) == ["Bugs", "crash", "People", "Ann"])
    #expect(merge(session, "section,task,ID\nPeople,Anna,1\n", "csv").message.contains("0 added, 1 changed"))
  }
}
