import OutlineCore
import OutlineRepository
import TestPrograms
import Testing

@testable import PleatTerminal

/// What others write or delete where somebody is typing.
struct ConflictTests {
  /// A screen on which an exclamation mark was typed behind apples, which bob meanwhile changes to pears.
  private func session(columns: Int = 90) throws -> ScreenSession {
    let session = try ScreenSession(columns: columns)
    session.press(.down, .character("e"))
    session.type("!")
    try session.edit(.rename("apples", to: "pears"))
    session.press(.enter)
    return session
  }

  private func texts(_ session: ScreenSession) throws -> [String] {
    #expect(try session.problems() == [])
    return try Array(session.lines().map(\.text).prefix(4))
  }

  @Test func `enter says who wrote what, and leaves both`() throws {
    let session = try session()
    #expect(
      session.status == #"Meanwhile bob wrote "pears" here. y: your "apples!" in its place, t: theirs, b: both, any "#
        + "other key: keep typing")
    #expect(session.list.prefix(3) == ["▾ Groceries", ">  pears", "  bread"])
    #expect(try texts(session) == ["Groceries", "pears", "bread", "Dairy"])
  }

  @Test(arguments: [
    (Key.character("y"), ["apples!", "bread"], "changed \"apples!\""),
    (.character("t"), ["pears", "bread"], "\"pears\" stays."),
    (.character("b"), ["pears", "apples!"], "added \"apples!\""),
  ])
  func `one key keeps yours, theirs or both`(key: Key, expected: [String], status: String) throws {
    let session = try session()
    session.press(key)
    #expect(session.status == status)
    #expect(try texts(session)[1...2] == expected[...])
    #expect(session.list.contains { $0.hasPrefix(">") })
  }

  @Test func `any other key types on, and enter asks again`() throws {
    let session = try session()
    session.press(.escape)
    #expect(session.painted.texts[1] == "     apples!")
    session.type("?")
    try session.edit(.rename("pears", to: "plums"), as: "eva")
    session.press(.enter)
    #expect(session.status.hasPrefix(#"Meanwhile eva wrote "plums" here. y: your "apples!?" in its place"#))
    try session.edit(.rename("plums", to: "figs"))
    session.press(.character("y"))
    #expect(session.status.hasPrefix(#"Meanwhile bob wrote "figs" here."#))
    session.press(.character("y"))
    #expect(try texts(session)[1] == "apples!?")
  }

  @Test func `what is pasted while it is asked goes into the text`() throws {
    let session = try session()
    session.press(.paste("?"))
    #expect(session.painted.texts[1] == "     apples!?")
  }

  @Test func `a change that the screen has not seen yet is found by the edit`() throws {
    let session = try ScreenSession(columns: 90)
    session.press(.character("e"))
    session.type(" 2")
    _ = try session.other.perform(.rename("Groceries", to: "Shopping"), as: "bob")
    session.press(.enter)
    #expect(session.status.hasPrefix(#"Meanwhile bob wrote "Shopping" here."#))
    session.press(.character("b"))
    #expect(try texts(session).prefix(3) == ["Shopping", "Groceries 2", "apples"])
  }

  @Test func `a change by hand is somebody's, and one of the same user is named so`() throws {
    let session = try ScreenSession(columns: 90)
    session.press(.down, .character("e"))
    session.type("!")
    try SQLiteShell(session.path).run("UPDATE row SET text = 'pears' WHERE text = 'apples'")
    session.press(.enter)
    #expect(session.status.hasPrefix(#"Meanwhile somebody wrote "pears" here."#))
    session.press(.escape)
    try session.edit(.rename("pears", to: "figs"), as: "ana")
    session.press(.enter)
    #expect(session.status.hasPrefix(#"Meanwhile you yourself, elsewhere, wrote "figs" here."#))
  }

  @Test func `what is typed in a row that somebody deletes is added again`() throws {
    let session = try ScreenSession(columns: 90)
    session.press(.down, .character("x"), .character("e"))
    session.type("!")
    try session.edit(.delete("apples"))
    #expect(session.painted.texts.prefix(3) == [" ▾ Groceries", "     bread", "     ☐ apples!"])
    session.press(.enter)
    #expect(
      session.status
        == #"Meanwhile bob deleted "apples". a: add your "apples!" here, d: drop it, any other key: keep typing"#)
    session.press(.escape, .enter, .character("a"))
    #expect(session.list.prefix(3) == ["▾ Groceries", "  bread", ">  ☐ apples!"])
    session.press(.character("e"))
    session.type("?")
    try session.edit(.delete("apples!"))
    session.press(.enter, .character("d"))
    #expect(session.status == "It stays deleted.")
    #expect(try texts(session)[1...2] == ["bread", "Dairy"])
  }

  @Test func `a title that is typed in a section that somebody deletes makes a section again`() throws {
    let session = try ScreenSession(columns: 90)
    session.press(.character("G"), .left, .character("e"))
    session.type(" 2")
    try session.edit(.delete("Home", recursively: true))
    session.press(.enter, .character("a"))
    #expect(session.list.suffix(1) == [">Home 2"])
  }

  @Test func `what others changed unseen is not deleted without a question`() throws {
    let session = try ScreenSession(columns: 90)
    session.press(.down)
    _ = try session.other.perform(.rename("apples", to: "pears"), as: "bob")
    session.press(.character("d"))
    #expect(session.status == #"Meanwhile bob wrote "pears" here. d or y: delete it, any other key: leave it"#)
    session.press(.escape)
    #expect(try texts(session)[1] == "pears")
    session.press(.character("d"))
    #expect(session.status == "deleted \"pears\"")
  }

  @Test func `nothing is asked where somebody else wrote the same, or changed the box alone`() throws {
    let session = try ScreenSession()
    session.press(.down, .character("e"))
    session.type("!")
    try session.edit(.rename("apples", to: "apples!"))
    session.press(.enter, .down, .character("e"))
    session.type("!")
    try session.edit(.setCheckBox(of: "bread", to: .open))
    session.press(.enter)
    #expect(session.list[1...2] == ["  apples!", ">  ☐ bread!"])
  }
}
