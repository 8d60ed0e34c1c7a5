import OutlineCore
import Testing

@testable import OutlineStore

/// The items that an edit with an idempotency key answered with.
struct IdempotencyKeyTests {
  @Test func `items that could not be read again are refused when they are written`() throws {
    let items = [ItemID](repeating: .row(RowID(1)), count: ItemRuns.limit)
    #expect(try ItemRuns(items: items).items.count == ItemRuns.limit)
    #expect(throws: StoreError.self) { try ItemRuns(items: items + [.row(RowID(1))]) }
  }

  @Test func `consecutive items are one range, and are read again`() throws {
    let items: [ItemID] = [.section(SectionID(4)), .row(RowID(17)), .row(RowID(18)), .row(RowID(19)), .row(RowID(9))]
    let text = try ItemRuns(items: items).text
    #expect(text == "s4 r17-r19 r9")
    #expect(try ItemRuns(text: text).items == items)
  }
}
