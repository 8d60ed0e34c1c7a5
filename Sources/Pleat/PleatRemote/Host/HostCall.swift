import OutlineCore
import OutlineJSON
import PleatArguments
import PleatOutput
import PleatSystem
import SystemPackage

/// Asks `pleat host` to carry a command out, if it owns the folder of the outline.
///
/// Nothing depends on the host: what it declines, cannot do, or leaves unfinished is done on the file instead.
package struct HostCall {
  /// The result of a call.
  package enum Outcome {
    /// The host has carried the command out.
    case done(status: Int32)
    /// The command has to be carried out here.
    ///
    /// - Parameters:
    ///   - key: The idempotency key of an edit that may be saved; nil if none was, or if the command has its own.
    ///   - mayBeSaved: Whether the host may have saved an edit.
    ///   - input: The command's input, if it was already read.
    ///   - hasPrinted: Whether a command that follows the outline has already printed its list.
    ///   - isDeclined: Whether a host answered that it does not carry this out.
    case notDone(
      key: String?, mayBeSaved: Bool = false, input: ByteStream? = nil, hasPrinted: Bool = false,
      isDeclined: Bool = false)
  }

  private let command: any Command
  private let typed: CommandArguments
  private let place: OutlinePlace
  private let socket: String
  private let context: Context
  /// Whether the host keeps a journal, so that nobody else may edit the outline.
  private let isJournaled: Bool
  /// The number by which the outline recognizes a repeated edit; nil for no edit.
  private let key: String?

  /// Creates the call for a command; nil if there is no host, or if a host cannot carry the command out.
  ///
  /// Without a host, this costs one look for a socket in each folder from that of the file upwards.
  ///
  /// - Parameters:
  ///   - typed: The command as it was typed.
  ///   - path: The file that the command uses; nil if it cannot be determined.
  package init?(
    _ command: any Command, _ typed: CommandArguments, on path: String?, in context: Context
  ) {
    guard context.mayAskHost, command.needs.outline, command.arguments.mayAskHost, let path,
      !RemoteAddress.isMeant(by: path)
    else { return nil }
    guard let (place, socket) = Self.host(of: path, in: context) else { return nil }
    let journal = socket.dropLast(HostProtocol.socketName.count) + HostedName.journal
    isJournaled = (try? FileStatus(of: String(journal), followingLinks: false)) != nil
    let isHosts = isJournaled || !place.isUsable
    guard isHosts || !command.arguments.hasWait, command.isForHost(alone: isHosts, in: context) else { return nil }
    let isNeeded = command.mayEdit || command.needs.follows || isJournaled && command.needs.edits
    if !isNeeded, (try? Platform.checkReadable(path)) != nil { return nil }
    (self.place, self.socket) = (place, socket)
    (self.command, self.typed, self.context) = (command, typed, context)
    key = command.keyForSending()
  }

  /// Returns where an outline is, and its host's socket; nil if there is no trustworthy host.
  private static func host(of path: String, in context: Context) -> (OutlinePlace, socket: String)? {
    let found = context.hostSocket.map { [$0] } ?? sockets(near: path)
    guard !found.isEmpty, let place = OutlinePlace(path),
      let socket = found.first(where: { isTrusted($0, with: place) })
    else { return nil }
    return (place, socket)
  }

  /// Returns the paths of possible sockets in the folder of a file and in those above it, the nearest first.
  private static func sockets(near path: String) -> [String] {
    var folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    let isAbsolute = folder.hasPrefix("/")
    let start = isAbsolute ? "" : ((try? Platform.currentFolder()) ?? nil) ?? ""
    let levels = (start + (isAbsolute ? "" : "/") + folder).utf8.count { $0 == UInt8(ascii: "/") }
    var found: [String] = []
    for _ in 0...min(max(levels - 2, 0), HostedName.mostLevels) {
      let socket = folder + HostProtocol.socketName
      if (try? FileStatus(of: socket, followingLinks: false)) != nil { found.append(socket) }
      folder += "../"
    }
    return found
  }

  /// Whether a socket belongs to the owner of an outline or to root.
  private static func isTrusted(_ socket: String, with place: OutlinePlace) -> Bool {
    guard let owner = try? FileStatus(of: socket, followingLinks: false).owner else { return false }
    return owner == place.owner || owner == 0
  }

  /// Lets the host carry the command out.
  ///
  /// The host's output is shown only if the command succeeded, or if this account may not use the file. Otherwise, a
  /// refused command is run on the file, so that it fails just as without a host, with questions and suggestions.
  ///
  /// - Throws: The errors of reading the input, and a ``Failure`` for an interrupt.
  /// - Throws: What reading the input throws, and a ``Failure`` for an interrupt.
  package func run() throws -> Outcome {
    guard let connection = connected() else { return .notDone(key: nil) }
    let document = try input()
    var isSilent = false
    var outcome = try talk(over: connection, document, &isSilent)
    if case .notDone(_?, _, _, _, _) = outcome, !isSilent, let again = connected() {
      // The host has exited, and another one has replaced it.
      try document?.rewind()
      outcome = try talk(over: again, document, &isSilent)
    }
    if case .notDone(let key, _, _, let hasPrinted, let isDeclined) = outcome {
      try document?.rewind()
      context.endOnInterrupts()
      let isNew = command.arguments.idempotencyKey == nil
      let input = sentFile == nil ? document?.stream : nil
      return .notDone(
        key: isNew ? key : nil, mayBeSaved: key != nil, input: input, hasPrinted: hasPrinted, isDeclined: isDeclined)
    }
    return outcome
  }

  /// The path of the document to send to the host as the command's input; nil if there is none.
  private var sentFile: String? { context.carriesDocument ? nil : command.sentFile }

  /// Returns the command's input in a form that can be read again; nil for none.
  private func input() throws -> OpenInput? {
    if let sentFile { return try OpenInput(sentFile) }
    guard context.carriesDocument || command.readsInput(in: context) else { return nil }
    context.tellWaiting(
      "Type what '\(typed.words().first ?? "")' is to read", isJSON: command.arguments.isJSON,
      isQuiet: command.arguments.isQuiet)
    return try OpenInput(spooling: context.input)
  }

  /// Returns a connection to a host that the outline's owner or root runs; nil if there is none.
  private func connected() -> FileDescriptor? {
    guard let connection = try? Platform.connect(to: socket) else { return nil }
    if let peer = Platform.peer(of: connection), peer.user == place.owner || peer.user == 0 { return connection }
    _ = Result { try connection.close() }  // nothing was said
    return nil
  }

  /// - Parameter isSilent: Becomes true if the host has not answered for so long that asking again is pointless.
  private func talk(over connection: FileDescriptor, _ document: OpenInput?, _ isSilent: inout Bool) throws -> Outcome {
    defer { _ = Result { try connection.close() } }  // everything was said, or the other end is gone
    let line = try line(readsInput: document != nil)
    if line.utf8.count > HostProtocol.longestLine { return .notDone(key: nil) }
    context.noteInterrupts()
    Platform.limitWriting(to: connection, milliseconds: Self.patience)
    if !command.needs.follows { Platform.limitReading(from: connection, milliseconds: Self.patience) }
    if command.needs.follows, context.currentRight != nil {
      Platform.limitReading(from: connection, milliseconds: Int(RightCheck.interval / .milliseconds(1)))
    }
    do {
      try HostProtocol.send(RemoteProtocol.chunk(Array(line.utf8)), over: connection)
      if let document {
        let stream = document.stream
        while let chunk = try stream.next() {
          for start in stride(from: 0, to: chunk.count, by: RemoteProtocol.longestChunk) {
            try HostProtocol.send(
              RemoteProtocol.chunk(Array(chunk[start...].prefix(RemoteProtocol.longestChunk))), over: connection)
          }
        }
        try HostProtocol.send(RemoteProtocol.chunk([]), over: connection)
      }
    } catch is Errno {
      // The host may have answered before it received everything, or have exited.
    }
    return try answer(over: connection, &isSilent)
  }

  /// How long to wait for any answer, in milliseconds; it is longer than the host waits for a locked file.
  private static let patience = 30_000

  /// Receives the host's answer.
  private func answer(over connection: FileDescriptor, _ isSilent: inout Bool) throws -> Outcome {
    let reader = HostProtocol.Reader(connection)
    var output: [UInt8] = []
    var messages: [String] = []
    var hasPrinted = false
    var isFinal = false
    var right = RightCheck(in: context)
    func next() throws -> [UInt8]? {
      while true {
        do {
          if command.needs.follows { try right.checkIfDue() }
          return try reader.next(limit: 1 << 30)
        } catch Errno.wouldBlock where command.needs.follows {}
      }
    }
    do {
      while let chunk = try next() {
        guard let kind = chunk.first.flatMap(HostProtocol.Kind.init) else { break }
        let content = chunk.dropFirst()
        switch kind {
        case .output where command.needs.follows:
          context.output.append { $0 += content }
          try context.output.finish()
          hasPrinted = true
        case .output: output += content
        case .message: messages.append(String(decoding: content, as: UTF8.self))
        case .final: isFinal = true
        case .declined: return .notDone(key: nil, isDeclined: true)
        case .status:
          guard let status = Int32(String(decoding: content, as: UTF8.self)) else { return .notDone(key: key) }
          if status != 0, !isFinal, isPossibleHere { return .notDone(key: Self.mayBeSaved(status) ? key : nil) }
          if status == 0, key != nil { context.noteSaved(isJSON: command.arguments.isJSON) }
          if !receivesDocument { context.output.append { $0 += output } }
          messages.forEach(context.send)
          if status == 0, receivesDocument { try receive(output) }
          return .done(status: status)
        }
      }
    } catch let error as Errno {
      if error == .interrupted, let signal = Interruption.signal { throw interrupted(by: signal) }
      isSilent = error == .wouldBlock
    }
    return .notDone(key: key, hasPrinted: hasPrinted)
  }

  /// Whether the output is a document to be written to a local file.
  private var receivesDocument: Bool { !context.carriesDocument && command.receivesDocument }

  /// Writes a document to its local file.
  private func receive(_ bytes: [UInt8]) throws {
    if case .written(let path, _, _)? = command.needs.document, let identity = place.identity,
      FileStamp(of: path).map({ FileIdentity($0) }) == identity
    {
      throw Failure(.usage, "'\(path)' is the outline itself.", hint: "Name another file.")
    }
    guard let document = try ReceivedDocument(command.needs.document) else { return }
    try document.take(bytes)
    try document.finish(in: context)
  }

  /// Whether a command with this exit code may have saved something.
  private static func mayBeSaved(_ status: Int32) -> Bool {
    [Failure.Kind.inputOutput, .saved, .bug].map(\.status).contains(status)
  }

  /// Whether the command can also be carried out on the file.
  private var isPossibleHere: Bool {
    do { try command.mayEdit ? Platform.checkWritable(place.path) : Platform.checkReadable(place.path) } catch {
      return false
    }
    return true
  }

  private func interrupted(by signal: Int32) -> Failure {
    key == nil
      ? Failure(status: 128 + signal)
      : Failure(interruptedBy: signal, "interrupted; it is not known whether the edit was saved")
        .ofUnknownOutcome(withKey: key)
  }

  private func line(readsInput: Bool) throws -> String {
    let words = typed.words(withKey: command.arguments.idempotencyKey == nil ? key : nil)
    // The host cannot ask the user to type its input.
    var far = try RemoteCommand(
      arguments: words, seenFrom: context, readsInput: false, printsHere: !receivesDocument)
    far.file = place.path
    far.name = context.origin?.name ?? command.arguments.file
    far.user = try command.arguments.userName(in: context)
    far.identity = place.identity
    far.carriesDocument = context.carriesDocument || sentFile != nil || receivesDocument
    far.onlyFolds = context.origin?.onlyFolds == true
    far.deletions = context.deletions
    far.isFramed = readsInput
    return far.line
  }
}

