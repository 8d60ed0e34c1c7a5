import Hummingbird

/// A kind of request: an address, a method, and the function that answers it.
struct Route: Sendable {
  let method: HTTPRequest.Method
  let path: String
  /// The parameters that the query may have.
  var parameters: [String] = []
  /// A file that anybody may load, because it reveals nothing about an outline.
  var asset: Asset?
  /// Whether it says how the server is, to whoever asks; see ``Site/probed(_:at:)``.
  var isForProbes = false
  let answer: @Sendable (Site, Site.Question) async throws -> Response

  /// Splits an address into the path of the outline and that of the route, such as `work/plans` and `/lines`.
  ///
  /// - Parameter inFolder: Whether a folder is served; the path of a single outline is empty.
  static func parts(of path: String, inFolder: Bool) -> (outline: String, route: String) {
    guard inFolder, let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash].dropFirst()), String(path[slash...]))
  }

  /// All routes; `openapi.json` describes them.
  static let all: [Route] =
    [
      Route(method: .get, path: "/", parameters: ["from", "where", "due", "token"]) { try await $0.page($1) },
      Route(method: .get, path: "/lines", parameters: ["from", "limit"]) { try await $0.lines($1) },
      Route(method: .get, path: "/changes", parameters: ["content", "since"]) { try await $0.changes($1) },
      Route(method: .get, path: "/find", parameters: ["where", "in", "limit", "total"]) { try await $0.find($1) },
      Route(method: .get, path: "/due", parameters: ["until"]) { try await $0.due($1) },
      Route(method: .get, path: "/item", parameters: ["id"]) { try await $0.item($1) },
      Route(method: .get, path: "/tags") { try await $0.tags($1) },
      Route(method: .get, path: "/read", parameters: ["text"]) { try $0.read($1) },
      Route(method: .post, path: "/apply", parameters: ["dry-run"]) { try await $0.apply($1) },
      Route(method: .post, path: "/undo", parameters: Site.steps + ["entry"]) { try await $0.step("undo", $1) },
      Route(method: .post, path: "/redo", parameters: Site.steps) { try await $0.step("redo", $1) },
      Route(method: .post, path: "/sign-out") { _, _ in throw WebError.unknownPlace },  // needs nobody who is let in
      Route(method: .post, path: "/form") { try await $0.form($1) },
      Route(method: .get, path: "/livez", isForProbes: true) { _, _ in throw WebError.unknownPlace },
      Route(method: .get, path: "/readyz", isForProbes: true) { _, _ in throw WebError.unknownPlace },
    ]
    + Asset.all.map { asset in
      Route(method: .get, path: "/\(asset.name)", asset: asset) { _, question in
        asset.response(to: question.request)
      }
    }
}
