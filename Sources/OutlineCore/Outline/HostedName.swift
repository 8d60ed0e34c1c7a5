/// The names of files in the folder of a host.
package enum HostedName {
  /// The ending of the name of an outline.
  package static let ending = ".db"
  /// The file of a host that keeps a journal, so that nobody else may edit an outline in its folder or below.
  package static let journal = ".pleat-journal"
  /// How many folders above that of an outline may belong to a host.
  package static let mostLevels = 8

  /// Whether a path from the folder on may be that of an outline: it ends in `.db`, and no part of it begins with a dot.
  ///
  /// All other files are out of reach, such as the rollback journals of SQLite, which have pages of outlines, and earlier files.
  package static func isOutline(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
      && parts.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
  }
}
