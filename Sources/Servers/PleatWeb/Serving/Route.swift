import Hummingbird

/// A kind of request: an address, a method, and the function that answers it.
struct Route: Sendable {
  let method: HTTPRequest.Method
  let path: String
  /// The parameters that the query may have.
  var parameters: [String] = []
  let answer: Answer

  /// Who may ask, and the function that answers.
  enum Answer: Sendable {
    /// Only visitors with access may ask.
    case visitors(@Sendable (Site, Site.Question) async throws -> Response)
    /// Anybody may ask, because the answer reveals nothing about an outline.
    case anybody(@Sendable (Site, Request, _ outline: String) throws -> Response)
  }

  /// Splits an address into the path of the outline and that of the route, such as `work/plans` and `/lines`; the path of
  /// an asset may have the folder of its version before it.
  ///
  /// - Parameter inFolder: Whether a folder is served; the path of a single outline is empty.
  static func parts(of path: String, inFolder: Bool) -> (outline: String, route: String) {
    guard inFolder, let slash = path.lastIndex(of: "/") else { return ("", path) }
    let start = path[..<slash].hasSuffix("/\(Asset.version)") ? path[..<slash].lastIndex(of: "/") ?? slash : slash
    return (String(path[..<start].dropFirst()), String(path[start...]))
  }

  /// All routes; `openapi.json` describes them.
  static let all: [Route] =
    [
      visitors(.get, "/", ["from", "where", "due", "token"]) { try await $0.page($1) },
      visitors(.get, "/lines", ["from", "limit"]) { try await $0.lines($1) },
      visitors(.get, "/changes", ["content", "since"]) { try await $0.changes($1) },
      visitors(.get, "/find", ["where", "in", "limit", "total"]) { try await $0.find($1) },
      visitors(.get, "/due", ["until"]) { try await $0.due($1) },
      visitors(.get, "/item", ["id"]) { try await $0.item($1) },
      visitors(.get, "/sections", ["words", "limit"]) { try await $0.sections($1) },
      visitors(.get, "/tags") { try await $0.tags($1) },
      visitors(.get, "/read", ["text"]) { try $0.read($1) },
      visitors(.post, "/apply", ["dry-run"]) { try await $0.apply($1) },
      visitors(.post, "/undo", Site.steps + ["entry"]) { try await $0.step("undo", $1) },
      visitors(.post, "/redo", Site.steps) { try await $0.step("redo", $1) },
      visitors(.post, "/form") { try await $0.form($1) },
      anybody(.post, "/sign-out") { try $0.signOut($1, at: $2) },
      anybody(.get, "/livez") { site, _, outline in try site.probed(at: outline) },
      anybody(.get, "/readyz") { site, _, outline in try site.probed(at: outline) { try site.checkReadiness() } },
    ]
    + Asset.all.map { asset in anybody(.get, "/\(asset.name)") { asset.beside($2).response(to: $1) } }

  private static func visitors(
    _ method: HTTPRequest.Method, _ path: String, _ parameters: [String] = [],
    _ answer: @escaping @Sendable (Site, Site.Question) async throws -> Response
  ) -> Route { Route(method: method, path: path, parameters: parameters, answer: .visitors(answer)) }

  private static func anybody(
    _ method: HTTPRequest.Method, _ path: String,
    _ answer: @escaping @Sendable (Site, Request, _ outline: String) throws -> Response
  ) -> Route { Route(method: method, path: path, answer: .anybody(answer)) }
}
