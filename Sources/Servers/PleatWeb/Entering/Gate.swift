import HTTPTypes
import Hummingbird
import PleatOutput

/// Decides who may enter: it checks the origin and the user of a request before anything else looks at it.
struct Gate: Sendable {
  /// How a request identifies its user.
  enum Door: Sendable {
    /// There is one user, who gets links that work once and are exchanged for cookies.
    case own(user: String, Passes)
    /// Everybody has a token.
    case tokens(UserList)
    /// A reverse proxy names the user, over a socket that only the proxy can reach.
    case proxy
  }

  let door: Door
  /// The host names of the page; nil if the proxy checks them.
  let hosts: Set<String>?
  /// The name of the cookie, which differs for each outline, since cookies are shared by all ports of a host.
  let cookieName: String

  /// Checks that a request was meant for this server, and that no other site has made a browser send it.
  ///
  /// - Parameter isPage: Whether its address is that of a page, to which another site may link, since loading it
  ///   changes nothing.
  func check(_ request: Request, isPage: Bool) throws(WebError) {
    guard let authority = request.head.authority?.lowercased(), !authority.isEmpty else {
      throw WebError(.badRequest, .usage, "The request does not say which host it is for.")
    }
    if let hosts, !hosts.contains(Self.name(of: authority)) {
      throw WebError(.misdirectedRequest, .noPermission, "This server is not known under that name.")
    }
    let origins = request.headers[values: .origin]
    if origins.contains(where: { !Self.isSame($0.lowercased(), authority) }) { throw Self.foreign }
    let isQuestion = request.method == .get
    switch request.headers[.fetchSite] {
    case nil:
      if !isQuestion, origins.isEmpty, !isOfProgram(request) { throw Self.foreign }
    case "same-origin", "none": break
    default:
      // The user followed a link from another site; without the cookie, that shows nothing.
      let isLink =
        isQuestion && request.headers[.fetchMode] == "navigate" && request.headers[.fetchDestination] == "document"
      if !isLink || !isPage { throw Self.foreign }
    }
  }

  /// A user who was let in.
  struct Visitor: Sendable {
    let user: String
    /// Whether the token or cookie of the visitor is still valid; always true for a visitor from a proxy.
    let isLetIn: @Sendable () -> Bool
  }

  /// Returns the visitor who sends a request; nil without a valid token or cookie.
  func visitor(of request: Request) throws(WebError) -> Visitor? {
    let find: @Sendable (_ hash: String) -> String?
    switch door {
    case .proxy:
      let names = request.headers[values: .remoteUser]
      if names.count > 1 { throw WebError(.badRequest, .usage, "The proxy names several users.") }
      return names.first.flatMap { name in name.isEmpty ? nil : Visitor(user: name) { true } }
    case .own(let user, let passes):
      find = { hash in passes.user(ofCookie: hash)?.utf8.elementsEqual(user.utf8) == true ? user : nil }
    case .tokens(let list): find = list.user
    }
    for hash in tokens(of: request).map(SHA256.hex) {
      guard let user = find(hash) else { continue }
      return Visitor(user: user) { find(hash)?.utf8.elementsEqual(user.utf8) == true }
    }
    return nil
  }

  /// Whether a request has a token, valid or not.
  func hasToken(_ request: Request) -> Bool {
    if case .proxy = door { return false }
    return tokens(of: request).contains { !$0.isEmpty }
  }

  /// Returns the cookie for a token in a link; nil for an invalid token.
  func cookie(for token: String, of request: Request) -> String? {
    switch door {
    case .proxy: return nil
    case .own(let user, let passes):
      guard passes.redeem(token)?.utf8.elementsEqual(user.utf8) == true else { return nil }
      let browser = Browser.name(in: request.headers[.userAgent] ?? "")
      return cookie(passes.makeCookie(for: user, in: browser), lasting: Passes.longestCookie, request)
    case .tokens(let list):
      return list.user(of: SHA256.hex(token)).map { _ in cookie(token, lasting: Passes.longestCookie, request) }
    }
  }

  /// Signs the browser of a request out, and returns a cookie that replaces its own.
  func signOut(_ request: Request) -> String {
    if case .own(let user, let passes) = door {
      for token in tokens(of: request) { passes.takeBack(SHA256.hex(token), of: user) }
    }
    return cookie("", lasting: 0, request)
  }

  private func cookie(_ value: String, lasting seconds: Int64, _ request: Request) -> String {
    // A client that forges the header only makes its own cookie useless.
    let isSecure = request.headers[.forwardedProtocol] == "https"
    return "\(cookieName)=\(value); HttpOnly; SameSite=Strict; Max-Age=\(seconds)\(isSecure ? "; Secure" : "")"
  }

  /// The message on the page for a browser without access.
  ///
  /// A browser withholds its cookie after a link on another site, but sends it after a link on this page.
  func refusal(onPageFor request: Request) -> String {
    if case .proxy = door { return refusal }
    let isLink = request.headers[.fetchSite] == "cross-site" && tokens(of: request).isEmpty
    return isLink ? "After a link on another site, the browser does not say who you are." : refusal
  }

  /// What to do to get access.
  var refusal: String {
    switch door {
    case .own:
      "This browser has not been let in; a link lets in one browser, once. Run 'pleat web' again for a new link."
    case .tokens:
      "This browser has not been let in, or its token is no longer valid. Ask whoever runs this page for a new link."
    case .proxy: "The proxy before this page has not said who you are. Log in there."
    }
  }

  private static let foreign = WebError(.forbidden, .noPermission, "Another site has sent this. Nothing was changed.")

  /// Whether the page can sign browsers out; with a proxy, only the proxy can.
  var signsOut: Bool { if case .proxy = door { false } else { true } }

  /// Returns the tokens in a request.
  private func tokens(of request: Request) -> [String] {
    let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap {
      cookie -> String? in
      let sides = cookie.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].drop(while: { $0 == " " }) == cookieName else { return nil }
      return String(sides[1])
    }
    return cookies.prefix(4) + Self.bearer(of: request)
  }

  /// Whether a program sends the request: another site cannot make a browser send such a token.
  private func isOfProgram(_ request: Request) -> Bool { !Self.bearer(of: request).isEmpty }

  private static func bearer(of request: Request) -> [String] {
    request.headers[values: .authorization].compactMap { value in
      value.lowercased().hasPrefix("bearer ") ? String(value.dropFirst(7)) : nil
    }
  }

  /// Whether an origin is the host that the request was sent to.
  private static func isSame(_ origin: String, _ authority: String) -> Bool {
    origin == "http://\(authority)" || origin == "https://\(authority)"
  }

  private static func name(of authority: String) -> String {
    guard let colon = authority.lastIndex(of: ":"),
      authority[authority.index(after: colon)...].allSatisfy(\.isWholeNumber)
    else { return authority }
    return String(authority[..<colon])
  }
}

/// The names of browsers in the list of signed-in browsers.
enum Browser {
  /// Returns the name of a browser and of its system; empty if the browser does not tell.
  static func name(in userAgent: String) -> String {
    let first = { (names: [(sign: String, name: String)]) in names.first { userAgent.contains($0.sign) }?.name }
    let browser = first([
      ("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrom", "Chrome"), ("Safari/", "Safari"),
    ])
    let system = first([
      ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
      ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ])
    return [browser, system].compactMap(\.self).joined(separator: " on ")
  }
}
