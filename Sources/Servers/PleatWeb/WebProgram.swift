import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import OutlineCore
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem
import SystemPackage

/// The program `pleat-web`, which `pleat web` starts.
public enum WebProgram {
  /// Serves the outline in the arguments of this process until a signal ends it.
  public static func main() async -> Never {
    Platform.occupyClosedStandardFiles()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let context = Context.process(Pleat.commands)
    do {
      if let status = try help(arguments, context) { Platform.end(with: status) }
      try await serve(Web(Arguments(arguments[...], of: Web.verb)), context)
      Platform.end(with: 0)
    } catch {
      Platform.end(with: context.end(with: error, of: arguments))
    }
  }

  private static func help(_ arguments: [String], _ context: Context) throws -> Int32? {
    if arguments == ["--version"] { return context.commands.run(arguments, context) }
    return Arguments.help(askedForIn: arguments[...]) == nil ? nil : context.commands.run(["web"] + arguments, context)
  }

  private static func serve(_ web: Web, _ context: Context) async throws {
    let folder = try web.folder.map { name throws(Failure) in try HostedFolder(name) { Log.write($0.log) } }
    let path = try folder?.path ?? absolute(web.arguments.located(in: context).path)
    let (user, origin) = try web.arguments.named(in: context)
    let passes = Passes(try StateFile("web", about: [path, user], context.variable))
    if web.listsBrowsers { return try write(browsersOf: user, passes, web) }
    if let name = web.signsOut { return try signOut(name, user, passes, web) }
    let lastPort = try StateFile("web", about: [path, user, "port"], context.variable)
    if web.socket == nil, web.users == nil, !isFirst(lastPort) {
      return try tellOfFirst(at: lastPort?.read() ?? "", web, passes, user)
    }
    let right = web.isReadOnly ? Right.see : .edit
    let values = try context.configuration().carried
    let outlines: ServedOutlines
    if let folder {
      outlines = .folder(folder, most: right, values: values)
    } else {
      var outline = ServedOutline(path: path, right: right, values: values)
      if RemoteAddress.isMeant(by: path) {
        if case .login = origin { outline.unnamedUser = user }
        outline.sshOptions = Self.sshOptions(sharing: lastPort)
        try await tryOut(outline, as: user)
      } else {
        do { _ = try Outline(path, for: .reading) } catch StoreError.missing {}  // the first edit makes it
      }
      outlines = .one(outline)
    }
    let site = Site(
      gate: try gate(of: web, user, passes, path), outlines: outlines,
      followers: Followers { outline, user in
        if outline.sshOptions != nil { return RemoteSource(RemoteWatch(outline, as: user)) }
        return FileSource(outline.path, of: user)
      })
    try await waitForLines(of: user, site)
    let opensBrowser =
      try context.isTerminal && ["DISPLAY", "WAYLAND_DISPLAY"].contains { try context.variable($0) != nil }
    let tell: @Sendable (Int?) -> Void = { port in
      if let port { lastPort?.write("\(port)") }
      announce(at: port, of: web, site.gate, opensBrowser: opensBrowser)
    }
    Platform.allowMostOpenFiles()
    if let socket = web.socket { return try await run(site, at: socket, of: web, tell) }
    let port = web.port ?? lastPort?.read().flatMap { Int($0) } ?? 0
    do { try await run(site, .hostname("127.0.0.1", port: port), tell) } catch let error as IOError
      where error.errnoCode == Errno.addressInUse.rawValue
    {
      if let port = web.port {
        throw Failure(
          .unavailable, "Port \(port) is in use by another program.",
          hint: "Name another one with --port, or none to have one chosen.")
      }
      try await run(site, .hostname("127.0.0.1", port: 0), tell)  // something else has the port of the last time
    }
  }

