import OutlineCore
import Testing

struct AddressTests {
  @Test func `at sign and letter name a section or a row by its id`() throws {
    #expect(try Address(parsing: "@s4") == .section(SectionID(4)))
    #expect(try Address(parsing: "@r17") == .row(RowID(17)))
  }

  @Test(arguments: ["@", "@s", "@0", "@x4", "@s0", "@s-1", "@s+1", "@s1x", "@s 1", "@s99999999999999999999"])
  func `what begins like an id and is not one is refused`(words: String) {
    #expect(throws: AddressError.badID(words)) { try Address(parsing: words) }
  }

  @Test func `numbers are places in document order`() throws {
    #expect(try Address(parsing: "3") == .number(ItemNumber([3])))
    #expect(try Address(parsing: "3.2:1") == .number(ItemNumber([3, 2], row: 1)))
    #expect(try Address(parsing: "0") == .number(ItemNumber([0])))
  }

  @Test(arguments: ["3.", ".2", "3:", ":2", "3:2:1", "3:2.1", "-3", "3 ", "٣", "99999999999999999999"])
  func `what is nearly a number is a title`(words: String) throws {
    #expect(try Address(parsing: words) == .words(words))
  }

  @Test func `slashes lead from title to title`() throws {
    #expect(try Address.parts("Home") == ["Home"])
    #expect(try Address.parts("Home/Groceries/milk") == ["Home", "Groceries", "milk"])
    #expect(try Address.parts("Home/3") == ["Home", "3"])
  }

  @Test(arguments: ["3", "@s4", "=", "Home/3"])
  func `an equals sign in front forces a title`(title: String) throws {
    #expect(try Address(parsing: "=" + title) == .words("=" + title))
    #expect(Address.title(in: "=" + title) == title)
    #expect(try Address.parts("=" + title) == title.split(separator: "/").map(String.init))
  }

  @Test func `a backslash makes a slash part of a title and is itself everywhere else`() throws {
    #expect(try Address.parts(#"a\/b/c"#) == ["a/b", "c"])
    #expect(try Address.parts(#"a\b"#) == [#"a\b"#])
    #expect(try Address.parts(#"a\"#) == [#"a\"#])
    #expect(try Address.parts(#"\/"#) == ["/"])
    #expect(try Address.parts(#"a\\b"#) == [#"a\\b"#])
    #expect(try Address.parts(#"a\\/b"#) == [#"a\"#, "b"])
    #expect(try Address.parts(#"a\\\/b"#) == [#"a\/b"#])
  }

  @Test func `the path of any titles is an address that leads to them`() throws {
    let letters = ["a", "/", "\\", "=", "@", "1", "\u{301}"]
    var titles = [""]
    for _ in 0..<4 { titles += titles.flatMap { title in letters.map { title + $0 } } }
    for title in Set(titles.map { Array($0.utf8) }).map({ String(decoding: $0, as: UTF8.self) }) where !title.isEmpty {
      for path in [[title], [title, "b"], ["b", title], [title, title]] {
        let words = Address.words(forPath: path)
        let parts = try Address.parts(words)
        #expect(parts.map { Array($0.utf8) } == path.map { Array($0.utf8) }, "\(words)")
        #expect(try Address(parsing: words) == .words(words))
      }
    }
  }

  @Test(arguments: ["/", "a/", "/a", "a//b"])
  func `an empty part is refused`(words: String) {
    #expect(throws: AddressError.emptyPart(words)) { try Address.parts(words) }
  }

  @Test(arguments: ["", "="])
  func `an empty address is refused`(words: String) {
    #expect(throws: AddressError.emptyPart("")) { try Address(parsing: words) }
  }

  @Test(arguments: ["@s4", "@r17", "3", "3.2", "3.2:1", "Home", "Home/Groceries", #"a\/b/c"#, #"a\b"#])
  func `an address is described as it is typed`(words: String) throws {
    #expect(try Address(parsing: words).description == words)
  }

  @Test(arguments: [["3"], ["3.2"], ["3:1"], ["@s4"], ["@home", "b"], ["=x"]])
  func `a path that looks like another address is written so that it is read back`(titles: [String]) throws {
    let words = Address.path(titles).description
    #expect(try Address(parsing: words) == .words(words))
    #expect(try Address.parts(words) == titles)
  }

  @Test(arguments: [["Home", "Groceries"], ["a/b"], ["a", "3"], ["/"], ["é", "ß"], [#"x\y"#]])
  func `the words for a path are read back as that path`(titles: [String]) throws {
    #expect(try Address.parts(Address.words(forPath: titles)) == titles)
  }

  @Test func `keys are written as addresses and JSON have them`() {
    #expect(ItemID.section(SectionID(4)).description == "@s4")
    #expect(ItemID.row(RowID(17)).description == "@r17")
    #expect(SectionID(2) < SectionID(10))
    #expect(RowID(2) < RowID(10))
  }
}
