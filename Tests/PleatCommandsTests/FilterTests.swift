import Foundation
import TestPrograms
import Testing

@testable import OutlineCore
@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// Filters of `find`, `done`, `undone` and `delete`, as a user has them.
struct FilterTests {
  /// The sample with tags, tasks and attributes.
  private func sample() throws -> Session {
    let session = try Session.sample()
    session.run("undone", "butter", "plants")
    session.run("done", "milk")
    session.run("edit", "plants", "water the plants #home")
    session.run("edit", "butter", "butter #Home/fridge #shop")
    session.run("edit", "bread", "--set", "shop=[\"Baker\",\"Market\"]")
    session.run("edit", "Dairy", "--detail", "cold things, #shop")
    session.run("collapse", "Groceries")
    return session
  }

  private static let (plants, milk) = ("2:1 Home: ☐ water the plants #home", "1.1:1 Groceries/Dairy: ☑ milk\(hidden)")
  private static let butter = "1.1:2 Groceries/Dairy: ☐ butter #Home/fridge #shop\(hidden)"
  private static let hidden = " · hidden in Groceries"

  @Test(
    arguments: [
      ("#home", [butter, plants]), ("#HOME/FRIDGE", [butter]), ("#home/fri", []), ("#home AND NOT in:Home", [butter]),
      ("has:note", ["1.1 Groceries/Dairy — cold things, #shop\(hidden)"]), ("overdue", []), ("due:week", []),
      ("task in:Groceries", [milk, butter]), ("done", [milk]),
      ("text:done", []), ("in:Home not open", []), ("\"the plants\"", [plants]), ("\"plants the\"", []),
      ("#shop not task", ["1.1 Groceries/Dairy — cold things, #shop\(hidden)"]),
      ("shop=market", ["1:2 Groceries: bread (shop=Market)\(hidden)"]), ("shop=mark", []),
      ("SHOP=market not baker", []),
      (
        "apples or (milk or cheese) not done",
        ["1:1 Groceries: apples\(hidden)", "1.1:3 Groceries/Dairy: cheese\(hidden)"]
      ),
      ("in:Groceries in:Dairy not (milk or butter)", ["1.1:3 Groceries/Dairy: cheese\(hidden)"]),
    ] as [(String, [String])])
  func `find shows what fits a filter`(filter: String, lines: [String]) throws {
    let answer = try sample().run("find", filter)
    #expect(answer.lines == lines)
    #expect(answer.status == (lines.isEmpty ? 1 : 0))
  }

