import PleatArguments
import PleatOutput
import PleatRemote
import PleatSystem

/// `pleat serve`: carries out the commands of a user who has logged in by ssh with a key for one outline.
struct Serve: Command {
  static let verb = Verb(
    "serve", .exchange, summary: "Serve one outline, as one user, to the holder of an ssh key.",
    discussion: """
      This is the command of a key in ~/.ssh/authorized_keys of the account that has the outline, as in: \
      restrict,pty,command="pleat serve --file lists/home.db --user ana" ssh-ed25519 AAAA...

      The holder of the key can then use the outline with pleat -f ssh://HOST, with folds of their own, and can do \
      nothing else: the key decides the file and the user. Without a command, ssh shows the screen of 'pleat \
      open'. Other files, users, editors, pagers and programs are refused, and neither the configuration nor the \
      environment has any effect.
      """,
    usage: [
      "pleat serve --file FILE --user USER [--read-only]", "pleat serve --host FOLDER --user USER [--read-only]",
    ],
    options: [file, host, user, readOnly, json],
    examples: [
      "One line of authorized_keys: Ana's key, with folds of her own":
        "echo 'restrict,pty,command=\"pleat serve --file home.db --user ana\" ssh-ed25519 AAAA...' >>authorized_keys",
      "What the holder of the key can then do":
        "SSH_ORIGINAL_COMMAND='pleat list' pleat serve -f \"$PLEAT_FILE\" -u ana",
      "A key for reading only":
        "echo 'restrict,command=\"pleat serve --file home.db --user bob --read-only\" ssh-ed25519 AAAA...' >>authorized_keys",
    ],
    environment: [
      "SSH_ORIGINAL_COMMAND": "The command that was given to ssh; sshd sets it.",
      "TERM, LANG, LC_ALL, LC_CTYPE, NO_COLOR": "How text is shown on the terminal; other variables have no effect.",
    ],
    files: [
      "~/.ssh/authorized_keys": "The keys that may log in, one on each line, each with its command.",
      "\(HostedFolder.refusals)":
        "Refusals with --host, one on each line, while no 'pleat host' runs to write them down.",
    ])

  private static let file = TextOption("file", letter: "f", .file, purpose: .answer, help: "The file with the outline.")
  private static let host = TextOption(
    "host", .file, "folder", purpose: .answer,
    help:
      "Serve the outlines of this folder, as its file .pleat-directory allows: ssh://HOST/team/plans is team/plans.db in it."
  )
  private static let user = TextOption(
    "user", letter: "u", .text, purpose: .answer, help: "The user name of the holder of the key.")
  private static let readOnly = Flag("read-only", help: "Refuse everything that changes the outline or the folds.")
  private static let json = Flag(
    "json", purpose: .programs, help: "Answer in JSON if the command cannot be read.")

  let arguments: Arguments

  private var file: String { arguments[Self.file] ?? "" }
  /// The folder with the outlines; nil for one file.
  private var folder: String? { arguments[Self.host] }
  private var user: String { arguments[Self.user] ?? "" }

  /// The most seconds that a command may block other writers; other commands wait longer than that for the lock.
  static let longestTransaction: UInt32 = 8

  var needs: Needs { .nothing }

  func check() throws {
    if file.isEmpty == (folder == nil) {
      throw Refusal("'serve' needs --file FILE or --host FOLDER: the file or the folder that it serves.")
    }
    if user.isEmpty { throw Refusal("'serve' needs --user USER, the name of the holder of the key.") }
    if RemoteAddress.isMeant(by: file) { throw Refusal("'serve' can only serve a file of this machine.") }
  }

  func run(in context: Context) throws {
    let status = status(in: context)
    if status != 0 { throw Failure(status: status) }
  }

  /// Carries out the command that ssh passes on, and returns its exit code.
  private func status(in context: Context) -> Int32 {
    var words: [String] = arguments.isJSON ? ["--json"] : []
    var path: String?
    // sshd sets it: the address and the port of the caller, and of this machine.
    let address = (try? context.variable("SSH_CONNECTION"))?.flatMap { $0.split(separator: " ").first }.map(String.init)
    do {
      let line = try context.variable("SSH_ORIGINAL_COMMAND") ?? ""
      let typed = try Self.arguments(of: line, in: context)
      let isRemote = RemoteCommand.isMeant(by: typed)
      words = isRemote ? RemoteCommand.innerArguments(of: typed) : typed
      let command = try isRemote ? RemoteCommand(reading: typed.dropFirst()) : nil
      path = command?.file
      let hosted = try folder.map { try HostedFolder($0) }
      var served = try served(command, in: hosted, context)
      if let hosted, let path {
        served.commands = checked(context.commands, on: path, in: hosted, at: address)
        served.currentRight = { [user] in try hosted.outline(path, for: user).right }
      }
      Self.endLongTransactions(isJSON: Context.isJSON(words))
      return served.commands.run(words, try command.map { try served.greeting(for: $0) } ?? served)
    } catch {
      let status = context.end(with: error, of: words)
      if let folder, let hosted = try? HostedFolder(folder) {
        note(status, of: CommandArguments(words, of: context.commands), on: path, in: hosted, at: address)
      }
      return status
    }
  }

