import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// JSON that is read whole.
struct JSONTreeTests {
  @Test(arguments: [
    #"{"a":1,"b":[true,false,null,"x",{}],"c":{"d":-1.5e+10}}"#, "[]", "{}", "0", "\"\"", #""\"\\\n""#, "[[[]],[]]",
  ])
  func `a value comes back as it was written`(text: String) throws {
    #expect(try JSONTree(text).text == text)
  }

  @Test func `white space may be between the parts, and nowhere else`() throws {
    #expect(try JSONTree(" {\t\"a\" :\r[ 1 ,\n2 ] } ").text == #"{"a":[1,2]}"#)
    #expect(throws: ImportError.self) { try JSONTree("1 2") }
    #expect(throws: ImportError.self) { try JSONTree("\u{A0}1") }
  }

  @Test func `escapes are the characters that they stand for`() throws {
    #expect(try JSONTree(#""\u0041\ud83d\ude00\/\b\f\r\t""#).string == "A😀/\u{8}\u{C}\r\t")
  }

  @Test(arguments: [
    ("", 1, "The document ends in the middle; the file may have been cut off"),
    ("[1,]", 4, "Expected something after the ','"),
    (#"{"a":1,}"#, 8, "Expected something after the ','"),
    (#"{"a":1,"a":2}"#, 12, "\"a\" occurs twice in one object"),
    (#"{"a":{"b":1,"\u0062":2}}"#, 22, "\"b\" occurs twice in one object"),
    ("{a:1}", 2, "Expected the name of a member, a string, found 'a'"),
    ("[01]", 3, "Expected ',' or ']', found '1'"),
    ("[.5]", 2, "Expected a value, found '.'"),
    ("[NaN]", 2, "Expected a value, found 'N'"),
    ("'a'", 1, "Expected a value, found '''"),
    (#"["\ud800"]"#, 3, "The text contains half of a surrogate pair"),
    (#"["\u0000"]"#, 3, "The text contains \\u0000, which pleat cannot store"),
    ("[1]]", 4, "Expected the end of the document, found ']'"),
    ("tru", 4, "The document ends in the middle; the file may have been cut off"),
  ])
  func `a text that is no JSON, or has no single meaning, is refused with its place`(
    text: String, column: Int, message: String
  ) {
    #expect(throws: ImportError(line: 1, column: column, message: message)) { try JSONTree(text) }
  }

  @Test func `attributes are read as SQLite keeps them`() {
    #expect(JSONTree(stored: #"{"a":1,"a":2}"#)?.text == #"{"a":1,"a":2}"#)
    #expect(JSONTree(stored: #"["\ud800","\ud800\u0041","\udc00\ud83d\ude00"]"#)?.text == #"["�","�A","�😀"]"#)
    #expect(JSONTree(stored: #""a\u0000""#)?.text == #""a\u0000""#)
    for text in ["[1,]", "{\"a\":1,}", "", "[", "{\"a\"}", "[1] x"] {
      #expect(JSONTree(stored: text) == nil, "\(text)")
    }
  }

  @Test func `arrays and objects nest as deep as the file takes attributes, and no deeper`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[{\"a\":", count: depth / 2) + "1" + String(repeating: "}]", count: depth / 2)
    }
    #expect(JSONTree(stored: nested(2_000))?.text == nested(2_000))
    #expect(JSONTree(stored: nested(2_002)) == nil)
    #expect(throws: ImportError.self) { try JSONTree(String(repeating: "[", count: 1_000_000)) }
  }
}
