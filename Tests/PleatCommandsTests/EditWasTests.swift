import Testing

/// `edit --was TEXT`: an edit of a text names the text that it began from.
struct EditWasTests {
  private let session: Session

  init() throws {
    session = try Session(
      ["add", "--section", "Home"], ["add", "milk", "--in", "Home"], ["edit", "milk", "oat milk", "-u", "bob"])
  }

  @Test(arguments: [
    ["edit", "@r2", "tea", "--was", "milk", "--json"], ["edit", "@r2", "--text", "tea", "--was=milk", "--json"],
  ])
  func `an edit that began from another text is refused with both texts`(verb: [String]) throws {
    let answer = session.run(verb)
    #expect(answer.status == 79)
    let error = try JSON.error(answer.message)
    #expect(error["code"] as? String == "changed")
    #expect(error["id"] as? String == "@r2")
    #expect(error["theirs"] as? String == "oat milk")
    #expect(error["yours"] as? String == "tea")
    #expect(session.run("list").text.contains("oat milk"))
  }

  @Test(arguments: ["oat milk", "tea"])
  func `it is made where the text is the one that it began from, or what it writes is there already`(new: String) {
    #expect(session.run("edit", "@r2", "oat milk", "--was", "milk").status == 0)
    #expect(session.run("edit", "@r2", new, "--was", "oat milk").status == 0)
    #expect(session.run("list").text.contains(new))
  }

  /// Edits of the row milk, which has a note of two lines, each with the text after it.
  static let notes: [(edit: [String], text: String)] = [
    (["edit", "milk", "oat milk"], "oat milk|low fat|2 l"), (["edit", "@r2", "--text", "tea"], "tea|low fat|2 l"),
    (["edit", "milk", "oat milk due:fri"], "oat milk|low fat|2 l"), (["edit", "milk", "tea\nhot"], "tea|hot"),
    (["edit", "milk", "tea", "--was", "milk\nlow fat\n2 l"], "tea"),
    (["edit", "milk", "--done", "yes"], "milk|low fat|2 l"),
  ]

  @Test(arguments: notes)
  func `the note of a row stays unless the new text has lines of its own`(edit: [String], text: String) throws {
    let session = try Session(["add", "--section", "Home"], ["add", "milk\nlow fat\n2 l", "--in", "Home"])
    #expect(session.run(edit).status == 0)
    #expect(try session.shell.lines("SELECT replace(text, char(10), '|') FROM row") == [text])
  }

  @Test(arguments: [
    #"{"verb":"edit","arguments":["milk","tea"]}"#, #"{"verb":"edit","arguments":["@r2"],"text":"tea"}"#,
    "edit milk tea",
  ])
  func `the note stays in a batch too`(line: String) throws {
    let session = try Session(["add", "--section", "Home"], ["add", "milk\nlow fat", "--in", "Home"])
    #expect(session.run("apply", input: line + "\n").status == 0)
    #expect(try session.shell.lines("SELECT replace(text, char(10), '|') FROM row") == ["tea|low fat"])
  }

  @Test func `a title is a text as well, and case and spaces count`() {
    #expect(session.run("edit", "Home", "House", "--was", "home").status == 79)
    #expect(session.run("edit", "Home", "House", "--was", "Home").status == 0)
  }

  @Test(arguments: [
    "edit @r2 tea --was milk", #"{"verb":"edit","arguments":["@r2","tea"],"was":"milk"}"#,
    #"{"verb":"edit","arguments":["@r2"],"text":"tea","was":"milk"}"#,
  ])
  func `a batch takes it, and none of the batch is made`(line: String) throws {
    let answer = session.run("apply", "--json", input: "add bread --in Home\n\(line)\n")
    #expect(answer.status == 79)
    let error = try JSON.error(answer.message)
    #expect(error["theirs"] as? String == "oat milk")
    #expect(error["yours"] as? String == "tea")
    #expect(!session.run("list").text.contains("bread"))
  }

  @Test(arguments: [["edit", "@r2", "--was", "milk"], ["edit", "@r2", "--done", "yes", "--was", "milk"]])
  func `without a new text it is refused`(verb: [String]) { #expect(session.run(verb).status == 64) }

  @Test func `the history does not keep it`() {
    session.run("edit", "@r2", "tea", "--was", "oat milk")
    #expect(session.run("log").text.contains("edit @r2 tea\n"))
  }
}
