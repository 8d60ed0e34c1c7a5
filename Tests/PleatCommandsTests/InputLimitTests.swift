import Foundation
import TestPrograms
import Testing

/// Input that does not end, or is no text, or is not there: it is refused, in bounded memory, and nothing changes.
struct InputLimitTests {
  static let formats = ["markdown", "opml", "plist", "json", "csv", "tsv", "text"]
  static let readers: [String] =
    formats.flatMap { ["import - --format \($0)", "import - --format \($0) --merge"] } + ["apply", "add -"]

  /// Runs a script in which `endless` writes a text without end, and pleat may have 1 GB of memory.
  private func run(_ script: String) throws -> (ending: Ending, isUnchanged: Bool) {
    let pleat = try Executable.withSection()
    let before = FileState(of: pleat.path)
    let ending = try pleat.script(
      """
      endless() { printf %s "$1"; tr '\\0' "$2" </dev/zero; }
      ulimit -v 1000000
      \(script); exit ${PIPESTATUS[1]}
      """)
    return (ending, FileState(of: pleat.path) == before)
  }

  @Test(arguments: readers)
  func `NUL without end is refused at its first byte`(reader: String) throws {
    let (ending, isUnchanged) = try run("cat /dev/zero | $PLEAT \(reader)")
    #expect(ending.status == 65, "\(ending.errors)")
    #expect(ending.errors.contains("line 1, column 1") && isUnchanged, "\(ending.errors)")
  }

  @Test(arguments: readers)
  func `bytes that are no UTF-8 are refused at the first of them, while the input is still open`(reader: String) throws
  {
    let (ending, isUnchanged) = try run(
      """
      mkfifo pipe; exec 4<>pipe; printf '\\377\\377\\377\\377' >&4
      true | timeout -s KILL 100 $PLEAT \(reader) <&4
      """)
    #expect(ending.status == 65, "\(ending.errors)")
    #expect(ending.errors.contains("line 1, column 1") && isUnchanged, "\(ending.errors)")
  }

  /// Documents whose beginning is good and whose next part does not end.
  static let endless = [
    "markdown '# A\n'", "opml '<opml><body><outline text=\"'", "plist '<plist><string>'",
    "json '{\"pleat\":1,\"sections\":[{\"title\":\"'", "csv 'text\n'", "tsv 'text\n'", "text 'A\n'",
  ]

  @Test(arguments: endless)
  func `a part of a document that does not end is refused`(document: String) throws {
    let words = document.split(separator: " ", maxSplits: 1)
    let (ending, isUnchanged) = try run("endless \(words[1]) x | $PLEAT import - --format \(words[0])")
    #expect(ending.status == 65, "\(ending.errors)")
    #expect(isUnchanged)
  }

  @Test(arguments: ["apply", "add -"])
  func `what is read as a whole has a size that it may have`(reader: String) throws {
    let (ending, isUnchanged) = try run("endless '' x | $PLEAT \(reader)")
    #expect(ending.status == 65)
    #expect(ending.errors.contains("There are more than 64 MiB") && isUnchanged, "\(ending.errors)")
  }

  @Test func `a document to merge has a size that it may have`() throws {
    let (ending, isUnchanged) = try run(
      "{ row=$(head -c 1000000 /dev/zero | tr '\\0' x); for i in $(seq 70); do echo $row; done; } | $PLEAT import - --format text --merge"
    )
    #expect(ending.status == 65)
    #expect(ending.errors.contains("--merge reads a document as a whole") && isUnchanged, "\(ending.errors)")
  }

  @Test(arguments: readers)
  func `closed standard input is 74, and changes nothing`(reader: String) throws {
    let pleat = try Executable.withSection()
    let before = FileState(of: pleat.path)
    let ending = try pleat.script("exec $PLEAT \(reader) <&-")
    #expect(ending.status == 74, "\(ending.errors)")
    #expect(ending.errors.contains("Cannot read standard input") && FileState(of: pleat.path) == before)
  }
}
