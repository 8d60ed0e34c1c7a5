import OutlineCore
import Testing

/// The net effect of many changes.
struct NetChangesTests {
  private static let section = SectionID(1)
  private static let row = RowID(1)

  private func image(_ rank: OrderKey, _ text: String? = nil, attributes: String?? = nil) -> RowImage {
    let content = RowContent(text ?? "", attributes: attributes ?? nil)
    return RowImage(
      section: Self.section, rank: rank,
      content: PartialRowContent(content) { column in
        switch column {
        case .text: text != nil
        case .done, .due, .repeats, .level: false
        case .attributes: attributes != nil
        }
      })
  }

  private func section(_ ord: OrderKey, title: String? = nil, detail: String?? = nil) -> SectionImage {
    SectionImage(ord: ord, level: 1, isCollapsible: true, title: title, detail: detail)
  }

  private func net(_ changes: (RowImage?, RowImage?)...) -> NetChanges {
    NetChanges(changes.map { .row(Self.row, old: $0, new: $1) })
  }

  private func stored(_ rank: OrderKey, _ text: String, attributes: String? = nil) -> Row {
    Row(id: Self.row, section: Self.section, rank: rank, content: RowContent(text, attributes: attributes))
  }

  @Test func `what the last change made of a text is not known, although a change before it left the text`() throws {
    let net = net((image(1, "a"), image(2, "a")), (image(2, "a"), image(2)))
    let change = try #require(net.rows.first?.change)
    #expect(change.after == image(2))
    #expect(change.before == image(1, "a"))
  }

  @Test func `a row that changes twice went from its first state to its last`() throws {
    let net = net((image(1, "a"), image(1, "b")), (image(1, "b"), image(2, "c")))
    let change = try #require(net.rows.first?.change)
    #expect(net.rows.count == 1)
    #expect(change.before == image(1, "a"))
    #expect(change.after == image(2, "c"))
  }

  @Test func `what a later change alone tells of the first state is part of it`() throws {
    let net = net((image(1), image(2)), (image(2, "a", attributes: .some(nil)), image(2, "b", attributes: "{}")))
    let change = try #require(net.rows.first?.change)
    #expect(change.before == image(1, "a", attributes: .some(nil)))
    #expect(change.after == image(2, "b", attributes: "{}"))
  }

  @Test func `what an earlier change gave stays where a later one leaves it`() throws {
    let net = net((image(1, "a"), image(1, "b")), (image(1), image(7)))
    let change = try #require(net.rows.first?.change)
    #expect(change.before == image(1, "a"))
    #expect(change.after == image(7, "b"))
  }

  @Test func `what comes and goes was never there`() throws {
    let change = try #require(net((nil, image(1, "a")), (image(1, "a"), nil)).rows.first?.change)
    #expect(change.before == nil && change.after == nil)
  }

  @Test func `what goes and comes back was there before and is there after`() throws {
    let change = try #require(net((image(1, "a"), nil), (nil, image(3, "b"))).rows.first?.change)
    #expect(change.before == image(1, "a"))
    #expect(change.after == image(3, "b"))
  }

  @Test func `sections are added up like rows, with their details`() throws {
    let net = NetChanges([
      .section(Self.section, old: section(1), new: section(2)),
      .section(Self.section, old: section(2, detail: "d"), new: section(2, detail: .some(nil))),
      .section(Self.section, old: section(2, title: "A"), new: section(2, title: "B")),
    ])
    let change = try #require(net.sections.first?.change)
    #expect(change.before == section(1, title: "A", detail: "d"))
    #expect(change.after == section(2, title: "B", detail: .some(nil)))
  }

  @Test func `flags and users keep their first and their last state`() {
    let ana = UserImage(name: "ana", startsCollapsed: false, accordion: false)
    let opened = UserImage(name: "ana", startsCollapsed: false, accordion: true)
    let net = NetChanges([
      .fold(Self.section, user: 1, old: nil, new: true), .fold(Self.section, user: 2, old: true, new: nil),
      .fold(Self.section, user: 1, old: true, new: false), .user(1, old: nil, new: ana),
      .user(1, old: ana, new: opened),
    ])
    #expect(net.flags.count == 2)
    let flags = net.flags.reduce(into: [:]) { $0[$1.key.user] = [$1.value.before, $1.value.after] }
    #expect(flags == [1: [nil, false], 2: [true, nil]])
    #expect(net.users[1]?.before == nil && net.users[1]?.after == opened)
  }

  @Test func `an image fits what has the same bytes, and says nothing of what it leaves`() {
    func fits(_ image: RowImage, _ row: Row, since before: RowImage? = nil) -> Bool {
      image.contentFits(row, since: before)
    }
    #expect(fits(image(1), stored(2, "whatever")))
    #expect(fits(image(1, "a"), stored(1, "a", attributes: "{}")))
    #expect(!fits(image(1, "e\u{301}"), stored(1, "\u{E9}")))
    #expect(!fits(image(1, "a", attributes: .some(nil)), stored(1, "a", attributes: "{}")))
    #expect(fits(image(1, "a", attributes: .some(nil)), stored(1, "a", attributes: "{}"), since: image(1, "b")))
    #expect(!fits(image(1, "a", attributes: .some(nil)), stored(1, "c"), since: image(1, "b")))
  }

  @Test func `a row is made of its image and of what the change left`() {
    #expect(image(2).row(Self.row, over: stored(1, "a", attributes: "{}")) == stored(2, "a", attributes: "{}"))
    #expect(image(2, "b").row(Self.row, over: nil) == stored(2, "b"))
    #expect(image(2).row(Self.row, over: nil) == nil)
  }
}
