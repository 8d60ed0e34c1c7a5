/// The names of the accounts of this machine.
///
/// They are read from `/etc/passwd`, and those that it does not have, such as users of LDAP, are asked of `getent`: the C
/// library would need shared libraries to answer, which a statically linked program does not have.
package enum LoginName {
  /// Returns the name that this process's user logged in with; nil if nobody knows it.
  package static func current() -> String? { name(of: Platform.userID) }

  /// Returns the name of a user; nil if nobody knows it, or does not say within two seconds.
  package static func name(of userID: UInt32) -> String? {
    Platform.bytes(of: "/etc/passwd").flatMap { find(userID, in: $0) }
      ?? Platform.output(of: ["getent", "passwd", "\(userID)"]).flatMap { find(userID, in: $0) }
  }

  /// Returns the names of the groups of a user, the primary one included; empty for a user whom the system does not know.
  package static func groups(of name: String) -> Set<String> {
    // A number would be taken for a user id.
    guard let first = name.utf8.first, first == UInt8(ascii: "_") || first | 0x20 >= UInt8(ascii: "a"),
      let output = Platform.output(of: ["id", "-Gnz", "--", name])
    else { return [] }
    return Set(output.split(separator: 0).compactMap { String(utf8: $0) })
  }

  /// Whether the system knows a group of this name.
  package static func isGroup(_ name: String) -> Bool { Platform.output(of: ["getent", "group", "--", name]) != nil }

  /// Returns the name in the first line with this user id in a file such as `/etc/passwd`; nil if there is none.
  package static func find(_ userID: UInt32, in users: [UInt8]) -> String? {
    let number = Array("\(userID)".utf8)
    for line in users.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count == 4, let name = fields.first, let first = name.first, fields[2].elementsEqual(number) else {
        continue
      }
      // Skip comments and lines of the Network Information Service.
      if !"#+-".utf8.contains(first) { return String(utf8: name) }
    }
    return nil
  }
}
