import OutlineCore
import OutlineStore
import PleatSystem

extension Outline {
  /// Finds everything that is wrong with a file, even if the file cannot be opened because of it.
  ///
  /// It only reads, in one transaction, and neither rows nor findings beyond the first hundred of each kind are kept in
  /// memory. Other processes cannot write to the file in the meantime. O(n log n) in the number of rows.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - wait: How long to wait for a locked file.
  /// - Throws: `StoreError` if the file is missing, locked, or made by another version of pleat; findings are no error.
  public static func check(_ path: String, wait: Duration = .seconds(10)) throws -> CheckReport {
    var report = CheckReport()
    try DamagedFile(path, for: .reading, wait: wait).check { report.add($0) }
    return report
  }

  /// Makes a repaired copy of a damaged file.
  ///
  /// The copy has everything that can be read, in the same order and with the same ids wherever that is possible. Parts
  /// that SQLite cannot read are searched for page by page. The sound part of the history is copied, unless it
  /// contradicts the places of sections or rows.
  ///
  /// A process that waits to write to the file while it is replaced gets `StoreError/replaced(path:)`, and finds the copy
  /// when it tries again. O(n log n) in the number of rows, with temporary space on the disk.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - target: Where the copy goes.
  ///   - user: The user who asks for it, whom the history of the copy names.
  ///   - words: The command, as the history of the copy shows it.
  ///   - wait: How long to wait for a locked file.
  ///   - allowsNetworkFile: Whether to take the place of a file on a network file system, where another machine may write
  ///     to it unnoticed. A copy beside the file is always possible.
  ///   - noteSaving: Called with true when the COMMIT of the copy begins, and with false when it has failed.
  /// - Returns: A report about the content; nil if nothing is wrong with the file, and then no copy is made.
  /// - Throws: `StoreError`; the file is then as it was, and no copy is left.
  public static func repair(
    _ path: String, to target: RepairTarget, as user: String, words: String = "", wait: Duration = .seconds(10),
    allowsNetworkFile: Bool = false, noteSaving: @escaping @Sendable (Bool) -> Void = { _ in }
  ) throws -> RepairReport? {
    try check(userName: user)
    let file = try DamagedFile(
      path, for: target == .inPlace ? .replacing : .reading, wait: wait, NetworkFiles(areAllowed: allowsNetworkFile))
    var check = CheckReport()
    try file.check { check.add($0) }
    if check.isClean { return nil }
    let rescue = try file.rescue()
    if try rescue.isEmpty, !rescue.salvagedTables.isEmpty {
      throw StoreError.damaged(path: path, message: "no section and no row can be found in it")
    }
    var report = RepairReport()
    let copy = try file.makeCopy(target, TransactionSignals(noteSaving: noteSaving)) { store in
      report = try store.write { writer in
        let heading = EntryHeading(user: user, words: words)
        return (try Repairer(rescue, writer, heading).repair(file), .commit)
      }
      try Self.check(copy: store)
    }
    (report.path, report.oldPath, report.check) = (copy.path, copy.oldPath, check)
    return report
  }

  /// Makes sure that nothing is wrong with a copy before it goes to its place.
  private static func check(copy store: Store) throws {
    guard let path = store.path else { return }
    let check = try check(path, wait: .zero)
    if let finding = check.findings.first {
      throw StoreError.unexpected(message: "the repaired copy would not be in order: \(finding)")
    }
  }
}
