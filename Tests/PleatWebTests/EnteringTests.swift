import Foundation
import TestPrograms
import Testing

/// What lets somebody in ends at once for everything that it has opened, streams too.
@Suite(.serialized)
struct EnteringTests {
  private static func line(_ user: String, _ token: String) throws -> String {
    "\(user) \(try Program.run(["sha256sum"], input: token).text.prefix(64))\n"
  }

  private static func write(_ lines: String, to users: String) throws {
    try lines.write(toFile: users, atomically: true, encoding: .utf8)
  }

  /// A server for the users ana and bob, whose tokens are aaa and bbb.
  private static func serverOfUsers(_ options: String...) throws -> (server: WebServer, users: String) {
    let folder = try ScratchFolder()
    let users = folder.path(of: "users")
    try write(line("ana", "aaa") + line("bob", "bbb"), to: users)
    return (try WebServer(["--users", users] + options, in: folder), users)
  }

  private static let bob = "Authorization: Bearer bbb"

  /// Checks that a stream ends before it tells of any of the edits that follow.
  private static func expectEnd(of stream: RawStream, whileEditing server: WebServer) throws {
    for number in 1...3 { try server.pleat("add", "secret \(number)", "--in", "Home") }
    let event = stream.next()
    #expect(event == nil && stream.isEnded, "\(String(describing: event))")
  }

  @Test(arguments: [
    ("taken out", "ana"), ("the last one", ""), ("of another token", "bob 0"), ("no line of users any more", "bob"),
  ])
  func `a stream of a token that is taken out of the file of users tells of nothing more`(
    name: String, rest: String
  ) throws {
    let (server, users) = try Self.serverOfUsers()
    let stream = try server.stream("/changes", after: nil, Self.bob, "Connection: close")
    let other = try server.stream("/changes", after: nil, "Authorization: Bearer aaa")
    try server.pleat("add", "tea", "--in", "Home")
    #expect(stream.next()?.data.contains("tea") == true && other.next()?.data.contains("tea") == true)
    let lines = ["ana": try Self.line("ana", "aaa"), "": "", "bob 0": try Self.line("bob", "ccc"), "bob": "bob bbb\n"]
    try Self.write(lines[rest] ?? "", to: users)
    try Self.expectEnd(of: stream, whileEditing: server)
    #expect(try server.get("/lines", cookie: "", Self.bob).status == 401)
    #expect((other.next()?.data.contains("secret 1") == true) == (rest == "ana"), "\(name)")
  }

  @Test func `a stream without changes ends as well`() throws {
    let (server, users) = try Self.serverOfUsers()
    let stream = try server.stream("/changes", after: nil, Self.bob, "Connection: close")
    try Self.write(Self.line("ana", "aaa"), to: users)
    #expect(stream.next() == nil && stream.isEnded)
  }

  @Test func `in a folder, a stream ends with the token and with the right`() throws {
    let folder = try ScratchFolder()
    let (users, lists) = (folder.path(of: "users"), folder.path(of: "lists"))
    try FileManager.default.createDirectory(atPath: lists, withIntermediateDirectories: true)
    try Self.write(Self.line("ana", "aaa") + Self.line("bob", "bbb"), to: users)
    try Self.write("edit ana *\nsee bob *\n", to: lists + "/.pleat-directory")
    let server = try WebServer(["--users", users, "--folder", lists], edits: "", in: folder)
    let pleat = { (words: String...) in
      try Program.run(
        [WebServer.programs.appendingPathComponent("pleat").path, "-f", lists + "/home.db"] + words,
        environment: WebServer.environment(folder))
    }
    #expect(try pleat("add", "milk").status == 0)
    for change in [
      { try Self.write("edit ana *\n", to: lists + "/.pleat-directory") },
      { try Self.write(Self.line("ana", "aaa"), to: users) },
    ] {
      try Self.write("edit ana *\nsee bob *\n", to: lists + "/.pleat-directory")
      let stream = try server.stream("/home/changes", after: nil, Self.bob, "Connection: close")
      #expect(try pleat("add", "tea").status == 0)
      #expect(stream.next()?.data.contains("tea") == true)
      try change()
      #expect(try pleat("add", "secret").status == 0)
      let event = stream.next()
      #expect(event == nil && stream.isEnded, "\(String(describing: event))")
    }
  }

