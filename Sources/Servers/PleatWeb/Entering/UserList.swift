import Locking
import OutlineFormats
import PleatOutput
import PleatSystem

/// The users in a file, each with the hash of a token; a change of the file takes effect at once.
final class UserList: Sendable {
  private struct State {
    var stamp: FileStamp?
    var users: [String: String]
  }

  private let path: String
  private let state: Lock<State>

  /// - Throws: A ``Failure`` for a file that cannot be read, or has no users.
  init(_ path: String) throws(Failure) {
    self.path = path
    let stamp = FileStamp(of: path)
    let (users, problem) = Self.users(at: path)
    if let problem { throw problem }
    if users.isEmpty { throw Failure(.badData, "The file with the users, \(path), has none.") }
    state = Lock(State(stamp: stamp, users: users))
  }

  /// Returns the user of a token, by the token's hash; nil if the list does not have it.
  ///
  /// An unreadable line or file gives nobody access; the server logs it.
  func user(of hash: String) -> String? {
    state.withLock { state in
      let stamp = FileStamp(of: path)
      if stamp != state.stamp {
        let (users, problem) = Self.users(at: path)
        if let problem { Log.write(problem.message) }
        state = State(stamp: stamp, users: users)
      }
      return state.users[hash]
    }
  }

  /// Returns the names by their hashes, and the problem of the first unreadable line.
  private static func users(at path: String) -> ([String: String], Failure?) {
    guard let bytes = Platform.bytes(of: path, atMost: 1 << 20), let text = String(utf8: bytes)
    else { return ([:], Failure(.notFound, "The file with the users, \(path), cannot be read.")) }
    var (users, problem): ([String: String], Failure?) = ([:], nil)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let hash = words.last, words.first?.first != "#" else { continue }
      let name = words.dropLast().joined(separator: " ")
      if name.isEmpty || hash.utf8.count != 64 || !hash.allSatisfy(\.isHexDigit) {
        problem =
          problem
          ?? Failure(
            .badData, "Line \(number + 1) of \(path) is not a user and the SHA-256 of a token.",
            hint: "As in: ana 9f86d081884c7d65…, by: printf %s TOKEN | sha256sum")
      } else {
        users[hash.lowercased()] = name
      }
    }
    return (users, problem)
  }
}
