import Foundation
import TestPrograms
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `pleat edit` with an editor.
struct EditorTests {
  private func sample() throws -> Session {
    let session = try Session.sample()
    session.isTerminal = true
    session.isInputTerminal = true
    session.environment["NO_COLOR"] = "1"
    session.environment["TMPDIR"] = session.folder.path(of: "")
    return session
  }

  @Test func `without a terminal there is no editor`() throws {
    let session = try Session.sample()
    for words in [["edit", "milk"], ["edit", "--all"], ["edit", "Groceries", "--json"]] {
      let answer = session.run(words)
      #expect(answer.status == 64)
      #expect(answer.message.contains("An editor needs a terminal."))
    }
    #expect(session.run("apply", input: "edit milk").status == 64)
  }

  @Test func `a row's text is edited as it is`() throws {
    let session = try sample()
    session.editor = { text in
      #expect(text == "milk\n")
      return "oat milk\nfresh\n"
    }
    #expect(session.run("edit", "milk").message == "edited (0 added, 1 changed, 0 moved, 0 deleted)")
    #expect(try session.shell.lines("SELECT text FROM row WHERE row_id = 5") == ["oat milk", "fresh"])
    session.editor = { $0 }
    #expect(session.run("edit", "apples").message == "nothing to do")
    session.editor = { _ in "" }
    #expect(session.run("edit", "apples").status == 64)
  }

