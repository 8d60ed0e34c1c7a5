import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct PropertyListReaderTests {
  /// Draws a property list whose root value is given as XML.
  private func drawing(_ root: String) throws -> String {
    try outline(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">\(root)</plist>

      """, as: .plist)
  }

  @Test func `dictionaries with a name and a list are sections and those without a list are rows`() throws {
    let drawn = try drawing(
      """
      <array>
        <dict>
          <key>playName</key><string>Hamlet &amp; &#x48;</string>
          <key>quotations</key>
          <array>
            <dict>
              <key>act</key><integer>1</integer>
              <key>who</key><string>Ghost</string>
              <key>text</key><string>Adieu,
      adieu!</string>
            </dict>
            <string>plain</string>
          </array>
        </dict>
        <dict><key>playName</key><string>Empty</string><key>quotations</key><array/></dict>
      </array>
      """)
    #expect(
      drawn == #"""
        # Hamlet & H {"plist":{"name":"playName","items":"quotations"}}
          - Adieu,⏎adieu! {"act":1,"who":"Ghost","text":"Adieu,\nadieu!"}
          - plain
        # Empty {"plist":{"name":"playName","items":"quotations"}}
        """#)
  }

  @Test func `a row's attributes keep every key in its order and with its kind`() throws {
    let drawn = try drawing(
      """
      <array><dict>
        <key>z</key><integer> -7 </integer><key>hex</key><integer>0xFF</integer>
        <key>big</key><integer>18446744073709551615</integer><key>huge</key><integer>99999999999999999999</integer>
        <key>real</key><real>1e3</real><key>nan</key><real>nan</real>
        <key>yes</key><true/><key>no</key><false/>
        <key>when</key><date>2020-01-02T03:04:05Z</date><key>data</key><data>
          AAEC
          AwQ=
        </data>
        <key>"</key><string/><key>in</key><dict><key>a</key><true/></dict>
      </dict></array>
      """)
    let json =
      #"{"z":-7,"hex":255,"big":18446744073709551615,"huge":"99999999999999999999","real":1000.0,"nan":"nan","#
      + #""yes":true,"no":false,"when":"2020-01-02T03:04:05Z","data":"AAECAwQ=","\"":"","in":{"a":true}}"#
    #expect(drawn == "# Document\n  -  \(json)")
  }

  @Test func `a row without a string has its JSON as text`() throws {
    #expect(
      try drawing("<array><dict><key>n</key><real>0.5</real></dict><dict/></array>") == """
        # Document
          - {"n":0.5} {"n":0.5}
          - {} {}
        """)
  }

  @Test func `numbers booleans and dates are rows`() throws {
    #expect(
      try drawing("<array><integer>1</integer><real>2.50</real><true/><date>2020</date><string>a</string></array>")
        == "# Document\n  - 1\n  - 2.50\n  - true\n  - 2020\n  - a")
  }

  @Test func `lists nest below the outermost, and the other keys of each are its attributes`() throws {
    let drawn = try drawing(
      """
      <array><dict>
        <key>color</key><string>red</string><key>Title</key><string>A</string><key>n</key><integer>1</integer>
        <key>list</key>
        <array>
          <string>row</string>
          <dict><key>list</key><array><string>b</string></array><key>id</key><integer>2</integer></dict>
          <array><string>c</string></array>
          <string>last</string>
        </array>
        <key>more</key><array><string>d</string></array>
      </dict></array>
      """)
    #expect(
      drawn == """
        # A {"color":"red","n":1,"plist":{"name":"Title","items":"list"}}
          - row
          - Item 2 {"id":2,"plist":{"items":"list"}}
            - b
          - Item 3
            - c
          - last
          - more
            - d
        """)
  }

  @Test(arguments: [
    ("name", "nickname", "first"), ("NAME", "a", "first"), ("title", "name", "first"), ("a", "name", "second"),
    ("a", "playName", "second"), ("songTitle", "title", "second"), ("a", "b", "first"), ("a", "named", "first"),
  ])
  func `of several strings the one that is called a name names the section`(a: String, b: String, name: String) throws {
    let drawn = try drawing(
      "<array><dict><key>\(a)</key><string>first</string><key>\(b)</key><string>second</string>"
        + "<key>list</key><array/></dict></array>")
    #expect(drawn.hasPrefix("# \(name) "))
  }

  @Test func `a dictionary at the root may hold the list`() throws {
    #expect(
      try drawing("<dict><key>lists</key><array><string>a</string></array></dict>") == "# lists\n  - a")
    #expect(
      try drawing("<dict><key>A</key><array><string>a</string></array><key>B</key><array/></dict>")
        == "# A\n  - a\n# B")
    #expect(
      try drawing("<dict><key>v</key><integer>1</integer><key>l</key><array><string>a</string></array></dict>")
        == "# Document {\"v\":1,\"plist\":{\"items\":\"l\"}}\n  - a")
    #expect(
      try drawing("<dict><key>name</key><string>A</string><key>items</key><array><string>a</string></array></dict>")
        == "# A\n  - a")
  }

  @Test func `an empty array is an empty outline`() throws {
    #expect(try drawing("<array/>") == "")
  }

  @Test func `comments and CDATA and another encoding are read`() throws {
    #expect(try drawing("<array><!-- x --><string><![CDATA[a<b]]></string></array>") == "# Document\n  - a<b")
    let latin = Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><plist><array><string>"#.utf8) + [0xE9]
    let read = try drafts(of: latin + Array("</string></array></plist>".utf8), as: .plist)
    #expect(read.first?.rows.first?.text == "é")
  }
}
