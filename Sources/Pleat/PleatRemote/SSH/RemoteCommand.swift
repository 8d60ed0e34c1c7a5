import OutlineRepository
import PleatOutput
import PleatSystem

/// A command that pleat sends to another machine by ssh: its arguments as typed, and the caller's terminal and
/// settings.
///
/// The form of its line is `pleat far VERSION KEY=VALUE… -- WORD…`. Every word is percent-encoded, so that no shell on
/// the other machine treats a character specially.
package struct RemoteCommand: Hashable {
  /// The streams that are the caller's terminal, and what the terminal can do.
  package enum Terminal: String, CaseIterable {
    case input
    case output
    /// Standard error, which shows progress.
    case errors
    /// The terminal can only print.
    case dumb
  }

  package var terminals: Set<Terminal> = []
  package var columns: Int?
  package var rows: Int?
  /// The caller's time zone; nil for that of the other machine.
  package var zone: String?
  package var isColored = false
  package var isUTF8 = false
  /// The path of the outline; nil for the other machine's default outline.
  ///
  /// `~/` at its beginning is the home folder there.
  package var file: String?
  /// The path typed after `-f`, which means ``file`` on the other machine.
  package var name: String?
  /// The user, unless the arguments name one.
  package var user: String?
  /// Whether standard input or output carries a document that the arguments name.
  package var carriesDocument = false
  /// Whether the caller waits for ``RemoteProtocol/hello``.
  var hasHello = false
  /// Whether the caller then says when to start, and sends its input in chunks.
  package var isFramed = false
  /// Whether the command is limited to the rights of the holder of a key.
  package var isServed = false
  /// Whether the command may only change folds.
  package var onlyFolds = false
  /// Whether the command may delete items without a question, or which items the user agreed to delete.
  package var deletions = Request.Deletions.free
  /// The caller's configured inbox and looks.
  package var values: [ConfigurationKey: TOMLValue] = [:]
  package var arguments: [String] = []
  /// The file that a caller on the same machine found at the path; nil for any.
  package var identity: FileIdentity?
}

/// Identifies a file on a machine, independently of its content and path.
package struct FileIdentity: Hashable {
  package let device: UInt64
  package let inode: UInt64

  package init(_ stamp: FileStamp) { (device, inode) = (stamp.device, stamp.inode) }

  /// Reads the form that ``word`` has.
  init?(_ word: String) {
    let numbers = word.split(separator: ":", omittingEmptySubsequences: false).compactMap { UInt64($0) }
    guard numbers.count == 2 else { return nil }
    (device, inode) = (numbers[0], numbers[1])
  }

  /// The form in which the identity is sent.
  var word: String { "\(device):\(inode)" }
}

// MARK: - Writing

extension RemoteCommand {
  /// Creates a command from its caller's context.
  ///
  /// - Parameters:
  ///   - readsInput: Whether the command reads the caller's standard input.
  ///   - printsHere: Whether its output goes to the caller's standard output.
  init(arguments: [String], seenFrom context: Context, readsInput: Bool, printsHere: Bool = true) throws {
    self.arguments = arguments
    if readsInput, context.isInputTerminal { terminals.insert(.input) }
    if context.isTerminal, printsHere { terminals.insert(.output) }
    if context.showProgress != nil { terminals.insert(.errors) }
    if try context.variable("TERM") == "dumb" { terminals.insert(.dumb) }
    let size = try context.screenSize()
    (columns, rows) = (size?.columns, size?.rows)
    zone = context.zone()
    let configuration = try context.configuration()
    isColored = try DisplayOptions.colorChoiceWithoutOption(configuration, context).choice.isColored(in: context)
    isUTF8 = try context.isUTF8()
    values = configuration.carried
  }
}

extension RemoteCommand {
  /// The command as one line for the shell of the other machine.
  package var line: String {
    (["pleat", "far", RemoteProtocol.version] + pairs + ["--"] + arguments.map(Self.written)).joined(separator: " ")
  }

  /// Encodes a word for the line; an empty word becomes `%`.
  private static func written(_ word: String) -> String { word.isEmpty ? "%" : PercentText.encoded(word) }

  private var pairs: [String] {
    let texts: [(String, String?)] = [
      ("columns", columns.map(String.init)), ("rows", rows.map(String.init)), ("zone", zone), ("file", file),
      ("name", name), ("user", user), ("identity", identity?.word), ("deletions", deletions.word),
    ]
    let flags = [
      ("color", isColored), ("utf8", isUTF8), ("document", carriesDocument), ("hello", hasHello), ("framed", isFramed),
      ("served", isServed), ("folds", onlyFolds),
    ].filter(\.1)
    return terminals.map { "terminal=\($0.rawValue)" }.sorted() + flags.map { "\($0.0)=yes" }
      + texts.compactMap { key, text in text.map { "\(key)=\(Self.written($0))" } }
      + values.map { key, value in "\(key.rawValue)=\(Self.written(value.word))" }.sorted()
  }
}

