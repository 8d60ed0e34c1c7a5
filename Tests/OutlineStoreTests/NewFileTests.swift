import Foundation
import OutlineCore
import SQLite
import TestPrograms
import Testing

@testable import OutlineStore

/// What lies in a folder while a file is made there, and what stays when that fails.
struct NewFileTests {
  let folder: ScratchFolder
  let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path(of: "outline.db")
  }

  @Test func `the next file removes what a killed process left, and nothing else`() throws {
    let others = [
      "outline.db.new-", "outline.db.new-12", "outline.db.new-12-", "outline.db.new-12-x", "outline.db.new-1-2-3",
      "other.db.new-12-34", "outline.db.new-12-34.bak",
    ]
    for name in others + ["outline.db.new-1-4294967295", "outline.db.new-99999-0"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path(of: name)))
    }
    _ = try Store(openingOrCreating: path)
    #expect(try folder.names() == (others + ["outline.db"]).sorted())
  }

  @Test func `what another process is making is left alone, whatever becomes of its number`() throws {
    let file = try NewFile(for: path)
    let names = try folder.names()
    #expect(names.count == 1)
    _ = try Store(openingOrCreating: path)
    #expect(try folder.names() == ["outline.db"] + names)
    #expect(try !file.install(on: NetworkFiles()))
  }

  @Test func `a file that is made has no journal that could stay behind`() throws {
    let names = try Store.create(path) { store in
      try store.write { writer in
        let user = try writer.reader.user(named: "cy")
        try writer.begin(EntryHeading(user: "cy", words: ""))
        _ = try writer.perform([.insertSection(SectionContent("New"), ord: -5, level: 1)], as: user)
        return ((try folder.names(), true), .commit)
      }
    }
    #expect(names.result.count == 1)
  }

  @Test func `a new file that is not wanted takes its folders with it, and no others`() throws {
    try FileManager.default.createDirectory(atPath: folder.path(of: "there"), withIntermediateDirectories: false)
    let deep = folder.path(of: "there/some/new/outline.db")
    _ = try Store.create(deep) { _ in ((), false) }
    #expect(try folder.names() == ["there"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "there")) == [])
    struct Refusal: Error {}
    #expect(throws: Refusal.self) { try Store.create(deep) { _ -> (Void, Bool) in throw Refusal() } }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "there")) == [])
  }

  @Test func `a new folder stays where something else is in it`() throws {
    _ = try Store.create(folder.path(of: "some/new/outline.db")) { _ in
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path(of: "some/note")))
      return ((), false)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "some")) == ["note"])
  }

  @Test func `a file that cannot be made takes its new folders with it`() throws {
    let name = String(repeating: "n", count: 250)
    #expect(throws: StoreError.self) { try Store(openingOrCreating: folder.path(of: "some/\(name)")) }
    #expect(try folder.names() == [])
  }

  @Test func `a second name of the file that a killed process left is removed`() throws {
    _ = try Store(openingOrCreating: path)
    try FileManager.default.linkItem(atPath: path, toPath: path + ".new-12-34")
    // Whoever is just being started by another test may have the lock on the folder until then.
    try waitUntil("the file can be opened") { (try? Store(opening: path, for: .reading)) != nil }
    #expect(try Store(opening: path, for: .reading).read { try $0.sectionCount() } == 0)
    #expect(try folder.names() == ["outline.db"])
  }

  @Test func `connecting to a file that is gone makes none`() throws {
    #expect(throws: DatabaseError.self) { try Connection(path: path) }
    #expect(try folder.names() == [])
  }
}
