import OutlineCore
import OutlineDocuments
import OutlineFormats
import TestSupport
import Testing

/// What two copies of one outline have in common.
struct OutlineIdentityTests {
  private func new(_ word: String = "a") throws -> OutlineIdentity { try #require(OutlineIdentity(word: word)) }

  /// The identity after edits that give so many rows each.
  private func after(_ identity: OutlineIdentity, rows counts: [Int64], from first: Int64 = 0) -> OutlineIdentity {
    var (identity, last) = (identity, first)
    for count in counts {
      last += count
      identity = identity.giving(last) ?? identity
    }
    return identity
  }

  @Test func `two copies have the ids in common that were given before they parted`() throws {
    let common = after(try new(), rows: [1, 3, 1])
    let (one, other) = (after(common, rows: [1], from: 5), after(common, rows: [1, 1], from: 5))
    #expect(one.common(with: other) == 5)
    #expect(common.common(with: other) == 5)
    #expect(one.common(with: one) == 6)
    #expect(one.common(with: after(try new("b"), rows: [1])) == nil)
    #expect(one.common(with: try new()) == nil)
  }

  @Test func `an edit that gives nothing leaves no stamp`() throws {
    let identity = after(try new(), rows: [2])
    #expect(identity.giving(2) == nil)
    #expect(try new().giving(0) == nil)
  }

  @Test func `stamps become fewer with age, and copies that go on for long still find a common one`() throws {
    let common = after(try new(), rows: [Int64](repeating: 1, count: 1_000))
    let (one, other) = (
      after(common, rows: [Int64](repeating: 1, count: 700), from: 1_000),
      after(common, rows: [Int64](repeating: 1, count: 5_000), from: 1_000)
    )
    #expect(one.lineage.split(separator: " ").count < 120 && other.lineage.split(separator: " ").count < 140)
    let found = try #require(one.common(with: other))
    #expect(found <= 1_000 && found > 400, "\(found)")
  }

  @Test func `a document has the stamps that tell something about what it has`() throws {
    let identity = after(try new(), rows: [1, 1, 1])
    #expect(
      identity.covering(2) == after(identity, rows: []).covering(2))
    #expect(identity.covering(2).common(with: identity) == 2)
    #expect(identity.covering(9) == identity)
    #expect(identity.covering(0) == (try new()))
  }

  @Test(arguments: ["", "A", "a b", "a\u{0}", String(repeating: "a", count: 65)])
  func `a word that no file can have is none`(word: String) {
    #expect(OutlineIdentity(word: word) == nil)
    #expect(OutlineIdentity(word: "a", lineage: "\(word)-") == nil)
  }
}

/// Two outlines in one.
struct JoinedOutlinesTests {
  private func join(_ first: String, _ second: String, _ identities: (String, String) = ("a", "b")) throws
    -> JoinedOutlines
  {
    let pieces = { (drawing: String, word: String) in
      [OutlineIdentity(word: word)].compactMap { $0.map(OutlinePiece.identity) } + DrawnDocument.pieces(drawing)
    }
    return try JoinedOutlines(
      Document(pieces(first, identities.0)), Document(pieces(second, identities.1)))
  }

  private static let cases: [(String, String, String)] = [
    ("Inbox1=Inbox r1=eggs", "Inbox1=Inbox r1=milk", "Inbox milk eggs!"),
    ("I1=Inbox r1=milk r2=eggs", "I1=Inbox r1=tea r2=milk", "Inbox tea milk eggs!"),
    ("A1=Work r1=milk", "B1=Home r1=milk", "Home milk Work! milk!"),
    ("A1=Home .B2=Food r1=tea", "A1=Food r1=tea B2=Home r2=x", "Food tea Home x .Food! tea!"),
    ("A1=I r1=milk r2=milk", "A1=I r1=milk", "I milk milk!"),
    ("", "A1 a1", "A1 a1"), ("A1 a1", "", "A1! a1!"),
    ("A1=I r1=milk+", "A1=I r1=milk", "I milk+"),
    ("A1=I r1=milk-", "A1=I r1=milk+", "I milk+"),
  ]

  @Test(arguments: cases)
  func `everything of both is there, and once what both have`(first: String, second: String, expected: String) throws {
    let joined = try join(first, second)
    #expect(DrawnDocument.drawing(joined.pieces) == expected)
    guard case .identity(let identity)? = joined.pieces.first else {
      throw ThreeWayMergeError.duplicateUser("", in: .base)
    }
    #expect(identity.word == "b")
  }

  @Test func `of copies of one outline, what has the same id and the same name is one thing wherever it is`() throws {
    let joined = try join("A1=I r1=milk B2=J r2=new", "A1=I B2=J r1=milk r2=other", ("a", "a"))
    let texts = DrawnDocument.drawing(joined.pieces).split(separator: " ")
    #expect(texts.filter { $0 == "milk" }.count == 1)
    #expect(texts.contains("new!") && texts.contains("other"))
  }

  @Test func `flags, details and attributes of both are there`() throws {
    let section = { (flag: Bool, detail: String?, attributes: String?, user: ExactText) in
      [
        OutlinePiece.section(
          SectionPiece(
            SectionDraft(title: "I", detail: detail, attributes: attributes), id: SectionID(1), flags: [user: flag]))
      ]
    }
    let joined = try JoinedOutlines(
      Document(section(true, nil, #"{"a":1}"#, "ana")), Document(section(false, "x", #"{"b":2}"#, "ben")))
    #expect(
      joined.pieces == [
        .section(
          SectionPiece(
            SectionDraft(title: "I", detail: "x", attributes: #"{"a":1,"b":2}"#), id: SectionID(1),
            flags: ["ana": true, "ben": false]))
      ])
  }
}
