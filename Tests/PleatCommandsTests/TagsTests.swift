import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `pleat tags`, and tags in lists and completions.
struct TagsTests {
  private func sample() throws -> Session {
    try Session(
      ["add", "--section", "Home #Work", "--detail", "all of it #home"],
      ["add", "[ ] call #home #home", "[x] mow #work", "`#code` #Home", "--in", "Home #Work"])
  }

  @Test func `tags are counted with the things that have them`() throws {
    let session = try sample()
    #expect(session.run("tags").lines == ["#home: 3, 1 of them open", "#Work: 2"])
    let objects = try JSON.objects(session.run("tags", "--json").text)
    #expect(objects.map { $0["tag"] as? String } == ["home", "Work"])
    #expect(objects.map { $0["items"] as? Int } == [3, 2])
    #expect(objects.map { $0["openTasks"] as? Int } == [1, 0])
    #expect(try Session(["add", "milk"]).run("tags").text == "")
    #expect(session.run("tags", "home").status == 64)
  }

  @Test func `a tag is renamed everywhere in one edit, which undo takes back`() throws {
    let session = try sample()
    let before = session.run("list", "--all").text
    let trial = session.run("tags", "--rename", "home", "#house", "-n").message
    #expect(trial == "would have renamed #home to #house in 1 section and 2 rows")
    #expect(session.run("list", "--all").text == before)
    let message = session.run("tags", "--rename", "#HOME", "house").message
    #expect(message == "renamed #HOME to #house in 1 section and 2 rows")
    #expect(
      session.run("list").lines == [
        "▾ 1 Home #Work — all of it #house", "  1:1 ☐ call #house #house", "  1:2 ☑ mow #work", "  1:3 `#code` #house",
      ])
    #expect(session.run("log", "--limit", "1").text.contains("tags --rename '#HOME' house"))
    session.run("undo")
    #expect(session.run("list", "--all").text == before)
  }

  @Test func `a tag that is not there, or cannot be one, is refused`() throws {
    let session = try sample()
    let missing = session.run("tags", "--rename", "hme", "house")
    #expect(
      missing.status == 66 && missing.message.hasPrefix("pleat: Nothing has the tag #hme.\nDid you mean '#home'?"))
    let bad = session.run("tags", "--rename", "home", "a b")
    #expect(bad.status == 64 && bad.message.hasPrefix("pleat: 'a b' cannot be a tag.\nA tag is a letter"))
    #expect(session.run("tags", "--rename", "home").status == 64)
    #expect(session.run("tags", "--rename", "work", "work").message == "renamed #work to #work in 1 section and 1 row")
    #expect(session.run("tags", "--rename", "work", "work").message == "nothing to do")
  }

  @Test func `lists show tags in a colour of their own, in titles as in texts`() throws {
    let session = try sample()
    session.isTerminal = true
    let tag = "\u{1B}[0;33m"
    #expect(
      session.run("list").lines == [
        "▾ \u{1B}[2m1\u{1B}[0m \u{1B}[1mHome \(tag)#Work\u{1B}[0m\u{1B}[1m\u{1B}[0m — all of it \(tag)#home\u{1B}[0m",
        "  \u{1B}[2m1:1\u{1B}[0m \u{1B}[36m☐\u{1B}[0m call \(tag)#home\u{1B}[0m \(tag)#home\u{1B}[0m",
        "  \u{1B}[2m1:2 \u{1B}[0;32m☑\u{1B}[0;2m mow #work\u{1B}[0m",
        "  \u{1B}[2m1:3\u{1B}[0m `#code` \(tag)#Home\u{1B}[0m",
      ])
    session.environment["NO_COLOR"] = "1"
    #expect(!session.run("list").text.contains("\u{1B}"))
  }

  @Test func `a tag is completed at the end of a text, and as a filter`() throws {
    let session = try sample()
    func offers(_ words: String...) -> [String] {
      session.run(["completions", "zsh", "--"] + words).lines.map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(offers("find", "#ho") == ["#home"])
    #expect(offers("list", "--where", "open #w") == ["open #Work"])
    #expect(offers("add", "buy paint #w") == ["buy paint #Work"])
    #expect(offers("add", "paint w").isEmpty)
    #expect(offers("tags", "--rename", "wo") == ["Work"])
  }
}
