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
  /// Whether the caller may edit.
  private let isReadOnly: Bool

  /// Finds out what a caller may do; nil if the caller has to use the file itself.
  ///
  /// - Parameters:
  ///   - command: What the caller asks for.
  ///   - peer: The account of the caller.
  ///   - folder: The folder of the host.
  init?(of command: RemoteCommand, by peer: (user: UInt32, groups: [UInt32]), in folder: String) {
    guard let path = command.file, let user = command.user, path.hasPrefix("\(folder)/"),
      Platform.absolutePath(of: path) == path
    else { return nil }
    (self.path, self.user) = (path, user)
    if peer.user == Platform.userID {
      isReadOnly = false
      return
    }
    // Only the host's own account may name another user than itself.
    let account = Platform.bytes(of: "/etc/passwd").flatMap { LoginName.find(peer.user, in: $0) }
    guard account == user, let file = try? FileStatus(of: path), !Platform.hasAccessList(path) else { return nil }
    guard file.allows(4, user: peer.user, groups: peer.groups), Self.isReachable(path, from: folder, by: peer) else {
      return nil
    }
    isReadOnly = !file.allows(2, user: peer.user, groups: peer.groups)
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
    arrived.arrival?.isReadOnly = isReadOnly
    arrived.mayAskHost = false
    arrived.openOutline = { [path] in $0 == path ? outline : nil }
    return arrived
  }
}
