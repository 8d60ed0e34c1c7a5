import ListChanges
import Testing

struct ListShapeTests {
  private let shape = ListShape(rowCounts: [2, 0, 1])

  @Test func `a line is a header or a row, and back`() {
    let positions: [ListPosition] = [
      .header(section: 0), .row(RowPath(section: 0, row: 0)), .row(RowPath(section: 0, row: 1)), .header(section: 1),
      .header(section: 2), .row(RowPath(section: 2, row: 0)),
    ]
    #expect((0..<shape.lineCount).map { shape.position(ofLine: $0) } == positions)
    #expect(positions.map { shape.line(of: $0) } == Array(0..<6))
  }

  @Test func `it counts sections, rows and lines`() {
    #expect(shape.sectionCount == 3)
    #expect(shape.rowCount == 3)
    #expect(shape.lineCount == 6)
    #expect(shape.rowCounts == [2, 0, 1])
    #expect(shape.rowCount(inSection: 1) == 0)
    #expect(shape.headerLine(ofSection: 2) == 4)
    #expect(sketch("A: a b | B | C: c").shape == shape)
  }

  @Test(arguments: [-1, 3, Int.max, Int.min])
  func `what is outside of the list has no position`(index: Int) {
    #expect(shape.rowCount(inSection: index) == nil)
    #expect(shape.headerLine(ofSection: index) == nil)
    #expect(shape.line(of: RowPath(section: index, row: 0)) == nil)
    #expect(shape.line(of: RowPath(section: 0, row: index)) == nil)
    #expect(shape.position(ofLine: index == 3 ? 6 : index) == nil)
  }

  @Test func `an empty list has no line`() {
    let empty = ListShape(rowCounts: [])
    #expect(empty.lineCount == 0)
    #expect(empty.sectionCount == 0)
    #expect(empty.position(ofLine: 0) == nil)
    #expect(ListShape(rowCounts: [-4]).rowCount == 0)
  }

  @Test func `with header rows the header is row 0`() throws {
    #expect(ListPosition.header(section: 1).headerRowsPath == RowPath(section: 1, row: 0))
    #expect(ListPosition.row(RowPath(section: 1, row: 0)).headerRowsPath == RowPath(section: 1, row: 1))
    for line in 0..<shape.lineCount {
      let position = try #require(shape.position(ofLine: line))
      #expect(ListPosition(headerRowsPath: position.headerRowsPath) == position)
      #expect(position.section == position.headerRowsPath.section)
    }
    #expect(shape.withHeaderRows.rowCounts == [3, 1, 2])
  }

  @Test func `every line of many shapes is found`() {
    for bits in 0..<729 {
      let counts = (0..<6).map { digit in bits / [1, 3, 9, 27, 81, 243][digit] % 3 }
      let shape = ListShape(rowCounts: counts)
      let positions = counts.enumerated().flatMap { section, count in
        [ListPosition.header(section: section)] + (0..<count).map { .row(RowPath(section: section, row: $0)) }
      }
      #expect((0..<shape.lineCount).map { shape.position(ofLine: $0) } == positions)
      #expect(positions.map { shape.line(of: $0) } == Array(0..<shape.lineCount))
    }
  }

  @Test func `a section of many rows takes one word`() {
    let large = ListShape(rowCounts: [1_000_000_000, 3])
    #expect(large.position(ofLine: 1_000_000_001) == .header(section: 1))
    #expect(large.line(of: RowPath(section: 0, row: 999_999_999)) == 1_000_000_000)
  }
}
