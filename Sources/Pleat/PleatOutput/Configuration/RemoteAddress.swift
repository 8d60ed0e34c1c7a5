import PleatSystem

/// An outline on another machine, at `ssh://[user@]host[:port]/path`.
package struct RemoteAddress: Hashable {
  /// The name to log in with; nil leaves it to the configuration of ssh.
  package let user: String?
  package let host: String
  /// The port of the machine's ssh server; nil leaves it to the configuration of ssh.
  package let port: Int?
  /// The path of the file on that machine; `~/` at its beginning is the home folder there.
  ///
  /// It is nil for the outline that pleat uses there by default.
  package let path: String?

  private static let scheme = "ssh://"

  /// Whether a word is meant as such an address, valid or not, rather than as a path.
  package static func isMeant(by word: String) -> Bool {
    let beginning = scheme.dropLast()  // one slash is a typing error, not a folder
    return word.utf8.count >= beginning.utf8.count && word.prefix(beginning.count).lowercased() == beginning
  }

  /// Reads an address; nil if the word is a path on this machine.
  ///
  /// - Throws: A ``Failure`` for a wrong address.
  package init?(_ word: String) throws(Failure) {
    guard Self.isMeant(by: word) else { return nil }
    guard word.prefix(Self.scheme.count).lowercased() == Self.scheme else {
      throw Failure(.usage, "An ssh address begins with ssh://.", hint: Self.form)
    }
    let rest = word.utf8.dropFirst(Self.scheme.utf8.count)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let login = rest[..<end].lastIndex(of: UInt8(ascii: "@"))
    user = try login.map { sign throws(Failure) in try Self.user(String(rest[..<sign]) ?? "") }
    let machine = login.map { rest[rest.index(after: $0)..<end] } ?? rest[..<end]
    (host, port) = try Self.machine(String(machine) ?? "")
    path = try Self.path(rest[end...].dropFirst())
  }

  /// The argument that tells ssh the machine and the user.
  package var destination: String { (user.map { "\($0)@" } ?? "") + host }

  /// The address without the path, as it is typed.
  package var machine: String {
    let host = self.host.contains(":") ? "[\(self.host)]" : self.host
    return "ssh://" + (user.map { "\($0)@" } ?? "") + host + (port.map { ":\($0)" } ?? "")
  }
}

extension RemoteAddress {
  private static func user(_ text: String) throws(Failure) -> String {
    if text.contains(":") {
      throw Failure(
        .usage, "An ssh address takes no password.",
        hint: "Leave it out, as in ssh://ana@example.org/home.db; ssh asks for one, or uses a key.")
    }
    let name = try PercentText.decoded(text)
    if let objection = objection(to: name, forbidden: "'`\";&<>|(){}\\") {
      throw Failure(.usage, "The user of an ssh address \(objection).", hint: form)
    }
    return name
  }

  private static func machine(_ text: String) throws(Failure) -> (host: String, port: Int?) {
    let (host, port) = try parts(text)
    if host.isEmpty { throw Failure(.usage, "The ssh address names no machine.", hint: form) }
    if let objection = objection(to: host, forbidden: "'`\"$\\;&<>|(){}") {
      throw Failure(.usage, "The machine of an ssh address \(objection).", hint: form)
    }
    guard let port else { return (host, nil) }
    guard port.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let number = Int(port),
      (1...65_535).contains(number)
    else { throw Failure(.usage, "'\(port)' is not a port, which is a number from 1 to 65535.", hint: form) }
    return (host, number)
  }

  /// Splits the name of a machine from the port after it; a name with colons is in brackets.
  private static func parts(_ text: String) throws(Failure) -> (host: String, port: String?) {
    let bytes = text.utf8
    if bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")) {
      let host = String(text[bytes.index(after: bytes.startIndex)..<end])
      let rest = text[bytes.index(after: end)...]
      if rest.isEmpty { return (host, nil) }
      if rest.utf8.first == UInt8(ascii: ":") { return (host, String(rest.dropFirst())) }
      throw Failure(.usage, "After the ] of an ssh address, only a colon and the port can follow.", hint: form)
    }
    let fields = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if fields.count > 2 {
      throw Failure(
        .usage, "An IPv6 address has to be in brackets.", hint: "Write ssh://[::1]/home.db, or ssh://[::1]:22.")
    }
    return (fields[0], fields.count == 2 ? fields[1] : nil)
  }

  /// Returns the objection to a name that ssh would get, as the end of a sentence; nil if it is valid.
  private static func objection(to name: String, forbidden: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.utf8.first == UInt8(ascii: "-") { return "begins with a dash" }
    let isForbidden = name.unicodeScalars.contains {
      $0.properties.isWhitespace || $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
        || forbidden.unicodeScalars.contains($0)
    }
    return isForbidden ? "has a space or another character that a name cannot have" : nil
  }

  /// The path after the first slash; nil if there is none.
  private static func path(_ text: Substring.UTF8View) throws(Failure) -> String? {
    let path = try PercentText.decoded(String(text) ?? "")
    if path.isEmpty { return nil }
    if path.utf8.contains(0) { throw Failure(.usage, "The path of an ssh address has a NUL character.", hint: form) }
    if path == "~" || path == "~/" {
      throw Failure(
        .usage, "ssh://HOST/~ is the home folder, and not a file in it.",
        hint: "Name the file, as in ssh://HOST/~/home.db; ssh://HOST alone is the outline that pleat uses there.")
    }
    return path.hasPrefix("~/") ? path : "/" + path
  }

  private static let form = "An address is ssh://HOST/PATH or ssh://USER@HOST:PORT/PATH; /~/ is the home folder there."
}

/// Percent encoding: each special byte becomes a percent sign and two hexadecimal digits.
package enum PercentText {
  /// Decodes the percent signs in a text.
  ///
  /// - Throws: A ``Failure`` for a percent sign without two digits, or bytes that are not UTF-8.
  package static func decoded(_ text: String) throws(Failure) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        throw Failure(
          .usage, "A % in '\(text)' is not followed by two hexadecimal digits.", hint: "Write a percent sign as %25.")
      }
      bytes.append(high << 4 | low)
    }
    if let decoded = String(utf8: bytes) { return decoded }
    throw Failure(
      .usage, "'\(text)' is not UTF-8 after its percent signs are decoded.", hint: "Give the path in UTF-8.")
  }

  /// Encodes a text as letters, digits, percent signs and a few signs that no shell treats specially.
  package static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./:@".utf8.contains(byte)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