  @Test func `the button signs this browser out, and no other one`() throws {
    let server = try WebServer()
    let other = try Self.comeIn(to: server, as: "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0")
    let stream = try server.stream("/changes", after: nil, "Connection: close")
    #expect(try server.get("/").body.contains("<form id=\"leave\" action=\"sign-out\" method=\"post\">"))
    let answer = try server.post("/sign-out")
    #expect(answer.status == 303 && answer["Location"] == "./")
    let cookie = try #require(answer["Set-Cookie"])
    #expect(
      cookie.hasPrefix(server.cookie.split(separator: "=")[0] + "=;") && cookie.contains("Max-Age=0"), "\(cookie)")
    try Self.expectEnd(of: stream, whileEditing: server)
    #expect(try server.get("/lines").status == 401)
    #expect(try server.get("/lines", cookie: other).status == 200)
    try server.killAndStart()
    #expect(try server.get("/lines").status == 401 && server.get("/lines", cookie: other).status == 200)
  }

  @Test func `a user with a token is signed out in this browser, whose cookie is taken away`() throws {
    let (server, _) = try Self.serverOfUsers()
    server.cookie = try server.get("/?token=bbb")["Set-Cookie"]?.components(separatedBy: ";").first ?? ""
    #expect(try server.get("/").body.contains("action=\"sign-out\""))
    #expect(try server.post("/sign-out")["Set-Cookie"]?.contains("Max-Age=0") == true)
    let folder = try ScratchFolder()
    let proxied = try WebServer(["--socket", folder.path(of: "s")], in: folder)
    #expect(try !proxied.get("/", "Remote-User: ana").body.contains("action=\"sign-out\""))
    #expect(try proxied.post("/sign-out", "", "Remote-User: ana").status == 404)
  }

  @Test func `browsers that were let in are listed, and signed out one by one or all`() throws {
    let server = try WebServer()
    let firefox = try Self.comeIn(to: server, as: "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0")
    let web = { (options: String...) in
      try Program.run([WebServer.executable] + options, environment: WebServer.environment(server.folder))
    }
    let listed = try JSON.objects(web("--browsers", "--json").text)
    #expect(listed.map { $0["browser"] as? String } == ["", "Firefox on Linux"])
    let name = try #require(listed.last?["name"] as? String)
    #expect(try web("--browsers").lines.last?.hasPrefix(name + "  ") == true)
    let stream = try server.stream("/changes", after: nil, "Connection: close")
    server.cookie = firefox
    let signedOut = try server.stream("/changes", after: nil, "Connection: close")
    #expect(try web("--sign-out", "nobody").status == 66)
    #expect(try web("--sign-out", name).text == "signed out 1 browser\n")
    try Self.expectEnd(of: signedOut, whileEditing: server)
    #expect(stream.next()?.data.contains("secret 1") == true)
    #expect(try server.get("/lines").status == 401)
    let link = try JSON.object(web("--json").text)["link"] as? String
    #expect(try web("--sign-out", "all").text == "signed out 1 browser\n")
    while stream.next() != nil {}
    #expect(stream.isEnded)
    let query = try #require(link?.components(separatedBy: "?").last)
    #expect(try server.get("/?\(query)", cookie: "").status == 401, "a link that was not used lets nobody in either")
    #expect(try web("--browsers").text == "no browser has been let in\n")
    for options in [["--users", "x"], ["--socket", "x"]] {
      #expect(try web("--sign-out", "all", options[0], options[1]).status == 64)
    }
  }

  /// Comes in by a new link, and returns the cookie.
  private static func comeIn(to server: WebServer, as browser: String) throws -> String {
    let second = try Program.run([WebServer.executable, "--json"], environment: WebServer.environment(server.folder))
    let link = (try JSON.object(second.text)["link"] as? String)?.components(separatedBy: "?").last ?? ""
    let answer = try server.get("/?\(link)", cookie: "", "User-Agent: \(browser)")
    return try #require(answer["Set-Cookie"]?.components(separatedBy: ";").first)
  }

  @Test func `wrong tokens are written down, and many of them slowed down, but no right one`() throws {
    let (server, _) = try Self.serverOfUsers()
    var statuses: [Int: Int] = [:]
    for number in 0..<200 where statuses[429] == nil {
      let answer =
        number % 2 == 0
        ? try server.get("/lines", cookie: "", "Authorization: Bearer wrong") : try server.get("/?token=wrong")
      statuses[answer.status, default: 0] += 1
      #expect(answer.status == 401 || answer["Retry-After"] != nil)
    }
    #expect(statuses[429] == 1 && (statuses[401] ?? 0) >= 20, "\(statuses)")
    #expect(try server.get("/lines", cookie: "", Self.bob).status == 200)
    #expect(try server.get("/lines", cookie: "").status == 401, "nobody has tried a token")
    server.program.send(SIGTERM)
    let written = try server.program.wait().errors
    #expect(written.contains("pleat-web: refused a wrong token at /lines\n"), "\(written)")
    #expect(!written.contains("wrong\n") && !written.contains("bbb"))
  }

  @Test(arguments: [[], ["--socket-access", "660"], ["--socket-access", "0606"], ["--socket-access", "GROUP"]])
  func `a socket has the group and the mode that it is given, also after a kill`(access: [String]) throws {
    let folder = try ScratchFolder()
    let group = try Program.run(["id", "-gn"]).lines.first ?? ""
    let options = access.map { $0 == "GROUP" ? group : $0 }
    let server = try WebServer(["--socket", folder.path(of: "s")] + options, in: folder)
    let expected = ["660": "660", "0606": "606", "GROUP": "660"][access.last ?? ""] ?? "600"
    for _ in 1...2 {
      #expect(try Program.run(["stat", "-c", "%a %G", folder.path(of: "s")]).text == "\(expected) \(group)\n")
      #expect(try server.get("/lines", "Remote-User: ana").status == 200)
      try server.killAndStart()
    }
  }

  @Test func `a group that does not exist, and what is no socket, are refused`() throws {
    let folder = try ScratchFolder()
    let web = { (options: String...) in
      try Program.run([WebServer.executable] + options, environment: WebServer.environment(folder))
    }
    let socket = folder.path(of: "s")
    let refused = try web("--socket", socket, "--socket-access", "no such group")
    #expect(refused.status == 77 && !FileManager.default.fileExists(atPath: socket), "\(refused.errors)")
    #expect(try web("--socket-access", "660").status == 64)
    try Self.write("text", to: socket)
    #expect(try web("--socket", socket).status == 73)
    #expect(try String(contentsOfFile: socket, encoding: .utf8) == "text")
    let served = try WebServer(["--socket", folder.path(of: "t")], in: folder)
    #expect(try web("--socket", folder.path(of: "t")).status == 73)
    #expect(try served.get("/lines", "Remote-User: ana").status == 200)
  }
}
