import Testing

@testable import OutlineFormats

struct JSONTextTests {
  @Test func `quotes backslashes and control characters are escaped and nothing else`() {
    #expect(JSONText.string("a\"b\\c/é😀") == #""a\"b\\c/é😀""#)
    #expect(JSONText.string("\n\t\r\u{1}\u{1F}\u{7F}") == "\"\\n\\t\\r\\u0001\\u001f\u{7F}\"")
  }

  @Test func `other characters are escaped where they are named, and what is not UTF-8 is replaced then`() {
    let text = "é\u{7F}\u{2028}😀\u{E0001}"
    #expect(JSONText.string(text) == "\"\(text)\"")
    let escaped = JSONText.string(text) { !"é😀".unicodeScalars.contains($0) }
    #expect(escaped == #""é\u007f\u2028😀\udb40\udc01""#)
    var bytes: [UInt8] = []
    [UInt8(ascii: "a"), 0xFF, UInt8(ascii: "\"")].withUnsafeBytes { JSONText.append($0, to: &bytes) { _ in false } }
    #expect(String(decoding: bytes, as: UTF8.self) == "\"a\u{FFFD}\\\"\"")
  }

  @Test func `an object keeps the order of its members`() {
    var object = JSONObjectText()
    #expect(object.text == "{}")
    object.append("b", "x")
    object.append("a\"", json: "[1]")
    #expect(object.text == #"{"b":"x","a\"":[1]}"#)
  }
}
