import OutlineFormats
import PleatOutput
import PleatSystem
import Synchronization

/// The users of a file, each with the hash of a token; a file that is changed counts at once.
final class UserList: Sendable {
  private struct State {
    var stamp: FileStamp?
    var users: [String: String]
  }

  private let path: String
  private let state: Mutex<State>

  /// Reads the file.
  ///
  /// - Throws: A ``Failure`` for a file that cannot be read, or has no users.
  init(_ path: String) throws(Failure) {
    self.path = path
    let stamp = FileStamp(of: path)
    let users = try Self.users(at: path)
    state = Mutex(State(stamp: stamp, users: users))
  }

  /// Returns whom a token lets in; nil for a token that is nobody's.
  func user(of token: String) -> String? {
    let hash = SHA256.hex(token)
    return state.withLock { state in
      let stamp = FileStamp(of: path)
      if stamp != state.stamp, let users = try? Self.users(at: path) { state = State(stamp: stamp, users: users) }
      return state.users[hash]
    }
  }

  /// The names by the hashes.
  private static func users(at path: String) throws(Failure) -> [String: String] {
    guard let bytes = Platform.bytes(of: path, atMost: 1 << 20), let text = String(validating: bytes, as: UTF8.self)
    else { throw Failure(.notFound, "The file with the users, \(path), cannot be read.") }
    var users: [String: String] = [:]
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let hash = words.last, words.first?.first != "#" else { continue }
      let name = words.dropLast().joined(separator: " ")
      if name.isEmpty || hash.utf8.count != 64 || !hash.allSatisfy(\.isHexDigit) {
        throw Failure(
          .badData, "Line \(number + 1) of \(path) is not a user and the SHA-256 of a token.",
          hint: "As in: ana 9f86d081884c7d65…, by: printf %s TOKEN | sha256sum")
      }
      users[hash.lowercased()] = name
    }
    if users.isEmpty { throw Failure(.badData, "The file with the users, \(path), has none.") }
    return users
  }
}
