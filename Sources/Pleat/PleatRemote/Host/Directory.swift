import Locking
import PleatArguments
import PleatOutput
import PleatSystem
import SystemPackage

/// The rights of users to the outlines of a folder, from the file `.pleat-directory` in it.
///
/// Each line grants a right: `edit ana plans/*` to a user, `see * handbook.db` to everybody, and after `group @writers
/// ana bob` also `edit @writers plans/**` to a group. The name of a group begins with `@`, so that no user gets its
/// rights by having the same name; `%staff` is the system's group of that name. Without a grant, everything is refused; of several grants, the largest right counts.
/// Names and paths with spaces are quoted as for a shell, and `#` before a word begins a remark.
package struct Directory: Sendable {
  private struct Grant: Sendable {
    let right: Right
    let who: String
    let pattern: [UInt8]
    /// Where the user or the group is in the file, and where the pattern is.
    let places: (who: Place, pattern: Place)
  }

  /// A place in the file: the line and, in bytes, the column, both counted from 1.
  package struct Place: Sendable {
    package let line: Int
    package let column: Int
  }

  /// What is wrong at a place of the file.
  package struct Mistake: Error {
    package let place: Place
    package let message: String
  }

  package static let name = ".pleat-directory"

  private var groups: [String: Set<String>] = [:]
  private var grants: [Grant] = []
  /// The lines that mean nothing; a file that has any counts as a whole or not at all.
  package private(set) var mistakes: [Mistake] = []

  /// Returns the text of a directory; nil if there is none.
  package static func text(of path: String) throws(Failure) -> String? {
    if FileStamp(of: path) == nil { return nil }
    guard let bytes = Platform.bytes(of: path, atMost: 1 << 24), let text = String(utf8: bytes) else {
      throw Failure(.configuration, "The directory \(path) cannot be read.")
    }
    return text
  }

  package init(_ text: String) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      do throws(Mistake) { try take(line, number: index + 1) } catch { mistakes.append(error) }
    }
  }

  private mutating func take(_ line: Substring, number: Int) throws(Mistake) {
    let words: [(text: String, place: Place)]
    do throws(Refusal) {
      words = try ShellWords.placed(line.utf8).map { ($0.word, Place(line: number, column: $0.start + 1)) }
    } catch { throw Mistake(place: Place(line: number, column: 1), message: error.message) }
    guard let first = words.first else { return }
    let rest = words.dropFirst(2)
    let right = Right(rawValue: first.text)
    guard right != nil || first.text == "group" else {
      throw Mistake(
        place: first.place, message: "\(quoted(first.text)) is neither a right (see, fold, edit or own) nor 'group'.")
    }
    guard let who = words.dropFirst().first, !rest.isEmpty else {
      let what = right == nil ? "a name and its members" : "a user, a group or * and then paths of outlines"
      throw Mistake(place: first.place, message: "\(quoted(first.text)) needs \(what).")
    }
    if let right {
      grants += rest.map { path in
        Grant(right: right, who: who.text, pattern: Array(path.text.utf8), places: (who.place, path.place))
      }
    } else {
      if !who.text.hasPrefix("@") {
        throw Mistake(place: who.place, message: "The name of a group begins with @, and \(quoted(who.text)) does not.")
      }
      if let group = rest.first(where: { $0.text.hasPrefix("@") || $0.text.hasPrefix("%") }) {
        throw Mistake(place: group.place, message: "A group has users, and no groups such as \(quoted(group.text)).")
      }
      groups[who.text, default: []].formUnion(rest.map(\.text))
    }
  }

  /// What may not be meant as it is: groups without members, and paths that fit no outline.
  ///
  /// - Parameters:
  ///   - outlines: The paths of the outlines within the folder.
  ///   - isSystemGroup: Whether the system has a group of a name.
  package func doubts(
    about outlines: [String], isSystemGroup: (String) -> Bool = LoginName.isGroup
  ) -> [Mistake] {
    grants.compactMap { grant in
      if grant.who.hasPrefix("@"), groups[grant.who] == nil {
        return Mistake(place: grant.places.who, message: "The group \(quoted(grant.who)) has no members.")
      }
      if grant.who.hasPrefix("%"), !isSystemGroup(String(grant.who.dropFirst())) {
        return Mistake(place: grant.places.who, message: "The system has no group \(quoted(grant.who)).")
      }
      let isOfSome = outlines.contains { Self.matches(grant.pattern[...], Array($0.utf8)[...]) }
      let path = String(decoding: grant.pattern, as: UTF8.self)
      return isOfSome ? nil : Mistake(place: grant.places.pattern, message: "No outline is at \(quoted(path)) now.")
    }
  }

  /// Returns a user's right to an outline; nil for none.
  ///
  /// - Parameter outline: The path of the outline within the folder.
  /// - Parameter systemGroups: Returns the names of the system's groups that a user is in.
  package func right(
    of user: String, on outline: String, systemGroups: (String) -> Set<String> = Accounts.groups
  ) -> Right? {
    let path = Array(outline.utf8)
    return grants.filter { grant in
      guard Self.matches(grant.pattern[...], path[...]) else { return false }
      switch grant.who.utf8.first {
      case UInt8(ascii: "@"): return groups[grant.who]?.contains(user) == true
      case UInt8(ascii: "%"): return systemGroups(user).contains(String(grant.who.dropFirst()))
      default: return grant.who == "*" || grant.who.hasSameBytes(as: user)
      }
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

private func quoted(_ word: String) -> String { "'\(Escapes.oneLine(word))'" }

extension Failure {
  /// The message for a log: one line without a next step of somebody at a terminal.
  package var log: String { [message, next].compactMap(\.self).joined(separator: " ") }

  /// The failure of a directory that has a mistake.
  fileprivate init(_ mistake: Directory.Mistake, in path: String) {
    self.init(
      .configuration, "Line \(mistake.place.line), column \(mistake.place.column) of \(path): \(mistake.message)",
      hint:
        "Write a right as: edit ana plans/*, with see, fold, edit or own. The name of a group begins with @: group @writers ana bob, and then: edit @writers plans/*"
    )
  }
}

/// The directory of a folder, read again whenever its file has changed.
///
/// While the file has a mistake, its last version without one counts. A copy of that is kept beside it, for programs that begin
/// later.
package final class DirectoryFile: Sendable {
  private struct Known: Sendable {
    let stamp: FileStamp?
    let directory: Result<Directory?, Failure>
    /// The mistake for which an earlier version counts; nil for none.
    let mistake: Failure?
    /// Whether the stamp is reliable: any later change of the file will also change the stamp.
    let isSettled: Bool
  }

  /// The name of the copy of the last version without a mistake.
  package static let copyName = "\(Directory.name)-in-force"

  private let folder: String
  private let known = Lock<Known?>(nil)
  private let tell: @Sendable (Failure) -> Void

  /// - Parameter tell: Receives the mistake in a file, once for each change of the file.
  package init(ofFolder folder: String, tell: @escaping @Sendable (Failure) -> Void = { _ in }) {
    (self.folder, self.tell) = (folder, tell)
  }

  /// Returns the current directory; nil if there is no file.
  ///
  /// - Throws: A ``Failure`` for a file with a mistake that never was without one, which grants nothing.
  package func read() throws(Failure) -> Directory? { try current().directory.get() }

  /// Why an earlier version counts, or nothing is granted; nil if all is well.
  package var mistake: Failure? { current().mistake }

  private func current() -> Known {
    let stamp = FileStamp(of: path)
    return known.withLock { known in
      if let known, known.isSettled, known.stamp == stamp { return known }
      let new = next(after: known, stamp)
      known = new
      return new
    }
  }

  private func next(after known: Known?, _ stamp: FileStamp?) -> Known {
    let isSettled = stamp?.isSettled ?? true
    do throws(Failure) {
      let text = try Directory.text(of: path)
      let directory = text.map { Directory($0) }
      if let mistake = directory?.mistakes.first { throw Failure(mistake, in: path) }
      keep(text)
      return Known(stamp: stamp, directory: .success(directory), mistake: nil, isSettled: isSettled)
    } catch {
      var failure = error
      let earlier = (try? known?.directory.get()) ?? kept
      if earlier != nil { failure.next = "Until it is mended, the rights of its last version without a mistake count." }
      if known?.stamp != stamp { tell(failure) }
      return Known(
        stamp: stamp, directory: earlier.map { .success($0) } ?? .failure(error), mistake: failure, isSettled: isSettled
      )
    }
  }

  private var path: String { "\(folder)/\(Directory.name)" }
  private var copy: String { "\(folder)/\(Self.copyName)" }

  /// The last version without a mistake, if only this account, the owner of the folder or root can have written it.
  private var kept: Directory? {
    guard let status = try? FileStatus(of: copy, followingLinks: false), status.kind == .file,
      !status.isWritableByOthers,
      [Platform.userID, 0, (try? FileStatus(of: folder))?.owner].contains(status.owner),
      let text = try? Directory.text(of: copy)
    else { return nil }
    let directory = Directory(text)
    return directory.mistakes.isEmpty ? directory : nil
  }

  /// Keeps a copy of the file's text, if this account may; without a file, no earlier version may count later.
  private func keep(_ text: String?) {
    if (try? Directory.text(of: copy)) == text { return }
    _ = Result {
      guard let text else { return try Platform.remove(copy) }
      let new = "\(copy)-\(Platform.processID)"
      let file = try FileDescriptor.open(
        FilePath(new), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: [.ownerRead, .ownerWrite])
      try file.closeAfter { _ = try file.writeAll(text.utf8) }
      try Platform.move(new, to: copy)
    }
  }
}
