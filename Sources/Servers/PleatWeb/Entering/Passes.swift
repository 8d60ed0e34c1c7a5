import Locking
import OutlineFormats
import OutlineJSON
import PleatSystem

/// The links and cookies that give access; they stay valid when the program is restarted.
///
/// Only hashes of the tokens are kept.
final class Passes: Sendable {
  /// A secret that gives access.
  struct Pass {
    fileprivate let hash: String
    fileprivate let user: String
    /// When it was made, in seconds since 1970.
    let time: Int64
    /// Whether it is a link, which works once.
    fileprivate let isLink: Bool
    /// The browser with the cookie, as named by `Browser`; empty if it is unknown.
    let browser: String

    /// A short name for the list of browsers.
    var name: String { String(hash.prefix(8)) }
  }

  private struct State {
    var stamp: FileStamp?
    var passes: [Pass]
  }

  private static let longestLink: Int64 = 86_400
  /// How long a cookie gives access, in seconds.
  static let longestCookie: Int64 = 180 * 86_400
  private static let most = 1_000

  private let state: Lock<State>
  private let file: StateFile?

  /// Reads earlier passes; without a file, passes are forgotten when the process ends.
  init(_ file: StateFile?) {
    self.file = file
    state = Lock(State(stamp: file?.stamp, passes: Self.kept(file)))
  }

  /// Returns a token for a new link.
  func makeLink(for user: String) -> String { give(user, isLink: true) }

  /// Returns a token for a new cookie.
  func makeCookie(for user: String, in browser: String) -> String { give(user, isLink: false, in: browser) }

  /// Invalidates a link, and returns its user; nil for a token that is not a link or was already used.
  func redeem(_ token: String) -> String? {
    let hash = SHA256.hex(token)
    return change { passes in
      guard let index = passes.firstIndex(where: { $0.isLink && $0.hash == hash }) else { return nil }
      let pass = passes.remove(at: index)
      return Self.isValid(pass) ? pass.user : nil
    }
  }

  /// Returns the user of a cookie, by the cookie's hash; nil if it is unknown, too old or revoked.
  func user(ofCookie hash: String) -> String? {
    state.withLock { state in
      refresh(&state)
      return state.passes.first { !$0.isLink && $0.hash == hash && Self.isValid($0) }?.user
    }
  }

  /// Returns the cookies of a user, oldest first.
  func browsers(of user: String) -> [Pass] {
    state.withLock { state in
      refresh(&state)
      return state.passes.filter { !$0.isLink && $0.user.utf8.elementsEqual(user.utf8) && Self.isValid($0) }
    }
  }

  /// Revokes the cookies with this hash or name, or all cookies and links of a user if it is nil; returns the number of
  /// cookies.
  @discardableResult
  func takeBack(_ name: String?, of user: String) -> Int {
    change { passes in
      let isMeant = { (pass: Pass) in
        pass.user.utf8.elementsEqual(user.utf8)
          && (name == nil || !pass.isLink && [pass.hash, pass.name].contains(name))
      }
      defer { passes.removeAll(where: isMeant) }
      return passes.count { isMeant($0) && !$0.isLink }
    }
  }

  private func give(_ user: String, isLink: Bool, in browser: String = "") -> String {
    let token = Token.make()
    let pass = Pass(
      hash: SHA256.hex(token), user: user, time: Platform.now / 1_000, isLink: isLink, browser: browser)
    change { passes in
      passes.append(pass)
      passes.removeFirst(max(0, passes.count - Self.most))
    }
    return token
  }

  private static func isValid(_ pass: Pass) -> Bool {
    pass.time + (pass.isLink ? longestLink : longestCookie) > Platform.now / 1_000
  }

  /// Reads the changes of other pleat-web processes, which make links for the page or sign browsers out.
  private func refresh(_ state: inout State) {
    let stamp = file?.stamp
    if stamp != state.stamp { state = State(stamp: stamp, passes: Self.kept(file)) }
  }

  /// Changes the passes while no other process does.
  @discardableResult
  private func change<T: Sendable>(_ make: (inout [Pass]) -> T) -> T {
    state.withLock { state in
      guard let file else { return make(&state.passes) }
      return file.exclusively {
        refresh(&state)
        defer {
          file.write(Self.text(of: state.passes))
          state.stamp = file.stamp
        }
        return make(&state.passes)
      }
    }
  }

  private static func text(of passes: [Pass]) -> String {
    JSONTree.array(
      passes.map { pass in
        [
          "hash": .string(pass.hash), "user": .string(pass.user), "time": .int(pass.time), "link": .bool(pass.isLink),
          "browser": .string(pass.browser),
        ]
      }
    ).text
  }

  private static func kept(_ file: StateFile?) -> [Pass] {
    guard case .array(let elements)? = file?.read().flatMap({ try? JSONTree($0) }) else { return [] }
    return elements.compactMap { element in
      let members = Dictionary((element.members ?? []).map { ($0.key, $0.value) }) { first, _ in first }
      guard let hash = members["hash"]?.string, let user = members["user"]?.string,
        let time = members["time"]?.integer, let isLink = members["link"]?.bool
      else { return nil }
      return Pass(
        hash: hash, user: user, time: Int64(time), isLink: isLink, browser: members["browser"]?.string ?? "")
    }
  }
}

/// A secret that gives access.
enum Token {
  /// Makes a token of 256 random bits.
  static func make() -> String {
    (0..<4).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
