import Foundation
import Locking
import OutlineCore
import PleatSystem
import SQLite
import TestPrograms
import Testing

@testable import OutlineStore

/// What a store noted of its COMMITs, in order.
private final class SavingNotes: Sendable {
  private let notes = Lock<[Bool]>([])

  var all: [Bool] { notes.withLock { $0 } }

  func add(_ isSaving: Bool) { notes.withLock { $0.append(isSaving) } }
}

/// What a write says about saving when something happens to the file at its end.
struct SavedTests {
  private let file: OutlineFile
  private let notes = SavingNotes()
  private let store: Store

  init() throws {
    file = try OutlineFile.sample()
    store = try Store(opening: file.path, for: .writing, signals: TransactionSignals(noteSaving: notes.add))
  }

  /// Writes an entry, does something to the file, and then commits; `isBroken` makes COMMIT fail.
  private func write(isBroken: Bool = false, _ body: () throws -> Void) throws {
    try store.write { writer in
      let user = try writer.reader.user(named: "ana")
      try writer.begin(EntryHeading(user: "ana", words: "add"))
      _ = try writer.perform([.insertRow(RowDraft("x"), in: SectionID(1), rank: -1)], as: user)
      if isBroken {
        try writer.db.execute(
          """
          CREATE TABLE parent (id INTEGER PRIMARY KEY);
          CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
          INSERT INTO child VALUES (1);
          """)
      }
      try body()
      return ((), .commit)
    }
  }

  /// Copies the file and puts the copy into its place, so that it is another file.
  private func replace() throws {
    let copy = file.path + ".copy"
    try FileManager.default.copyItem(atPath: file.path, toPath: copy)
    #expect(rename(copy, file.path) == 0)
  }

  @Test func `a COMMIT is noted by the store that begins it, and again when it has failed`() throws {
    let others = SavingNotes()
    let other = try Store(opening: file.path, for: .writing, signals: TransactionSignals(noteSaving: others.add))
    #expect(throws: StoreError.self) { try write(isBroken: true) {} }
    #expect(notes.all == [true, false])
    try write {}
    #expect(notes.all == [true, false, true])
    try other.write { _ in ((), .rollback) }
    #expect(others.all == [false])
  }

  @Test func `the limit of an outline's transactions is none for another outline`() throws {
    let limited = try Store(opening: file.path, for: .reading, signals: TransactionSignals(limit: 100))
    #expect(try limited.read { _ in alarm(100) } > 0)
    #expect(try store.read { _ in alarm(0) } == 0)
  }

  @Test func `a file that is replaced during the transaction is not said to be saved`() throws {
    #expect(throws: StoreError.replaced(path: file.path)) { try write { try replace() } }
    #expect(try file.shell.lines("SELECT count(*) FROM row WHERE text = 'x'") == ["0"])
  }

  @Test func `a file that is removed during the transaction is not said to be saved`() throws {
    #expect(throws: StoreError.replaced(path: file.path)) {
      try write { try FileManager.default.removeItem(atPath: file.path) }
    }
  }

  @Test func `where the token itself cannot be read, it is not known whether the edit was saved`() throws {
    let error = #expect(throws: StoreError.self) {
      try write(isBroken: true) {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 200))
      }
    }
    guard case .outcomeUnknown(file.path, let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("; then ") || message.contains("FOREIGN KEY"))
  }

  @Test func `a COMMIT that failed and left no token is not saved`() throws {
    let error = #expect(throws: StoreError.self) { try write(isBroken: true) {} }
    guard case .refused = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try file.shell.lines("SELECT count(*) FROM row WHERE text = 'x'") == ["0"])
  }

  @Test func `an error in syncing the folder of a new file says that the file is there`() {
    let path = "/nowhere/at/all/outline.db"
    #expect(throws: StoreError.madeButNotSynchronized(path: path, reason: "No such file or directory")) {
      try FileSystem.synchronizeFolder(of: path, path: path)
    }
  }
}
