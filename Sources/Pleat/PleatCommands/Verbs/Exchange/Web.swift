import PleatArguments
import PleatOutput
import PleatSystem
import SystemPackage

/// `pleat web`: starts the program that serves an outline as a page.
package struct Web: Command {
  package static let verb = Verb(
    "web", .exchange, summary: "Show the outline as a page in a browser, which follows every edit.",
    discussion: """
      The page is for you alone: it is served on 127.0.0.1, and a link that is printed once lets a browser in. \
      Cookies and links stay valid when the program is started again. With --users, every user in a file logs in \
      with a token; with --socket, a reverse proxy names the user in a header, which has no effect otherwise. \
      Nobody can do more there than the holder of a key can with 'pleat serve'. With --folder, each outline of a \
      folder has its page, and the file .pleat-directory in it says who may do what, as for 'pleat serve --host'. \
      docs/web.md says how to set it up.
      """,
    usage: ["pleat web [OPTION...]"],
    options: [port, socket, socketAccess, users, folder, host, readOnly, browsers, signOut] + GlobalOptions.declared,
    examples: [
      "Your outline as a page; the printed link opens it": "pleat web",
      "For the users in a file, for reading only": "pleat web --users users.txt --read-only",
      "The outlines of a folder, for the users that its directory names":
        "pleat web --folder /srv/lists --users users.txt",
      "Behind a reverse proxy that names the user":
        "pleat web --socket /run/pleat/web.sock --socket-access www-data --host lists.example.org",
      "Sign every browser out": "pleat web --sign-out all",
    ],
    files: [
      "~/.local/state/pleat/web": "Hashes of the valid cookies and links."
    ])

  private static let port = Option<Int?>(
    "port", 0...65_535, "n", purpose: .answer, help: "The port on 127.0.0.1; by default that of the last time.")
  private static let socket = TextOption(
    "socket", .file, "path", purpose: .answer,
    help: "Serve on a socket, to a proxy that names the user in the header Remote-User.")
  private static let socketAccess = TextOption(
    "socket-access", .text, "group", purpose: .answer,
    help: "The group that may connect to the socket, or a mode such as 0666; otherwise you alone.")
  private static let users = TextOption(
    "users", .file, "file", purpose: .answer,
    help: "The file with the users and the SHA-256 of their tokens, one user on each line.")
  private static let folder = TextOption(
    "folder", .file, "folder", purpose: .answer,
    help: "Serve the outlines of this folder, as its file .pleat-directory allows: /team/plans/ is team/plans.db in it."
  )
  private static let host = Option<[String]>(
    "host", "NAME", help: "A name under which browsers reach the page, besides 127.0.0.1 and localhost.")
  private static let browsers = Flag("browsers", help: "List the browsers that have been let in, and serve nothing.")
  private static let signOut = TextOption(
    "sign-out", .text, "browser", purpose: .answer,
    help: "Sign a browser out, by its name in --browsers, or all of them; serve nothing.")
  private static let readOnly = Flag("read-only", help: "Refuse everything that changes the outline or the folds.")

  package let arguments: Arguments

  package init(arguments: Arguments) { self.arguments = arguments }

  /// The port on 127.0.0.1; nil for the last one.
  package var port: Int? { arguments[Self.port] }
  /// The path of the socket; nil for a port.
  package var socket: String? { arguments[Self.socket] }
  package var users: String? { arguments[Self.users] }
  /// The folder with the outlines; nil for a single outline.
  package var folder: String? { arguments[Self.folder] }
  /// The names under which browsers reach the page.
  package var hosts: [String] { arguments[Self.host] }
  /// Whether to list the browsers that are signed in.
  package var listsBrowsers: Bool { arguments[Self.browsers] }
  /// The browser to sign out, or `all`; nil to serve the page.
  package var signsOut: String? { arguments[Self.signOut] }
  /// Whether all edits are refused.
  package var isReadOnly: Bool { arguments[Self.readOnly] }

  package enum Access: Sendable {
    case group(String)
    /// Anyone to whom these permissions of the socket give access.
    case mode(UInt32)
  }

  /// Who may connect to the socket besides its owner; nil for nobody.
  package var access: Access? {
    arguments[Self.socketAccess].map { text in
      text.allSatisfy(\.isNumber) ? UInt32(text, radix: 8).map { .mode($0 & 0o777) } ?? .group(text) : .group(text)
    }
  }

  package var needs: Needs { .nothing }

  package func check() throws {
    if socket != nil, port != nil { throw Refusal("--socket and --port cannot be used together.") }
    if socket != nil, users != nil {
      throw Refusal("--socket and --users cannot be used together: the proxy knows the users.")
    }
    if socket == nil, access != nil { throw Refusal("--socket-access needs --socket.") }
    if listsBrowsers || signsOut != nil, socket != nil || users != nil {
      throw Refusal(
        "Only browsers that a link has let in are listed and signed out.",
        hint: "With --users, take the line with the token out of the file; with --socket, the proxy decides.")
    }
    if folder != nil, arguments.file != nil { throw Refusal("--folder and --file cannot be used together.") }
    if folder == "" { throw Refusal("The path of the folder is empty.") }
    if socket == "" { throw Refusal("The path of the socket is empty.") }
  }

  package func run(in context: Context) throws {
    let words = arguments.given.map { option, value in
      option.kind == nil ? "--\(option.name)" : "--\(option.name)=\(value)"
    }
    try context.becomeProgram("pleat-web", words, hint: "'scripts/build --web' builds it")
  }
}

extension Context {
  /// Replaces this process with another program of pleat, found next to pleat or on the `PATH`.
  ///
  /// - Parameters:
  ///   - hint: How to get the program, as a sentence without its full stop.
  func becomeProgram(_ name: String, _ arguments: [String], hint: String) throws {
    let beside = Platform.programFolder.map { "\($0)/\(name)" }
    for program in [beside, name].compactMap(\.self) {
      let error = become([program] + arguments, nil)
      if error != .noSuchFileOrDirectory {
        throw Failure(.unavailable, "The program \(name) cannot be started: \(error).")
      }
    }
    throw Failure(
      .unavailable, "'pleat \(name.dropFirst(6))' needs the program \(name), which is not there.",
      hint: "\(hint). Put it into the folder of pleat.")
  }
}
