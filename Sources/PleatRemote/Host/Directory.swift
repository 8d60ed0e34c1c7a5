import PleatOutput
import PleatSystem

/// Who may do what with the outlines of a folder, as the file `.pleat-directory` in it says.
///
/// Each line grants something: `edit ana plans/*` to a user, `see * handbook.db` to everybody, and after `group writers ana bob` also
/// `edit writers plans/**`. What nobody grants is refused, and of several lines the largest right counts.
package struct Directory: Sendable {
  private struct Grant: Sendable {
    let right: Right
    let who: String
    let pattern: [UInt8]
  }

  /// The name of the file.
  package static let name = ".pleat-directory"

  private var groups: [String: Set<String>] = [:]
  private var grants: [Grant] = []

  /// Reads the directory of a folder; nil if it has none.
  ///
  /// - Throws: A ``Failure`` for a file that cannot be read, or that has a mistake.
  package init?(ofFolder folder: String) throws(Failure) {
    let path = "\(folder)/\(Self.name)"
    if FileStamp(of: path) == nil { return nil }
    guard let bytes = Platform.bytes(of: path, atMost: 1 << 24), let text = String(validating: bytes, as: UTF8.self)
    else {
      throw Failure(.configuration, "The directory \(path) cannot be read.")
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count > 2 else { throw Self.mistake(on: index + 1, of: path) }
      if first == "group" {
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
      hint: "Write a right as: edit ana plans/*, with see, fold, edit or own; write a group as: group writers ana bob")
  }

  /// Returns what a user may do with an outline; nil for nothing.
  ///
  /// - Parameter outline: The path of the outline from the folder on.
  package func right(of user: String, on outline: String) -> Right? {
    let path = Array(outline.utf8)
    return grants.filter { grant in
      let isMeant = grant.who == "*" || grant.who.hasSameBytes(as: user) || groups[grant.who]?.contains(user) == true
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

/// A folder of outlines, with the rights that each user has in them.
package struct HostedFolder {
  /// The path from the root, without links.
  package let path: String
  private let directory: Directory

  /// - Throws: A ``Failure`` if there is no such folder, or it has no directory.
  package init(_ name: String) throws(Failure) {
    guard let path = Platform.absolutePath(of: name) else { throw Failure(.notFound, "There is no folder \(name).") }
    guard let directory = try Directory(ofFolder: path) else {
      throw Failure(
        .configuration, "The folder \(path) does not say who may do what.",
        hint: "Write a file \(Directory.name) in it that does, as in: own ana *")
    }
    (self.path, self.directory) = (path, directory)
  }

  /// The path of the host's socket.
  package var socket: String { "\(path)/\(HostProtocol.socketName)" }

  /// Returns the outline that a user names by a path from the folder on, with or without `.db` at the end, and the user's right.
  ///
  /// - Throws: A ``Failure`` for an outline that is not there and for one that the user may not see, with the same words.
  package func outline(_ name: String, for user: String) throws(Failure) -> (path: String, right: Right) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).drop { $0.isEmpty || $0 == "~" }
    let relative = parts.joined(separator: "/")
    let isPlain = !parts.isEmpty && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
    for candidate in isPlain ? [relative, relative + ".db"] : [] {
      let file = "\(path)/\(candidate)"
      guard let right = directory.right(of: user, on: candidate) else { continue }
      if Platform.absolutePath(of: file) == file, (try? FileStatus(of: file))?.kind == .file { return (file, right) }
    }
    HostProtocol.report("refused \(user): \(name)", to: socket)
    throw Failure(
      .noPermission, "There is no outline '\(Escapes.oneLine(name))' here, or you may not see it.",
      hint: "Nothing was changed. The owner of the folder decides in \(Directory.name) who may do what.")
  }
}
