import Testing

@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// The part of TOML that a configuration has.
struct TOMLTests {
  /// The entries of a document as `line path = value`, or the problem.
  private func read(_ document: String) -> [String] { read(Array(document.utf8)) }

  private func read(_ document: [UInt8]) -> [String] {
    do {
      return try TOMLReader(document).entries.map { "\($0.line) \($0.path.joined(separator: "|")) = \($0.value)" }
    } catch {
      return ["\(error.line): \(error.message)"]
    }
  }

  @Test func `keys, tables, comments and values of every kind are read`() {
    #expect(
      read(
        """
        \u{FEFF}# a comment
          user="ana"\t # another
        'literal key' = 'C:\\no\\escape # no comment'
        "quoted \\u00e9" = ""
        n = -1_000
        m=+7
        [ outlines ]
        work = true
        sub.key = 0
        [a.'b.c']
        x-y_1 = "\\b\\t\\n\\f\\r\\"\\\\\\U0001F600"
        """) == [
          "2 user = text(\"ana\")", "3 literal key = text(\"C:\\\\no\\\\escape # no comment\")",
          "4 quoted é = text(\"\")", "5 n = number(-1000)", "6 m = number(7)", "8 outlines|work = flag(true)",
          "9 outlines|sub|key = number(0)", "11 a|b.c|x-y_1 = text(\"\\u{08}\\t\\n\\u{0C}\\r\\\"\\\\😀\")",
        ])
    #expect(read("a = 1\r\n[b]\r\nc = 2\r\n") == ["1 a = number(1)", "3 b|c = number(2)"])
    #expect(read("") == [])
  }

  @Test(arguments: [
    ("a", "there is no = after the key 'a'"), ("= 1", "'= 1' is not a key"),
    ("a =", "there is no value after the ="),
    ("a = # x", "there is no value"), ("a = b", "'b' is not a value; a text needs quotes"),
    ("a = 1.5", "'1.5' is not a value"), ("a = 1979-05-27", "is not a value"), ("a = [1]", "'[1]' is not a value"),
    ("a = {}", "'{}' is not a value"), ("a = 007", "'007' is not a value"), ("a = 1__0", "is not a value"),
    ("a = 9999999999999999999999", "is not a value"), ("a = -", "is not a value"), ("a = True", "is not a value"),
    ("a = \"x", "has no closing \""), ("a = 'x", "has no closing '"), ("a = \"\\x\"", "\\x is not an escape"),
    ("a = \"\\", "\\ is not an escape"), ("a = \"\\u12\"", "is not a character"),
    ("a = \"\\ud800\"", "is not a character"),
    ("a = \"\\u0000\"", "is not a character"), ("a = \"\\U00110000\"", "is not a character"),
    ("a = \"\"\"x\"\"\"", "texts of several lines"), ("a = '''x'''", "texts of several lines"),
    ("a = 1 b = 2", "'b = 2' is where the line should end"), ("a = \"x\"y", "'y' is where"),
    ("[a", "has no closing ]"), ("[]", "']' is not a key"), ("[[a]]", "lists of tables"), ("[a] b", "'b' is where"),
    ("a. = 1", "'= 1' is not a key"), ("é = 1", "needs quotes"), ("a = 1\u{7}", "control character (7"),
    ("a = \"\0\"", "control character (0"), ("a\u{7F} = 1", "control character (7f"),
    ("a = 1\rb = 2", "control character (d"),
  ])
  func `TOML of a kind that is not read is refused with its line`(line: String, message: String) {
    let problem = read("# first\n\n\(line)\n# last\n").first ?? ""
    #expect(problem.hasPrefix("3: ") && problem.contains(message), "\(line): \(problem)")
  }

  @Test func `what is there twice is refused, with the line of the first`() {
    #expect(read("a = 1\n\na = 2") == ["3: 'a' is set already, on line 1"])
    #expect(read("t.a = 1\n[t]\na = 2") == ["3: 't.a' is set already, on line 1"])
    #expect(read("[t]\n[u]\n[t]") == ["3: the table [t] is there already, on line 1"])
  }

  @Test func `bytes that are no text are refused with their line`() {
    #expect(read(Array("a = 1\nb = \"".utf8) + [0xFF, 0x22]) == ["2: the line is not UTF-8"])
    #expect(read([0xC3]) == ["1: the line is not UTF-8"])
  }

  @Test func `random bytes are read or refused, and never trap`() {
    let signs = Array("a=\"'\\[].#u0{}-_ \t\n\rtrue9é".utf8) + [0, 0xFF]
    var state: UInt64 = 17
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int(state >> 33 % 40) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(signs[Int(state >> 33) % signs.count])
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      #expect(!read(bytes).contains(""))
    }
  }
}
