import Foundation
import TestPrograms

/// A `pleat-web` that serves an outline in a folder of its own.
final class WebServer {
  let folder: ScratchFolder
  let path: String
  private let options: [String]
  private let ssh: SSHServer?
  private(set) var program: Program
  private(set) var place: RawClient.Place
  /// The host that the page has for browsers.
  private(set) var host = ""
  private(set) var link = ""
  /// The cookie of the user, once they have come in by the link.
  var cookie = ""

  static let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  static var executable: String { programs.appendingPathComponent("pleat-web").path }

  static func environment(_ folder: ScratchFolder) -> [String: String] {
    [
      "PLEAT_FILE": folder.path(of: "outline.db"), "PLEAT_USER": "ana", "XDG_STATE_HOME": folder.path(of: "state"),
      "XDG_CONFIG_HOME": folder.path(of: "config"),
    ]
  }

  /// Makes an outline by the lines of a batch, serves it, and comes in.
  ///
  /// With a server of ssh, its `ssh` is the one that is found.
  init(
    _ options: [String] = [], edits: String = WebServer.sample, in folder: ScratchFolder? = nil, ssh: SSHServer? = nil
  ) throws {
    self.folder = try folder ?? ScratchFolder()
    self.options = options
    self.ssh = ssh
    path = self.folder.path(of: "outline.db")
    if !edits.isEmpty { _ = try Self.pleat(["apply", "-q"], in: self.folder, input: edits) }
    (program, place) = try Self.start(options, self.folder, ssh)
    try comeIn()
  }

  deinit {
    // After a kill, ssh goes on running until the next edit, when it finds no reader.
    program.send(ssh == nil ? SIGKILL : SIGTERM)
    if ssh != nil { _ = try? program.wait() }
  }

  static let sample = """
    add --section Home
    add milk bread --in Home
    add '[ ] call the plumber' --in Home
    add --section Work
    add report --in Work

    """

  /// Runs a command of `pleat` on the outline.
  @discardableResult
  func pleat(_ words: String..., input: String = "") throws -> Ending {
    try Self.pleat(words, in: folder, input: input)
  }

  private static func pleat(_ words: [String], in folder: ScratchFolder, input: String) throws -> Ending {
    let program = programs.appendingPathComponent("pleat").path
    return try Program.run([program] + words, input: input, environment: environment(folder))
  }

  private static func start(
    _ options: [String], _ folder: ScratchFolder, _ ssh: SSHServer?
  ) throws -> (Program, RawClient.Place) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let output = folder.path(of: "printed")
    try? FileManager.default.removeItem(atPath: output)
    let program = try Program(
      starting: [executable, "--json"] + options,
      environment: environment(folder).merging(ssh.map { ["PATH": "\($0.programs):\(path)"] } ?? [:]) { $1 },
      outputPath: output)
    try waitUntil("the server says where it is", by: program) {
      try FileManager.default.fileExists(atPath: output)
        && String(contentsOfFile: output, encoding: .utf8).hasSuffix("\n")
    }
    let address = try JSON.object(String(contentsOfFile: output, encoding: .utf8))["address"] as? String ?? ""
    let port = URL(string: address)?.port
    let socket = options.firstIndex(of: "--socket").map { options[$0 + 1] } ?? ""
    return (program, port.map(RawClient.Place.port) ?? .socket(socket))
  }

  /// Reads the link that was printed, and exchanges it for a cookie.
  private func comeIn() throws {
    let printed = try JSON.object(String(contentsOfFile: folder.path(of: "printed"), encoding: .utf8))
    link = (printed["link"] as? String ?? "").components(separatedBy: "?").last ?? ""
    if case .port(let port) = place { host = "127.0.0.1:\(port)" } else { host = "lists.example.org" }
    if !link.isEmpty, cookie.isEmpty {
      cookie = try get("/?\(link)", cookie: "")["Set-Cookie"]?.components(separatedBy: ";").first ?? ""
    }
  }

  /// Ends the server as a power cut would, and starts it again.
  func killAndStart() throws {
    program.send(SIGKILL)
    _ = try program.wait()
    (program, place) = try Self.start(options, folder, ssh)
    try comeIn()
  }

  // MARK: - Asking

  func get(_ target: String, cookie: String? = nil, _ headers: String...) throws -> RawResponse {
    try send("GET \(target) HTTP/1.1", headers + ["Cookie: \(cookie ?? self.cookie)"])
  }

  func post(_ target: String, _ body: String = "", _ headers: String...) throws -> RawResponse {
    try send("POST \(target) HTTP/1.1", headers + ["Origin: http://\(host)", "Cookie: \(cookie)"], body)
  }

  /// Sends a request with its host, on a connection of its own.
  func send(_ line: String, _ headers: [String], _ body: String = "") throws -> RawResponse {
    let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
    let client = try RawClient(place)
    client.send(([line, "Host: \(host)"] + headers + length).joined(separator: "\r\n") + "\r\n\r\n" + body)
    return client.response()
  }

  /// Opens a stream of changes.
  func stream(_ target: String = "/changes", after revision: String? = nil, _ headers: String...) throws -> RawStream {
    let last = revision.map { ["Last-Event-ID: \($0)"] } ?? []
    let client = try RawClient(place, patience: 5)
    let lines = ["GET \(target) HTTP/1.1", "Host: \(host)", "Cookie: \(cookie)"] + headers + last
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return RawStream(client)
  }
}

/// A stream of events.
final class RawStream {
  private let client: RawClient
  private var text = ""

  /// Waits until the stream has begun, or was refused.
  init(_ client: RawClient) {
    self.client = client
    text = String(decoding: client.read(), as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
  }

  /// Whether the server has ended the stream, rather than been silent for a while.
  var isEnded: Bool { client.isClosed }

  struct Event: Equatable {
    var name = ""
    var id = ""
    var data = ""
  }

  /// The next event that has data; nil if the stream ends, or nothing comes for a while.
  func next() -> Event? {
    while true {
      while let end = text.range(of: "\n\n") {
        let block = text[..<end.lowerBound]
        text.removeSubrange(..<end.upperBound)
        if let event = Self.event(block) { return event }
      }
      let bytes = client.read()
      if bytes.isEmpty { return nil }
      text += String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    }
  }

  private static func event(_ block: Substring) -> Event? {
    var event = Event()
    for line in block.split(separator: "\n") {
      if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
      if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
      if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
    }
    return event.data.isEmpty ? nil : event
  }
}

/// JSON as a test looks at it.
enum JSON {
  static func value(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// The object that a text holds; empty when it holds something else.
  static func object(_ text: String) throws -> [String: Any] { try value(text) as? [String: Any] ?? [:] }

  /// The objects of the array that a text holds.
  static func objects(_ text: String) throws -> [[String: Any]] { try value(text) as? [[String: Any]] ?? [] }

  /// The code of the error that a text holds.
  static func code(_ text: String) -> String? {
    ((try? object(text))?["error"] as? [String: Any])?["code"] as? String
  }
}
