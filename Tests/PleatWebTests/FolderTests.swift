import Foundation
import TestPrograms
import Testing

/// The pages of the outlines of a folder, of which its directory says who may do what.
@Suite(.serialized)
struct FolderTests {
  /// A server of a folder, at a socket where requests name their user.
  private struct Served {
    let server: WebServer
    let folder: String

    init(_ options: String...) throws {
      let scratch = try ScratchFolder()
      folder = scratch.path(of: "lists")
      try FileManager.default.createDirectory(atPath: folder + "/team", withIntermediateDirectories: true)
      for name in ["team/plans", "handbook", "secret"] {
        let pleat = WebServer.programs.appendingPathComponent("pleat").path
        let ending = try Program.run(
          [pleat, "-f", "\(folder)/\(name).db", "apply", "-q"], input: WebServer.sample,
          environment: WebServer.environment(scratch))
        #expect(ending.status == 0, "\(ending.errors)")
      }
      try FileManager.default.createSymbolicLink(atPath: folder + "/team/link.db", withDestinationPath: "../secret.db")
      // Outlines under names that no outline has, but which `team/*` fits.
      for name in ["other.db-journal", ".hidden.db", "plans.db.backup"] {
        try FileManager.default.copyItem(atPath: folder + "/secret.db", toPath: folder + "/team/" + name)
      }
      try Self.write(to: folder, "edit ana team/*\nsee * handbook.db\nfold cat handbook.db\n")
      server = try WebServer(
        ["--folder", folder, "--socket", scratch.path(of: "s")] + options, edits: "", in: scratch)
    }

    func write(_ directory: String) throws { try Self.write(to: folder, directory) }

    /// Starts a host of the folder.
    func startHost() throws -> Program {
      let host = try Program(starting: [WebServer.programs.appendingPathComponent("pleat-host").path, folder])
      try waitUntil("the host answers", by: host) { try edits() != nil }
      return host
    }

    /// How many edits the host has made; nil if there is none that answers.
    func edits() throws -> Int? {
      let pleat = WebServer.programs.appendingPathComponent("pleat").path
      let figures = try Program.run([pleat, "host", folder, "--status"])
      let line = figures.lines.first { $0.hasPrefix("edits total") }
      return line?.split(separator: " ").last.flatMap { Int($0) }
    }

    private static func write(to folder: String, _ directory: String) throws {
      try directory.write(toFile: folder + "/.pleat-directory", atomically: true, encoding: .utf8)
    }

    func get(_ user: String, _ target: String) throws -> RawResponse { try server.get(target, "Remote-User: \(user)") }

    func post(_ user: String, _ target: String, _ body: String, key: Int? = nil) throws -> RawResponse {
      guard let key else { return try server.post(target, body, "Remote-User: \(user)") }
      return try server.post(target, body, "Remote-User: \(user)", "Idempotency-Key: \(key)")
    }
  }

  @Test func `each request is allowed or refused as the directory says, and refusals are written down`() throws {
    let served = try Served()
    #expect(try served.post("ana", "/team/plans/apply", "add tea --in Home").status == 200)
    let lines = try served.get("ana", "/team/plans/lines")
    #expect(lines.status == 200 && lines.body.contains("tea") && lines["Pleat-Total"] == "7")
    #expect(try served.get("ana", "/team/plans.db/lines").body == lines.body)
    #expect(try served.get("zoe", "/handbook/lines")["Pleat-Total"] == "6")
    for (user, target, body) in [
      ("zoe", "/handbook/apply", "add tea"), ("zoe", "/handbook/apply", "collapse Home"),
      ("zoe", "/handbook/form", "verb=toggle&id=%40s1"), ("zoe", "/team/plans/apply", "add tea"),
      ("cat", "/handbook/apply", "collapse Home\nadd tea\n"), ("cat", "/handbook/undo", ""),
      ("cat", "/handbook/form", "verb=done&id=%40r4"), ("ana", "/handbook/apply", "add tea"),
    ] {
      let answer = try served.post(user, target, body)
      #expect(answer.status == 403 && JSON.code(answer.body) == "no-permission", "\(user) \(target) \(body)")
    }
    #expect(try served.get("cat", "/handbook/lines")["Pleat-Total"] == "6")
    #expect(try served.post("cat", "/handbook/apply", "collapse Home").status == 200)
    #expect(try served.get("cat", "/handbook/lines")["Pleat-Total"] == "3")
    #expect(try served.post("cat", "/handbook/form", "verb=toggle&id=%40s1").status == 303)
    #expect(try served.get("zoe", "/handbook/lines")["Pleat-Total"] == "6")
    #expect(try served.get("", "/handbook/lines").status == 401)

    served.server.program.send(SIGTERM)
    let written = try served.server.program.wait().errors
    for line in ["zoe: 'apply' of handbook", "zoe: 'apply' of team/plans", "cat: 'undo' of handbook"] {
      #expect(written.contains("pleat-web: refused \(line)\n"), "\(written)")
    }
    #expect(!written.contains("refused ana: 'apply' of team"))
  }

