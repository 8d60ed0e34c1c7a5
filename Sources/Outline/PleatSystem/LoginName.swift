/// The name that the user logged in with.
///
/// It is read from `/etc/passwd`: the C library would need shared libraries to answer, which a statically linked
/// program does not have.
package enum LoginName {
  /// Returns the name of this process's user in `/etc/passwd`; nil if it is not there, as for network users.
  package static func current() -> String? {
    Platform.bytes(of: "/etc/passwd").flatMap { find(Platform.userID, in: $0) }
  }

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
