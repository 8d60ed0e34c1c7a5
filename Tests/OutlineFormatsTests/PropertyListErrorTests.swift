import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct PropertyListErrorTests {
  @Test(arguments: ["<string>a</string>", "<dict><key>a</key><string>b</string></dict>", "<dict/>", "<true/>"])
  func `a value without a list is refused and the message says what is expected`(root: String) throws {
    let error = try refusal("<plist>\n\(root)</plist>", as: .plist)
    #expect(error.line == 2)
    #expect(error.message == "The property list contains no array")
    #expect(error.hint == "pleat expects an array of dictionaries, each with a name and an array")
  }

  @Test func `a binary property list that is cut off is refused`() throws {
    let error = try refusal(Array("bplist00".utf8) + [0xD1, 0, 0xFF], as: .plist)
    #expect(error.message == "The binary property list is broken" && error.hint == "The file may have been cut off")
  }

  @Test(
    arguments: [
      ("<plist><array>\n<string>a</array></plist>", 2, 12, "The XML is broken: mismatched tag"),
      ("<plist>\n<array>&", 2, 8, "The XML is broken: unclosed token"),
      ("<plist>\n<array><string>a & b", 2, 19, "The XML is broken: not well-formed (invalid token)"),
      ("<plist><array/></plist>\n<plist/>", 2, 1, "The XML is broken: junk after document element"),
      ("<plist><array>\n&undefined;</array></plist>", 2, 1, "The XML is broken: undefined entity"),
      ("\n<html></html>", 2, 1, "The file is not a property list: it begins with <html>, not with <plist>"),
      ("<plist>\n<set/></plist>", 2, 1, "<set> is not an element of a property list"),
      ("<plist><array>\nx</array></plist>", 2, 1, "There is text where only elements are allowed"),
      ("<plist><array/>\n<array/></plist>", 2, 1, "A property list has only one value at the top"),
      (
        "<plist><dict>\n<string>a</string></dict></plist>", 2, 1,
        "<string> in a <dict> has no <key> before it"
      ),
      ("<plist><dict><key>a</key>\n</dict></plist>", 2, 1, "The key 'a' has no value"),
      (
        "<plist><array><key>a\n</key></array></plist>", 2, 1,
        "The <key> 'a\n' must be in a <dict>, followed by a value"
      ),
      ("<plist><array><string>\n<b/></string></array></plist>", 2, 1, "<b> is not allowed inside <string>"),
      ("<plist>\n</plist>", nil, nil, "The property list is empty"),
    ] as [(String, Int?, Int?, String)])
  func `a malformed list is refused with its place`(text: String, line: Int?, column: Int?, message: String) throws {
    let error = try refusal(text, as: .plist)
    #expect(
      ImportError(line: error.line, column: error.column, message: error.message)
        == ImportError(line: line, column: column, message: message))
  }

  @Test func `a list that is cut off anywhere is refused`() throws {
    let whole = Array("<plist><array><dict><key>a</key><array><string>é</string></array></dict></array></plist>".utf8)
    for count in 0..<whole.count {
      let error = try refusal(Array(whole[..<count]), as: .plist)
      #expect(error.line == 1)
    }
    #expect(try refusal("<plist><array>", as: .plist).hint == "The file may have been cut off")
  }

  @Test func `a document type with declarations is refused before they count`() throws {
    let bomb = """
      <!DOCTYPE plist [
      <!ENTITY a "aaaaaaaaaa"> <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"> <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">
      ]>
      <plist><array><string>&c;</string></array></plist>
      """
    let file =
      #"<!DOCTYPE plist [<!ENTITY f SYSTEM "file:///etc/passwd">]><plist><array><string>&f;</string></array></plist>"#
    for text in [bomb, file] {
      let error = try refusal(text, as: .plist)
      #expect(error.line == 1)
      #expect(error.message == "The document type declares entities or elements; pleat refuses such files")
    }
  }

  @Test func `an entity that only an outside document type could define is refused`() throws {
    let error = try refusal(
      """
      <!DOCTYPE plist SYSTEM "file:///etc/passwd">
      <plist><array><string>&f;</string></array></plist>
      """, as: .plist)
    #expect(error.line == 2)
    #expect(error.message == "The entity &f; is not defined")
  }
}