  /// Returns commands that check the user's current right before each run, as a session can be long, and log refusals.
  private func checked(
    _ commands: CommandSet, on path: String, in hosted: HostedFolder, at address: String?
  ) -> CommandSet {
    CommandSet(commands.all, standard: commands.standard) { [self] arguments, context in
      var context = context
      let status: Int32
      do {
        let (right, most) = (try hosted.outline(path, for: user).right, context.origin?.right ?? .own)
        context.origin?.right = min(right, most)
        status = commands.run(arguments, context)
      } catch {
        status = context.end(with: error, of: arguments)
      }
      note(status, of: CommandArguments(arguments, of: commands), on: path, in: hosted, at: address)
      return status
    }
  }

  /// Logs a command that was refused because the user lacks the right.
  private func note(
    _ status: Int32, of typed: CommandArguments, on path: String?, in hosted: HostedFolder, at address: String?
  ) {
    guard status == Failure.Kind.noPermission.status else { return }
    hosted.note(refusalOf: user, at: address, "'\(typed.name ?? "list")' of \(path ?? "no outline")")
  }

  /// Ends the process, with the exit code of a refusal, when a transaction takes too long.
  ///
  /// SQLite then rolls the transaction back. The limit does not apply while an edit is being saved.
  private static func endLongTransactions(isJSON: Bool) {
    let failure = Failure(
      .refused,
      "This would lock the outline for more than \(longestTransaction) seconds, which a key may not do.",
      hint: "Nothing was changed. Do it in parts, or on the machine with the outline.")
    Platform.endOnAlarm(
      saying: (isJSON ? failure.json.text : failure.text) + "\n", with: failure.status, restore: TerminalDevice.end)
  }

  /// Returns the arguments after `pleat`; without a command, those that show the outline.
  private static func arguments(of line: String, in context: Context) throws(Failure) -> [String] {
    if line.utf8.allSatisfy({ $0 == 0x20 }) {
      return context.isTerminal && context.isInputTerminal ? ["open"] : ["list"]
    }
    if ShellWords.hasOperators(line.utf8) {
      throw .notServed("there is no shell, so ; | & < > ( ) $ and ` have to be in quotes")
    }
    let arguments: [String]
    do { arguments = try ShellWords.split(line.utf8) } catch { throw Failure(error) }
    guard arguments.first == "pleat" else { throw .notServed("it serves pleat and no other program") }
    return Array(arguments.dropFirst())
  }
}

extension Serve {
  /// The environment variables that a client may set to describe its terminal.
  private static let variables: Set<String> = ["TERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR"]

  /// Returns the context of a served command, which can reach only one file, as one user.
  private func served(
    _ command: RemoteCommand?, in hosted: HostedFolder?, _ context: Context
  ) throws -> Context {
    let home = try context.homeFolder()
    let (file, right, socket) = try outline(for: command, in: hosted, home: home)
    let known = { name in Self.variables.contains(name) ? try context.variable(name) : nil }
    context.forgetEnvironment(Self.variables)
    var served = try command.map { try context.arrived($0, variable: known) } ?? context
    let look = command == nil ? known : served.variable
    served.hostSocket = socket
    served.variable = { [user] name in
      switch name {
      case "PLEAT_FILE": file
      case "PLEAT_USER": user
      case "PLEAT_PAGER": ""
      default: try look(name)
      }
    }
    served.configurationFile = ConfigurationFile(only: command?.values ?? [:])
    served.savedEdit = SavedEdit()
    served.signals.limit = Self.longestTransaction
    served.edit = { _, _ in 126 }
    served.become = { _, _ in .permissionDenied }
    served.loginName = { nil }
    served.origin = RemoteOrigin(
      name: command?.name, carriesDocument: command?.carriesDocument == true, isFramed: command?.isFramed == true,
      isServed: true, right: right)
    return served
  }

  /// Returns the outline to serve, the caller's right, and the host's socket if it is not next to the file.
  ///
  /// - Throws: A ``Failure`` if another pleat sent the command for another file or user.
  private func outline(
    for command: RemoteCommand?, in hosted: HostedFolder?, home: String?
  ) throws(Failure) -> (file: String, right: Right, socket: String?) {
    if let name = command?.user, name != user { throw .notServed(user: name) }
    let most = arguments[Self.readOnly] ? Right.see : .own
    guard let hosted else {
      if let path = command?.file, path != file, absolute(path, home) != absolute(file, home) {
        throw .notServed("it does not serve '\(path)'; leave the path out")
      }
      if let name = command?.name, name.contains("/"), !RemoteAddress.isMeant(by: name), name != file {
        throw .notServed("it does not serve '\(name)'")
      }
      return (file, min(.edit, most), nil)
    }
    guard let path = command?.file else {
      throw .notServed("it serves a folder, and no outline is named", hint: "Name one: pleat -f ssh://HOST/team/plans")
    }
    let (found, right) = try hosted.outline(path, for: user)
    return (found, min(right, most), hosted.socket)
  }

  /// Returns the absolute path; a relative one starts at the home folder, as with ssh.
  private func absolute(_ path: String, _ home: String?) -> String {
    let path = ConfigurationPath.expanded(path, home: home) ?? path
    return path.hasPrefix("/") ? path : "\(home ?? "")/\(path)"
  }
}