  @Test func `several arguments are one filter, and a word with a meaning says how it is found as a text`() throws {
    let session = try sample()
    #expect(session.run("find", "(apples", "or", "bread)").lines.count == 2)
    #expect(session.run("find", "open", "#home").message == "")
    #expect(session.run("find", "open").message == "To find the text 'open': pleat find text:open")
    #expect(session.run("find", "open", "--json").message == "")
    #expect(
      session.run("find", "overdue").messages.joined(separator: "\n") == """
        pleat: nothing in the outline fits 'overdue'.
        To find the text 'overdue': pleat find text:overdue
        """)
    #expect(session.run("find", "open", "-q").message == "")
    #expect(session.run("find", "--regex", "open").message == "pleat: nothing in the outline matches 'open'.")
  }

  @Test func `a mistake names its column, and what was expected`() throws {
    let session = try sample()
    for verb in [
      ["find"], ["list", "--where"], ["export", "-", "--format", "md", "--where"], ["done", "--where"],
      ["undone", "--where"], ["delete", "-n", "--where"],
    ] {
      let answer = session.run(verb + ["(milk or"])
      #expect(answer.status == 64 && answer.lines.isEmpty)
      #expect(
        answer.message
          == "pleat: '(milk or' is not a filter: at column 9, something to find was expected.\n"
          + "'pleat help filters' explains filters; a text in quotation marks is searched for as it is.")
    }
    #expect(session.run("find", "or").message.hasSuffix("\nTo find the text, write text:or."))
    #expect(session.run("find", "in:Hme").message.contains("There is no section or row 'Hme'"))
    #expect(session.run("find", "in:Hme").status == 66)
  }

  @Test func `a filter asks for due days`() throws {
    let session = try Session.sample()
    for (name, day) in [("apples", "mon"), ("bread", "fri"), ("milk", "fri 14:00"), ("Home", "sat")] {
      session.run("edit", name, "--due", day)
    }
    let answers = [
      ("due<fri", ""), ("due<=fri", "bread milk"), ("due:fri", "bread milk"), ("due>=fri", "apples bread milk Home"),
      ("due>fri", "apples Home"), ("due:\"fri 14:00\"", "milk"), ("due<\"fri 14:00\"", "bread"),
      ("due>sat", "apples"), ("task not no:due", "apples bread milk Home"), ("no:due cheese", "cheese"),
    ]
    for (filter, names) in answers {
      let lines = try JSON.objects(session.run("find", filter, "--json").text)
      let found = lines.compactMap { ($0["text"] ?? $0["title"]) as? String }
      #expect(found.joined(separator: " ") == names, "\(filter)")
    }
    #expect(session.run("find", "due<=tomorow").message.contains("at column 6, a day such as tomorrow was expected."))
    #expect(session.run("find", "\"due<=fri\"").status == 1)
  }

  @Test func `done and undone mark the tasks that fit as one edit, and no plain row`() throws {
    let session = try sample()
    let marked = session.run("done", "--where", "in:Groceries")
    #expect(marked.message == "marked \"butter #Home/fridge #shop\" (@r6) as done in Dairy")
    #expect(session.run("done", "--where", "in:Groceries").message == "nothing to do")
    let opened = session.run("undone", "--where", "in:Groceries done milk")
    #expect(opened.message == "marked \"milk\" (@r5) as open in Dairy")
    session.run("undone", "--where", "task")
    #expect(session.run("find", "open").lines.count == 3)
    session.run("undo", "2")
    #expect(session.run("find", "milk").lines == [Self.milk])
    session.run("apply", input: "done --where plants\n{\"verb\":\"undone\",\"where\":\"milk\"}\n")
    #expect(session.run("find", "open").lines.count == 1)
    #expect(session.run("done").status == 64)
  }

  @Test func `delete takes what fits with --force, and says with -n what would go`() throws {
    let session = try sample()
    for words in [["delete"], ["delete", "--json"]] { #expect(session.run(words + ["--where", "milk"]).status == 81) }
    #expect(
      session.run("delete", "--where", "#shop").message
        == "pleat: 'delete --where' needs --force if there is no terminal to ask.\nNothing was changed. -n lists what would be deleted."
    )
    let trial = session.run("delete", "--where", "cheese or apples", "-n")
    #expect(trial.message == "would have deleted 2 rows:\n  \"apples\" (@r2)\n  \"cheese\" (@r7)")
    #expect(session.run("find", "cheese or apples").lines.count == 2)
    #expect(session.run("delete", "--where", "#shop", "--force").message.contains("'Dairy' is not empty"))
    #expect(session.run("delete", "-r", "--where", "#shop", "--force").status == 0)
    #expect(session.run("find", "#shop").status == 1)
    session.run("undo")
    #expect(session.run("find", "#shop").lines.count == 2)
    #expect(session.run("apply", input: "delete --where apples").status == 81)
    #expect(session.run("apply", input: "delete --where apples --force").status == 0)
    #expect(session.run("find", "apples").status == 1)
  }

  @Test func `on a terminal delete lists what fits, and asks`() throws {
    let session = try sample()
    (session.isTerminal, session.isInputTerminal) = (true, true)
    let words = ["delete", "--where", "cheese or apples"]
    let question =
      "this deletes 2 rows:\n  \"apples\" (@r2)\n  \"cheese\" (@r7)\nDelete them? Press y or n."
    let refused = session.run(words, input: Array("n".utf8))
    #expect(refused.message == question + "\nnothing was changed")
    #expect(session.run("find", "cheese").status == 0)
    #expect(session.run(words + ["-q"], input: Array("y".utf8)).message == question)
    #expect(session.run("find", "cheese").status == 1)
    #expect(session.run("delete", "--where", "cheese", input: "y").message == "nothing to do")
    #expect(session.run("delete", "--where", "milk", "--json", input: "y").status == 81)
    let edits = session.folder.path(of: "edits")
    try "delete --where milk\n".write(toFile: edits, atomically: true, encoding: .utf8)
    #expect(session.run("apply", edits, input: "y").status == 81)
    #expect(session.run("find", "milk").status == 0)
  }

  @Test func `what fits nothing is no mistake, and an address beside --where is one`() throws {
    let session = try sample()
    for words in [["done"], ["undone"], ["delete", "--force"]] {
      #expect(session.run(words + ["--where", "nothing"]).status == 0)
      #expect(session.run(words + ["milk", "--where", "milk"]).status == 64)
      #expect(session.run(words + ["--where", "in:Nowhere"]).status == 66)
    }
    #expect(session.run("delete", "milk", "--force").status == 64)
    #expect(session.run("delete", "--done", "--where", "milk").status == 64)
    #expect(session.run("find", "milk").lines == [Self.milk])
  }

  @Test func `who changed what, and when, is as the log has it`() throws {
    let session = try sample()
    session.run("add", "jam", "tea", "--in", "Home", "-u", "bob")
    session.run("edit", "apples", "pears", "-u", "bob")
    let ofBob = ["1:1 Groceries: pears\(Self.hidden)", "2:2 Home: ☐ jam", "2:3 Home: ☐ tea"]
    #expect(session.run("find", "by:bob").lines == ofBob)
    #expect(session.run("find", "by:bob jam").lines == ["2:2 Home: ☐ jam"])
    #expect(session.run("find", "by:nobody").status == 1)
    #expect(session.run("find", "changed:1h by:bob in:Home").lines.count == 2)
    #expect(session.run("find", "changed:1h").lines.count == session.run("list", "--all").lines.count)
    try session.shell.runAsEdit("UPDATE edit SET at = at - 7200000 WHERE user <> 'bob'")
    #expect(session.run("find", "changed:1h").lines == ofBob)
    #expect(session.run("find", "changed:3h not by:bob milk").lines.count == 1)
  }

  @Test func `days of filters are those of the user, and done: goes by the history`() throws {
    let session = try Session(
      ["add", "--section", "Home"], ["add", "[ ] a", "[ ] b", "[x] c", "[ ] d", "--in", "Home"])
    session.today = Day(ofSecondsSince1970: Platform.now / 1_000).description
    session.run("edit", "b", "--repeat", "daily")
    session.run("edit", "d", "--due", "yesterday")
    session.run("edit", "c", "--due", "yesterday")
    session.run("done", "a", "b")
    func found(_ filter: String) -> [String] {
      session.run("find", filter, "--json").text.matches(of: /"text":"(.)"/).map { String($0.output.1) }
    }
    for (filter, texts) in [
      ("done:today", ["a", "b"]), ("done:week", ["a", "b"]), ("done:yesterday", []), ("overdue", ["d"]),
      ("due:overdue", ["d"]), ("due:week", ["b"]), ("not done:today", ["c", "d"]),
    ] {
      #expect(found(filter) == texts, "\(filter)")
    }
    session.run("undone", "a")
    #expect(found("done:today") == ["b"])
    session.run("archive", "d")
    #expect(found("overdue") == [])
  }

  @Test(
    arguments: [
      (["edit", "--where", "#shop", "--due", "fri"], 0), (["edit", "--where", "#shop", "--note", "x"], 0),
      (["edit", "--where", "#shop", "--append", "x"], 0), (["edit", "--where", "nowhere", "--done", "yes"], 0),
      (["edit", "--where", "#shop"], 64), (["edit", "--where", "#shop", "--text", "x"], 64),
      (["edit", "milk", "--where", "#shop", "--due", "fri"], 64), (["edit", "--where", "(", "--due", "fri"], 64),
      (["edit", "--where", "in:Dair", "--due", "fri"], 66),
      (["move", "--where", "#home", "Reading"], 0), (["move", "--where", "#home", "--in", "Reading"], 0),
      (["move", "--where", "#home"], 64), (["move", "milk", "--where", "#home", "--in", "Reading"], 64),
      (["copy", "--where", "#home", "Reading"], 0), (["cp", "--where", "#home", "--after", "apples"], 0),
      (["copy", "--where", "#home"], 64), (["archive", "--where", "#home"], 0), (["archive", "--where", "done"], 0),
      (["archive", "milk", "--where", "#home"], 64), (["archive", "--done", "--where", "#home"], 64),
      (["mv", "milk", "butter", "Home"], 0), (["mv", "milk", "Home", "--first"], 64), (["mv", "milk"], 64),
      (["mv"], 64),
      (["cp", "Dairy", "Home"], 0), (["mv", "milk", "Nowhere"], 66), (["move", "mil", "Home"], 66),
    ] as [([String], Int32)])
  func `what changes several things takes a filter, and the last argument is a place`(words: [String], status: Int32)
    throws
  {
    for isTerminal in [false, true] {
      for option in [["-n"], ["--json", "-n"], ["--json"], []] {
        let session = try sample()
        (session.isTerminal, session.isInputTerminal) = (isTerminal, isTerminal)
        let before = session.run("list", "--all", "--json").text
        let answer = session.run(words + option)
        #expect(answer.status == status, "\(words + option): \(answer)")
        let isSame = session.run("list", "--all", "--json").text == before
        #expect(isSame == (status != 0 || option.contains("-n") || words.contains("nowhere")), "\(words + option)")
        if !isSame {
          #expect(session.run("undo").status == 0)
          #expect(session.run("list", "--all", "--json").text == before, "\(words + option)")
        }
      }
    }
  }

  @Test func `what is in the archive is not archived again`() throws {
    let session = try Session.sample()
    session.run("archive", "milk")
    #expect(session.run("archive", "--where", "milk").message == "nothing to do")
    #expect(session.run("archive", "--where", "milk or butter").message == "archived \"butter\" (@r6) in Archive")
  }
}
