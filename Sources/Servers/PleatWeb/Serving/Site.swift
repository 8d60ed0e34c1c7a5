import Hummingbird
import Locking
import NIOCore
import OutlineCore
import OutlineJSON
import PleatOutput
import PleatSystem

/// The page, and the answers to all requests.
struct Site: Sendable {
  let gate: Gate
  let outlines: ServedOutlines
  let followers: Followers
  let limits: Limits
  private let rate: RateLimit
  /// How many wrong tokens are answered without a delay.
  private let strangers = RateLimit(perSecond: 1 / 3, most: 20)
  /// Why outlines cannot be served, as ``checkReadiness()`` found it last; nil if they can.
  private let unreadiness = Lock<String?>(nil)
  /// The time zone for requests that specify none.
  let zone: String

  /// Limits on the requests of one user.
  struct Limits: Sendable {
    var bodyBytes = 1 << 20
    /// How long the body of a request may take to arrive.
    var bodyTime = Duration.seconds(20)
    var streams = 100
    var requestsPerSecond = 100.0
    var requestsAtOnce = 400.0
    var lines = 1_000
    /// How many hits of a filter are counted.
    var hits = 100_000
    /// The delay after many wrong tokens.
    var pause = Duration.seconds(2)
  }

  init(gate: Gate, outlines: ServedOutlines, followers: Followers, limits: Limits = Limits()) {
    (self.gate, self.outlines, self.followers, self.limits) = (gate, outlines, followers, limits)
    rate = RateLimit(perSecond: limits.requestsPerSecond, most: limits.requestsAtOnce)
    zone = Platform.zone()
    // The variable exists from now on, so that the environment never grows while another thread reads it.
    Platform.useZone(zone)
  }

  /// Answers a request.
  ///
  /// - Throws: ``WebError``.
  func answer(_ request: Request, over channel: any Channel) async throws -> Response {
    let (place, path) = Route.parts(of: request.uri.path, inFolder: outlines.areInFolder)
    let known = Route.all.filter { $0.path == path }.map(\.method.rawValue)
    try gate.check(request, isPage: path == "/" || known.isEmpty && outlines.areInFolder)
    guard let route = Route.all.first(where: { $0.path == path && $0.method == request.method }) else {
      if known.isEmpty, outlines.areInFolder, request.method == .get {
        return Response(status: .seeOther, headers: [.location: ".\(path)/"])  // the page of an outline
      }
      if known.isEmpty { throw WebError.unknownPlace }
      var error = WebError(.methodNotAllowed, .usage, "This address is not asked for in that way.")
      error.methods = known
      throw error
    }
    let answer: @Sendable (Site, Question) async throws -> Response
    switch route.answer {
    case .anybody(let answer): return try answer(self, request, place)
    case .visitors(let found): answer = found
    }
    guard let query = Fields(request.uri.query ?? "") else { throw WebError.badQuery("The query cannot be read.") }
    if route.path == "/", let token = query["token"] { return try await enter(with: token, request) }
    guard let visitor = try gate.visitor(of: request) else {
      if gate.hasToken(request) { try await note(wrongTokenAt: route.path) }
      if route.path == "/" { return PageWriter.locked(gate.refusal(onPageFor: request)) }
      throw WebError(.unauthorized, .noPermission, gate.refusal)
    }
    let user = visitor.user
    if !rate.takes(user) { throw WebError.tooMany }
    if let name = query.names.first(where: { !route.parameters.contains($0) }) {
      throw WebError.badQuery("There is no parameter '\(Escapes.oneLine(name))' here.")
    }
    if outlines.areInFolder, place.isEmpty {
      if route.path == "/" { return try await index(for: user).kept(as: cacheName(for: user)) }
      throw WebError.unknownPlace
    }
    let outline: ServedOutline
    do { outline = try outlines.outline(place, for: user) } catch {
      Log.write(refusalOf: user, path == "/" ? "page" : String(path.dropFirst()), of: place)
      if route.path != "/" { throw WebError(refused: error) }
      return PageWriter.unseen(below: outlines.index(from: request.uri.path)).kept(as: cacheName(for: user))
    }
    if let key = request.headers[.pleatKey], key != Self.key(of: user, at: outline.path) {
      throw WebError(.unauthorized, .noPermission, "Somebody else is signed in now, or this is another outline.")
    }
    return try await answer(
      self,
      Question(
        request: request, query: query, user: user, outline: outline, zone: try zone(of: request), channel: channel,
        isLetIn: { visitor.isLetIn() && outlines.areSeen(outline, by: user) })
    ).kept(as: cacheName(for: user))
  }

