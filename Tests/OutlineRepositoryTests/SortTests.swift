import OutlineCore
import OutlineRepository
import TestSupport
import Testing

struct SortTests {
  @Test func `rows are sorted in one edit, stable, item 2 before item 10`() throws {
    let outline = try DrawnOutline("▾ A\n  - item 10\n  - Item 2\n  - item 1\n  - item 2\n▸ B\n  - y\n  - x")
    #expect(try outline.perform(.sort(["A"], by: SortOrder())) == "R0.0>0.3 R0.2>0.0")
    #expect(try outline.perform(.sort(["A"], by: SortOrder())) == "none")
    #expect(try outline.perform(.sort(["B"], by: SortOrder())) == "none")
    #expect(
      try outline.everything() == "▾ A\n  - item 1\n  - Item 2\n  - item 2\n  - item 10\n▸ B\n  - x\n  - y")
    try outline.perform(.sort(["A", "B"], by: SortOrder(isReversed: true)))
    #expect(
      try outline.everything() == "▾ A\n  - item 10\n  - Item 2\n  - item 2\n  - item 1\n▸ B\n  - y\n  - x")
  }

  @Test func `rows are sorted by an attribute, as numbers where it is one, and those without it are last`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n  - c\n  - d\n  - e\n  - f")
    for (row, value) in [("a", "10"), ("b", "\"soon\""), ("d", "9"), ("e", "null"), ("f", "\"2\"")] {
      let patch = Patch(attributes: "{\"a\\\"b\":\(value),\"x\":1}")
      _ = try outline.repository.perform(.change(.path([row]), to: patch), as: "ana")
    }
    try outline.perform(.sort(["A"], by: SortOrder(by: .attribute("a\"b"))))
    #expect(try outline.view() == "▾ A\n  - f\n  - d\n  - a\n  - b\n  - c\n  - e")
    try outline.perform(.sort(["A"], by: SortOrder(by: .attribute("a\"b"), isReversed: true)))
    #expect(try outline.view() == "▾ A\n  - b\n  - a\n  - d\n  - f\n  - c\n  - e")
  }

  @Test func `open tasks come first and done ones last, and rows that are no tasks between them`() throws {
    let outline = try DrawnOutline("▾ A\n  - a\n  - b\n  - c\n  - d")
    _ = try outline.repository.perform(.change(["a", "c"], to: Patch(checkBox: .done)), as: "ana")
    _ = try outline.repository.perform(.change(["d"], to: Patch(checkBox: .open)), as: "ana")
    let moves = try outline.perform(.sort(["A"], by: SortOrder(by: .checkBox)))
    #expect(moves == "R0.1>0.1 R0.3>0.0")
    #expect(try outline.view() == "▾ A\n  - d\n  - b\n  - a\n  - c")
    try outline.perform(.sort(["A"], by: SortOrder(by: .checkBox, isReversed: true)))
    #expect(try outline.view() == "▾ A\n  - a\n  - c\n  - b\n  - d")
  }

  @Test func `subsections are sorted with all that is below them, without a section the outermost`() throws {
    let outline = try DrawnOutline("▾ B\n  - b\n  ▾ Z\n  ▾ Y\n    - y\n▸ A\n  - a\n▾ C")
    #expect(try outline.perform(.sort(["B"], by: SortOrder(sortsSections: true))) == "S2>1")
    #expect(try outline.perform(.sort([], by: SortOrder(sortsSections: true))) == "S3>0")
    #expect(try outline.view() == "▸ A · 1 hidden\n▾ B\n  - b\n  ▾ Y\n    - y\n  ▾ Z\n▾ C")
    #expect(try outline.perform(.sort([], by: SortOrder(sortsSections: true))) == "none")
  }

  @Test func `sorting again and again never runs out of places`() throws {
    let names = (0..<24).map { "n\($0)" }
    let outline = try DrawnOutline(
      "▾ A\n" + names.map { "  - \($0)" }.joined(separator: "\n") + "\n"
        + names.map { "  ▾ S\($0)\n    - s" }.joined(separator: "\n") + "\n▾ B")
    var random = SeededGenerator(seed: 1)
    for round in 0..<300 {
      let order = SortOrder(isReversed: round % 2 == 0)
      for row in names.shuffled(using: &random).prefix(3) {
        _ = try outline.repository.perform(.move(.path(["A", row]), to: .inside("A", .at(12))), as: "ana")
        _ = try outline.repository.perform(.move(.path(["S" + row]), to: .inside("A", .at(12))), as: "ana")
      }
      _ = try outline.repository.perform(.sort(["A"], by: order), as: "ana")
      let sections = SortOrder(isReversed: order.isReversed, sortsSections: true)
      _ = try outline.repository.perform(.sort(["A"], by: sections), as: "ana")
    }
    let list = try outline.repository.visible(to: "ana")
    #expect(list.sections[0].rows.map(\.text) == names)
    #expect(list.sections.map(\.header.title) == ["A"] + names.map { "S" + $0 } + ["B"])
  }
}
