import OutlineFormats
import Testing

struct OutlineFormatTests {
  @Test(arguments: [
    ("a.md", OutlineFormat.markdown), ("a.MARKDOWN", .markdown), ("a.b.mdown", .markdown), ("plays.plist", .plist),
    ("notes.txt", .text), (".text", .text), ("a.taskpaper", .taskpaper), ("a.ics", .ics), ("a.org", .org),
    ("todo.txt", .todotxt), ("home.Todo.txt", .todotxt), ("home.done.txt", .todotxt), ("mytodo.txt", .text),
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

struct RecognitionTests {
  @Test(arguments: [
    ("<?xml version=\"1.0\"?>\n<!-- <plist> -->\n<opml version=\"2.0\">", OutlineFormat.opml),
    ("<!DOCTYPE plist PUBLIC \"-//Apple\">\n<plist>", .plist), ("bplist00", .plist), ("<!doctype html><HTML>", .html),
    ("\u{FEFF} {\"pleat\":2}", .json), ("# Trip\n", .markdown), ("text\n## Trip\n", .markdown),
    ("a\n```\n", .markdown), ("#+TITLE: x\n* A\n", .org), ("# remark\n\n#+begin_src c\n", .org), ("* A\n** B\n", .org),
    ("* TODO a\n", .org),
    ("* a\nDEADLINE: <2026-11-27>\n", .org), ("(A) a\n", .todotxt), ("BEGIN:VCALENDAR\r\n", .ics),
    (" [\n{\"description\":\"a\",\"uuid\":\"b\"}]", .taskwarrior), ("a\nx 2026-11-27 b\n", .todotxt),
  ])
  func `the beginning of a document tells its format`(text: String, format: OutlineFormat) {
    #expect(OutlineFormat(beginning: Array(text.utf8)) == format)
  }

  @Test(arguments: [
    "", " ", "milk\n", "- milk\n", "text\n# remark\n", "#tag\n", "<p>a</p>", "<!-- a --> <b", "{\"a\":1}", "a,b\n1,2\n",
    "####### seven\n", "<", "* a\n* b\n", "# a\n* b\n", "x a\n", "- a\n  (A) b\n",
  ])
  func `what may have several formats tells none`(text: String) {
    #expect(OutlineFormat(beginning: Array(text.utf8)) == nil)
  }

  @Test func `formats that share an ending are told by the content`() {
    #expect(OutlineFormat.formats(ofFileName: "a.XML") == [.opml, .plist])
    #expect(OutlineFormat.formats(ofFileName: "a.md").first == .markdown)
    #expect(OutlineFormat.formats(ofFileName: "a").isEmpty && OutlineFormat.formats(ofFileName: "a.zip").isEmpty)
  }
}
