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

  @Test(arguments: [
    ("md", OutlineFormat.markdown), ("markdown", .markdown), ("Markdown", .markdown), ("txt", .text), ("text", .text),
    ("TXT", .text), ("htm", .html), ("csv", .csv),
  ])
  func `md, markdown, txt and text are the same names for formats and for endings`(name: String, format: OutlineFormat)
  {
    #expect(OutlineFormat(name: name) == format)
    #expect(OutlineFormat(fileName: "a.\(name)") == format)
  }

  @Test func `every format goes by its own name`() {
    for format in OutlineFormat.allCases { #expect(OutlineFormat(name: format.rawValue) == format) }
    #expect(OutlineFormat(name: "") == nil && OutlineFormat(name: ".md") == nil)
  }

  @Test(arguments: ["", "md", "a.ompl", "a.md.gz", "a."])
  func `a file name with another ending tells nothing`(name: String) {
    #expect(OutlineFormat(fileName: name) == nil)
  }
}
