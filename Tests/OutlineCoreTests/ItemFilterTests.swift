import OutlineCore
import Testing

struct ItemFilterTests {
  /// A Friday.
  private static let today = Day(ofSecondsSince1970: 1_795_737_600)

  private func read(_ text: String) throws -> ItemFilter { try ItemFilter(parsing: text, today: Self.today) }

  private static let overdue = ItemFilter.all([
    .due(.before, DueDate(today)), .not(.task(isDone: true)), .not(.archived),
  ])
  private static let open = ItemFilter.task(isDone: false)
  private static let (a, b, c) = (ItemFilter.text("a"), ItemFilter.text("b"), ItemFilter.text("c"))

  @Test(
    arguments: [
      ("a", a), ("a b", .all([a, b])), ("a or b", .any([a, b])), ("a b or c", .any([.all([a, b]), c])),
      ("a (b or c)", .all([a, .any([b, c])])), ("not a b", .all([.not(a), b])), ("not (a b)", .not(.all([a, b]))),
      ("not not a", a), ("not not not a", .not(a)), ("((a))", a), ("(a)(b)", .all([a, b])),
      ("not(a)or(b)", .any([.not(a), b])),
      ("open", open), ("done", .task(isDone: true)), ("task", .task(isDone: nil)), ("Open", .text("Open")),
      ("\"a b\"", .text("a b")), ("\"open\"", .text("open")), ("text:open", .text("open")),
      ("text:\"a \\\" b\"", .text("a \" b")),
      ("a\"b", .text("a\"b")), ("\"a\"b", .all([a, b])), ("\"a\\\\\"", .text("a\\")), ("\"a\\b\"", .text("a\\b")),
      ("#1", .text("#1")), ("#", .text("#")), ("https://a.b/c?d=e", .text("https://a.b/c?d=e")),
      ("foo:\"a", .text("foo:\"a")), ("a<b", .text("a<b")), ("x<=1", .text("x<=1")), ("=x", .text("=x")),
      ("::", .text("::")),
      ("owner=ann", .attribute(name: "owner", value: "ann")),
      ("owner=\"Ann Lee\"", .attribute(name: "owner", value: "Ann Lee")),
      ("a=b=c", .attribute(name: "a", value: "b=c")), ("owner=", .attribute(name: "owner", value: "")),
      ("in:Home", .inside(.words("Home"))), ("in:\"My home\"", .inside(.words("My home"))),
      ("in:@s4", .inside(.section(SectionID(4)))),
      ("in:1.2", .inside(.number(ItemNumber([1, 2])))), ("by:bob", .changedBy(user: "bob")), ("no:due", .noDue),
      ("has:due", .not(.noDue)), ("has:note", .hasNote), ("no:note", .not(.hasNote)), ("a AND b", .all([a, b])),
      ("a OR b", .any([a, b])), ("NOT a AND b or c", .any([.all([.not(a), b]), c])),
      ("a and b", .all([a, .text("and"), b])),
      ("done:today", .ticked(from: today, to: today)), ("\"AND\"", .text("AND")), ("text:overdue", .text("overdue")),
      ("overdue", overdue), ("due:overdue", overdue),
    ] as [(String, ItemFilter)])
  func `a filter is read as its parts say`(text: String, filter: ItemFilter) throws {
    #expect(try read(text) == filter)
    #expect(try read("  \(text)\n") == filter)
    #expect(try read("(\(text))") == filter)
  }

  @Test func `tags and days are read as they are elsewhere`() throws {
    #expect(try read("#home") == .tag(try #require(Tag("home"))))
    #expect(try read("not #a/b") == .not(.tag(try #require(Tag("a/b")))))
    let friday = try DueDate(parsing: "fri", today: Self.today)
    for (text, comparison) in [
      ("due<fri", DueComparison.before), ("due<=fri", .until), ("due:fri", .on), ("due>=fri", .from),
      ("due>fri", .after),
    ] {
      #expect(try read(text) == .due(comparison, friday))
    }
    let time = try DueDate(parsing: "fri 14:00", today: Self.today)
    #expect(try read("due<\"fri 14:00\" a") == .all([.due(.before, time), Self.a]))
    let (first, last) = (try #require(Self.today.adding(days: -6)), try #require(Self.today.adding(days: 6)))
    #expect(try read("due:week") == .all([.due(.from, DueDate(Self.today)), .due(.until, DueDate(last))]))
    #expect(try read("done:week") == .ticked(from: first, to: Self.today))
    let yesterday = try #require(Self.today.adding(days: -1))
    #expect(try read("done:yesterday") == .ticked(from: yesterday, to: yesterday))
    #expect(try read("changed:3d") == .changed(within: try #require(Interval("3d"))))
  }

  @Test(
    arguments: [
      ("", 1, "something to find"), ("  ", 3, "something to find"), ("(a", 3, "a )"), ("a)", 2, "a ( before this )"),
      ("()", 2, "something to find"), ("a or", 5, "something to find"), ("or a", 1, "something to find"),
      ("a or or b", 6, "something to find"), ("not", 4, "something to find"), ("a not )", 7, "something to find"),
      ("a \"b", 5, "a quotation mark at the end of the phrase"), ("a \"\"", 4, "a text between the quotation marks"),
      ("a in:", 6, "a section or row"), ("in:@x", 4, "a section or row"), ("by:", 4, "the name of a user"),
      ("text:", 6, "a text"),
      ("no:box", 4, "due or note"), ("has:", 5, "due or note"), ("done:", 6, "a day such as today, yesterday or fri"),
      ("a AND", 6, "something to find"), ("AND a", 1, "something to find"), ("a or AND b", 6, "something to find"),
      ("é changed:3", 11, "a number with h, d or w, such as 3d"),
      ("changed:3m", 9, "a number with h, d or w, such as 3d"), ("changed:", 9, "a number with h, d or w, such as 3d"),
      ("due<", 5, "a day such as today, fri or 2026-11-27"),
      ("due<=frday", 6, "a day such as friday"),
    ])
  func `a mistake names the column, and what was expected there`(text: String, column: Int, expected: String) throws {
    #expect(throws: FilterError(text: text, column: column, expected: expected)) { try read(text) }
  }

  @Test func `a filter of any length is read or refused`() throws {
    let deep = String(repeating: "(", count: 50) + "a" + String(repeating: ")", count: 50)
    #expect(try read(deep) == Self.a)
    for text in ["(\(deep))", String(repeating: "(", count: 100_000), String(repeating: "a ", count: 251)] {
      #expect(throws: FilterError.self) { try read(text) }
    }
    #expect(try read(String(repeating: "a ", count: 250)) == .all(Array(repeating: Self.a, count: 250)))
  }

  @Test(
    arguments: [("open", "open"), (" or ", "or"), ("open a", nil), ("a", nil), ("\"open\"", nil)] as [(String, String?)]
  )
  func `a word that means something is known where it is alone`(text: String, word: String?) {
    #expect(ItemFilter.onlyKeyword(in: text) == word)
  }
}