extension Command {
  /// Whether a host may carry the command out: only what the holder of a key may do, without any other file.
  ///
  /// If the host is the only one that may edit the outline, for everybody or for this account, it also does what only
  /// the owner may do, and receives documents and typed input.
  fileprivate func isForHost(alone isAlone: Bool, in context: Context) -> Bool {
    let needs = needs
    if needs.dialog != nil { return false }
    if isAlone, Served.isOwners(arguments.verb) { return true }
    guard arguments.verb.audience == .key, arguments.given.allSatisfy({ $0.option.audience == .key }),
      needs.ownersReason == nil
    else { return false }
    if context.carriesDocument { return isAlone ? needs.edits : mayEdit }
    if needs.document != nil { return receivesDocument || isAlone && sentFile != nil }
    return isAlone || !(readsInput(in: context) && context.isInputTerminal)
  }

  /// The path of a document to read, if it can be read again; nil if there is none.
  fileprivate var sentFile: String? {
    guard case .read(let path)? = needs.document, (try? FileStatus(of: path))?.kind == .file else {
      return nil
    }
    return path
  }
}

extension Command {
  /// Whether the command writes a document of the outline to a file.
  fileprivate var receivesDocument: Bool {
    if case .written? = needs.document { true } else { false }
  }
}

// MARK: - Without the host

