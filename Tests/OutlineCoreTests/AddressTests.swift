import OutlineCore
import Testing

struct AddressTests {
  @Test func `at sign and letter name a section or a row by its key`() throws {
    #expect(try Address(parsing: "@s4") == .section(SectionID(4)))
    #expect(try Address(parsing: "@r17") == .row(RowID(17)))
  }

  @Test(arguments: ["@", "@s", "@4", "@x4", "@s0", "@s-1", "@s+1", "@s1x", "@s 1", "@s99999999999999999999"])
  func `what begins like a key and is none is refused`(words: String) {
    #expect(throws: AddressError.badID(words)) { try Address(parsing: words) }
  }

  @Test func `numbers are places in document order`() throws {
    #expect(try Address(parsing: "3") == .number(section: 3, row: nil))
    #expect(try Address(parsing: "3.2") == .number(section: 3, row: 2))
    #expect(try Address(parsing: "0") == .number(section: 0, row: nil))
  }

  @Test(arguments: ["3.", ".2", "3.2.1", "-3", "3 ", "٣", "99999999999999999999"])
  func `what is nearly a number is a title`(words: String) throws {
    #expect(try Address(parsing: words) == .path([words]))
  }

  @Test func `slashes lead from title to title`() throws {
    #expect(try Address(parsing: "Home") == .path(["Home"]))
    #expect(try Address(parsing: "Home/Groceries/milk") == .path(["Home", "Groceries", "milk"]))
    #expect(try Address(parsing: "Home/3") == .path(["Home", "3"]))
  }

  @Test func `an equals sign in front forces a title`() throws {
    #expect(try Address(parsing: "=3") == .path(["3"]))
    #expect(try Address(parsing: "=@s4") == .path(["@s4"]))
    #expect(try Address(parsing: "==") == .path(["="]))
    #expect(try Address(parsing: "=Home/3") == .path(["Home", "3"]))
    #expect(try Address(parsing: "Home/=3") == .path(["Home", "=3"]))
  }

  @Test func `a backslash makes a slash part of a title and is itself everywhere else`() throws {
    #expect(try Address(parsing: #"a\/b/c"#) == .path(["a/b", "c"]))
    #expect(try Address(parsing: #"a\b"#) == .path([#"a\b"#]))
    #expect(try Address(parsing: #"a\"#) == .path([#"a\"#]))
    #expect(try Address(parsing: #"\/"#) == .path(["/"]))
  }

  @Test(arguments: ["", "=", "/", "a/", "/a", "a//b"])
  func `an empty part is refused`(words: String) {
    #expect(throws: AddressError.emptyPart(words)) { try Address(parsing: words) }
  }

  @Test(arguments: ["@s4", "@r17", "3", "3.2", "Home", "Home/Groceries", #"a\/b/c"#, #"a\b"#])
  func `an address is described as it is typed`(words: String) throws {
    #expect(try Address(parsing: words).description == words)
  }

  @Test(arguments: [["3"], ["3.2"], ["@s4"], ["@home", "b"], ["=x"]])
  func `a path that looks like another address is written so that it is read back`(titles: [String]) throws {
    #expect(try Address(parsing: Address.path(titles).description) == .path(titles))
  }

  @Test(arguments: [["Home", "Groceries"], ["a/b"], ["a", "3"], ["/"], ["é", "ß"], [#"x\y"#]])
  func `the words for a path are read back as that path`(titles: [String]) throws {
    #expect(try Address(parsing: Address.words(forPath: titles)) == .path(titles))
  }

  @Test func `keys are written as addresses and JSON have them`() {
    #expect(ItemID.section(SectionID(4)).description == "s4")
    #expect(ItemID.row(RowID(17)).description == "r17")
    #expect(SectionID(2) < SectionID(10))
    #expect(RowID(2) < RowID(10))
  }
}
