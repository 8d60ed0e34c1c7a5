import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// The login name from the file of users.
struct LoginNameTests {
  private func name(of user: UInt32, in users: String) -> String? { LoginName.find(user, in: Array(users.utf8)) }

  @Test func `the name is the one that the file has for the number`() {
    let users = "root:x:0:0:root:/root:/bin/bash\nana:x:1000:1000:Ana,,,:/home/ana:/bin/sh\nbob:x:100:1000::/:/bin/sh"
    #expect(name(of: 0, in: users) == "root")
    #expect(name(of: 1_000, in: users) == "ana")
    #expect(name(of: 100, in: users) == "bob")
    #expect(name(of: 10, in: users) == nil)
    #expect(name(of: 1_000, in: "") == nil)
  }

  @Test func `of two names for a number the first counts, as for the system`() {
    #expect(name(of: 7, in: "eva:x:7:7::/:\nlea:x:7:7::/:\n") == "eva")
  }

  @Test(arguments: [
    "#ana:x:7:7::/:", "+ana:x:7:7::/:", "-ana:x:7:7::/:", "::7:7", ":x:7:7", "ana:x:7", "ana", "ana:7:x:y",
  ])
  func `a line that names no user is passed over`(line: String) {
    #expect(name(of: 7, in: line + "\n") == nil)
    #expect(name(of: 7, in: line + "\neva:x:7:7::/:\n") == "eva")
  }
}