extension HostCall {
  /// Replaces the error of a command that tried to use the file, if only a host may use it for this account; otherwise
  /// returns nil.
  ///
  /// The failure does not reveal whether the file exists.
  ///
  /// - Parameters:
  ///   - error: The error of the command.
  ///   - verb: The name of its verb.
  ///   - path: The file that the command uses; nil if it cannot be determined.
  package static func failure(_ error: any Error, of verb: String, on path: String?, in context: Context) -> Failure? {
    guard !context.savedEdit.isMade, let path, !RemoteAddress.isMeant(by: path), isAboutAccess(error, to: path),
      let (place, socket) = host(of: path, in: context), (try? FileStatus(of: socket).owner) != Platform.userID,
      FileStamp(of: String(socket.dropLast(HostProtocol.socketName.count)) + Directory.name) != nil
    else { return nil }
    let name = Escapes.oneLine(place.path)
    if !context.mayAskHost {
      return Failure(
        .noPermission,
        "The host of \(name) does not do this at the moment, and your account may not use the file itself.",
        hint: "Nothing was changed. Try again, or tell the person who runs the host.")
    }
    return Failure(
      .noPermission, "This use of '\(verb)' needs the file itself, and your account may not use \(name).",
      hint:
        "Nothing was changed. The host does for you what its owner grants you, as by list, add, edit ADDRESS TEXT, import and export; so does its page."
    )
  }

