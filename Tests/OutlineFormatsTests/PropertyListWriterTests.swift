import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct PropertyListWriterTests {
  private func section(_ draft: SectionDraft, isCollapsed: Bool? = nil) -> OutlinePiece {
    .section(SectionPiece(draft, isCollapsed: isCollapsed))
  }

  private func row(_ text: String, _ attributes: String? = nil) -> OutlinePiece {
    .row(RowPiece(RowDraft(text, attributes: attributes)))
  }

  private func text(_ pieces: [OutlinePiece]) throws -> String {
    String(decoding: try document(pieces, as: .plist), as: UTF8.self)
  }

  /// What the root array of a document holds, without its indentation and with its keys beside their values.
  private func root(_ pieces: [OutlinePiece]) throws -> String {
    let lines = try text(pieces).split(separator: "\n").dropFirst(4).dropLast(2)
    return lines.map { $0.replacing("\t", with: "") }.joined(separator: "\n").replacing("</key>\n", with: "</key>")
  }

  @Test func `an outline is dictionaries with a name and a list`() throws {
    let pieces = [
      section(SectionDraft(title: "Food")), row("milk"), row("bread"),
      section(SectionDraft(level: 2, title: "Fruit & more")),
    ]
    #expect(
      try text(pieces) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>
        \t<dict>
        \t\t<key>name</key>
        \t\t<string>Food</string>
        \t\t<key>items</key>
        \t\t<array>
        \t\t\t<string>milk</string>
        \t\t\t<string>bread</string>
        \t\t\t<dict>
        \t\t\t\t<key>name</key>
        \t\t\t\t<string>Fruit &amp; more</string>
        \t\t\t\t<key>pleat</key>
        \t\t\t\t<string>{"kind":"section"}</string>
        \t\t\t\t<key>items</key>
        \t\t\t\t<array/>
        \t\t\t</dict>
        \t\t</array>
        \t</dict>
        </array>
        </plist>

        """)
  }

  @Test func `an outline of nothing is an empty array`() throws {
    #expect(try text([]).hasSuffix("<plist version=\"1.0\">\n<array/>\n</plist>\n"))
    #expect(try pieces(of: document([], as: .plist), as: .plist).isEmpty)
  }

  @Test func `attributes are typed values beside the name`() throws {
    let json = #"{"n":1,"x":2.5,"yes":true,"in":{"a":["b"]}}"#
    #expect(
      try root([section(SectionDraft(title: "A", attributes: json))]) == """
        <dict>
        <key>name</key><string>A</string>
        <key>n</key><integer>1</integer>
        <key>x</key><real>2.5</real>
        <key>yes</key><true/>
        <key>in</key><dict>
        <key>a</key><array>
        <string>b</string>
        </array>
        </dict>
        <key>items</key><array/>
        </dict>
        """)
  }

  @Test func `a file's own keys come back`() throws {
    let list = """
      <plist><array><dict><key>playName</key><string>Hamlet</string><key>quotations</key><array>
      <dict><key>act</key><integer>1</integer><key>quotation</key><string>Adieu,
      adieu!</string></dict></array></dict></array></plist>
      """
    #expect(
      try root(pieces(of: Array(list.utf8), as: .plist)) == """
        <dict>
        <key>playName</key><string>Hamlet</string>
        <key>quotations</key><array>
        <dict>
        <key>act</key><integer>1</integer>
        <key>quotation</key><string>Adieu,
        adieu!</string>
        </dict>
        </array>
        </dict>
        """)
  }

  @Test func `what a property list does not say is under a key of pleat's own`() throws {
    let draft = SectionDraft(level: 2, title: "a\nb", detail: "d", isCollapsible: false)
    #expect(
      try root([
        section(draft, isCollapsed: true), row("x", #"{"k":null}"#), row("y\u{1}"), row("z", #"{"l":[1]}"#),
      ]) == #"""
        <dict>
        <key>name</key><string>a
        b</string>
        <key>pleat</key><string>{"level":2,"title":"a\nb","detail":"d","collapsible":false,"collapsed":true}</string>
        <key>items</key><array>
        <dict>
        <key>pleat</key><string>{"text":"x","attributes":"{\"k\":null}"}</string>
        </dict>
        <dict>
        <key>text</key><string>y�</string>
        <key>pleat</key><string>{"text":"y\u0001","attributes":null}</string>
        </dict>
        <dict>
        <key>l</key><array>
        <integer>1</integer>
        </array>
        <key>pleat</key><string>{"kind":"row","text":"z"}</string>
        </dict>
        </array>
        </dict>
        """#)
  }

  @Test(arguments: [#"{"level":0}"#, #"{"level":101}"#, #"{"kind":"x"}"#, #"{"attributes":"[]"}"#, #"{"x":1}"#])
  func `what cannot be under pleat's key is refused with its line`(json: String) throws {
    let error = try refusal(
      "<plist><array><dict>\n<key>pleat</key><string>\(json)</string></dict></array></plist>", as: .plist)
    #expect(error.line == 2)
    #expect(error.message.hasPrefix("The key pleat has an invalid member '"))
  }

  @Test func `a key pleat that holds something else is like any other`() throws {
    #expect(
      try outline("<plist><array><dict><key>pleat</key><string>skirt</string></dict></array></plist>", as: .plist)
        == "# Document\n  - skirt {\"pleat\":\"skirt\"}")
  }
}
