import Testing

/// An edit touches only the rows that it must.
struct CostTests {
  @Test func `inserting at the top of a hundred thousand rows gives no other row a new rank`() throws {
    let outline = try Session(["add", "--section", "Big"])
    _ = try outline.shell.lines(
      """
      INSERT INTO row (section_id, rank, text)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      SELECT 1, i * 1000000000, 'row ' || i FROM n
      """)
    let others = "SELECT count(*), sum(rank), sum(rank / 1000 * row_id % 1000003) FROM row WHERE text LIKE 'row %'"
    let before = try outline.shell.lines(others)
    for _ in 1...40 { #expect(outline.run("add", "top", "--in", "Big", "--first").status == 0) }
    #expect(try outline.shell.lines(others) == before)
    #expect(try outline.shell.lines("SELECT text FROM row WHERE section_id = 1 ORDER BY rank LIMIT 1") == ["top"])
  }
}
