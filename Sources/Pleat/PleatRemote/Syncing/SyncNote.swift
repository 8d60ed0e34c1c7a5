import OutlineCore
import PleatSystem

/// The part of a commit's message with the authors of the changes, in lines such as `pleat-edit: 1795491194123 update
/// 2,17-19 bob`.
///
/// In a name, bytes outside ASCII are written as `%C3%AB`, so that no setting of git changes them. The last line,
/// `pleat-until: TOKEN 118`, gives the last change covered by the lines, and the token of its copy.
package enum SyncNote {
  /// The most values in one message; older edits are omitted.
  static let limit = 10_000
  /// The most values that one synchronization imports.
  static let incomingLimit = 100_000
  /// The largest size of an encoded name, in bytes.
  private static let nameLimit = 3_000

  private static let edit = "pleat-edit:"
  private static let until = "pleat-until:"

  /// Returns the lines, one for each edit and action.
  package static func lines(_ authorships: [Authorship], of token: String, through change: Int64) -> String {
    var text = ""
    var rest = authorships.prefix(limit)
    while let first = rest.first {
      let same = rest.prefix { ($0.time, $0.action) == (first.time, first.action) && $0.user == first.user }
      rest = rest.dropFirst(same.count)
      let name = encoded(first.user)
      if name.utf8.count > nameLimit { continue }
      let numbers = same.map { own in
        own.numbers.count == 1 ? "\(own.numbers.lowerBound)" : "\(own.numbers.lowerBound)-\(own.numbers.upperBound)"
      }
      text += "\(edit) \(first.time) \(first.action.rawValue) \(numbers.joined(separator: ",")) \(name)\n"
    }
    return text + "\(mark(of: token))\(change)\n"
  }

  /// The beginning of the line that gives the last covered change of a copy.
  static func mark(of token: String) -> String { "\(until) \(token) " }

  /// Reads the values in commit messages, in order; other lines are skipped.
  package static func authorships(in messages: [UInt8]) -> [Authorship] {
    var found: [Authorship] = []
    for words in lines(of: messages, beginningWith: edit) where words.count == 5 {
      guard let time = Int64(words[1]), (0..<253_402_300_800_000).contains(time),
        let action = Authorship.Action(rawValue: String(words[2])), let user = decoded(words[4])
      else { continue }
      for numbers in words[3].split(separator: ",", omittingEmptySubsequences: false).compactMap(range) {
        if found.count >= incomingLimit { return found }
        found.append(Authorship(user: user, time: time, action: action, numbers: numbers))
      }
    }
    return found
  }

  /// Reads the last change of a copy that the commit messages cover; nil if they mention none.
  package static func lastChange(in messages: [UInt8], of token: String) -> Int64? {
    for words in lines(of: messages, beginningWith: until) where words.count == 3 && words[1] == token {
      if let change = Int64(words[2]), change >= 0 { return change }
    }
    return nil
  }

  /// Returns the words of the lines that begin with a word, ignoring the spaces with which git indents messages.
  private static func lines(of messages: [UInt8], beginningWith word: String) -> [[Substring]] {
    messages.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0 }).compactMap { line in
      let line = line.drop { $0 == UInt8(ascii: " ") }
      guard line.starts(with: word.utf8) else { return nil }
      return String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    }
  }

  private static func range(_ text: Substring) -> ClosedRange<Int64>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first > 0,
      first <= last, last < 1 << 53
    else { return nil }
    return first...last
  }

  private static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") { return String(UnicodeScalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static func decoded(_ word: Substring) -> String? {
    if word.isEmpty || word.utf8.count > nameLimit { return nil }
    var bytes: [UInt8] = []
    var rest = word.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let coded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), coded > 0
      else { return nil }
      bytes.append(coded)
      rest = rest.dropFirst(2)
    }
    return String(utf8: bytes)
  }
}

extension Worktree {
  /// How many bytes of messages to read at most.
  private static let messageLimit = 1 << 24
  /// How many commits' messages to read at most.
  private static let commitLimit = 10_000

  /// Returns the authorships that the messages of commits record between two commits.
  ///
  /// - Parameter known: The commit whose edits are left out; nil for none.
  package func authorships(in commit: String, without known: String?) throws -> [Authorship] {
    let commits = [commit] + (known.map { ["^" + $0] } ?? [])
    return SyncNote.authorships(
      in: try messages(["--full-history", "--max-count=\(Self.commitLimit)"] + commits, of: documentPath))
  }

  /// Returns the last change of a copy that a commit and its ancestors cover; nil if they mention none.
  package func lastChange(of token: String, in commit: String) throws -> Int64? {
    let only = ["--max-count=1", "--fixed-strings", "--grep=\(SyncNote.mark(of: token))"]
    return SyncNote.lastChange(in: try messages(only + [commit]), of: token)
  }

  private func messages(_ arguments: [String], of path: String? = nil) throws -> [UInt8] {
    let paths = path.map { [":(top,literal)\($0)"] } ?? []
    let answer = try git.succeeding(["rev-list", "--header"] + arguments + ["--"] + paths, limit: Self.messageLimit)
    return answer.output
  }
}
