import Foundation
import TestPrograms
import Testing

/// What the server answers, and what streams tell.
@Suite(.serialized)
struct ServerTests {
  @Test func `lines are those of list, with how many there are`() throws {
    let server = try WebServer()
    let all = try server.get("/lines")
    #expect(all.status == 200)
    #expect(try all.body == server.pleat("list", "--json").text)
    #expect(all["Pleat-Total"] == "6")
    let two = try server.get("/lines?from=1&limit=2")
    #expect(try two.body == server.pleat("list", "--json", "--from", "1", "--limit", "2").text)
    #expect(try server.get("/lines?from=99").body == "[]\n")
    #expect(try server.get("/lines?from=x").status == 400)
  }

  @Test func `a task has its rule in the words of list, with script and without`() throws {
    let server = try WebServer()
    try server.pleat("add", "bins", "--in", "Home", "--due", "+9d", "--repeat", "every 2 weeks")
    for target in ["/lines", "/find?where=bins", "/due?until=%2B9d"] {
      let words = try JSON.objects(server.get(target).body).reduce(into: [String: String]()) { words, line in
        words[line["text"] as? String ?? ""] = line["repeatWords"] as? String
      }
      #expect(words == ["bins": "every 2 weeks"], "\(target)")
    }
    let listed = try server.pleat("list").text.split(separator: "\n").first { $0.contains("bins") } ?? ""
    let note = try #require(listed.components(separatedBy: "· ").last)
    #expect(try note.hasSuffix(", every 2 weeks") && server.get("/").body.contains(">\(note)</time>"), "\(note)")
  }

  @Test func `an edit is answered as apply does, and its stream has heard of it`() throws {
    let server = try WebServer()
    let before = try server.get("/lines")["Pleat-Revision"]
    let stream = try server.stream(after: before)
    let answer = try server.post(
      "/apply", "add tea --in Home\n{\"verb\":\"done\",\"arguments\":[\"call the plumber\"]}")
    #expect(answer.status == 200)
    #expect(try JSON.object(answer.body)["ids"] as? [String] == ["@r7"])
    let event = try #require(stream.next())
    #expect(event.id == answer["Pleat-Revision"])
    let data = try JSON.object(event.data)
    #expect(data["by"] as? String == "ana")
    #expect(data["what"] as? String == "added tea to Home, marked call the plumber as done in Home")
    #expect((data["content"] as? [Any])?.count == 2)
    #expect((data["changes"] as? [String: Any])?["layout"] as? String == "flat")
  }

  @Test func `a text with Markdown has its HTML beside it, which can do no harm`() throws {
    let server = try WebServer()
    let (text, html) = (
      "*a* `<b>` [c](javascript:d) <img src=e>", "<em>a</em> <code>&lt;b&gt;</code> c &lt;img src=e&gt;"
    )
    let stream = try server.stream(after: try server.get("/lines")["Pleat-Revision"])
    let edits: [[String: Any]] = [
      ["verb": "add", "arguments": [text], "in": "Home"], ["verb": "edit", "arguments": ["Home"], "detail": "**x**"],
      ["verb": "add", "arguments": ["ls *b*"], "in": "Home", "set": "markdown=code"],
    ]
    let body = try edits.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
    let answer = try server.post("/apply", body.joined(separator: "\n"))
    #expect(answer.status == 200, "\(answer.body)")
    let told = try JSON.object(try #require(stream.next()).data)["content"] as? [[String: Any]] ?? []
    let listed = try JSON.objects(server.get("/lines").body)
    let found = try JSON.objects(server.get("/find?where=img").body)
    for lines in [told, listed, found] {
      #expect(lines.first { $0["text"] as? String == text }?["html"] as? String == html, "\(lines)")
    }
    #expect(listed.first { $0["text"] as? String == "ls *b*" }?["html"] as? String == "<code>ls *b*</code>")
    let header = listed.first { $0["title"] as? String == "Home" }
    #expect(header?["detailHtml"] as? String == "<strong>x</strong>" && header?["html"] == nil)
    #expect(listed.first { $0["text"] as? String == "milk" }?.keys.contains("html") == false)
    let page = try server.get("/").body
    #expect(page.contains(html) && page.contains("<code>ls *b*</code>"), "the page without script shows the same")
  }

  @Test func `a typed line is read as an edit reads it, and tags are those of the command`() throws {
    let server = try WebServer()
    let read = { (text: String) in
      try JSON.object(server.get("/read?text=\(text)", "Time-Zone: Europe/Vienna").body) as NSDictionary
    }
    #expect(
      try read("%5Bx%5D+bins+due:2031-01-03+repeat:every+2+weeks+%23home") == [
        "text": "bins #home", "done": true, "due": "2031-01-03", "repeat": "FREQ=WEEKLY;INTERVAL=2",
        "repeatWords": "every 2 weeks", "remark": NSNull(),
      ])
    let slip = try read("bins+due:fryday")
    #expect(slip["text"] as? String == "bins due:fryday" && slip["due"] is NSNull && slip["done"] is NSNull)
    #expect((slip["remark"] as? String)?.hasSuffix("so due: stays in the text.") == true, "\(slip)")
    #expect(try server.get("/read").status == 400 && server.get("/read?text=a", cookie: "").status == 401)
    try server.pleat("edit", "milk", "milk #shop")
    #expect(try server.get("/tags").body == server.pleat("tags", "--json").text)
  }