  /// Whether no other process serves the page; this one then does until it ends.
  private static func isFirst(_ state: StateFile?) -> Bool {
    guard let state, (try? Platform.makeFolders(state.folder)) != nil,
      let file = try? FileDescriptor.open(
        FilePath("\(state.folder)/\(state.name(of: "lock"))"), .writeOnly, options: [.create, .closeOnExec],
        permissions: [.ownerRead, .ownerWrite])
    else { return true }
    return (try? Platform.lock(file)) ?? true
  }

  /// Makes a link to the page that another process already serves.
  private static func tellOfFirst(at port: String, _ web: Web, _ passes: Passes, _ user: String) throws {
    let address = "http://127.0.0.1:\(port)/"
    if web.port != nil {
      throw Failure(
        .unavailable, "The page of this outline is served already, at \(address).",
        hint: "Without --port, this makes a link for it; to have it elsewhere, end that program first.")
    }
    write(address: address, link: "\(address)?token=\(passes.makeLink(for: user))", web)
  }

  private static func write(address: String?, link: String?, _ web: Web) {
    let output = OutputBuffer(.standardOutput)
    if web.arguments.isJSON {
      output.write(["address": address.map { .string($0) }, "link": link.map { .string($0) }])
    } else {
      output.write(link ?? "serving at \(address ?? web.socket ?? "")")
      output.write("\n")
    }
    _ = Result { try output.finish() }  // the page is there though nobody reads where
  }

  /// Prints the browsers in which a user is signed in.
  private static func write(browsersOf user: String, _ passes: Passes, _ web: Web) throws {
    let output = OutputBuffer(.standardOutput), browsers = passes.browsers(of: user)
    if web.arguments.isJSON {
      let objects = browsers.map { pass -> JSONTree in
        [
          "name": .string(pass.name), "since": .string(Timestamp(milliseconds: pass.time * 1_000).iso8601),
          "browser": .string(pass.browser),
        ]
      }
      output.write(.array(objects))
    } else {
      for pass in browsers {
        let time = Timestamp(milliseconds: pass.time * 1_000).localMinute
        output.write("\(pass.name)  \(time)  \(Escapes.oneLine(pass.browser))\n")
      }
      if browsers.isEmpty { output.write("no browser has been let in\n") }
    }
    try output.finish()
  }

  /// Signs out a browser from the list, or all browsers of a user.
  private static func signOut(_ name: String, _ user: String, _ passes: Passes, _ web: Web) throws {
    let count = passes.takeBack(name == "all" ? nil : name, of: user)
    if count == 0, name != "all" {
      throw Failure(
        .notFound, "No browser '\(name)' has been let in.", hint: "'pleat web --browsers' lists those that have.")
    }
    let output = OutputBuffer(.standardOutput)
    if web.arguments.isJSON {
      output.write(["signedOut": .int(count)])
    } else {
      output.write("signed out \(count == 1 ? "1 browser" : "\(count) browsers")\n")
    }
    try output.finish()
  }

  /// Serves over a socket; nobody else may connect before its permissions are set.
  private static func run(
    _ site: Site, at socket: String, of web: Web, _ announce: @escaping @Sendable (Int?) -> Void
  ) async throws {
    if let connection = try? Platform.connect(to: socket) {
      _ = Result { try connection.close() }
      throw unusable(socket, "a program serves there already")
    }
    let withheld = Platform.withhold(0o177)
    do {
      try await run(site, .unixDomainSocket(path: socket)) { port in
        Platform.withhold(withheld)
        admit(web.access, to: socket)
        announce(port)
      }
    } catch let error as IOError {
      throw unusable(socket, "\(Errno(rawValue: error.errnoCode))")
    } catch is UnixDomainSocketPathWrongType {
      throw unusable(socket, "something else is there")
    }
  }

  private static func unusable(_ socket: String, _ reason: String) -> Failure {
    Failure(
      .cannotCreate, "The socket \(socket) cannot be made: \(reason).", hint: "Name another path with --socket.")
  }

