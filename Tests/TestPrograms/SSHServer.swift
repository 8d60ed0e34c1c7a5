import Foundation

/// A real `sshd` on 127.0.0.1, with keys of its own, which ends when the test lets go of it.
///
/// ``programs`` has an `ssh` that knows the server by the names of its keys, whichever machine is named otherwise.
public final class SSHServer: Sendable {
  /// Where its keys, its configuration and the programs of a test are.
  public let folder: ScratchFolder
  /// A folder for the front of the `PATH`, with `ssh` for clients.
  public let programs: String
  private let daemon: Int32

  /// Why the tests with a server are skipped where ``canBeMade`` is false.
  public static let reason =
    "there is no OpenSSH server that can be started (packages openssh-server and openssh-client)"

  /// Whether this machine can run one.
  public static let canBeMade: Bool = {
    guard let server = try? SSHServer(keys: ["me": ""], path: "/usr/bin:/bin") else { return false }
    return (try? server.ssh("me", "true").status) == 0
  }()

  private struct Failure: Error {}

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - keys: The names of the keys, each with the options before it in `authorized_keys`.
  ///   - path: The `PATH` of commands that are run by ssh.
  public init(keys: [String: String], path: String) throws {
    folder = try ScratchFolder()
    programs = folder.path(of: "programs")
    var authorized = ""
    for name in ["host"] + keys.keys {
      _ = try Program.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.path(of: name)])
      let key = try String(contentsOfFile: folder.path(of: "\(name).pub"), encoding: .utf8)
      if let options = keys[name] { authorized += "\(options) \(key)" }
    }
    let port = try Self.freePort()
    try Self.write(authorized, to: folder.path(of: "authorized_keys"))
    try Self.write("", to: folder.path(of: "revoked"))
    try Self.write(Self.server(folder, port, path), to: folder.path(of: "sshd_config"))
    try Self.write(Self.client(folder, port, keys.keys.sorted()), to: folder.path(of: "config"))
    try Program.write("exec /usr/bin/ssh -F '\(folder.path(of: "config"))' \"$@\"", to: "\(programs)/ssh")
    if geteuid() == 0 { _ = try Program.run(["mkdir", "-p", "/run/sshd"]) }
    let server = try Program(
      starting: ["/usr/sbin/sshd", "-D", "-f", folder.path(of: "sshd_config"), "-E", folder.path(of: "log")])
    daemon = server.pid
    let log = folder.path(of: "log")
    try waitUntil("the server listens", by: server) {
      FileManager.default.contents(atPath: log).map { String(decoding: $0, as: UTF8.self).contains("listening") }
        ?? false
    }
  }

  deinit {
    kill(daemon, SIGTERM)
    waitpid(daemon, nil, 0)
  }

  /// Runs a command of the shell by ssh.
  public func ssh(_ words: String..., input: String = "") throws -> Ending {
    try Program.run(["\(programs)/ssh"] + words, input: input)
  }

  /// The ids of the processes of the server that have a connection; to kill one of them cuts its connection.
  public func connections() throws -> [Int32] {
    try Program.run(["pgrep", "-P", "\(daemon)"]).lines.compactMap { Int32($0) }
  }

  private static func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private static func server(_ folder: ScratchFolder, _ port: Int, _ path: String) -> String {
    """
    Port \(port)
    ListenAddress 127.0.0.1
    HostKey \(folder.path(of: "host"))
    AuthorizedKeysFile \(folder.path(of: "authorized_keys"))
    RevokedKeys \(folder.path(of: "revoked"))
    PidFile none
    StrictModes no
    UsePAM no
    PasswordAuthentication no
    AcceptEnv PLEAT_* EDITOR PAGER LC_*
    MaxStartups 100
    SetEnv PATH=\(path) HOME=\(folder.path) XDG_CONFIG_HOME=\(folder.path)

    """
  }

  private static func client(_ folder: ScratchFolder, _ port: Int, _ names: [String]) -> String {
    """
    Host \(names.joined(separator: " "))
      HostName 127.0.0.1
      Port \(port)
      IdentityFile \(folder.path)/%n
    Host *
      UserKnownHostsFile \(folder.path(of: "known_hosts"))
      StrictHostKeyChecking no
      IdentitiesOnly yes
      LogLevel ERROR
      SendEnv PLEAT_* EDITOR PAGER LC_*

    """
  }

  /// A port that nobody listens on now.
  private static func freePort() throws -> Int {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, size) == 0 && getsockname(file, $0, &size) == 0
      }
    }
    guard file >= 0, found else { throw Failure() }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
