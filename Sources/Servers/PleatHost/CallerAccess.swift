import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem

/// The outline that a caller uses, with the caller's user and right.
struct CallerAccess {
  let path: String
  let user: String
  let right: Right

  /// Creates the access of a user whom another host has admitted.
  init(path: String, user: String, right: Right) { (self.path, self.user, self.right) = (path, user, right) }

  /// Whether the host carries out a caller's command.
  enum Admission {
    case granted(CallerAccess)
    /// The caller has to use the file itself.
    case ownFile
    /// The command is refused; the failure does not reveal whether the outline exists.
    case refused(Failure)

    var isGranted: Bool { if case .granted = self { true } else { false } }
  }

  /// Determines what a caller may do, and logs a refusal.
  ///
  /// - Parameters:
  ///   - command: The caller's command.
  ///   - peer: The caller's account.
  ///   - server: The host.
  static func admission(
    of command: RemoteCommand, by peer: (user: UInt32, groups: [UInt32]), in server: HostServer
  ) -> Admission {
    guard let path = command.file, let user = command.user, let place = Place(path, in: server.folder) else {
      return .ownFile
    }
    let most = command.onlyFolds ? Right.fold : .own
    if peer.user == Platform.userID {
      let isHosts = place.isOutline || place.isNamed && server.journal != nil
      return isHosts ? .granted(CallerAccess(path: path, user: user, right: most)) : .ownFile
    }
    // Only the host's own account may name a different user.
    let account = Accounts.name(of: peer.user)
    let granted = place.isNamed ? account.flatMap { server.directory?.right(of: $0, on: place.name) } : nil
    let isThere = place.isOutline || granted != nil && server.hasAgain(path)
    if account == user, isThere, let right = [granted, place.right(of: peer)].compactMap(\.self).max() {
      return .granted(CallerAccess(path: path, user: user, right: min(right, most)))
    }
    if peer.user == 0 || server.directory == nil || place.mayBeUsed(by: peer) { return .ownFile }
    let verb = CommandArguments(command.arguments, of: Pleat.commands).name ?? "list"
    let name = account ?? "account \(peer.user)"
    server.refused("refused \(account == user ? user : "\(name) as \(user)"): '\(verb)' of \(path)")
    if account == user { return .refused(.unseen(place.name)) }
    return .refused(
      Failure(
        .noPermission,
        "The host takes the account '\(Escapes.oneLine(name))' for the user of that name, and not for '\(Escapes.oneLine(user))'.",
        hint:
          "Nothing was changed. Leave out -u, and also $PLEAT_USER and 'user' in the configuration if they name another user."
      ))
  }

  /// The file that a caller means, which may be missing.
  private struct Place {
    private let path: String
    private let folder: String
    /// The path within the folder of the host.
    let name: String
    private let file: FileStatus?
    /// The folders that contain it, starting with that of the host.
    private let folders: [String]

    /// Whether this can be the path of an outline.
    var isNamed: Bool { HostedName.isOutline(name) }
    /// Whether the path is that of an outline, and the file exists.
    var isOutline: Bool { isNamed && file?.kind == .file }

    /// - Parameter path: The absolute path, without links.
    init?(_ path: String, in folder: String) {
      guard path.hasPrefix("\(folder)/"), let slash = path.lastIndex(of: "/") else { return nil }
      let parent = String(path[..<slash])
      let file = path[path.index(after: slash)...]
      guard !["", ".", ".."].contains(file), Platform.absolutePath(of: parent) == parent else { return nil }
      self.file = try? FileStatus(of: path, followingLinks: false)
      if self.file != nil, Platform.absolutePath(of: path) != path { return nil }
      (self.path, self.folder, name) = (path, folder, String(path.dropFirst(folder.count + 1)))
      folders = name.split(separator: "/").dropLast().reduce(into: [folder]) { $0.append("\($0[$0.count - 1])/\($1)") }
    }

    /// What the permissions of the file and its folders allow an account; nil for nothing, or if an access list
    /// decides.
    func right(of peer: (user: UInt32, groups: [UInt32])) -> Right? {
      guard let file, file.kind == .file, !hasAccessList, isReachable(by: peer),
        file.allows(4, user: peer.user, groups: peer.groups)
      else { return nil }
      // SQLite creates a journal next to the file.
      return mayMake(peer) && file.allows(2, user: peer.user, groups: peer.groups) ? .own : .see
    }

    /// Whether the system may allow an account to read the file, or to create it.
    func mayBeUsed(by peer: (user: UInt32, groups: [UInt32])) -> Bool {
      hasAccessList || right(of: peer) != nil || file == nil && isReachable(by: peer) && mayMake(peer)
    }

    private func mayMake(_ peer: (user: UInt32, groups: [UInt32])) -> Bool {
      folders.last.flatMap { try? FileStatus(of: $0) }?.allows(2, user: peer.user, groups: peer.groups) == true
    }

    /// Whether there is an access list in addition to the permissions.
    private var hasAccessList: Bool { ([path] + folders).contains(where: Platform.hasAccessList) }

    /// Whether an account may look up names in the folders.
    private func isReachable(by peer: (user: UInt32, groups: [UInt32])) -> Bool {
      folders.allSatisfy { (try? FileStatus(of: $0))?.allows(1, user: peer.user, groups: peer.groups) == true }
    }
  }

  /// Returns the context in which the caller's command is carried out.
  func context(
    for command: RemoteCommand, output: OutputBuffer, send: @escaping (String) -> Void, input: ByteStream,
    outline: Outline?
  ) throws -> Context {
    let context = Context(
      variable: { _ in nil }, output: output, send: send, input: input, isTerminal: false, commands: Pleat.commands,
      loginName: { nil })
    var arrived = try context.arrived(command, variable: { _ in nil })
    arrived.configurationFile = ConfigurationFile(only: command.values)
    arrived.origin?.isServed = true
    arrived.origin?.right = right
    arrived.mayAskHost = false
    arrived.openOutline = { [path] in $0 == path ? outline : nil }
    return arrived
  }
}