  @Test func `a search says how much there is besides what it shows`() throws {
    let server = try WebServer()
    let found = try server.get("/find?where=r&limit=1&total=yes")
    #expect(try JSON.objects(found.body).count == 1)
    #expect(try found["Pleat-Total"] == "\(JSON.objects(server.get("/find?where=r").body).count)")
    #expect(try server.get("/find?where=nothing+of+this&total=yes")["Pleat-Total"] == "0")
    #expect(try server.get("/find?where=r")["Pleat-Total"] == nil)
    #expect(try server.get("/find?where=r&total=1").status == 400)
  }

  @Test func `sections are found by the words in their titles, the best first, among however many rows`() throws {
    let rows = (1...1_200).map { "add 'shop \($0)' --in Trip\n" }.joined()
    let sections = "add --section 'The old shop' --in Trip\nadd --section Workshop\nadd --section Shop\n"
    let server = try WebServer(edits: "add --section Trip\n" + rows + sections)
    let titles = { (query: String) in
      try JSON.objects(server.get("/sections" + query).body).compactMap { $0["path"] as? String }
    }
    #expect(try titles("?words=shop") == ["Shop", "Trip/The old shop", "Workshop"])
    #expect(try titles("?words=shop&limit=1") == ["Shop"])
    #expect(try titles("?words=TRIP") == ["Trip", "Trip/The old shop"])
    #expect(try titles("?words=trip+shop") == ["Trip/The old shop"])
    #expect(try titles("") == ["Trip", "Trip/The old shop", "Workshop", "Shop"])
    #expect(try server.get("/sections?limit=x").status == 400)
  }

  @Test func `an edit that is sent again with its key is made once`() throws {
    let server = try WebServer()
    let first = try server.post("/apply", "add tea --in Home", "Idempotency-Key: 4711")
    let second = try server.post("/apply", "add tea --in Home", "Idempotency-Key: 4711")
    #expect(try JSON.object(second.body)["repeated"] as? Bool == true)
    #expect(try JSON.object(first.body)["ids"] as? [String] == JSON.object(second.body)["ids"] as? [String])
    #expect(try server.post("/apply", "add cake --in Home", "Idempotency-Key: 4711").status == 409)
    #expect(try server.post("/undo", "", "Idempotency-Key: 5").status == 200)
    #expect(try JSON.object(server.post("/undo", "", "Idempotency-Key: 5").body)["repeated"] as? Bool == true)
    #expect(try server.post("/redo").status == 200)
    #expect(try server.pleat("find", "tea", "--json").text.contains("@r7"))
  }

  @Test func `a signal ends the server and its streams, and a port in use is named`() throws {
    let server = try WebServer()
    let port = if case .port(let port) = server.place { port } else { 0 }
    let second = try Program(
      starting: [WebServer.executable, "--port", "\(port)"], environment: WebServer.environment(server.folder))
    #expect(try second.wait().status == 69)
    let stream = try server.stream()
    server.program.send(SIGTERM)
    #expect(stream.next() == nil)
    #expect(try server.program.wait().status == 0)
  }

