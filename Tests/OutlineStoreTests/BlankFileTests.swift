import Foundation
import OutlineCore
import TestPrograms
import Testing

@testable import OutlineStore

/// Files of 0 bytes, such as `mktemp` makes: outlines to which nothing was added yet.
struct BlankFileTests {
  let folder: ScratchFolder
  let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path(of: "outline.db")
    try Data().write(to: URL(fileURLWithPath: path))
    chmod(path, 0o640)
  }

  private func add(_ title: String, to store: Store, end: EndOfWrite = .commit) throws {
    try store.write { writer in
      let user = try writer.reader.user(named: "cy")
      try writer.begin(EntryHeading(user: "cy", words: ""))
      let ord = Int64(try writer.reader.sectionCount() + 1) * 10
      _ = try writer.perform([.insertSection(SectionContent(title), ord: ord, level: 1)], as: user)
      return ((), end == .commit ? .commit : .rollback)
    }
  }

  private enum EndOfWrite { case commit, rollback }

  @Test func `a question finds nothing in it, and leaves it as it is`() throws {
    let before = FileState(of: path)
    for access in [StoreAccess.reading, .writing] {
      #expect(try Store(opening: path, for: access).read { try $0.sectionCount() } == 0)
    }
    #expect(FileState(of: path) == before)
  }

  @Test func `an edit fills it and keeps its mode`() throws {
    let store = try Store(opening: path, for: .writing)
    try add("one", to: store)
    try add("two", to: store)
    #expect(try store.read { try $0.sectionCount() } == 2)
    #expect(FileState(of: path)?.permissions == 0o640)
    let shell = SQLiteShell(path)
    #expect(try shell.lines("PRAGMA integrity_check; PRAGMA application_id") == ["ok", "1886152052"])
    #expect(try Store(opening: path, for: .reading).read { try $0.sectionCount() } == 2)
  }

  @Test func `an edit that is taken back leaves it with 0 bytes`() throws {
    let store = try Store(opening: path, for: .writing)
    try add("one", to: store, end: .rollback)
    #expect(FileState(of: path)?.bytes?.count == 0)
    try add("two", to: store)
    #expect(try store.read { try $0.sectionCount() } == 1)
  }

  @Test func `two that open it at once both keep their edits`() throws {
    let stores = try (0..<3).map { _ in try Store(opening: path, for: .writing) }
    let reader = try Store(opening: path, for: .reading)
    #expect(try reader.read { try $0.sectionCount() } == 0)
    for (number, store) in stores.enumerated() { try add("\(number)", to: store) }
    for store in stores + [reader] { #expect(try store.read { try $0.sectionCount() } == 3) }
  }

  @Test func `one that another program fills after it was opened is refused`() throws {
    let stores = [try Store(opening: path, for: .writing), try Store(opening: path, for: .reading)]
    try SQLiteShell(path).run("CREATE TABLE note (text TEXT)")
    for store in stores {
      #expect(throws: StoreError.foreign(path: path)) { try store.read { try $0.sectionCount() } }
    }
    #expect(throws: StoreError.foreign(path: path)) { try add("one", to: stores[0]) }
  }

  /// While a large edit fills it, the file has pages without a header.
  @Test func `what is not committed yet is neither read nor refused`() throws {
    let shell = try SQLiteShell(path).hold(
      """
      PRAGMA cache_size = 5; BEGIN; CREATE TABLE note (text TEXT);
      INSERT INTO note WITH n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT zeroblob(4000) FROM n
      """)
    #expect((FileState(of: path)?.bytes?.count ?? 0) > 0)
    let store = try Store(opening: path, for: .reading, wait: .zero)
    let error = #expect(throws: StoreError.self) { try store.read { try $0.sectionCount() } }
    guard case .busy = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try shell.kill()
    #expect(try store.read { try $0.sectionCount() } == 0)
    try add("one", to: Store(opening: path, for: .writing))
    #expect(try store.read { try $0.sectionCount() } == 1)
  }
}
