import Foundation
import Locking
import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct HTMLWriterTests {
  /// What is inside the body of a page.
  private func body(_ pieces: [OutlinePiece]) throws -> String {
    let page = String(decoding: try document(pieces, as: .html), as: UTF8.self)
    let parts = try #require(page.firstRange(of: "<main>\n"))
    let end = try #require(page.firstRange(of: "</main>"))
    return String(page[parts.upperBound..<end.lowerBound])
  }

  @Test func `sections are details that are open unless collapsed`() throws {
    let text = try body([
      .section(SectionPiece(SectionDraft(title: "A & B", detail: "<d>"), isCollapsed: true)),
      .row(RowPiece(RowDraft("\"a\"\r\n'b'"))), .row(RowPiece(RowDraft(""))),
      .section(SectionPiece(SectionDraft(level: 2, title: "C", isCollapsible: false), isCollapsed: true)),
      .section(SectionPiece(SectionDraft(level: 9, title: ""))), .row(RowPiece(RowDraft("\u{1}\t\u{FFFE}"))),
      .section(SectionPiece(SectionDraft(title: "D", detail: ""), isCollapsed: false)),
    ])
    #expect(
      text == """
        <h1>Document</h1>
        <form role="search" hidden><input type="search" placeholder="Search" aria-label="Search"><output></output></form>
        <details>
        <summary><h2>A &amp; B</h2> <span class="detail">&lt;d&gt;</span></summary>
        <ul>
        <li>&quot;a&quot;
        &#39;b&#39;</li>
        <li></li>
        </ul>
        <section>
        <div class="header"><h3>C</h3></div>
        <details open>
        <summary><h6 aria-level="10"><span class="untitled">untitled</span></h6></summary>
        <ul>
        <li>␁\t\u{FFFD}</li>
        </ul>
        </details>
        </section>
        </details>
        <details open>
        <summary><h2>D</h2></summary>
        </details>

        """)
  }

  @Test func `a page needs nothing but itself`() throws {
    let page = String(decoding: try document([], as: .html), as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"))
    #expect(page.hasSuffix("</body>\n</html>\n"))
    #expect(page.contains("<title>Document</title>"))
    #expect(page.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "))
    #expect(page.components(separatedBy: "<script>").count == 2)
    for word in ["http:", "https:", "url(", "@import", "<link", "src=", "href=", "fetch", "innerHTML"] {
      #expect(!page.contains(word))
    }
  }

  /// A row as the page has it.
  private func row(_ text: String, attributes: String? = nil) throws -> String {
    let text = try body([
      .section(SectionPiece(SectionDraft(title: "A"))), .row(RowPiece(RowDraft(text, attributes: attributes))),
    ])
    let start = try #require(text.firstRange(of: "<li>")).upperBound
    let end = try #require(text.firstRange(of: "</li>")).lowerBound
    return String(text[start..<end])
  }

  @Test(arguments: [
    ("*a* **b** ~~c~~ `d`", "<em>a</em> <strong>b</strong> <del>c</del> <code>d</code>"), ("_a_", "<em>a</em>"),
    ("[pleat](https://example.org/a?b&c \"t\")", "<a href=\"https://example.org/a?b&amp;c\" title=\"t\">pleat</a>"),
    ("see https://example.org.", "see <a href=\"https://example.org\">https://example.org</a>."),
    ("www.example.org", "<a href=\"http://www.example.org\">www.example.org</a>"),
    ("ana@example.org", "<a href=\"mailto:ana@example.org\">ana@example.org</a>"),
    ("[a](notes.md#x)", "<a href=\"notes.md#x\">a</a>"), ("[a](tel:+431)", "<a href=\"tel:+431\">a</a>"),
    ("![a **b**](https://example.org/x.png)", "<a href=\"https://example.org/x.png\">a <strong>b</strong></a>"),
    ("![](x.png)", "<a href=\"x.png\">x.png</a>"), ("[![a](x.png)](b)", "<a href=\"b\">a</a>"),
    ("![[a](b)](x.png)", "<a href=\"x.png\">a</a>"),
    ("<b onclick=x()>a</b> *c*", "&lt;b onclick=x()&gt;a&lt;/b&gt; <em>c</em>"), ("<!-- a -->", "&lt;!-- a --&gt;"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("\\*a\\*", "*a*"),
    ("AT&amp;T", "AT&amp;T"),
    ("# a *b*", "# a <em>b</em>"), ("- *a*", "- <em>a</em>"), ("1. *a*", "1. <em>a</em>"), ("> *a*", "&gt; <em>a</em>"),
    ("    *a*", "    <em>a</em>"), ("```\n*a*\n```", "<code>*a* </code>"), ("*a*\n---", "<em>a</em>\n---"),
    ("*a*  \n\n  b\\\nc", "<em>a</em>\n\n  b\nc"), ("[a]: x *b*", "[a]: x <em>b</em>"),
    ("| *a* |\n|---|", "| <em>a</em> |\n|---|"), ("2 * 3 * 4", "2 * 3 * 4"), ("snake_case_word", "snake_case_word"),
    ("\u{1680}*a*", "\u{1680}<em>a</em>"), ("\u{1680}\u{205F}\u{2000}*a*", "\u{1680}\u{205F}\u{2000}*a*"),
    ("\u{0}*a*", "␀<em>a</em>"), ("a: b/c", "a: b/c"),
  ])
  func `the Markdown within a line is rendered, and no line begins a block`(text: String, html: String) throws {
    #expect(try row(text) == html)
  }

  @Test func `texts that several threads render at the same time are rendered as alone`() {
    let wrong = Lock(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<1_000 where HTMLText.rendered("~~c~~ www.example.org") != expected { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  private var expected: String { "<del>c</del> <a href=\"http://www.example.org\">www.example.org</a>" }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "vbscript:x", "data:text/html,x", "file:///etc/passwd",
    "//:javascript:x",
    "java\u{9}script:x", "&#106;avascript:alert(1)", "javascript&colon;alert(1)", "\u{1}javascript:x", "blob:x",
    "about:x", "",
  ])
  func `a link to a place that could do harm is only its text`(url: String) throws {
    for text in ["[a](\(url))", "[a](<\(url)>)", "![a](\(url))", "<\(url)>"] {
      let html = try row(text)
      #expect(!html.contains("<a ") || url.hasPrefix("//") || url.isEmpty && html == "[a]()", "\(text): \(html)")
      #expect(!html.contains("<img"))
    }
  }

  @Test func `titles, details and check boxes are rendered too, and code is shown as it is`() throws {
    let text = try body([
      .section(SectionPiece(SectionDraft(title: "*a*", detail: "[x] **b**", isDone: false))),
      .section(SectionPiece(SectionDraft(title: "c", isDone: true))),
      .section(SectionPiece(SectionDraft(title: "", isDone: true))),
    ])
    #expect(text.contains("<h2><span class=\"box\" role=\"img\" aria-label=\"open\">☐</span> <em>a</em></h2>"))
    #expect(
      text.contains(
        "<span class=\"detail\"><span class=\"box\" role=\"img\" aria-label=\"done\">☑</span> <strong>b</strong></span>"
      ))
    #expect(text.contains("<h2><span class=\"box\" role=\"img\" aria-label=\"done\">☑</span> c</h2>"))
    #expect(!text.contains("untitled"))
    #expect(
      try row("*a* <b>", attributes: "{\"markdown\":\"code\",\"info\":\"swift\"}") == "<code>*a* &lt;b&gt;</code>")
  }

  @Test func `a long text is shown as it is, so that no document takes more than its share of time`() throws {
    let long = String(repeating: "*a **a [", count: 4_096 / 8) + "*"
    #expect(try row(long) == long)
    #expect(try row("*a*" + String(repeating: "x", count: 4_093)).hasPrefix("<em>a</em>"))
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `tags are balanced and texts never break out of them`(group: UInt64) throws {
    for seed in group * 25..<(group + 1) * 25 {
      var random = RandomOutline(seed: seed)
      let outline = random.outline()
      var reader = TagReader(try body(outline))
      let rows = try reader.read()
      #expect(reader.open.isEmpty, "seed \(seed)")
      #expect(rows == outline.count { if case .row = $0 { true } else { false } }, "seed \(seed)")
    }
  }

  @Test func `random Markdown is balanced, and has no tags and addresses but those that are harmless`() throws {
    let parts = [
      "*", "**", "_", "`", "``", "[", "]", "](", ")", "<", ">", "!", "\\", "~~", "&", "#", "\n", " ", "a", "b\u{301}",
      "https://x.y/",
      "javascript:", "<b>", "<a href=x onclick=y>", "<!--", "-->", "\"", "'", "data:,x", "www.x.y", "a@b.c", "- ",
      "1. ", "\t", "|", "---",
      "&quot;", "&#60;", "\u{1680}", "😀", ": ", "[a]: b", "```", "<?", "<![CDATA[", "]]>",
    ]
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<1_000 {
      let text = (0..<Int.random(in: 1...14, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? ""
      }.joined()
      var reader = TagReader(
        try body([
          .section(SectionPiece(SectionDraft(title: text, detail: text))), .row(RowPiece(RowDraft(text))),
        ]))
      #expect(try reader.read() == 1, "\(text)")
      #expect(reader.open.isEmpty, "\(text)")
    }
  }
}

/// Reads the few tags that a page has, and refuses all others.
private struct TagReader {
  private(set) var open: [Substring] = []
  private var rest: Substring.UnicodeScalarView
  private static let names: Set<Substring> = [
    "h1", "h2", "h3", "h4", "h5", "h6", "details", "summary", "section", "div", "span", "ul", "li", "form", "output",
    "em",
    "strong", "del", "code", "a",
  ]

  init(_ text: String) { rest = text.unicodeScalars[...] }

  /// Reads the page, and returns how many rows it has.
  mutating func read() throws -> Int {
    var rows = 0
    while !rest.isEmpty {
      let text = rest.prefix { $0 != "<" }
      rest = rest[text.endIndex...]
      #expect(!text.contains { $0 == ">" || $0 == "\"" })
      let tag = Substring(tag())
      if tag.isEmpty || tag.hasPrefix("input ") { continue }
      let name = tag.split(separator: " ")[0]
      if name.hasPrefix("/") {
        #expect(open.popLast() == name.dropFirst())
      } else {
        #expect(Self.names.contains(name), "\(tag)")
        #expect(name != "a" || !open.contains("a"))
        if name == "a" { checkLink(tag) }
        if name == "li" { rows += 1 }
        open.append(name)
      }
    }
    return rows
  }

  /// The next tag without its angle brackets; a > in quotes does not end it.
  private mutating func tag() -> Substring.UnicodeScalarView {
    var isQuoted = false
    let tag = rest.dropFirst().prefix {
      if $0 == "\"" { isQuoted.toggle() }
      return isQuoted || $0 != ">"
    }
    rest = rest.dropFirst(tag.count + 2)
    return tag
  }

  private func checkLink(_ tag: Substring) {
    let address = tag.dropFirst("a href=\"".count).prefix { $0 != "\"" }
    #expect(tag.hasPrefix("a href=\""))
    let scheme = address.prefix { !":/?#".contains($0) }
    let hasScheme = scheme.endIndex < address.endIndex && address[scheme.endIndex] == ":"
    #expect(!hasScheme || ["http", "https", "mailto", "tel"].contains(scheme.lowercased()), "\(tag)")
    let end = tag.dropFirst("a href=\"".count + address.count + 1)
    #expect(end.isEmpty || end.hasPrefix(" title=\"") && end.hasSuffix("\""), "\(tag)")
  }
}