extension Request.Deletions {
  /// The form in which an agreement is sent; nil if none is needed.
  fileprivate var word: String? {
    switch self {
    case .free: nil
    case .asking: "ask"
    case .agreed(let number): String(number, radix: 16)
    }
  }
}

extension TOMLValue {
  /// The form in which the value is sent.
  fileprivate var word: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}

// MARK: - Reading

extension RemoteCommand {
  /// Whether the arguments are a command sent by pleat on another machine.
  package static func isMeant(by arguments: [String]) -> Bool { arguments.first == "far" }

  /// Reads the arguments after `pleat far`.
  ///
  /// - Throws: A ``Failure`` if another version of pleat wrote them, or if no version could have.
  package init(reading arguments: some Collection<String>) throws(Failure) {
    try Self.checkVersion(arguments.first ?? "none")
    let rest = arguments.dropFirst()
    guard let end = rest.firstIndex(of: "--") else { throw Self.unknown(arguments.joined(separator: " ")) }
    for pair in rest[..<end] {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw Self.unknown(pair) }
      try take(parts[0], Self.read(parts[1]))
    }
    for word in rest[end...].dropFirst() { self.arguments.append(try Self.read(word)) }
  }

  /// Returns the arguments after `--` of a refused command; a word that cannot be decoded stays as it is.
  package static func innerArguments(of arguments: some Collection<String>) -> [String] {
    arguments.drop { $0 != "--" }.dropFirst().map { word in (try? read(word)) ?? word }
  }

  private static func read(_ word: String) throws(Failure) -> String {
    word == "%" ? "" : try PercentText.decoded(word)
  }

  private static func checkVersion(_ version: String) throws(Failure) {
    let own = RemoteProtocol.version
    if version == own { return }
    throw Failure(
      .unavailable, "pleat has version \(own) on the machine with the outline, and version \(version) on yours.",
      hint: "Nothing was changed. Install the same version on both.")
  }

  private mutating func take(_ key: String, _ value: String) throws(Failure) {
    switch (key, value) {
    case ("columns", _): columns = try Self.size(value)
    case ("rows", _): rows = try Self.size(value)
    case ("zone", _) where Platform.isZone(value): zone = value
    case ("file", _) where !value.isEmpty: file = value
    case ("name", _) where !value.isEmpty: name = value
    case ("user", _) where !value.isEmpty: user = value
    case ("identity", _):
      guard let file = FileIdentity(value) else { throw Self.unknown("\(key)=\(value)") }
      identity = file
    case ("color", "yes"): isColored = true
    case ("utf8", "yes"): isUTF8 = true
    case ("document", "yes"): carriesDocument = true
    case ("hello", "yes"): hasHello = true
    case ("framed", "yes"): isFramed = true
    case ("served", "yes"): isServed = true
    case ("folds", "yes"): onlyFolds = true
    case ("deletions", "ask"): deletions = .asking
    case ("deletions", _):
      guard let number = UInt64(value, radix: 16) else { throw Self.unknown("\(key)=\(value)") }
      deletions = .agreed(number)
    case ("terminal", _):
      guard let terminal = Terminal(rawValue: value) else { throw Self.unknown("\(key)=\(value)") }
      terminals.insert(terminal)
    default: try takeSetting(key, value)
    }
  }

  private mutating func takeSetting(_ name: String, _ word: String) throws(Failure) {
    guard let key = ConfigurationKey(rawValue: name), ConfigurationKey.carried.contains(key) else {
      throw Self.unknown("\(name)=\(word)")
    }
    let value: TOMLValue = key == .ascii ? .flag(word == "true") : .text(word)
    if key.objection(to: value) != nil { throw Self.unknown("\(name)=\(word)") }
    values[key] = value
  }

  private static func size(_ word: String) throws(Failure) -> Int {
    guard let number = Int(word), (1...10_000).contains(number) else { throw unknown(word) }
    return number
  }

  private static func unknown(_ word: String) -> Failure {
    Failure(
      .usage, "'pleat far' does not know '\(word)'.",
      hint: "pleat itself uses this verb to ask for an outline on another machine; 'pleat help serve' says what for.")
  }
}
