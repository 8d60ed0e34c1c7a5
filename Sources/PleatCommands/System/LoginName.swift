import SystemPackage

/// The name that the user logged in with.
///
/// It is read from the file of users and not asked of the C library, which needs shared libraries for that and so
/// cannot answer in a program that is linked without any.
enum LoginName {
  /// The name that the file of users has for this process; nil where it has none, as for users of a network.
  static func current() -> String? {
    (try? OpenInput("/etc/passwd").stream.rest()).flatMap { find(Platform.userID, in: $0) }
  }

  /// The name that the first line with a user's number has in a file such as `/etc/passwd`; nil where there is none.
  static func find(_ userID: UInt32, in users: [UInt8]) -> String? {
    let number = Array("\(userID)".utf8)
    for line in users.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
      guard fields.count == 4, let name = fields.first, let first = name.first, fields[2].elementsEqual(number) else {
        continue
      }
      // A remark, or a line of the Network Information Service.
      if !"#+-".utf8.contains(first) { return String(decoding: name, as: UTF8.self) }
    }
    return nil
  }
}