  @Test func `a section is shown with everything below it, and ids at the ends of the lines`() throws {
    let session = try sample()
    session.run("done", "bread")
    session.run("edit", "Groceries", "--detail", "weekly")
    var shown = ""
    session.editor = { text in
      shown = text
      return text
    }
    session.run("edit", "Groceries")
    let lines = shown.split(separator: "\n").filter { !$0.hasPrefix("# ") }
    #expect(
      lines == [
        "Groceries  @s1", ": weekly", "- apples  @r2", "- [x] bread  @r3", "  Dairy  @s4", "  - milk  @r5",
        "  - butter  @r6", "  - cheese  @r7",
      ])
  }

  @Test func `what was changed, moved, added and removed there is one edit`() throws {
    let session = try sample()
    session.run("collapse", "Dairy")
    session.editor = { _ in
      """
      # pleat text 1
      Food  @s1
      - [ ] bread  @r3
      - tea
        Dairy  @s4
        - milk  @r5
        - apples  @r2
        - butter  @r6
        - cheese  @r7
        Snacks
        - nuts

      """
    }
    #expect(session.run("edit", "Groceries").message.hasPrefix("edited (3 added, 2 changed, 1 moved, 0 deleted)"))
    #expect(
      session.run("list", "--all", "Food").lines == [
        "▾ 1 Food", "  1:1 ☐ bread", "  1:2 tea", "  ▸ 1.1 Dairy", "    1.1:1 milk", "    1.1:2 apples",
        "    1.1:3 butter", "    1.1:4 cheese", "  ▾ 1.2 Snacks", "    1.2:1 nuts",
      ])
    #expect(session.run("undo").status == 0)
    #expect(session.run("list").lines.first == "▾ 1 Groceries")
  }

  @Test func `an editor that is missing is named, and a text that nobody touched is not kept`() throws {
    let session = try sample()
    let before = try session.folder.names()
    for (status, words) in [(Int32(127), "There is no editor 'vi'."), (1, "The editor 'vi' ended with 1.")] {
      session.editor = { _ in nil }
      session.editorFailure = status
      let answer = session.run("edit", "milk")
      #expect(answer.status == (status == 127 ? 69 : 74), "\(answer)")
      #expect(answer.message.contains(words) && !answer.message.contains("Your text is kept"), "\(answer.message)")
      #expect(try session.folder.names() == before)
    }
  }

  @Test func `a new title takes nothing away from a row without a question`() throws {
    let session = try sample()
    session.run("add", "oat", "rice", "--in", "milk")
    let before = try session.shell.contents()
    session.editor = { $0.replacing("    - oat", with: "    Grain\n    - oat") }
    let refused = session.run("edit", "Groceries", input: "n\n")
    #expect(refused.message.contains("A new title takes \"oat\" (@r11) and 1 row more away from the row above."))
    #expect(try session.shell.contents() == before)
    #expect(session.run("edit", "Groceries", input: "y\n").status == 0)
    #expect(session.run("show", "oat").text.contains("Groceries/Dairy/Grain"))
    session.run("undo")
    let listed = session.run("list", "--all").text
    session.editor = { $0.replacing("    - oat", with: "  Grain\n    - oat") }
    let mistake = session.run("edit", "Groceries", input: "n\n").message
    #expect(mistake.contains("indented by 4 spaces, but its section by 2"))
    #expect(session.run("list", "--all").text == listed)
  }

  @Test func `what would be deleted is shown before it is`() throws {
    let session = try sample()
    let before = try session.shell.contents()
    session.editor = { $0.replacing("  - butter  @r6\n", with: "") }
    let refused = session.run("edit", "Groceries", input: "n\n")
    #expect(refused.status == 1)
    #expect(refused.message.contains("deleted \"butter\" (@r6) from Dairy"))
    #expect(refused.message.contains("Your text is kept in "))
    #expect(try session.shell.contents() == before)
    let trial = session.run("edit", "Groceries", "-n")
    #expect(trial.message.hasPrefix("would have edited (0 added, 0 changed, 0 moved, 1 deleted):"))
    #expect(try session.shell.contents() == before)
    #expect(session.run("edit", "Groceries", input: "y\n").status == 0)
    #expect(session.run("list", "Dairy").lines == ["  ▾ 1.1 Dairy", "    1.1:1 milk", "    1.1:2 cheese"])
  }

  @Test func `a mistake opens the editor again with the line marked and nothing lost`() throws {
    let session = try sample()
    var texts: [String] = []
    session.editor = { text in
      texts.append(text)
      switch texts.count {
      case 1: return text.replacing("- apples  @r2", with: "  - green apples  @r2")
      default: return text.replacing("  - green apples", with: "- green apples")
      }
    }
    let answer = session.run("edit", "Groceries", input: "y\n")
    #expect(answer.message.hasSuffix("edited (0 added, 1 changed, 0 moved, 0 deleted)"))
    let lines = try #require(texts.dropFirst().first).split(separator: "\n")
    let mark = try #require(lines.firstIndex { $0.hasPrefix("# MISTAKE: The line is indented by 2 spaces") })
    #expect(lines.dropFirst(mark + 1).first == "  - green apples  @r2")
    #expect(session.run("list", "1:1").text == "  1:1 green apples\n")
  }

  @Test func `a row after a subsection goes to the section that it is indented like, after the section's rows`() throws
  {
    let session = try sample()
    session.editor = { text in
      text.replacing("- bread  @r3\n", with: "")
        .replacing("  - cheese  @r7", with: "  - cheese  @r7\n- bread  @r3\n- tea\n  - curd")
    }
    #expect(session.run("edit", "Groceries").message.hasPrefix("edited (2 added, 0 changed, 0 moved, 0 deleted)"))
    #expect(
      session.run("list", "Groceries").lines == [
        "▾ 1 Groceries", "  1:1 apples", "  1:2 bread", "  1:3 tea", "  ▾ 1.1 Dairy", "    1.1:1 milk",
        "    1.1:2 butter", "    1.1:3 cheese", "    1.1:4 curd",
      ])
    session.editor = { $0 + "      - deep\n" }
    #expect(session.run("edit", "Groceries", input: "n").message.contains("The line is indented by 6 spaces"))
  }

  @Test func `who does not open the editor again finds the text in a file`() throws {
    let session = try sample()
    session.editor = { $0 + "   odd\n" }
    let answer = session.run("edit", "Groceries", input: "n\n")
    #expect(answer.status == 65)
    let path = try #require(answer.message.firstMatch(of: /Your text is kept in (.*)\./)?.1)
    #expect(try String(contentsOfFile: String(path), encoding: .utf8).contains("   odd\n"))
  }

  @Test func `an id on two lines is a mistake, and one that is not there is a part of the text`() throws {
    let session = try sample()
    session.editor = { $0.replacing("- bread  @r3", with: "- bread  @r2") }
    #expect(session.run("edit", "Groceries").message.contains("The id @r2 is on two lines."))
    session.editor = { $0.replacing("- bread  @r3", with: "- bread  @r99") }
    #expect(session.run("edit", "Groceries").message.contains("@r99 is not the id of a line of this text"))
    session.editor = { $0.replacing("- bread  @r3", with: "- bread  @r3\n- call @r99") }
    #expect(session.run("edit", "Groceries").status == 0)
    #expect(session.run("list", "1:3").text == "  1:3 call @r99\n")
  }

  @Test func `attributes are not shown and stay where they are`() throws {
    let session = try sample()
    session.run("edit", "bread", "Dairy", "--set", "k=1")
    session.editor = { text in
      #expect(!text.contains("{"))
      return text.replacing("- apples  @r2\n", with: "").replacing("- bread  @r3", with: "- rolls  @r3\n- new")
    }
    #expect(session.run("edit", "Groceries", input: "y\n").status == 0)
    #expect(
      try session.shell.lines(
        "SELECT text FROM row WHERE attributes = '{\"k\":1}'; SELECT title FROM section WHERE attributes IS NOT NULL")
        == ["rolls", "Dairy"])
  }

  @Test func `without a file there is nothing to edit`() throws {
    let session = try sample()
    session.environment["PLEAT_FILE"] = session.folder.path(of: "none.db")
    session.editor = { _ in
      Issue.record("the editor was opened")
      return nil
    }
    #expect(session.run("edit", "--all").status == 66)
  }

  @Test func `what others changed meanwhile stays where it fits`() throws {
    let session = try sample()
    let other = try Session()
    other.environment["PLEAT_FILE"] = session.path
    session.editor = { text in
      other.run("-u", "bob", "edit", "butter", "salted butter")
      other.run("-u", "bob", "add", "oats", "--in", "Groceries", "--at", "2")
      other.run("-u", "bob", "add", "--section", "Frozen", "--in", "Groceries")
      other.run("-u", "bob", "add", "peas", "--in", "Frozen")
      other.run("-u", "bob", "delete", "cheese")
      return text.replacing("- apples", with: "- pears").replacing("  - milk  @r5\n", with: "")
        .replacing("  - butter  @r6", with: "  - butter  @r6\n  - yoghurt")
    }
    #expect(session.run("edit", "Groceries", input: "yes\n").status == 0)
    #expect(
      session.run("list", "Groceries").lines == [
        "▾ 1 Groceries", "  1:1 pears", "  1:2 oats", "  1:3 bread", "  ▾ 1.1 Dairy", "    1.1:1 salted butter",
        "    1.1:2 yoghurt", "  ▾ 1.2 Frozen", "    1.2:1 peas",
      ])
  }

  @Test func `what does not fit is refused with the thing named, and the text is kept`() throws {
    let session = try sample()
    let other = try Session()
    other.environment["PLEAT_FILE"] = session.path
    session.editor = { text in
      other.run("-u", "bob", "edit", "butter", "salted butter")
      return text.replacing("butter", with: "ghee")
    }
    let answer = session.run("edit", "Groceries")
    #expect(answer.status == 79)
    #expect(answer.message.contains("'salted butter' (@r6) has changed since"))
    let path = try #require(answer.message.firstMatch(of: /Your text is kept in (.*)\./)?.1)
    #expect(try String(contentsOfFile: String(path), encoding: .utf8).contains("ghee  @r6"))
    #expect(session.run("list", "1.1:2").text == "    1.1:2 salted butter\n")
  }

  @Test func `edit --all is the whole outline`() throws {
    let session = try sample()
    session.editor = {
      $0.replacing("Home  @s8\n- plants  @r9\n", with: "") + "- The Odyssey\nHome  @s8\n- plants  @r9\n"
    }
    #expect(session.run("edit", "--all").message.hasPrefix("edited (1 added, 0 changed, "))
    #expect(session.run("list", "--sections").lines.suffix(2) == ["▾ 2 Reading", "▾ 3 Home"])
  }

  @Test func `texts that are hard to write come back as they are`() throws {
    let session = try Session(["add", "--section", "--", "#title", "-x", " a", "b @s1", "\\"])
    session.run(["add", "--in", "1", "--", "two\nlines", "[x] box", "x  ", "@r2", "# not a remark", "a\\b"])
    session.isTerminal = true
    session.isInputTerminal = true
    session.environment["TMPDIR"] = session.folder.path(of: "")
    let before = try session.shell.lines("SELECT * FROM section; SELECT * FROM row")
    session.editor = { $0 + "New\n" }
    #expect(session.run("edit", "--all").message.hasPrefix("edited (1 added, 0 changed, 0 moved, 0 deleted)"))
    session.run("delete", "New")
    #expect(try session.shell.lines("SELECT * FROM section; SELECT * FROM row") == before)
  }

  @Test func `a real editor gets the file on a terminal`() throws {
    let pleat = try Executable.withSection("Home")
    pleat.session.run("add", "milk", "--in", "Home")
    let ending = try pleat.script(
      "EDITOR='sed -i s/milk/tea/' script -qec '\"$PLEAT\" edit Home' /dev/null </dev/null; \"$PLEAT\" list")
    #expect(ending.text.contains("edited (0 added, 1 changed, 0 moved, 0 deleted)"), "\(ending.text)")
    #expect(ending.text.hasSuffix("  1:1 tea\n"))
  }

  @Test func `a line that is only indented is moved, and not changed`() throws {
    let session = try sample()
    session.editor = { $0.replacing("- bread", with: "  - bread") }
    #expect(session.run("edit", "Groceries").message == "edited (0 added, 0 changed, 1 moved, 0 deleted)")
    #expect(session.run("list", "apples").lines == ["  ▾ 1:1 apples", "      1:2 bread"])
  }

  @Test(arguments: [
    ("- [ ] apples due:sat  @r2", "apples", "2026-11-28", "FREQ=WEEKLY"),
    ("- [ ] apples due:none  @r2", "apples", "", ""),
    ("- [ ] apples repeat:none #a  @r2", "apples #a", "2026-11-27", ""),
    ("- [ ] apples repeat:daily due:sun  @r2", "apples", "2026-11-29", "FREQ=DAILY"),
    ("- [ ] apples \\\\due:sat  @r2", "apples due:sat", "2026-11-27", "FREQ=WEEKLY"),
    ("- [ ] apples due:frii  @r2", "apples due:frii", "2026-11-27", "FREQ=WEEKLY"),
  ])
  func `a day and a rule at the end of a line win over those below it`(
    line: String, text: String, due: String, rule: String
  ) throws {
    let session = try sample()
    session.run("edit", "apples", "--due", "fri", "--repeat", "weekly")
    session.editor = { $0.replacing("- [ ] apples  @r2", with: line) }
    session.run("edit", "Groceries")
    #expect(
      try session.shell.lines("SELECT text, coalesce(due, ''), coalesce(repeat, '') FROM row WHERE row_id = 2") == [
        "\(text)|\(due)|\(rule)"
      ])
    session.editor = { $0 }
    #expect(session.run("edit", "Groceries").message == "nothing to do")
    #expect(session.run("edit", "@r2").message == "nothing to do")
    session.editor = { _ in "pears repeat:daily due:sun\n" }
    session.run("edit", "@r2")
    session.editor = { _ in "Bread due:sun  @s1\n" }
    #expect(
      try session.shell.lines("SELECT text, due, repeat FROM row WHERE row_id = 2") == ["pears|2026-11-29|FREQ=DAILY"])
  }

  @Test func `the remarks in an editor's text fit 80 columns`() throws {
    let session = try Session.sample()
    var longest = 0
    session.editor = { text in
      longest = text.split(separator: "\n").map(\.count).max() ?? 0
      return text
    }
    session.isTerminal = true
    session.isInputTerminal = true
    session.run("edit", "--all")
    #expect((60...80).contains(longest))
  }
}
