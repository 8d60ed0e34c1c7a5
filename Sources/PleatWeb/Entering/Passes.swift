import OutlineFormats
import OutlineJSON
import PleatSystem
import Synchronization

/// The links and cookies that let somebody in, which hold when the program is started again.
///
/// Of tokens, only hashes are kept.
final class Passes: Sendable {
  /// A secret that lets somebody in.
  private struct Pass {
    let hash: String
    let user: String
    /// When it was given, in seconds since 1970.
    let time: Int64
    /// Whether it is a link, which works once.
    let isLink: Bool
  }

  private static let longestLink: Int64 = 86_400
  /// How many seconds a cookie lets somebody in.
  static let longestCookie: Int64 = 180 * 86_400
  private static let most = 1_000

  private let passes: Mutex<[Pass]>
  private let file: StateFile?

  /// Reads the passes that were given before; without a file, they are forgotten with the process.
  init(_ file: StateFile?) {
    self.file = file
    passes = Mutex(Self.kept(file) ?? [])
  }

  /// Returns a token for a new link.
  func makeLink(for user: String) -> String { give(user, isLink: true) }

  /// Returns a token for a new cookie.
  func makeCookie(for user: String) -> String { give(user, isLink: false) }

  /// Takes a link back, and returns whom it lets in; nil for a token that is no link, or was one.
  func redeem(_ token: String) -> String? {
    let hash = SHA256.hex(token)
    return passes.withLock { passes in
      let isMeant = { (pass: Pass) in pass.isLink && pass.hash == hash }
      // A second pleat-web makes a link for the one that runs.
      if !passes.contains(where: isMeant), let kept = Self.kept(file) { passes = kept }
      guard let index = passes.firstIndex(where: isMeant) else { return nil }
      let pass = passes.remove(at: index)
      keep(passes)
      return pass.time + Self.longestLink > Platform.now / 1_000 ? pass.user : nil
    }
  }

  /// Returns whom a cookie lets in; nil for a token that is none.
  func user(ofCookie token: String) -> String? {
    let hash = SHA256.hex(token)
    return passes.withLock { passes in
      guard let pass = passes.first(where: { !$0.isLink && $0.hash == hash }) else { return nil }
      return pass.time + Self.longestCookie > Platform.now / 1_000 ? pass.user : nil
    }
  }

  private func give(_ user: String, isLink: Bool) -> String {
    let token = Token.make()
    let pass = Pass(hash: SHA256.hex(token), user: user, time: Platform.now / 1_000, isLink: isLink)
    passes.withLock { passes in
      passes.append(pass)
      passes.removeFirst(max(0, passes.count - Self.most))
      keep(passes)
    }
    return token
  }

  private func keep(_ passes: [Pass]) {
    let kept = passes.map { pass -> JSONTree in
      ["hash": .string(pass.hash), "user": .string(pass.user), "time": .int(pass.time), "link": .bool(pass.isLink)]
    }
    file?.write(JSONTree.array(kept).text)
  }

  private static func kept(_ file: StateFile?) -> [Pass]? {
    file?.read().flatMap { try? JSONTree($0) }.map(Self.passes)
  }

  private static func passes(_ tree: JSONTree) -> [Pass] {
    guard case .array(let elements) = tree else { return [] }
    return elements.compactMap { element in
      let members = Dictionary((element.members ?? []).map { ($0.key, $0.value) }) { first, _ in first }
      guard let hash = members["hash"]?.string, let user = members["user"]?.string,
        let time = members["time"]?.integer, let isLink = members["link"]?.bool
      else { return nil }
      return Pass(hash: hash, user: user, time: Int64(time), isLink: isLink)
    }
  }
}
