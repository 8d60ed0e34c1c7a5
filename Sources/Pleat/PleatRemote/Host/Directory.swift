import Locking
import PleatOutput
import PleatSystem

/// The rights of users to the outlines of a folder, from the file `.pleat-directory` in it.
///
/// Each line grants a right: `edit ana plans/*` to a user, `see * handbook.db` to everybody, and after `group @writers
/// ana bob` also `edit @writers plans/**` to a group. The name of a group begins with `@`, so that no user gets its
/// rights by having the same name. Without a grant, everything is refused; of several grants, the largest right counts.
package struct Directory: Sendable {
  private struct Grant: Sendable {
    let right: Right
    let who: String
    let pattern: [UInt8]
  }

  package static let name = ".pleat-directory"

  private var groups: [String: Set<String>] = [:]
  private var grants: [Grant] = []

  /// Reads the directory of a folder; nil if there is none.
  ///
  /// - Throws: A ``Failure`` for a file that cannot be read, or that has a mistake.
  package init?(ofFolder folder: String) throws(Failure) {
    let path = "\(folder)/\(Self.name)"
    if FileStamp(of: path) == nil { return nil }
    guard let bytes = Platform.bytes(of: path, atMost: 1 << 24), let text = String(utf8: bytes)
    else {
      throw Failure(.configuration, "The directory \(path) cannot be read.")
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count > 2 else { throw Self.mistake(on: index + 1, of: path) }
      if first == "group" {
        let isGroup = words[1].hasPrefix("@") && !words[2...].contains { $0.hasPrefix("@") }
        guard isGroup else { throw Self.mistake(on: index + 1, of: path) }
        groups[words[1], default: []].formUnion(words[2...])
      } else if let right = Right(rawValue: first) {
        grants += words[2...].map { Grant(right: right, who: words[1], pattern: Array($0.utf8)) }
      } else {
        throw Self.mistake(on: index + 1, of: path)
      }
    }
  }

  private static func mistake(on line: Int, of path: String) -> Failure {
    Failure(
      .configuration, "Line \(line) of \(path) is neither a right nor a group.",
      hint:
        "Write a right as: edit ana plans/*, with see, fold, edit or own. The name of a group begins with @: group @writers ana bob, and then: edit @writers plans/*"
    )
  }

  /// Returns a user's right to an outline; nil for none.
  ///
  /// - Parameter outline: The path of the outline within the folder.
  package func right(of user: String, on outline: String) -> Right? {
    let path = Array(outline.utf8)
    return grants.filter { grant in
      let isMeant =
        grant.who.hasPrefix("@")
        ? groups[grant.who]?.contains(user) == true : grant.who == "*" || grant.who.hasSameBytes(as: user)
      return isMeant && Self.matches(grant.pattern[...], path[...])
    }.map(\.right).max()
  }

  /// Whether a path matches a pattern, in which `*` matches anything without a slash, and `**` anything.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    let star = UInt8(ascii: "*")
    guard first == star else { return first == path.first && matches(pattern.dropFirst(), path.dropFirst()) }
    let crosses = pattern.dropFirst().first == star
    let rest = pattern.drop { $0 == star }
    var end = path.startIndex
    while true {
      if matches(rest, path[end...]) { return true }
      if end == path.endIndex || !crosses && path[end] == UInt8(ascii: "/") { return false }
      end += 1
    }
  }
}

/// The directory of a folder, read again whenever its file has changed.
package final class DirectoryFile: Sendable {
  private struct Known: Sendable {
    let stamp: FileStamp?
    let directory: Result<Directory?, Failure>
    /// Whether the stamp is reliable: any later change of the file will also change the stamp.
    let isSettled: Bool
  }

  private let folder: String
  private let known = Lock<Known?>(nil)
  private let tell: @Sendable (Failure) -> Void

  /// - Parameter tell: Receives the mistake in a file, once for each change of the file.
  package init(ofFolder folder: String, tell: @escaping @Sendable (Failure) -> Void = { _ in }) {
    (self.folder, self.tell) = (folder, tell)
  }

  /// Returns the current directory; nil if there is no file.
  ///
  /// - Throws: A ``Failure`` for a file with a mistake, which grants nothing.
  package func read() throws(Failure) -> Directory? {
    let stamp = FileStamp(of: "\(folder)/\(Directory.name)")
    let directory = known.withLock { known in
      if let known, known.isSettled, known.stamp == stamp { return known.directory }
      let isSettled = stamp?.isSettled ?? true
      let directory = Result { () throws(Failure) in try Directory(ofFolder: folder) }
      if case .failure(let failure) = directory, known?.stamp != stamp { tell(failure) }
      known = Known(stamp: stamp, directory: directory, isSettled: isSettled)
      return directory
    }
    return try directory.get()
  }
}