  @Test func `a second one makes a link for the first, which goes on`() throws {
    let server = try WebServer()
    let second = try Program.run([WebServer.executable, "--json"], environment: WebServer.environment(server.folder))
    #expect(second.status == 0)
    let printed = try JSON.object(second.text)
    #expect(printed["address"] as? String == "http://\(server.host)/")
    let link = try #require((printed["link"] as? String)?.components(separatedBy: "?").last)
    #expect(try server.get("/?\(link)", cookie: "")["Set-Cookie"] != nil)
    let used = try server.get("/?\(link)", cookie: "")
    #expect(used.status == 401 && used.body.contains("Run &#39;pleat web&#39; again for a new link."), "\(used.body)")
    #expect(!used.body.contains("<script"), "the script would take the sentence away")
    #expect(try server.get("/changes", cookie: "").body.contains("Run 'pleat web' again"))
    #expect(try server.get("/lines").status == 200)
    try server.killAndStart()
    #expect(try server.get("/lines").status == 200)
  }

  @Test func `after a link on another site, the page says why it is not shown, and is there at the next try`() throws {
    let server = try WebServer()
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
    let first = try server.send("GET /?where=milk HTTP/1.1", link)
    #expect(
      first.status == 401 && first.body.contains("After a link on another site") && first.body.contains("href=\"./\""))
    #expect(!first.body.contains("milk"))
    #expect(try server.get("/", "Sec-Fetch-Site: same-origin").status == 200)
    #expect(try server.get("/", cookie: "").body.contains("has not been let in"))
    #expect(
      try server.send("GET / HTTP/1.1", link + ["Cookie: \(server.cookie)0"]).body.contains("has not been let in"))
  }

  @Test func `a text that was changed meanwhile is answered with both texts`() throws {
    let server = try WebServer()
    try server.pleat("edit", "@r2", "oat milk", "-u", "bob")
    let answer = try server.post("/apply", "{\"verb\":\"edit\",\"arguments\":[\"@r2\",\"tea\"],\"was\":\"milk\"}")
    #expect(answer.status == 409)
    let error = try JSON.object(answer.body)["error"] as? [String: Any]
    #expect(error?["theirs"] as? String == "oat milk")
    #expect(error?["yours"] as? String == "tea")
  }

  @Test func `days are those of the reader's time zone`() throws {
    let server = try WebServer()
    // They are 25 hours apart, so that it is never the same day in both.
    for (name, zone) in [("east", "Pacific/Kiritimati"), ("west", "Pacific/Niue")] {
      let header = "Time-Zone: \(zone)"
      #expect(try server.post("/apply", "add '[ ] \(name)' --in Home --due today", header).status == 200)
      let day = try Program.run(["date", "+%F"], environment: ["TZ": zone]).text.trimmingCharacters(in: .newlines)
      let found = try JSON.objects(server.get("/find?where=\(name)").body).first?["due"] as? String
      #expect(found == day, "\(zone)")
      #expect(try server.get("/find?where=\(name)+due%3C%3Dtoday", header).body.contains(name))
    }
    for target in ["/find?where=east+due%3C%3Dtoday", "/due?until=today"] {
      #expect(try !server.get(target, "Time-Zone: Pacific/Niue").body.contains("east"))
    }
    // A zone that this machine does not know is no reason to refuse a reader.
    #expect(try server.get("/due", "Time-Zone: Mars/Olympus").status == 200)
  }

  @Test func `an error has its message, and apart from it what to do at a command line`() throws {
    let server = try WebServer()
    try server.pleat("edit", "@r2", "cream", "-u", "bob")
    let answer = try server.post("/undo")
    let error = try JSON.object(answer.body)["error"] as? [String: Any]
    let message = try #require(error?["message"] as? String)
    #expect(
      answer.status == 409
        && message.hasPrefix("The edit to undo is not yours: 'edit @r2 cream' (entry "))
    #expect(message.contains(", bob, ") && message.hasSuffix(").") && !message.contains("--"), "\(message)")
    #expect((error?["hint"] as? String)?.contains("--any") == true)
  }

  @Test func `one entry of the history of a line is taken back by its number`() throws {
    let server = try WebServer()
    try server.pleat("edit", "@r2", "cream", "-u", "bob")
    try server.pleat("add", "tea", "--in", "Home")
    let item = try JSON.object(server.get("/item?id=@r2").body)
    let history = try #require(item["history"] as? [[String: Any]])
    let entry = try #require(history.first?["entry"] as? String)
    #expect(history.first?["user"] as? String == "bob")
    #expect(try server.post("/undo?entry=\(entry)").status == 200)
    #expect(try server.get("/item?id=@r2").body.contains("milk") && server.get("/lines").body.contains("tea"))
    #expect(try server.post("/undo?entry=9999").status == 404 && server.post("/undo?entry=x").status == 400)
    #expect(try server.post("/redo?entry=\(entry)").status == 400)
  }

  @Test func `the further lines of a row are a note, with their Markdown apart`() throws {
    let server = try WebServer()
    #expect(try server.post("/apply", #"{"verb":"edit","arguments":["@r2"],"text":"*a*\nb **c**"}"#).status == 200)
    try server.pleat("add", "--section", "Shed", "--set", #"x={"note":1}"#)
    let line = try JSON.objects(server.get("/lines").body).first { $0["id"] as? String == "@r2" }
    #expect(line?["html"] as? String == "<em>a</em>" && line?["noteHtml"] as? String == "b <strong>c</strong>")
  }

  @Test func `what browsers keep goes by the user and the outline`() throws {
    let key = { (page: RawResponse) in page.body.firstMatch(of: /<body data-key="([0-9a-f]+)"/).map { String($0.1) } }
    let folder = try ScratchFolder()
    let server = try WebServer(["--socket", folder.path(of: "s")], in: folder)
    let (ana, bob) = (try key(server.get("/", "Remote-User: ana")), try key(server.get("/", "Remote-User: bob")))
    #expect(ana != nil && ana != bob)
    #expect(try key(server.get("/?where=milk", "Remote-User: ana")) == ana)
    #expect(try key(WebServer().get("/")) != ana)
    let cache = { (page: RawResponse) in
      let name = page["Pleat-Cache"]
      return page.body.contains("data-cache=\"\(name ?? "")\"") ? name : nil
    }
    let anas = try cache(server.get("/", "Remote-User: ana"))
    #expect(try anas != nil && anas == cache(server.get("/?due", "Remote-User: ana")))
    #expect(try anas != cache(server.get("/", "Remote-User: bob")))
    #expect(try server.get("/lines", "Remote-User: ana")["Pleat-Cache"] == anas, "an open page notices a new version")
    #expect(try server.get("/")["Pleat-Cache"] == nil, "nobody is named")
    // A page that stays open while somebody else comes in asks for nothing and changes nothing.
    let asked = try server.get("/lines", "Remote-User: bob", "Pleat-Key: \(ana ?? "")")
    #expect(asked.status == 401 && JSON.code(asked.body) == "no-permission")
    #expect(try server.post("/apply", "add tea", "Remote-User: bob", "Pleat-Key: \(ana ?? "")").status == 401)
    #expect(try server.get("/lines", "Remote-User: ana", "Pleat-Key: \(ana ?? "")").status == 200)
  }

  private static let questions: [(target: String, status: Int, part: String)] = [
    ("/find?where=milk", 200, "@r2"), ("/find?where=nothing", 200, "[]"), ("/find?where=(", 400, "usage"),
    ("/find", 400, "usage"), ("/due", 200, "[]"), ("/due?until=nonsense", 400, "usage"),
    ("/item?id=@r2", 200, "history"),
    ("/item?id=@r99", 404, "not-found"), ("/item", 400, "usage"), ("/item?id=Home&x=1", 400, "usage"),
    ("/nothing", 404, "not-found"), ("/apply", 405, "usage"), ("/find?where=milk&limit=0", 400, "usage"),
    ("/lines?from=%zz", 400, "usage"), ("/page.js", 404, "not-found"), ("/openapi.json", 200, "openapi"),
    ("/manifest.webmanifest", 200, #""start_url": "./""#), ("/worker.js", 200, "Pleat-Cache"),
    ("/icon-maskable.svg", 200, "<svg"),
  ]

  @Test func `questions are answered, and what is wrong with one is said`() throws {
    let server = try WebServer()
    for (target, status, part) in Self.questions {
      let answer = try server.get(target)
      #expect(answer.status == status, "\(target)")
      #expect(part.isEmpty || answer.body.contains(part), "\(target): \(answer.body)")
    }
  }

  @Test func `the page's script and all that it imports are served, and described`() throws {
    let server = try WebServer()
    let version = try #require(server.get("/").body.firstMatch(of: /src="(\w+)\/page.js"/)?.1)
    #expect(try server.get("/\(version)/page.css")["Cache-Control"] == "max-age=31536000, immutable")
    #expect(try server.get("/\(version)0/page.css").status == 404)
    var (found, next): (Set<String>, [String]) = (["page"], ["page"])
    while let name = next.popLast() {
      let module = try server.get("/\(version)/\(name).js")
      #expect(module.status == 200 && module["Content-Type"] == "text/javascript; charset=utf-8", "\(name)")
      for match in module.body.matches(of: /from "\.\/(\w+)\.js"/) where found.insert(String(match.1)).inserted {
        next.append(String(match.1))
      }
    }
    let description = try server.get("/openapi.json").body
    let names = try #require(description.firstMatch(of: /"name": "file"[^\[]*"enum": \[([^\]]*)\]/)?.1)
    #expect(Set(names.matches(of: /(\w+)\.js/).map { String($0.1) }) == found)
  }

  @Test func `the page has the lines with forms that fold and tick without script`() throws {
    let server = try WebServer()
    let page = try server.get("/")
    #expect(page.status == 200)
    #expect(page.body.contains("call the plumber"))
    let tick = try server.post("/form", "verb=done&id=%40r4&from=0", "Content-Type: application/x-www-form-urlencoded")
    #expect(tick.status == 303)
    #expect(tick["Location"] == "./?from=0#r4")
    #expect(try server.post("/form", "verb=toggle&id=%40s1").status == 303)
    let after = try server.get("/").body
    #expect(after.contains("3 hidden"))
    try server.pleat("edit", "report", "--due", "today")
    #expect(try server.get("/").body.contains(">today</time>"))
    #expect(!after.contains("milk"))
    #expect(try server.post("/form", "verb=delete&id=%40s1").status == 400)
    #expect(try server.get("/?where=milk").body.contains("milk"))
    #expect(try server.get("/?due").body.contains("report"))
    #expect(try !server.get("/?due=").body.contains("call the plumber"))
    try server.pleat("edit", "report", "--due", "none")
    #expect(try server.get("/?due").body.contains("Nothing is due."))
  }

  @Test func `rows below a row are further in, and fold without script`() throws {
    let server = try WebServer(edits: "add --section Home\nadd '[ ] shed' --in Home\nadd '[x] paint' brush --in shed\n")
    let page = try server.get("/").body
    #expect(Self.depths(in: page) == ["s1": 0, "r2": 1, "r3": 2, "r4": 2], "\(page)")
    #expect(page.components(separatedBy: #"aria-expanded="true""#).count == 3)
    #expect(try server.post("/form", "verb=toggle&id=%40r2").status == 303)
    let folded = try server.get("/").body
    #expect(folded.contains("· 2 hidden, 1 of 2 done") && !folded.contains("brush"), "\(folded)")
    let row = try #require(JSON.objects(server.get("/lines?from=1").body).first)
    #expect(row["collapsed"] as? Bool == true && row["hidden"] as? Int == 2)
  }

  @Test func `a row without script is as far in as it is deep`() throws {
    let chain = (1...12).map { "add n\($0) --in n\($0 - 1)\n" }.joined()
    let page = try WebServer(edits: "add --section n0\n" + chain).get("/").body
    #expect(Self.depths(in: page).values.sorted() == Array(0...12), "\(page)")
  }

  /// How far in the lines of a page without script are, by their ids.
  private static func depths(in page: String) -> [String: Int] {
    let lines = page.matches(of: /<form class="line [^"]*" id="(\w+)".*?<span class="body">/).map {
      (String($0.1), $0.0.components(separatedBy: "<i></i>").count - 1)
    }
    return Dictionary(lines) { first, _ in first }
  }

  @Test func `a pasted list is one edit, whose answer has the ids in order`() throws {
    let server = try WebServer()
    let edits: [[String: Any]] = [
      ["verb": "add", "arguments": ["one"], "in": "@s1", "first": true, "as": "n0"],
      ["verb": "add", "arguments": ["two"], "in": "$n0", "as": "n1"],
      ["verb": "add", "arguments": ["three"], "in": "$n1", "as": "n2"],
      ["verb": "add", "arguments": ["four"], "after": "$n0", "as": "n3"],
    ]
    let lines = try edits.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
    let answer = try server.post("/apply", lines.joined(separator: "\n"))
    let ids = try #require(JSON.object(answer.body)["ids"] as? [String])
    let rows = try JSON.objects(server.get("/lines?from=1&limit=4").body)
    #expect(rows.compactMap { $0["id"] as? String } == ids)
    #expect(rows.compactMap { $0["level"] as? Int } == [1, 2, 3, 1])
    try server.pleat("undo")
    #expect(try server.get("/lines")["Pleat-Total"] == "6")
  }

  @Test func `a stream goes on after the revision that it names, and begins anew where that is not known`() throws {
    let server = try WebServer()
    let revision = try #require(try server.get("/lines")["Pleat-Revision"])
    _ = try server.post("/apply", "add tea --in Home")
    let last = try #require(try server.post("/apply", "add cake --in Home")["Pleat-Revision"])
    let stream = try server.stream("/changes?content=no", after: revision)
    #expect(try #require(stream.next()).data.contains("insertedLines"))
    let second = try #require(stream.next())
    #expect(second.id == last)
    #expect(!second.data.contains("content"))
    for revision in ["0", "999999"] {
      let event = try #require(try server.stream(after: revision).next())
      #expect(event == RawStream.Event(name: "reset", id: last, data: "{\"total\":8}"))
    }
  }

  @Test func `an outline that does not exist is an empty list, until the first edit makes it`() throws {
    let server = try WebServer(edits: "")
    let lines = try server.get("/lines")
    #expect(lines.body == "[]\n")
    #expect(try server.get("/").body.contains("<p>Nothing here yet.</p>"))
    let stream = try server.stream(after: lines["Pleat-Revision"])
    #expect(try server.post("/apply", "add --section Home").status == 200)
    #expect(try #require(stream.next()).data == "{\"total\":1}")
    #expect(try server.get("/lines")["Pleat-Total"] == "1")
  }

  @Test func `with read-only, nothing is changed, not even a fold`() throws {
    let server = try WebServer(["--read-only"])
    for (target, body) in [
      ("/apply", "add tea"), ("/apply", "collapse Home"), ("/undo", ""), ("/form", "verb=toggle&id=%40s1"),
    ] {
      let answer = try server.post(target, body)
      #expect(answer.status == 403)
      #expect(JSON.code(answer.body) == "no-permission")
    }
    #expect(try server.get("/lines")["Pleat-Total"] == "6")
    // So that the script offers no edits.
    #expect(try server.get("/").body.contains(" data-read-only>"))
    #expect(try server.get("/?where=milk").body.contains(" data-read-only>"))
    #expect(try !WebServer().get("/").body.contains("data-read-only"))
  }

  @Test func `users come in with tokens of their own, and have folds of their own`() throws {
    let folder = try ScratchFolder()
    let users = folder.path(of: "users")
    let hash = { (token: String) in try Program.run(["sha256sum"], input: token).text.prefix(64) }
    try "ana \(hash("aaa"))\n# nobody\nbob b. \(hash("bbb"))\n".write(toFile: users, atomically: true, encoding: .utf8)
    let server = try WebServer(["--users", users], in: folder)
    let come = try server.get("/?token=bbb")
    #expect(come.status == 303)
    server.cookie = come["Set-Cookie"]?.components(separatedBy: ";").first ?? ""
    _ = try server.post("/apply", "collapse Home")
    #expect(try server.get("/lines")["Pleat-Total"] == "3")
    let ana = try server.get("/lines", cookie: "", "Authorization: Bearer aaa")
    #expect(ana["Pleat-Total"] == "6")
    #expect(try server.pleat("list", "-u", "bob b.").text.contains("3 hidden"))
    try "ana \(hash("aaa"))\n".write(toFile: users, atomically: true, encoding: .utf8)
    #expect(try server.get("/lines").status == 401)
    #expect(try server.get("/?token=bbb").body.contains("Ask whoever runs this page for a new link."))
  }

  @Test func `at a socket, the proxy says who it is`() throws {
    let folder = try ScratchFolder()
    let server = try WebServer(["--socket", folder.path(of: "s"), "--host", "lists.example.org"], in: folder)
    #expect(try server.get("/lines", cookie: "").status == 401)
    let answer = try server.send(
      "POST /apply HTTP/1.1", ["Remote-User: bob", "Origin: https://lists.example.org"], "collapse Home")
    #expect(answer.status == 200)
    #expect(try server.get("/lines", "Remote-User: bob")["Pleat-Total"] == "3")
    #expect(try server.get("/lines", "Remote-User: eva")["Pleat-Total"] == "6")
  }

  @Test func `cookies and links hold over a restart, and so does the port`() throws {
    let server = try WebServer()
    let (host, cookie) = (server.host, server.cookie)
    try server.killAndStart()
    let link = server.link
    try server.killAndStart()
    #expect(server.host == host)
    #expect(try server.get("/lines", cookie: cookie).status == 200)
    #expect(try server.get("/?\(link)", cookie: "")["Set-Cookie"] != nil)
    let state = try Program.run(["find", server.folder.path(of: "state"), "-type", "f", "-printf", "%m "]).text
    #expect(Set(state.split(separator: " ")) == ["600"])
  }
}
