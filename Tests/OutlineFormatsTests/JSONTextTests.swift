import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct JSONTextTests {
  @Test func `quotes, backslashes and what harms a terminal are escaped, and nothing else`() {
    #expect(JSONText.string("a\"b\\c/é😀") == #""a\"b\\c/é😀""#)
    #expect(JSONText.string("\n\t\r\u{1}\u{1F}\u{7F}") == #""\n\t\r\u0001\u001f\u007f""#)
    #expect(JSONText.string("é\u{9B}\u{2028}\u{202E}😀") == #""é\u009b\u2028\u202e😀""#)
    let invisible = "\u{200B}\u{E0041}"
    #expect(JSONText.string(invisible) == "\"\(invisible)\"")
  }

  @Test func `other characters are escaped where they are named, and what is not UTF-8 is replaced`() {
    let escaped = JSONText.escaping("\"é\u{7F}😀\u{E0001}\"") { ["\u{7F}", "\u{E0001}"].contains($0) }
    #expect(escaped == #""é\u007f😀\udb40\udc01""#)
    var bytes: [UInt8] = []
    [UInt8(ascii: "a"), 0xFF, UInt8(ascii: "\"")].withUnsafeBytes { JSONText.append($0, to: &bytes) }
    #expect(String(decoding: bytes, as: UTF8.self) == "\"a\u{FFFD}\\\"\"")
  }

  @Test func `JSON that is complete is escaped on one line`() {
    #expect(JSONText.compact("{\"a\":\"\u{202E}\u{9B}\"}") == #"{"a":"\u202e\u009b"}"#)
    #expect(JSONText.compact("{\n \"a b\" : 1\n}") == #"{"a b":1}"#)
  }

  @Test func `an object keeps the order of its members`() {
    let empty: JSONTree = [:]
    #expect(empty.text == "{}")
    let object: JSONTree = [
      "b": .string("x"), "left out": nil, "a\"": .array([.int(1), true, .text(nil), .texts([])]),
    ]
    #expect(object.text == #"{"b":"x","a\"":[1,true,null,[]]}"#)
  }
}
