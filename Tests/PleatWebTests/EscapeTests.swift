import Foundation
import TestPrograms
import Testing

/// Attempts to get at what one may not have: each is refused, nothing is changed, and no answer says what it must not.
@Suite(.serialized)
struct EscapeTests {
  /// An attempt: a request, and how it may be answered.
  private struct Attempt {
    let name: String
    let statuses: Set<Int>
    /// The request line, the headers and the body; `HOST`, `PORT` and `COOKIE` are those of the server.
    let request: String
    /// What the answer must not have besides the secrets.
    var without: String?

    init(_ name: String, _ statuses: Set<Int>, without: String? = nil, _ request: String) {
      (self.name, self.statuses, self.without) = (name, statuses, without)
      self.request = request
    }
  }

  /// A post with the cookie, from a site or from none.
  private static func post(_ target: String, _ body: String, _ headers: String = "Origin: http://HOST") -> String {
    let own = headers.isEmpty ? "" : "\(headers)\r\n"
    return
      "POST \(target) HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\n\(own)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func get(_ target: String, _ headers: String = "Cookie: COOKIE") -> String {
    "GET \(target) HTTP/1.1\r\nHost: HOST\r\n\(headers)\r\n\r\n"
  }

  private static let edit = "add hacked --in Home"
  private static let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document"

