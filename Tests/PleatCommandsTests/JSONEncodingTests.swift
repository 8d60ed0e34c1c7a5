import Foundation
import ListChanges
import OutlineFormats
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

struct JSONEncodingTests {
  private let every = ViewChanges(
    deletedSections: [IndexRun(2, count: 3)], insertedSections: [IndexRun(4)],
    movedSections: [SectionMove(from: 0, to: 3), SectionMove(from: 7, to: 1, count: 2)],
    deletedRows: [RowRun(section: 1, start: 0, count: 4)], insertedRows: [RowRun(section: 0, start: 2)],
    movedRows: [RowMove(from: RowPath(section: 0, row: 2), to: RowPath(section: 1, row: 0), count: 2)],
    reloadedRows: [RowRun(section: 0, start: 1)], reloadedHeaders: [IndexRun(0), IndexRun(5, count: 2)])

  @Test func `changes are one object: the user, the layout, and the lists that are not empty, in order`() throws {
    #expect(
      try JSONText.encoded(ChangesOfUser(user: "ana", changes: .grouped(every)))
        == """
        {"user":"ana","layout":"grouped","deletedSections":[{"start":2,"count":3}],\
        "insertedSections":[{"start":4,"count":1}],\
        "movedSections":[{"from":0,"to":3,"count":1},{"from":7,"to":1,"count":2}],\
        "deletedRows":[{"section":1,"start":0,"count":4}],"insertedRows":[{"section":0,"start":2,"count":1}],\
        "movedRows":[{"from":{"section":0,"row":2},"to":{"section":1,"row":0},"count":2}],\
        "reloadedRows":[{"section":0,"start":1,"count":1}],\
        "reloadedHeaders":[{"start":0,"count":1},{"start":5,"count":2}]}
        """)
    let lines = LineChanges(deletedLines: [IndexRun(3)], movedLines: [LineMove(from: 2, to: 4)])
    #expect(
      try JSONText.encoded(ChangesOfUser(user: "b\"n\u{202E}", changes: .flat(lines)))
        == #"{"user":"b\"n\u202e","layout":"flat","deletedLines":[{"start":3,"count":1}],"#
        + #""movedLines":[{"from":2,"to":4,"count":1}]}"#)
    #expect(try JSONText.encoded(Motion.upwards) == #"{"insertsFrom":"bottom","deletesTowards":"top"}"#)
  }

  /// Containers in containers, by every way there is to get one.
  private struct Nested: Encodable {
    enum Key: String, CodingKey { case a, b, c, d, e }

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      try object.encodeNil(forKey: .a)
      var list = object.nestedUnkeyedContainer(forKey: .b)
      try list.encode(1 as Int8)
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode(true, forKey: .a)
      try inner.encode([[String]](), forKey: .b)
      try list.encodeNil()
      _ = list.nestedUnkeyedContainer()
      try Motion.downwards.encode(to: list.superEncoder())
      try object.encode(2.5, forKey: .c)
      _ = object.nestedContainer(keyedBy: Key.self, forKey: .d)
      try [UInt64.max].encode(to: object.superEncoder(forKey: .e))
    }
  }

  @Test func `containers end where the one around them goes on`() throws {
    let text = try JSONText.encoded([Nested(), Nested()])
    let object =
      #"{"a":null,"b":[1,{"a":true,"b":[]},null,[],{"insertsFrom":"top","deletesTowards":"bottom"}],"c":2.5,"#
      + #""d":{},"e":[18446744073709551615]}"#
    #expect(text == "[\(object),\(object)]")
    #expect(
      try JSON.value(text) as? NSArray == JSON.value(
        String(decoding: JSONEncoder().encode([Nested(), Nested()]), as: UTF8.self)) as? NSArray)
  }

  @Test func `what is no container stands for itself, and a number that is not finite is refused`() throws {
    #expect(try JSONText.encoded("a\tb") == #""a\tb""#)
    #expect(try JSONText.encoded(-7) == "-7")
    #expect(try JSONText.encoded(Int?.none) == "null")
    #expect(throws: EncodingError.self) { try JSONText.encoded([1.0, .infinity]) }
  }
}
