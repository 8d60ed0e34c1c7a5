import Foundation
import TestPrograms
import Testing

/// The page of an outline on another machine, with a real sshd on this one.
@Suite(.serialized, .enabled(if: SSHServer.canBeMade, "\(SSHServer.reason)"))
struct RemoteTests {
  private let folder: ScratchFolder
  private let links: ScratchFolder
  private let ssh: SSHServer

  init() throws {
    folder = try ScratchFolder()
    links = try ScratchFolder(linking: WebServer.programs.appendingPathComponent("pleat").path)
    let serve = "restrict,command=\"\(links.path)/pleat serve --file \(folder.path(of: "outline.db")) --user ana"
    ssh = try SSHServer(
      keys: ["ana": "\(serve)\"", "eve": "\(serve) --read-only\"", "free": ""], path: "\(links.path):/usr/bin:/bin")
  }

  private func server(_ key: String = "ana", edits: String = WebServer.sample) throws -> WebServer {
    let address = key == "free" ? "ssh://free\(folder.path(of: "outline.db"))" : "ssh://\(key)"
    return try WebServer(["-f", address], edits: edits, in: folder, ssh: ssh)
  }

  @Test(arguments: ["ana", "free"])
  func `lines, edits, questions and streams are as those of a file here`(key: String) throws {
    let server = try server(key)
    #expect(try server.get("/lines").body == server.pleat("list", "--json").text)
    #expect(
      try server.get("/lines?from=1&limit=2").body == server.pleat("list", "--json", "--from", "1", "--limit", "2").text
    )
    #expect(try server.get("/lines?from=99").body == "[]\n")
    let stream = try server.stream(after: server.get("/lines")["Pleat-Revision"])
    let answer = try server.post("/apply", "add tea --in Home", "Idempotency-Key: 4711")
    #expect(try JSON.object(answer.body)["ids"] as? [String] == ["@r7"])
    let event = try #require(stream.next())
    #expect(event.id == answer["Pleat-Revision"])
    #expect(try JSON.object(event.data)["what"] as? String == "added tea to Home")
    let again = try server.post("/apply", "add tea --in Home", "Idempotency-Key: 4711")
    #expect(try JSON.object(again.body)["repeated"] as? Bool == true)
    try server.pleat("edit", "@r2", "oat milk", "-u", "bob")
    #expect(try JSON.object(#require(stream.next()).data)["by"] as? String == "bob")
    #expect(
      try server.post("/apply", "{\"verb\":\"edit\",\"arguments\":[\"@r2\",\"x\"],\"was\":\"milk\"}").status == 409)
    #expect(try server.get("/find?where=tea").body.contains("@r7"))
    #expect(try server.get("/item?id=@r2").body.contains("oat milk"))
    #expect(try server.get("/item?id=@r99").status == 404)
    #expect(try server.get("/due").body == "[]\n")
    #expect(try server.post("/form", "verb=toggle&id=%40s1").status == 303)
    #expect(try server.get("/").body.contains("4 hidden"))
    #expect(try server.post("/undo?folds=yes").status == 200)
    #expect(try server.get("/lines").body == server.pleat("list", "--json").text)
    #expect(try server.get("/lines", cookie: "").status == 401)
  }

  @Test func `lines are those of list after every edit of others`() throws {
    let server = try server(edits: "")
    #expect(try server.get("/lines").body == "[]\n")
    var random = SystemRandomNumberGenerator()
    // A row that comes after one that is collapsed has a number that counts what is hidden.
    let first =
      (0..<3).map { ["add", "--section", "Part \($0)"] } + [
        ["add", "meals"], ["add", "soup", "--in", "meals"], ["collapse", "meals"], ["add", "fruit"],
      ]
    for number in 0..<60 {
      let ids = try JSON.objects(Self.listed(server)).compactMap { $0["id"] as? String }
      let one = ids.randomElement(using: &random) ?? "1", other = ids.randomElement(using: &random) ?? "1"
      let edits = [
        ["add", "row \(number)", "--in", one], ["add", "--section", "part \(number)", "--in", one], ["toggle", one],
        ["indent", one], ["outdent", one], ["move", one, "--after", other], ["move", one, "--first"],
        ["collapse", "--all"], ["expand", "--all"], ["undo", "--any"], ["edit", one, "text \(number)"],
      ]
      let words = number < first.count ? first[number] : edits.randomElement(using: &random) ?? []
      _ = try Program.run(
        [WebServer.programs.path + "/pleat"] + words, environment: WebServer.environment(server.folder))
      let expected = try Self.listed(server)
      try waitUntil("the lines are those of list after \(words)", by: server.program) {
        try server.get("/lines").body == expected
      }
    }
  }

  /// What `list` prints; an outline that does not exist is an empty list.
  private static func listed(_ server: WebServer) throws -> String {
    let ending = try server.pleat("list", "--json")
    return ending.status == 66 ? "[]\n" : ending.text
  }

  @Test func `after a broken connection the page goes on, and an edit is made once`() throws {
    let server = try server()
    let stream = try server.stream(after: server.get("/lines")["Pleat-Revision"])
    for round in 0..<3 {
      for process in try ssh.connections() { kill(process, SIGKILL) }
      var status = 0
      while status != 200 {
        status = try server.post("/apply", "add cake\(round) --in Home", "Idempotency-Key: \(round + 5)").status
        #expect([200, 503].contains(status))
      }
      var names: [String] = []
      while let event = stream.next() {
        names.append(event.name + event.data.prefix(6))
        if event.data == "[true]" { break }
      }
      #expect(names.contains { $0.hasPrefix("online[false") }, "\(names)")
      let expected = try server.pleat("list", "--json").text
      #expect(expected.components(separatedBy: "cake\(round)").count == 2)
      try waitUntil("the lines are those of list", by: server.program) { try server.get("/lines").body == expected }
    }
  }

  @Test func `one connection serves everything, and ends with the server`() throws {
    let server = try server()
    for number in 0..<5 { #expect(try server.post("/apply", "add \(number) --in Home").status == 200) }
    #expect(try ssh.connections().count == 1)
    server.program.send(SIGTERM)
    #expect(try server.program.wait().status == 0)
    try waitUntil("the connection has ended") { try ssh.connections().isEmpty }
  }

  @Test func `what a key or the page may not do is refused`() throws {
    let evil = folder.path(of: "evil")
    let free = try server("free")
    for line in ["export \(evil)", "sql 'DELETE FROM row'", "add x --file \(evil)", "add x -u bob", "backup \(evil)"] {
      #expect([400, 403].contains(try free.post("/apply", line).status), "\(line)")
    }
    #expect(!FileManager.default.fileExists(atPath: evil))
    let eve = try server("eve", edits: "")
    #expect(try eve.get("/lines")["Pleat-Total"] == "6")
    #expect(try eve.post("/apply", "add x").status == 403)
    let nobody = try Program(
      starting: [WebServer.executable, "-f", "ssh://root@127.0.0.1:1"], environment: WebServer.environment(folder))
    #expect(try nobody.wait().status == 74)
  }
}