  private static let attempts: [Attempt] =
    [
      // Another host, as by DNS rebinding.
      Attempt("host of another site", [421], "GET /lines HTTP/1.1\r\nHost: evil.example\r\nCookie: COOKIE\r\n\r\n"),
      Attempt(
        "host that begins as ours", [421],
        "GET /lines HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\nCookie: COOKIE\r\n\r\n"
      ),
      Attempt(
        "host with a user before it", [400, 421],
        "GET /lines HTTP/1.1\r\nHost: HOST@evil.example\r\nCookie: COOKIE\r\n\r\n"),
      Attempt("no host", [400, 0], "GET /lines HTTP/1.1\r\nCookie: COOKIE\r\n\r\n"),
      Attempt(
        "two hosts", [400, 421, 0], "GET /lines HTTP/1.1\r\nHost: evil.example\r\nHost: HOST\r\nCookie: COOKIE\r\n\r\n"),
      Attempt(
        "whole address of another site", [404, 421],
        "GET http://evil.example/lines HTTP/1.1\r\nHost: evil.example\r\nCookie: COOKIE\r\n\r\n"),
      // Another site makes the browser send it.
      Attempt("post from another site", [403], post("/apply", edit, "Origin: http://evil.example")),
      Attempt("post from a file", [403], post("/apply", edit, "Origin: null")),
      Attempt("post from another port", [403], post("/apply", edit, "Origin: http://127.0.0.1:1")),
      Attempt(
        "post from an origin that begins as ours", [403], post("/apply", edit, "Origin: http://HOST.evil.example")),
      Attempt(
        "post with two origins", [403], post("/apply", edit, "Origin: http://HOST\r\nOrigin: http://evil.example")),
      Attempt("post without an origin", [403], post("/apply", edit, "")),
      Attempt("post across sites", [403], post("/apply", edit, "Origin: http://HOST\r\nSec-Fetch-Site: cross-site")),
      Attempt("post from the same site", [403], post("/apply", edit, "Sec-Fetch-Site: same-site")),
      Attempt(
        "post as plain text from another site", [403],
        post("/apply", edit, "Origin: http://evil.example\r\nContent-Type: text/plain")),
      Attempt(
        "form from another site", [403],
        post(
          "/form", "verb=toggle&id=%40s1",
          "Origin: http://evil.example\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Site: cross-site")),
      Attempt("sign-out from another site", [403], post("/sign-out", "", "Origin: http://evil.example")),
      Attempt("sign-out by a question", [405], get("/sign-out")),
      Attempt("undo from another site", [403], post("/undo", "", "Origin: http://evil.example")),
      Attempt("lines in a page of another site", [403], get("/lines", "Cookie: COOKIE\r\nSec-Fetch-Site: cross-site")),
      Attempt(
        "stream in a page of another site", [403],
        get("/changes", "Cookie: COOKIE\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors")),
      Attempt("lines as a link of another site", [403], get("/lines", "Cookie: COOKIE\r\n\(link)")),
      Attempt("place that is none as a link of another site", [403], get("/nowhere", "Cookie: COOKIE\r\n\(link)")),
      Attempt(
        "page in a frame of another site", [403],
        get("/", "Cookie: COOKIE\r\n\(link.replacingOccurrences(of: "document", with: "iframe"))")),
      Attempt(
        "page in a script of another site", [403],
        get("/", "Cookie: COOKIE\r\n\(link.replacingOccurrences(of: "navigate", with: "no-cors"))")),
      Attempt("question from another origin", [403], get("/lines", "Cookie: COOKIE\r\nOrigin: http://evil.example")),
      // Nobody has let them in.
      Attempt("page without a cookie", [401], get("/", "Accept: */*")),
      Attempt("lines without a cookie", [401], get("/lines", "Accept: */*")),
      Attempt("stream without a cookie", [401], get("/changes", "Accept: */*")),
      Attempt(
        "edit without a cookie", [401],
        "POST /apply HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Length: 20\r\n\r\n\(edit)"),
      Attempt(
        "cookie of nobody", [401],
        get("/lines", "Cookie: NAME=0000000000000000000000000000000000000000000000000000000000000000")),
      Attempt("cookie cut short", [401], get("/lines", "Cookie: SHORT")),
      Attempt("empty cookie", [401], get("/lines", "Cookie: NAME=")),
      Attempt("cookie of another name", [401], get("/lines", "Cookie: pleat=VALUE")),
      Attempt("hash of a cookie", [401], get("/lines", "Cookie: NAME=HASH")),
      Attempt("link as a cookie", [401], get("/lines", "Cookie: NAME=LINK")),
      Attempt("link that was used", [401], get("/?token=LINK", "Accept: */*")),
      Attempt("cookie as a link", [401], get("/?token=VALUE", "Accept: */*")),
      Attempt("link of nobody", [401], get("/?token=0000", "Accept: */*")),
      Attempt("token of nobody", [401], get("/lines", "Authorization: Bearer 0000")),
      Attempt(
        "edit with a token of nobody", [401],
        "POST /apply HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer 0000\r\nContent-Length: 20\r\n\r\n\(edit)"),
      Attempt("password of nobody", [401], get("/lines", "Authorization: Basic YW5hOmFuYQ==")),
      // Another user.
      Attempt("user in a header over TCP", [401], get("/lines", "Remote-User: ana")),
      Attempt("user in other headers over TCP", [401], get("/lines", "X-Forwarded-User: ana\r\nX-Remote-User: ana")),
      Attempt(
        "another user in a header, with a cookie", [200], without: "\"user\":\"bob\"",
        post("/apply?dry-run=yes", "expand --all", "Origin: http://HOST\r\nRemote-User: bob")),
      Attempt("another user in the query", [400], get("/lines?user=bob")),
      Attempt("stream of another user", [400], get("/changes?user=bob")),
      Attempt("fold of another user", [400], post("/apply", "collapse Home -u bob")),
      Attempt(
        "fold of another user as JSON", [400],
        post("/apply", "{\"verb\":\"collapse\",\"arguments\":[\"Home\"],\"user\":\"bob\"}")),
      Attempt("option as an id", [404], get("/item?id=--user%3Dbob")),
      Attempt("option as a filter", [200], without: "bob", get("/find?where=--user%3Dbob")),
      // Another file, and what serve refuses.
      Attempt("another file in the query", [400], get("/find?where=x&file=OTHER")),
      Attempt("another file in a batch", [400], post("/apply", "add x --in Home -f OTHER")),
      Attempt("import of a file", [400], post("/apply", "import OTHER")),
      Attempt("export to a file", [400], post("/apply", "export OTHER.json")),
      Attempt("backup to a file", [400], post("/apply", "backup OTHER.bak")),
      Attempt("SQL", [400], post("/apply", "sql 'DELETE FROM row'")),
      Attempt("settings", [400], post("/apply", "settings inbox hacked")),
      Attempt("users", [400], post("/apply", "users --delete bob")),
      Attempt("batch of a batch", [400], post("/apply", "apply OTHER")),
      Attempt("editor", [400], post("/apply", "edit Home")),
      Attempt("editor of everything", [400], post("/apply", "edit --all")),
      Attempt("serve", [400], post("/apply", "serve -f OTHER -u bob")),
      Attempt("shell in a batch", [400, 404], post("/apply", "add x --in Home; touch OTHER.made")),
      Attempt("reading standard input", [400], post("/apply", "add -\nhacked")),
      Attempt("file on a network", [400], post("/apply", "add x --in Home --allow-network-file")),
      Attempt("verb in a form", [400], post("/form", "verb=delete&id=%40s1")),
      Attempt("address in a form", [400], post("/form", "verb=toggle&id=Home")),
      Attempt("option in a form", [400, 404], post("/form", "verb=toggle&id=%40s1%20-u%20bob")),
      // Paths.
      Attempt("folder above", [404], get("/../../../etc/passwd")),
      Attempt("folder above in percent signs", [404], get("/%2e%2e/%2e%2e/etc/passwd")),
      Attempt("folder above after an asset", [404], get("/icon.svg/../../outline.db")),
      Attempt("backslashes", [404], get("/..\\..\\outline.db")),
      Attempt("two slashes", [400, 404, 421], get("//lines")),
      Attempt("slash at the end", [404], get("/lines/")),
      Attempt("dot", [404], get("/./lines")),
      Attempt("letters in percent signs", [404], get("/%6cines")),
      Attempt("NUL", [400, 404, 0], get("/lines%00.css")),
      Attempt("capitals", [404], get("/LINES")),
      Attempt("skeleton of the page", [404], get("/page.html")),
      Attempt("the outline itself", [404], get("/outline.db")),
      Attempt("parameter in the path", [404], get("/lines;user=bob")),
      // Methods.
      Attempt(
        "PUT", [403, 405],
        "PUT /apply HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nOrigin: http://HOST\r\nContent-Length: 20\r\n\r\n\(edit)"
      ),
      Attempt("DELETE", [405], "DELETE /lines HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nOrigin: http://HOST\r\n\r\n"),
      Attempt(
        "OPTIONS from another site", [403],
        "OPTIONS /apply HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n"
      ),
      Attempt("TRACE", [403, 405], "TRACE /lines HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\n\r\n"),
      Attempt(
        "CONNECT", [400, 403, 404, 405, 421, 0],
        "CONNECT evil.example:80 HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\n\r\n"),
      Attempt("edit by a question", [405], get("/apply?\(edit.replacingOccurrences(of: " ", with: "+"))")),
      Attempt("method in a header", [200], get("/lines", "Cookie: COOKIE\r\nX-HTTP-Method-Override: POST")),
      // What is too much, or no HTTP.
      Attempt(
        "body that says it is too long", [413],
        "POST /apply HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nOrigin: http://HOST\r\nContent-Length: 2000000\r\n\r\n"
      ),
      Attempt("body that is too long", [413], post("/apply", String(repeating: "# comment\n", count: 110_000))),
      Attempt(
        "pieces that are too long", [413],
        "POST /apply HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nOrigin: http://HOST\r\nTransfer-Encoding: chunked\r\n\r\n"
          + String(repeating: "10000\r\n\(String(repeating: "#", count: 65_536))\r\n", count: 20) + "0\r\n\r\n"),
      Attempt(
        "header that is too long", [400, 431, 0],
        get("/lines", "Cookie: COOKIE\r\nX-Long: \(String(repeating: "x", count: 100_000))")),
      Attempt(
        "too many headers", [400, 431, 0],
        get("/lines", "Cookie: COOKIE" + String(repeating: "\r\nX-Many: x", count: 500))),
      Attempt("address that is too long", [400, 404, 414, 431, 0], get("/" + String(repeating: "x", count: 100_000))),
      Attempt("JSON that is too deep", [400], post("/apply", "{\"verb\":" + String(repeating: "[", count: 100_000))),
      Attempt(
        "text that is not UTF-8", [400],
        post("/apply", "add \u{FFFD}").replacingOccurrences(of: "\u{FFFD}", with: "BROKEN")),
      Attempt("key that is no number", [400], post("/apply", edit, "Origin: http://HOST\r\nIdempotency-Key: x")),
      Attempt("time zone with a file", [400], get("/lines", "Cookie: COOKIE\r\nTime-Zone: /etc/passwd")),
      Attempt(
        "time zone with a folder above", [400], get("/lines", "Cookie: COOKIE\r\nTime-Zone: Europe/../../passwd")),
      Attempt("time zone with a rule", [400], get("/lines", "Cookie: COOKIE\r\nTime-Zone: CET-1CEST,M3.5.0,M10.5.0/3")),
      Attempt("time zone of nothing", [400], get("/lines", "Cookie: COOKIE\r\nTime-Zone: ")),
      Attempt("key below one", [400], post("/apply", edit, "Origin: http://HOST\r\nIdempotency-Key: 0")),
      Attempt(
        "key that is too great", [400],
        post("/apply", edit, "Origin: http://HOST\r\nIdempotency-Key: 9223372036854775808")),
      Attempt(
        "two lengths", [400, 0],
        "POST /apply HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nOrigin: http://HOST\r\nContent-Length: 20\r\nContent-Length: 21\r\n\r\n\(edit)x"
      ),
      Attempt(
        "length and pieces", [400, 0],
        "POST /apply HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nOrigin: http://HOST\r\nContent-Length: 20\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(edit)"
      ),
      Attempt(
        "length that is no number", [400, 0],
        "POST /apply HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nOrigin: http://HOST\r\nContent-Length: -1\r\n\r\n"),
      Attempt("no HTTP", [400, 0], "\u{16}\u{3}\u{1}hello\r\n\r\n"),
      Attempt("line break in a place", [303, 400, 401], without: "\r\nX-Made", get("/?token=%0d%0aX-Made:%20yes")),
      Attempt(
        "line break in a form", [303, 400, 404], without: "\r\nX-Made",
        post("/form", "verb=done&id=%40r99%0d%0aX-Made:%20yes")),
      Attempt("script in a filter", [200], without: "<script>alert", get("/?where=%3Cscript%3Ealert(1)%3C/script%3E")),
    ]

  @Test func `every attempt is refused, changes nothing and says nothing`() throws {
    #expect(Self.attempts.count >= 60)
    let server = try WebServer()
    try server.pleat("add", "SECRET", "--in", "Work", "-u", "bob")
    try server.pleat("collapse", "--all", "-u", "bob")
    let before = try server.pleat("export", "--format", "json", "-").text
    #expect(before.contains("SECRET"))
    for attempt in Self.attempts {
      let client = try RawClient(server.place)
      client.send(Self.bytes(of: attempt.request, to: server))
      try check(client.response(), to: attempt, of: server)
      #expect(try server.pleat("export", "--format", "json", "-").text == before, "\(attempt.name)")
    }
  }

  private func check(_ answer: RawResponse, to attempt: Attempt, of server: WebServer) throws {
    #expect(attempt.statuses.contains(answer.status), "\(attempt.name): \(answer.status) \(answer.body.prefix(500))")
    let all = answer.head + answer.body
    for secret in [server.folder.path, "outline.db", "root:", attempt.without].compactMap(\.self) {
      #expect(!all.contains(secret), "\(attempt.name): \(secret) in \(all.prefix(2_000))")
    }
    if ![0, 200].contains(answer.status) {
      #expect(!answer.body.contains("SECRET"), "\(attempt.name): \(answer.body)")
    }
    let made = try FileManager.default.contentsOfDirectory(atPath: server.folder.path).filter { $0.hasPrefix("other") }
    #expect(made.isEmpty, "\(attempt.name)")
  }

  private static func bytes(of request: String, to server: WebServer) -> [UInt8] {
    let parts = server.cookie.split(separator: "=").map(String.init)
    let hash = (try? Program.run(["sha256sum"], input: parts[1]).text.prefix(64)).map(String.init) ?? ""
    var text = request
    for (sign, value) in [
      ("HOST", server.host), ("COOKIE", server.cookie), ("SHORT", String(server.cookie.dropLast())), ("NAME", parts[0]),
      ("VALUE", parts[1]), ("HASH", hash), ("LINK", server.link.replacingOccurrences(of: "token=", with: "")),
      ("OTHER", server.folder.path(of: "other")),
    ] { text = text.replacingOccurrences(of: sign, with: value) }
    // The length is that of what is sent.
    if let head = text.range(of: "\r\n\r\n"), text.hasPrefix("POST"), !request.contains("Content-Length: -"),
      !request.contains("2000000"), request.components(separatedBy: "Content-Length").count == 2
    {
      let body = text[head.upperBound...].replacingOccurrences(of: "BROKEN", with: "??????")
      text =
        String(text[..<head.lowerBound].replacing(/Content-Length: \d+/, with: "Content-Length: \(body.utf8.count)"))
        + String(text[head.lowerBound...])
    }
    let bytes = Array(text.utf8)
    guard let place = bytes.firstRange(of: Array("BROKEN".utf8)) else { return bytes }
    return bytes[..<place.lowerBound] + [0xC3, 0x28, 0xA0, 0xA1, 0xE2, 0x28] + bytes[place.upperBound...]
  }

  @Test func `at a socket, several users and none are refused`() throws {
    let folder = try ScratchFolder()
    let server = try WebServer(["--socket", folder.path(of: "s")], in: folder)
    #expect(try server.get("/lines", "Remote-User: ana", "Remote-User: bob").status == 400)
    #expect(try server.get("/lines", "Remote-User: ").status == 401)
    #expect(try server.get("/lines", "X-Remote-User: ana").status == 401)
  }

  @Test func `one user may not ask or listen without end`() throws {
    let server = try WebServer()
    let streams = try (0..<110).map { _ in try server.stream() }
    #expect(try server.get("/changes").status == 429)
    #expect(streams.count == 110)
    let client = try RawClient(server.place)
    let question = "GET /lines?limit=0 HTTP/1.1\r\nHost: \(server.host)\r\nCookie: \(server.cookie)\r\n\r\n"
    var statuses: [Int: Int] = [:]
    for _ in 0..<2_000 where statuses[429] == nil {
      client.send(question)
      statuses[client.response().status, default: 0] += 1
    }
    #expect(statuses[429] == 1)
    #expect(Set(statuses.keys) == [200, 429])
  }

  @Test func `a slow client is left, and nobody else waits for it`() throws {
    let server = try WebServer()
    let slow = [
      "GET /lines HTTP/1.1\r\nHost: \(server.host)\r\n",
      "POST /apply HTTP/1.1\r\nHost: \(server.host)\r\nCookie: \(server.cookie)\r\nOrigin: http://\(server.host)\r\n"
        + "Content-Length: 100\r\n\r\nadd",
    ]
    let clients = try slow.flatMap { text in
      try (0..<50).map { _ in
        let client = try RawClient(server.place, patience: 60)
        client.send(text)
        return client
      }
    }
    #expect(try server.get("/lines").status == 200)
    for client in clients { #expect([0, 408].contains(client.response().status)) }
  }
}
