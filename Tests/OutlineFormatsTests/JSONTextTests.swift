import Testing

@testable import OutlineFormats

struct JSONTextTests {
  @Test func `quotes backslashes and control characters are escaped and nothing else`() {
    #expect(JSONText.string("a\"b\\c/é😀") == #""a\"b\\c/é😀""#)
    #expect(JSONText.string("\n\t\r\u{1}\u{1F}\u{7F}") == "\"\\n\\t\\u000d\\u0001\\u001f\u{7F}\"")
  }

  @Test func `an object keeps the order of its members`() {
    var object = JSONObjectText()
    #expect(object.text == "{}")
    object.append("b", "x")
    object.append("a\"", json: "[1]")
    #expect(object.text == #"{"b":"x","a\"":[1]}"#)
  }
}