  /// Answers a program that asks how the server is: `/livez` while it answers at all, `/readyz` while it can serve outlines.
  func probed(at place: String, check: () throws -> Void = {}) throws -> Response {
    if !place.isEmpty { throw WebError.unknownPlace }
    try check()
    return Self.json(Array("{\"status\":\"ok\"}\n".utf8))
  }

  /// Checks whether outlines can be served now; only the log says why not, once for each reason.
  ///
  /// - Throws: ``WebError``; also for too many requests, since anybody may ask and the file is opened for each.
  func checkReadiness() throws(WebError) {
    if !rate.takes("") { throw WebError.tooMany }
    var reason: String?
    do { try outlines.check() } catch { reason = Failure(error).message }
    unreadiness.withLock { last in
      if last != reason { Log.write(reason.map { "not ready: \($0)" } ?? "ready again") }
      last = reason
    }
    if reason != nil { throw WebError.notReady }
  }

  /// A request from a visitor with access.
  struct Question: Sendable {
    let request: Request
    let query: Fields
    let user: String
    let outline: ServedOutline
    /// The reader's time zone, as POSIX writes it.
    let zone: String
    let channel: any Channel
    /// Whether the user still has access: the token or cookie is valid, and the right exists.
    let isLetIn: @Sendable () -> Bool
  }

  private func enter(with token: String, _ request: Request) async throws -> Response {
    guard let cookie = gate.cookie(for: token, of: request) else {
      if try gate.visitor(of: request) != nil { return Response(status: .seeOther, headers: [.location: "./"]) }
      try await note(wrongTokenAt: "/")
      return PageWriter.locked(gate.refusal)
    }
    return Response(status: .seeOther, headers: [.location: "./", .setCookie: cookie])
  }

  func signOut(_ request: Request, at place: String) throws -> Response {
    if !gate.signsOut || !place.isEmpty { throw WebError.unknownPlace }
    return Response(status: .seeOther, headers: [.location: "./", .setCookie: gate.signOut(request)])
  }

  /// Logs a wrong token; after many of them, delays the answer.
  private func note(wrongTokenAt path: String) async throws {
    if strangers.takes("") { return Log.write("refused a wrong token at \(path)") }
    try await Task.sleep(for: limits.pause)
    throw WebError.tooManyWrongTokens
  }

  /// Returns the time zone of a request, or the server's if this machine does not know the name.
  private func zone(of request: Request) throws(WebError) -> String {
    guard let name = request.headers[.timeZone] else { return zone }
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_+-/".utf8.contains(byte)
      }
    }
    if !isName || !(1...64).contains(name.utf8.count) || name.hasPrefix("/") {
      throw WebError.badQuery("A time zone is named as in Europe/Vienna.")
    }
    return Platform.zone(named: name) ?? zone
  }

  /// Reads the whole body of a request.
  func body(of request: Request) async throws -> [UInt8] {
    let limit = limits.bodyBytes
    if let length = request.headers[.contentLength].flatMap(Int.init), length > limit { throw WebError.tooLong }
    return try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask {
        var bytes: [UInt8] = []
        for try await part in request.body {
          bytes += part.readableBytesView
          if bytes.count > limit { throw WebError.tooLong }
        }
        return bytes
      }
      group.addTask { [limits] in
        try await Task.sleep(for: limits.bodyTime)
        throw WebError(.requestTimeout, .inputOutput, "The request took too long to arrive. Nothing was changed.")
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }
}

extension Response {
  /// Returns the answer with the name under which the service worker keeps pages, by which they notice another version.
  fileprivate func kept(as name: String) -> Response {
    var response = self
    response.headers[.pleatCache] = name
    return response
  }
}