  @Test(arguments: [
    "/secret", "/nowhere", "/team/link", "/team/../secret", "/team/%2e%2e/secret", "/team%2f..%2fsecret",
    "//etc/passwd",
    "/team", "/.pleat-directory", "/team/plans/x", "/~/secret", "/team/other.db-journal", "/team/.hidden",
    "/team/.hidden.db", "/team/plans.db.backup", "/team/other.db-journal.db",
  ])
  func `what the directory does not grant cannot be reached`(path: String) throws {
    let served = try Served()
    let lines = try served.get("ana", path + "/lines")
    #expect(lines.status == 403 && JSON.code(lines.body) == "no-permission")
    #expect(!lines.body.contains(served.folder))
    #expect(try served.get("ana", path + "/").status == 403)
    #expect(try served.get("ana", path + "/changes").status == 403)
    #expect(try served.post("ana", path + "/apply", "add tea").status == 403)
  }

  @Test func `probes are answered to anybody, and say when nobody has a right`() throws {
    let served = try Served()
    for path in ["/livez", "/readyz"] {
      let answer = try served.server.get(path)
      #expect(answer.status == 200 && answer.body == "{\"status\":\"ok\"}\n", "\(path)")
      #expect(try served.get("ana", "/team/plans" + path).status == 404)
      #expect(try served.post("ana", path, "").status == 405)
    }
    // With a mistake, the last version without one counts.
    try served.write("own\n")
    #expect(try served.server.get("/readyz").status == 200)
    #expect(try served.get("ana", "/team/plans/lines").status == 200)
    try FileManager.default.removeItem(atPath: served.folder + "/.pleat-directory")
    #expect(try served.server.get("/livez").status == 200)
    for _ in 0..<3 {
      let answer = try served.server.get("/readyz")
      #expect(answer.status == 503 && !answer.body.contains(served.folder))
    }
    try served.write("own ana *\n")
    for _ in 0..<3 { #expect(try served.server.get("/readyz").status == 200) }
    served.server.program.send(SIGTERM)
    let written = try served.server.program.wait().errors
    #expect(written.contains("Line 1, column 1 of "), "\(written)")
    let told = written.split(separator: "\n").filter { $0.contains("ready") }
    #expect(told.count == 2, "each change is told once: \(written)")
    #expect(told.first?.hasPrefix("pleat-web: not ready: The folder ") == true && told.last == "pleat-web: ready again")
  }

  @Test func `probes that open files are limited, and nobody else is`() throws {
    let served = try Served()
    var statuses: [Int: Int] = [:]
    let client = try RawClient(served.server.place)
    for _ in 0..<4_000 where statuses[429] == nil {
      client.send("GET /readyz HTTP/1.1\r\nHost: \(served.server.host)\r\n\r\n")
      statuses[client.response().status, default: 0] += 1
    }
    #expect(statuses[429] == 1 && Set(statuses.keys) == [200, 429], "\(statuses)")
    #expect(try served.server.get("/livez").status == 200)
    #expect(try served.get("ana", "/team/plans/lines").status == 200)
  }

  @Test func `the pages are below a list of them, and say what their user may do`() throws {
    let served = try Served()
    let index = try served.get("ana", "/").body
    #expect(index.contains("<a href=\"./team/plans/\">team/plans</a>") && index.contains("./handbook/"))
    #expect(!index.contains("secret") && !index.contains("team/link") && !index.contains(">Outlines</a>"))
    for (target, back) in [
      ("/team/plans/", "../../"), ("/team/plans/?where=x", "../../"), ("/handbook/", "../"), ("/none/", "../"),
    ] {
      #expect(
        try served.get("ana", target).body.contains("<a href=\"\(back)\">Outlines</a><a href=\"./\">"), "\(target)")
    }
    // Nothing that acts on an outline: the script of the page would take the list away.
    let (unseen, page) = (try served.get("ana", "/secret/").body, try served.get("ana", "/team/plans/").body)
    for part in ["<script", "<template", "role=\"toolbar\"", "<form", "Nothing here yet"] {
      #expect(!index.contains(part) && !unseen.contains(part) && page.contains(part), "\(part)")
    }
    #expect(try served.get("zoe", "/").body.contains("team") == false)
    #expect(try served.get("ana", "/team/plans")["Location"] == "./plans/")
    #expect(try served.get("ana", "/lines").status == 404)
    let version = try #require(page.firstMatch(of: /src="(\w+)\/page.js"/)?.1)
    #expect(try served.get("ana", "/team/plans/\(version)/page.js").status == 200)
    #expect(try served.get("ana", "/team/plans/\(version)0/page.js").status == 303, "an outline of that name")
    #expect(try !served.get("ana", "/team/plans/").body.contains("data-read-only"))
    let (seen, folded) = (try served.get("zoe", "/handbook/").body, try served.get("cat", "/handbook/").body)
    #expect(seen.contains(" data-read-only>") && seen.contains("value=\"toggle\" aria-expanded=\"true\" disabled"))
    #expect(folded.contains(" data-read-only data-folds>"))
    #expect(
      folded.contains("value=\"toggle\" aria-expanded=\"true\">") && folded.contains("aria-pressed=\"false\" disabled"))
  }

  @Test(arguments: ["/team/plans", "/handbook", "/team/plans.db"])
  func `the description of a page names the outline, below any prefix`(place: String) throws {
    let served = try Served()
    let description = try served.get("ana", place + "/openapi.json")
    let servers = try #require(JSON.object(description.body)["servers"] as? [[String: Any]])
    let address = try #require(servers.first?["url"] as? String)
    for prefix in ["", "/lists"] {
      let base = try #require(URL(string: "http://example.org\(prefix)\(place)/openapi.json"))
      let server = URL(string: address, relativeTo: base)?.absoluteString
      #expect(servers.count == 1 && server == "http://example.org\(prefix)\(place)")
    }
    let paths = try #require(JSON.object(description.body)["paths"] as? [String: Any])
    let user = place == "/handbook" ? "zoe" : "ana"
    #expect(paths["/lines"] != nil)
    #expect(try served.get(user, place + "/lines").status == 200)
    #expect(description["ETag"] != (try served.get("ana", "/openapi.json")["ETag"]))
    // Whoever asks decides the name, and may not break the document with it.
    for name in ["a%22b", "%7B%0A", "a%2Fb", "%C3%A4", "%zz", "%ff"] {
      let other = try served.get("ana", "/team/\(name)/openapi.json")
      #expect(try other.status == 200 && (JSON.object(other.body)["servers"] as? [Any])?.count == 1, "\(name)")
      let manifest = try JSON.object(served.get("ana", "/team/\(name)/manifest.webmanifest").body)
      #expect(manifest["name"] as? String == (name.removingPercentEncoding ?? "pleat"), "\(name)")
    }
  }

  @Test func `a link on another site leads to every page, and to nothing else`() throws {
    let served = try Served()
    func status(_ target: String, _ method: String = "GET", to destination: String = "document") throws -> Int {
      let headers = ["Remote-User: ana", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
      return try served.server.send("\(method) \(target) HTTP/1.1", headers + ["Sec-Fetch-Dest: \(destination)"]).status
    }
    for (target, expected) in [
      ("/", 200), ("/team/plans/", 200), ("/team/plans/?where=milk", 200), ("/team/plans", 303),
    ] {
      #expect(try status(target) == expected, "\(target)")
      #expect(try status(target, to: "iframe") == 403, "\(target)")
      #expect(try status(target, "POST") == 403, "\(target)")
    }
    for target in ["lines", "changes", "find?where=milk", "due", "item?id=@s1", "openapi.json", "icon.svg", "apply"] {
      #expect(try status("/team/plans/\(target)") == 403, "\(target)")
    }
    #expect(try status("/secret/") == 403)
  }

  /// What the page asks for when its user folds, in the words of the page's script, and what it asks for when somebody edits.
  private static let requests: [(target: String, body: String)] = [
    ("/apply", #"{"verb":"toggle","arguments":["@s1"]}"#), ("/apply", #"{"verb":"expand","arguments":["@s1"]}"#),
    ("/apply", #"{"verb":"collapse","arguments":["@s1"]}"# + "\n" + #"{"verb":"collapse","arguments":["@s5"]}"#),
    ("/apply", #"{"verb":"reset","arguments":[]}"#), ("/undo?folds=yes", ""), ("/redo?folds=yes", ""),
    ("/form", "verb=toggle&id=%40s1"),
    ("/apply", #"{"verb":"add","arguments":["tea"],"in":"@s1"}"#),
    ("/apply", #"{"verb":"collapse","arguments":["@s1"]}"# + "\n" + #"{"verb":"done","arguments":["@r4"]}"#),
    ("/undo", ""), ("/undo?mine=yes", ""), ("/undo?entry=1", ""), ("/undo?entry=x", ""), ("/redo", ""),
    ("/form", "verb=done&id=%40r4"),
    ("/apply", #"{"verb":"collapse","arguments":["@s99"]}"#),
    ("/apply?dry-run=yes", #"{"verb":"toggle","arguments":["@s1"]}"#),
  ]

  @Test(arguments: ["cat", "zoe", "ana", "bob"])
  func `the page answers the same beside a host as without it`(user: String) throws {
    func answers(hasHost: Bool) throws -> [String] {
      let served = try Served()
      let host = hasHost ? try served.startHost() : nil
      defer { host?.send(SIGTERM) }
      var told: [String] = []
      for place in ["/handbook", "/team/plans"] {
        told.append(try served.get(user, place + "/").body.components(separatedBy: "<body").last ?? "")
        for (index, (target, body)) in Self.requests.enumerated() {
          let answer = try served.post(user, place + target, body, key: index % 2 == 0 ? index + 1 : nil)
          let lines = try served.get(user, place + "/lines")
          told.append("\(place)\(target) \(body): \(answer.status) \(answer["Pleat-Revision"] ?? "") \(answer.body)")
          told.append("\(lines.status) \(lines["Pleat-Revision"] ?? "") \(lines.body)")
        }
      }
      let edits = ["cat": 4...6, "ana": 8...20][user, default: 0...0]
      if hasHost { #expect(try served.edits().map(edits.contains) == true) }
      return told.map {
        $0.replacing(/"at":"[^"]*"/, with: "\"at\":TIME").replacing(/data-(key|cache)="[^"]*"/, with: "data-key")
      }
    }
    let (alone, beside) = (try answers(hasHost: false), try answers(hasHost: true))
    for (one, other) in zip(alone, beside) { #expect(one == other) }
    #expect(alone.count == beside.count)
  }

  @Test func `a change of the directory counts at once, also for those who follow`() throws {
    let served = try Served()
    let stream = try served.server.stream("/team/plans/changes", after: nil, "Remote-User: ana", "Connection: close")
    #expect(try served.post("ana", "/team/plans/apply", "add tea --in Home").status == 200)
    #expect(stream.next()?.data.contains("tea") == true)
    try served.write("see bob team/*\n")
    #expect(try served.get("ana", "/team/plans/lines").status == 403)
    #expect(try served.get("bob", "/team/plans/lines").status == 200)
    let start = ContinuousClock.now
    #expect(stream.next() == nil)
    #expect(start.duration(to: .now) < .seconds(4), "the stream ended because nothing came")
    // While the file has a mistake, its last version without one counts.
    try served.write("see bob\nsee ana **\n")
    #expect(try served.get("bob", "/team/plans/lines").status == 200)
    #expect(try served.get("ana", "/team/plans/lines").status == 403)
  }

  @Test func `read-only takes the right to edit from everybody`() throws {
    let served = try Served("--read-only")
    #expect(try served.get("ana", "/team/plans/lines").status == 200)
    #expect(try served.post("ana", "/team/plans/apply", "add tea --in Home").status == 403)
  }

  @Test func `a folder without a directory is not served`() throws {
    let folder = try ScratchFolder()
    let arguments = [WebServer.executable, "--folder", folder.path]
    #expect(try Program.run(arguments, environment: WebServer.environment(folder)).status == 78)
    for (name, remark) in [
      ("nowhere", "There is no folder nowhere.\nCheck its name, or make it: mkdir -p nowhere\n"),
      ("/dev/null", "/dev/null is not a folder.\n"), ("/dev/null/x", "/dev/null is not a folder.\n"),
    ] {
      let ending = try Program.run(
        [WebServer.executable, "--folder", name], environment: WebServer.environment(folder))
      #expect(ending.status == 66 && ending.errors.hasPrefix("pleat: \(remark)"), "\(ending)")
    }
    #expect(try Program.run(arguments + ["-f", "x.db"], environment: WebServer.environment(folder)).status == 64)
  }
}
