import Foundation
import OutlineCore
import OutlineStore
import TestPrograms
import Testing

/// Files that were made by pleat and then damaged.
struct DamageTests {
  @Test(arguments: [100, 4_096, 5_000, 20_000])
  func `a file that was cut off is damaged`(length: Int) throws {
    let file = try Self.bigFile()
    let url = URL(fileURLWithPath: file.path)
    try Data(contentsOf: url).prefix(length).write(to: url)
    try expectDamage(file)
  }

  @Test func `a page of garbage is damage`() throws {
    let file = try Self.bigFile()
    let url = URL(fileURLWithPath: file.path)
    var bytes = try Data(contentsOf: url)
    // All pages behind the schema's, whatever they hold.
    for offset in stride(from: 12 * 4_096, to: bytes.count, by: 7) { bytes[offset] ^= 0xA5 }
    try bytes.write(to: url)
    try expectDamage(file)
  }

  @Test func `a header that is ours before pages of garbage is damage`() throws {
    let file = try Self.bigFile()
    let url = URL(fileURLWithPath: file.path)
    var bytes = try Data(contentsOf: url)
    bytes.replaceSubrange(100..<bytes.count, with: Data(repeating: 0xFF, count: bytes.count - 100))
    try bytes.write(to: url)
    try expectDamage(file)
  }

  private static func bigFile() throws -> OutlineFile {
    try OutlineFile(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO section (title) SELECT printf('%060d', i) FROM n
      """)
  }

  /// Reading says that the file is damaged and changes nothing.
  private func expectDamage(_ file: OutlineFile) throws {
    let before = FileState(of: file.path)
    let error = #expect(throws: StoreError.self) {
      let store = try Store(opening: file.path, for: .reading)
      try store.read { reader in
        try reader.eachTitle { _, _ in }
        _ = try reader.sections(titled: "x")
        _ = try reader.sectionCount()
      }
    }
    guard case .damaged(file.path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(FileState(of: file.path) == before)
    #expect(throws: StoreError.self) {
      let store = try Store(openingOrCreating: file.path)
      try store.write { writer in
        try writer.reader.eachTitle { _, _ in }
        return ((), .rollback)
      }
    }
    #expect(FileState(of: file.path) == before)
  }
}