  /// Whether an error says that this account may not use the file, or may not create it.
  private static func isAboutAccess(_ error: any Error, to path: String) -> Bool {
    switch error {
    case StoreError.noPermission: return true
    case StoreError.missing, StoreError.cannotCreate:
      return OutlinePlace(path)?.isUsable == false
    default: return false
    }
  }
}

extension HostCall {
  /// Returns the failure of an edit that needs a host, if no host answers; nil for other commands.
  package static func unanswered(_ command: any Command, on path: String?, in context: Context) -> Failure? {
    guard command.needs.outline, command.arguments.mayAskHost, command.isForHost(alone: true, in: context), let path
    else { return nil }
    let name = Escapes.oneLine(path)
    if OutlinePlace(path) == nil {
      return Failure(
        .notFound, "There is no folder for \(name), and only its host may make the outline.",
        hint: "Nothing was changed. Make the folder first.")
    }
    return Failure(
      .busy, "\(name) has a journal, and its host does not answer.",
      hint: "Nothing was changed; try again. If nobody runs the host: pleat host --journal URL FOLDER")
  }
}

extension Failure {
  /// The failure of an edit that may be saved, because a host has not answered and only a host may edit the file.
  ///
  /// - Parameter key: The idempotency key of the edit.
  package static func unansweredHost(key: String?) -> Failure {
    Failure(
      .inputOutput, "The host did not answer. It is not known whether the edit was saved.",
      hint: "Check the outline before you repeat the command."
    ).ofUnknownOutcome(withKey: key)
  }
}
