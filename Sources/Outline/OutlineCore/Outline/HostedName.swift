/// The names of files in the folder of a host.
package enum HostedName {
  package static let ending = ".db"
  /// The file in a host's folder that shows that the host keeps a journal, so that only the host may edit outlines
  /// there.
  package static let journal = ".pleat-journal"
  /// How many folders above that of an outline may belong to a host.
  package static let mostLevels = 8

  /// Whether a path from the folder on may be that of an outline: it ends in `.db`, and no part of it begins with a
  /// dot.
  ///
  /// All other files are out of reach, such as SQLite's rollback journals, which contain pages of outlines, and
  /// replaced files.
  package static func isOutline(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
      && parts.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
  }
}
