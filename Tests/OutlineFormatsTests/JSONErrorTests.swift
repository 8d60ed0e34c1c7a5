import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct JSONErrorTests {
  /// A document with one section and this inside.
  private func section(_ members: String) -> String { "{\"pleat\":1,\"sections\":[\n{\(members)}]}" }

  @Test(arguments: [
    ("", "1:1:The document is not pleat's own JSON: it has no \"pleat\":2 at its beginning"),
    ("[1]", "1:1:The document is not pleat's own JSON: it has no \"pleat\":2 at its beginning"),
    ("{}", "1:3:The document is not pleat's own JSON: it has no \"pleat\":2 at its beginning"),
    ("{\"a\":1}", "1:6:The document is not pleat's own JSON: it has no \"pleat\":2 at its beginning"),
    ("{\"pleat\":4}", "1:11:The document has version 4; this pleat reads versions 1 to 3"),
    ("{\"pleat\":1.0}", "1:10:The version must be a whole number from 0 to 2147483647"),
    ("{\"pleat\":1", "1:11:The document ends in the middle; the file may have been cut off"),
    ("{\"pleat\":1}}", "1:12:Expected the end of the document, found '}'"),
    ("{\"pleat\":1,}", "1:12:Expected something after the ','"),
    ("{\"pleat\":1 \"users\":[]}", "1:12:Expected ',' or '}', found '\"'"),
    ("{\"pleat\":1,\"pleat\":1}", "1:20:\"pleat\" occurs twice in one object"),
    ("{\"pleat\":1,\"new\":1}", "1:18:pleat's JSON of version 1 has no member \"new\" here"),
    ("{\"pleat\":2,\"settings\":{}}", "1:23:pleat's JSON of version 2 has no member \"settings\" here"),
    ("{\"pleat\":3,\"settings\":{\"new\":1}}", "1:30:pleat's JSON of version 3 has no member \"new\" here"),
    ("{\"pleat\":3,\"settings\":{\"inbox\":\"\"}}", "1:34:The setting \"inbox\" must be a title"),
    (
      "{\"pleat\":3,\"settings\":{\"backup-every\":\"1d\"}}",
      "1:39:pleat's JSON of version 3 has no member \"backup-every\" here"
    ),
    ("{\"pleat\":1,\"users\":[{\"name\":\"\"}]}", "1:31:A user's name is empty"),
    ("{\"pleat\":1,\"users\":[{}]}", "1:23:The user that ends here has no \"name\""),
    ("{\"pleat\":1,\"users\":[{\"name\":\"a\",\"accordion\":0}]}", "1:45:The accordion must be true or false"),
    ("{\"pleat\":1,\"users\":[é]}", "1:21:Expected a user, an object, found 'é'"),
    ("\n{\"pleat\":1,\r\n'a'}", "3:1:Expected the name of a member, a string, found '''"),
  ])
  func `a document that is not right is refused with its place`(document: String, message: String) throws {
    let refused = try refusalMessage(document, as: .json)
    #expect(refused == message)
  }

  @Test(arguments: [
    (#""level":1,"title":"a""#, "2:24:The section that ends here has no \"rows\""),
    (#""level":1,"rows":[]"#, "2:22:The section that ends here has no \"title\""),
    (#""title":"","rows":[]"#, "2:23:The section that ends here has no \"level\""),
    (#""level":0"#, "2:10:The level must be a whole number from 1 to 100"),
    (#""level":101"#, "2:10:The level must be a whole number from 1 to 100"),
    (#""level":01"#, "2:10:The level must be a whole number from 1 to 100"),
    (#""level":1e1"#, "2:10:The level must be a whole number from 1 to 100"),
    (#""id":0"#, "2:7:The section's id must be a whole number from 1 to 9007199254740991"),
    (#""id":9007199254740992"#, "2:7:The section's id must be a whole number from 1 to 9007199254740991"),
    (#""id":99999999999999999999"#, "2:7:The section's id must be a whole number from 1 to 9007199254740991"),
    (#""level":1,"title":"","rows":[{"id":1}]"#, "2:39:The row that ends here has no \"text\""),
    (#""level":1,"title":"","rows":[{"text":null}]"#, "2:39:Expected the text, a string, found 'n'"),
    (#""title":"a\u0000""#, "2:12:The title contains \\u0000, which pleat cannot store"),
    (#""title":"\ud800""#, "2:11:The title contains half of a surrogate pair"),
    (#""title":"\udc00\ud800""#, "2:11:The title contains half of a surrogate pair"),
    (#""title":"\ud800\n""#, "2:11:The title contains half of a surrogate pair"),
    (#""title":"\ud800""#, "2:11:The title contains half of a surrogate pair"),
    (#""title":"\ud800\u0041""#, "2:11:The title contains half of a surrogate pair"),
    (#""title":"\u12g4""#, "2:11:\\u must be followed by four hexadecimal digits"),
    (#""title":"\x""#, "2:11:There is no such escape in JSON"),
    ("\"title\":\"a\tb\"", "2:12:A string contains a control character that is not escaped"),
    (#""collapsed":{"ana":true,"ana":true}"#, "2:36:\"ana\" occurs twice in one object"),
    (#""collapsed":{"":true}"#, "2:18:A user's name is empty"),
    (#""attributes":[]"#, "2:15:The section's attributes must be an object"),
    (#""attributes":{"a":01}"#, "2:21:Expected ',' or '}', found '1'"),
    (#""attributes":{"a":-}"#, "2:21:Expected a digit, found '}'"),
    (#""attributes":{"a":1.}"#, "2:22:Expected a digit, found '}'"),
    (#""attributes":{"a":+1}"#, "2:20:Expected a value, found '+'"),
    (#""attributes":{"a":tru}"#, "2:23:Expected true, found '}'"),
    (#""attributes":{"a":[1,]}"#, "2:23:Expected something after the ','"),
    (#""attributes":{"a":1,}"#, "2:22:Expected something after the ','"),
    (#""attributes":{"a":[}]"#, "2:21:Expected a value, found '}'"),
  ])
  func `a section that is not right is refused with its place`(members: String, message: String) throws {
    let refused = try refusalMessage(section(members), as: .json)
    #expect(refused == message)
  }

  @Test func `every beginning of a document is refused as cut off, or as no document of pleat's`() throws {
    let document =
      #"{"pleat":1,"users":[{"name":"a\n"}],"sections":[{"level":1,"title":"😀","#
      + #""attributes":{"a":[1.5]},"rows":[{"text":"\ud83d\ude00"}]}]}"#
    for count in 1..<document.unicodeScalars.count {
      let error = try refusal(String(document.unicodeScalars.prefix(count).map(Character.init)), as: .json)
      #expect(error.message == "The document ends in the middle; the file may have been cut off", "\(count)")
    }
  }

  @Test func `JSON of others is refused with a hint`() throws {
    #expect(try refusal("[]", as: .json).hint?.hasPrefix("Without --format json, pleat also reads") == true)
  }
}
