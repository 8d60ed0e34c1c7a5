import Foundation
import PleatArguments
import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `ssh://` addresses of outlines.
struct RemoteAddressTests {
  @Test(
    arguments: [
      ("ssh://example.org/lists/home.db", nil, "example.org", nil, "/lists/home.db"),
      ("ssh://ana@example.org:2222/home.db", "ana", "example.org", 2222, "/home.db"),
      ("ssh://example.org/~/lists/home.db", nil, "example.org", nil, "~/lists/home.db"),
      ("ssh://example.org", nil, "example.org", nil, nil), ("ssh://example.org/", nil, "example.org", nil, nil),
      ("ssh://[::1]/a.db", nil, "::1", nil, "/a.db"), ("ssh://[fe80::1%25eth0]:22", nil, "fe80::1%25eth0", 22, nil),
      ("SSH://Host/a%20b%2Fc.db", nil, "Host", nil, "/a b/c.db"), ("ssh://h/%C3%A4.db", nil, "h", nil, "/ä.db"),
      ("ssh://a%40b@h/x", "a@b", "h", nil, "/x"), ("ssh://h//x", nil, "h", nil, "//x"),
      ("ssh://h/a@b:c", nil, "h", nil, "/a@b:c"), ("ssh://h/~ana/x", nil, "h", nil, "/~ana/x"),
    ] as [(String, String?, String, Int?, String?)])
  func `an address has a machine, and maybe a user, a port and a path`(
    word: String, user: String?, host: String, port: Int?, path: String?
  ) throws {
    let address = try #require(try RemoteAddress(word))
    #expect(address.user == user && address.host == host && address.port == port && address.path == path)
  }

  @Test(arguments: ["ssh://h/~", "ssh://ana@h:22/~/", "ssh://h/%7E"])
  func `the home folder is no outline`(word: String) {
    #expect { try RemoteAddress(word) } throws: { error in
      (error as? Failure)?.message == "ssh://HOST/~ is the home folder, and not a file in it."
    }
  }

  @Test(arguments: ["home.db", "/ssh://x", "./ssh://x/y", "./ssh:/x", "ssh", "", "sshx://a"])
  func `any other word is a path`(word: String) throws {
    #expect(try RemoteAddress(word) == nil)
  }

  @Test(
    arguments: [
      ("ssh://", "names no machine"), ("ssh:/x", "begins with ssh://"), ("SSH:/h/x", "begins with ssh://"),
      ("ssh:///a.db", "names no machine"), ("ssh://@h/a", "The user"),
      ("ssh://-oProxyCommand=x/a", "begins with a dash"), ("ssh://-l@h/a", "begins with a dash"),
      ("ssh://a b/c", "has a space"), ("ssh://a\tb/c", "has a space"), ("ssh://h%0A/c", nil),
      ("ssh://h\n/c", "has a space"),
      ("ssh://a;b/c", "has a space or another character"), ("ssh://`x`@h/c", "has a space or another character"),
      ("ssh://$(x)/c", "has a space or another character"), ("ssh://%2Dl@h/c", "begins with a dash"),
      ("ssh://a%0Ab@h/c", "has a space"), ("ssh://ana:geheim@h/c", "no password"), ("ssh://h:0/c", "is not a port"),
      ("ssh://h:65536/c", "is not a port"), ("ssh://h:/c", "is not a port"), ("ssh://h:x/c", "is not a port"),
      ("ssh://h:+22/c", "is not a port"), ("ssh://::1/c", "has to be in brackets"), ("ssh://[::1]x/c", "After the ]"),
      ("ssh://h/a%0", "two hexadecimal digits"), ("ssh://h/a%zz", "two hexadecimal digits"), ("ssh://h/a%00b", "a NUL"),
      ("ssh://h/a%FF", "not UTF-8"),
    ] as [(String, String?)])
  func `an address that is wrong is refused with a sentence, and nothing is sent`(word: String, reason: String?) throws
  {
    guard let reason else { return }
    let answer = try Session().run("list", "-f", word)
    #expect(answer.status == 64 && answer.message.contains(reason), "\(answer.message)")
    #expect(!answer.message.contains("geheim"))
  }

  @Test(arguments: [
    ("file = \"work\"\n[outlines]\nwork = \"ssh://-x/a\"", "begins with a dash"),
    ("file = \"ssh://h:x/y\"", "'x' is not a port"),
  ])
  func `the configuration and named outlines may be addresses`(text: String, reason: String) throws {
    let session = try Session()
    let folder = session.folder.path(of: "config/pleat")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    session.environment = ["XDG_CONFIG_HOME": session.folder.path(of: "config"), "PLEAT_USER": "ana"]
    let answer = session.run("list")
    #expect(answer.status == 64 && answer.message.contains(reason), "\(answer.message)")
    #expect(session.run("config").text.contains("file = \"ssh://"))
  }

  @Test(arguments: ["", "a", "ä € 😀", "a b'c\"d\\e$f`g;h|i&j<k>l(m)n{o}p*q?r[s]t!u#v~w%x^y=z", "\n\t\r", "--", "%"])
  func `a text comes back from percent signs as it was, and has nothing else that a shell knows`(text: String) throws {
    let encoded = PercentText.encoded(text)
    #expect(try PercentText.decoded(encoded) == text)
    #expect(encoded.utf8.allSatisfy { $0 == UInt8(ascii: "%") || ShellWords.isPlain($0) && $0 < 0x80 })
  }
}
