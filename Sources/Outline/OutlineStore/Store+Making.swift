import OutlineCore
import PleatSystem
import SQLite

extension Store {
  /// Creates the file at `path` and lets `fill` write into it before any other process can see it.
  ///
  /// The file is created under another name in the same folder, and renamed once it is complete; see ``NewFile``.
  ///
  /// - Returns: The result of `fill`, whether the file is now in place, and the outermost folder created for it. The
  ///   file is not in place if `fill` does not want it, or if another process created the file first.
  /// - Throws: ``StoreError``, and what `fill` throws; no file and no new folder is left then, except with
  ///   ``StoreError/madeButNotSynchronized(path:reason:)``.
  package static func create<T>(
    _ path: String, network: NetworkFiles = NetworkFiles(), signals: TransactionSignals = TransactionSignals(),
    journal: (any StoreJournal)? = nil, _ fill: (Store) throws -> (result: T, isWanted: Bool)
  ) throws -> (result: T, isInstalled: Bool, folder: String?) {
    if journal == nil, JournalTables.areWanted(at: try FileSystem.absolute(path)) {
      throw StoreError.journaled(path: path)
    }
    return try create(path, network: network, signals, fill) { file in
      defer { if journal != nil { FileSystem.remove("\(file.temporary)-journal") } }  // SQLite leaves it empty
      return try journal?.begin(with: file.temporary) != false && file.install(on: network)
    }
  }

  /// Creates a file beside `path` and lets `fill` write into it; `install` then moves it to its place.
  static func create<T>(
    _ path: String, network: NetworkFiles, _ signals: TransactionSignals = TransactionSignals(),
    _ fill: (Store) throws -> (result: T, isWanted: Bool), install: (NewFile) throws -> Bool
  ) throws -> (result: T, isInstalled: Bool, folder: String?) {
    let path = try FileSystem.absolute(path)
    try FileSystem.checkName(path)
    try network.checkFolder(of: path)
    let file = try NewFile(for: path)
    do { _ = try made(file.temporary, for: .existing) } catch let error as DatabaseError {
      throw StoreError.cannotCreate(path: path, reason: error.message)
    }
    let result: (result: T, isWanted: Bool)
    do { result = try filled(file.temporary, signals, fill) } catch let error as StoreError {
      throw error.about(path)
    }
    let isInstalled = try result.isWanted && install(file)
    return (result.result, isInstalled, isInstalled ? file.madeFolders.first : nil)
  }

  private static func filled<T>(
    _ temporary: String, _ signals: TransactionSignals, _ fill: (Store) throws -> (result: T, isWanted: Bool)
  ) throws -> (result: T, isWanted: Bool) {
    let store = try Store(
      existing: temporary, access: .making, wait: .zero, network: .allowed, signals: signals)
    return try fill(store)  // closed when this returns
  }

  /// Refuses to make a file at `path` if it would be on a network file system, unless that is allowed.
  package static func checkFolder(of path: String, _ network: NetworkFiles) throws {
    try network.checkFolder(of: FileSystem.absolute(path))
  }
}
