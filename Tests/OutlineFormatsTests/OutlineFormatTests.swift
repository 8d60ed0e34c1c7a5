import OutlineFormats
import Testing

struct OutlineFormatTests {
  @Test(arguments: [
    ("a.md", OutlineFormat.markdown), ("a.MARKDOWN", .markdown), ("a.b.mdown", .markdown), ("plays.plist", .plist),
    ("notes.txt", .text), (".text", .text),
  ])
  func `the ending of a file name tells its format`(name: String, format: OutlineFormat) {
    #expect(OutlineFormat(fileName: name) == format)
  }

  @Test(arguments: ["", "md", "a.ompl", "a.md.gz", "a."])
  func `a file name with another ending tells nothing`(name: String) {
    #expect(OutlineFormat(fileName: name) == nil)
  }
}