  /// Lets others connect to the socket; ends the program if that is impossible.
  private static func admit(_ access: Web.Access?, to socket: String) {
    do throws(Errno) {
      switch access {
      case .group(let name)?: try Platform.admit(group: name, to: socket)
      case .mode(let mode)?: try Platform.setMode(of: socket, to: mode)
      case nil: break
      }
    } catch {
      Log.write("The group or the mode of the socket \(socket) cannot be set: \(error).")
      _ = Result { try Platform.remove(socket) }
      Platform.end(with: Failure.Kind.noPermission.status)
    }
  }

  private static func run(
    _ site: Site, _ address: BindAddress, _ announce: @escaping @Sendable (Int?) -> Void
  ) async throws {
    var logger = Logger(label: "pleat-web") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    let headers = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)
    let application = Application(
      responder: WebResponder(site: site),
      server: .http1(configuration: .init(idleTimeout: .seconds(20), httpDecoderConfiguration: headers)),
      configuration: ApplicationConfiguration(
        address: address, availableConnectionsDelegate: MaximumAvailableConnections(4_096, logger: logger)),
      services: [site.followers], onServerRunning: { announce($0.localAddress?.port) }, logger: logger)
    try await application.runService()
  }

  private static func gate(of web: Web, _ user: String, _ passes: Passes, _ path: String) throws -> Gate {
    let names = web.hosts.map { $0.lowercased() }
    let door: Gate.Door =
      if web.socket != nil { .proxy } else if let users = web.users { .tokens(try UserList(users)) } else {
        .own(user: user, passes)
      }
    let isOpen = web.socket != nil && names.isEmpty
    return Gate(
      door: door, hosts: isOpen ? nil : Set(names + ["127.0.0.1", "localhost", "[::1]"]),
      cookieName: "pleat-\(String(FNV1a("\(path)\n\(user)").value, radix: 16))")
  }

  /// Prints the address of the page; for a single user, as a link that works once.
  private static func announce(at port: Int?, of web: Web, _ gate: Gate, opensBrowser: Bool) {
    let address = port.map { "http://127.0.0.1:\($0)/" }
    var link: String?
    if case .own(let user, let passes) = gate.door, let address {
      link = "\(address)?token=\(passes.makeLink(for: user))"
    }
    write(address: address, link: link, web)
    guard opensBrowser, let link else { return }
    NIOThreadPool.singleton.submit { _ in _ = Platform.run("xdg-open >/dev/null 2>&1", with: link) }
  }

  /// Returns ssh options that let everything sent to another machine share one connection.
  private static func sshOptions(sharing file: StateFile?) -> [String] {
    var options: [String] = []
    if let file, (try? Platform.makeFolders(file.folder)) != nil {
      let path = "\(file.folder)/\(file.name(of: "ssh"))"
      // A socket's path has at most 107 bytes, and ssh appends to it while it creates the socket.
      if path.utf8.count < 88 { options += ["ControlMaster=auto", "ControlPath=\(path.replacing("%", with: "%%"))"] }
    }
    return options.flatMap { ["-o", $0] }
  }

  /// Reads one line from the other machine, so that an error there is reported before the page is served.
  private static func tryOut(_ outline: ServedOutline, as user: String) async throws {
    let answer = try await Threads.editing.runIfActive { outline.run("list", ["--limit=1"], as: user) }
    if [0, Failure.Kind.notFound.status].contains(answer.status) { return }
    var failure = Failure(status: answer.status, message: answer.message ?? ServedOutline.Answer.lost)
    failure.hint = answer.hint
    throw failure
  }

  /// Waits a few seconds at most for another machine's first report of the list.
  private static func waitForLines(of user: String, _ site: Site) async throws {
    guard case .one(let outline) = site.outlines, outline.sshOptions != nil else { return }
    let follower = site.followers.follower(of: user, in: outline)
    for _ in 0..<500 where try follower.newestRevision() == 0 { try await Task.sleep(for: .milliseconds(20)) }
  }

  private static func absolute(_ path: String) throws -> String {
    path.hasPrefix("/") || RemoteAddress.isMeant(by: path) ? path : "\(try Platform.currentFolder() ?? "")/\(path)"
  }
}
