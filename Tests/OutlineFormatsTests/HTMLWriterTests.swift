import OutlineCore
import Testing

@testable import OutlineFormats

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
    for word in ["<script", "http:", "https:", "url(", "@import", "<link", "src=", "href="] {
      #expect(!page.contains(word))
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `tags are balanced and texts never break out of them`(group: UInt64) throws {
    for seed in group * 25..<(group + 1) * 25 {
      var random = RandomOutline(seed: seed)
      let outline = random.outline()
      var reader = TagReader(try body(outline))
      let texts = try reader.read()
      #expect(reader.open.isEmpty, "seed \(seed)")
      let expected = outline.compactMap { piece -> String? in
        guard case .row(let row) = piece else { return nil }
        return (row.draft.isDone.map { $0 ? "☑ " : "☐ " } ?? "") + HTMLText.escaped(row.draft.text)
      }
      #expect(texts == expected, "seed \(seed)")
    }
  }
}

/// Reads the few tags that a page has, and the texts of its list items as they stand.
private struct TagReader {
  private(set) var open: [Substring] = []
  private var rest: Substring.UnicodeScalarView
  private static let names: Set<Substring> = [
    "h1", "h2", "h3", "h4", "h5", "h6", "details", "summary", "section", "div", "span", "ul", "li",
  ]

  init(_ text: String) { rest = text.unicodeScalars[...] }

  mutating func read() throws -> [String] {
    var texts: [String] = []
    while !rest.isEmpty {
      let text = rest.prefix { $0 != "<" }
      rest = rest[text.endIndex...]
      #expect(!text.contains { ">\"'".unicodeScalars.contains($0) })
      if open.last == "li" { texts.append(String(String.UnicodeScalarView(text))) }
      let tag = rest.dropFirst().prefix { $0 != ">" }
      rest = rest.dropFirst(tag.count + 2)
      if tag.isEmpty { continue }
      let name = Substring(tag).split(separator: " ")[0]
      if name.hasPrefix("/") {
        #expect(open.popLast() == name.dropFirst())
      } else {
        #expect(Self.names.contains(name))
        open.append(name)
      }
    }
    return texts
  }
}
