import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem

/// Which outline a caller uses, as which user, and what for.
struct Visit {
  /// The path of the outline.
  let path: String
  /// The user that the caller is.
  let user: String
  /// What the caller may do.
  let right: Right

  /// Somebody whom another host has let in.
  init(path: String, user: String, right: Right) { (self.path, self.user, self.right) = (path, user, right) }

  /// Finds out what a caller may do; nil if the caller has to use the file itself.
  ///
  /// - Parameters:
  ///   - command: What the caller asks for.
  ///   - peer: The account of the caller.
  ///   - house: The host.
  init?(of command: RemoteCommand, by peer: (user: UInt32, groups: [UInt32]), in house: House) {
    let folder = house.folder
    guard let path = command.file, let user = command.user, path.hasPrefix("\(folder)/"),
      Platform.absolutePath(of: path) == path
    else { return nil }
    (self.path, self.user) = (path, user)
    let most = command.onlyFolds ? Right.fold : .own
    if peer.user == Platform.userID {
      right = most
      return
    }
    // Only the host's own account may name another user than itself.
    let account = Platform.bytes(of: "/etc/passwd").flatMap { LoginName.find(peer.user, in: $0) }
    let granted =
      account == user
      ? [
        house.directory?.right(of: user, on: String(path.dropFirst(folder.count + 1))),
        Self.right(on: path, in: folder, of: peer),
      ]
      : []
    guard let right = granted.compactMap(\.self).max() else {
      house.refused("refused \(account ?? "account \(peer.user)") as \(user): \(path)")
      return nil
    }
    self.right = min(right, most)
  }

  /// What the permissions of a file and its folders allow an account; nil for nothing, and where they alone do not say it.
  private static func right(
    on path: String, in folder: String, of peer: (user: UInt32, groups: [UInt32])
  ) -> Right? {
    guard let file = try? FileStatus(of: path), !Platform.hasAccessList(path),
      file.allows(4, user: peer.user, groups: peer.groups), isReachable(path, from: folder, by: peer)
    else { return nil }
    // SQLite makes a journal beside the file.
    let parent = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
    let mayMake = parent.flatMap { try? FileStatus(of: $0) }?.allows(2, user: peer.user, groups: peer.groups) == true
    return mayMake && file.allows(2, user: peer.user, groups: peer.groups) ? .own : .see
  }

  /// Whether an account can find a file below a folder.
  private static func isReachable(
    _ path: String, from folder: String, by peer: (user: UInt32, groups: [UInt32])
  ) -> Bool {
    var part = folder
    for name in path.dropFirst(folder.count + 1).split(separator: "/") {
      guard let status = try? FileStatus(of: part), status.allows(1, user: peer.user, groups: peer.groups),
        !Platform.hasAccessList(part)
      else { return false }
      part += "/\(name)"
    }
    return true
  }

  /// Returns the context in which the caller's command is carried out.
  func context(
    for command: RemoteCommand, output: OutputBuffer, send: @escaping (String) -> Void, input: ByteStream,
    outline: Outline
  ) throws -> Context {
    let context = Context(
      variable: { _ in nil }, output: output, send: send, input: input, isTerminal: false, commands: Pleat.commands,
      loginName: { nil })
    var arrived = try context.arrived(command, variable: { _ in nil })
    arrived.configurationFile = ConfigurationFile(only: command.values)
    arrived.arrival?.isServed = true
    arrived.arrival?.right = right
    arrived.mayAskHost = false
    arrived.openOutline = { [path] in $0 == path ? outline : nil }
    return arrived
  }
}
