import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

struct ForeignTableTests {
  @Test func `records become rows of one section, with all their fields as attributes`() throws {
    let drawn = try outline("No,Task,Due\n1,Wash up,today\n2,\"Sow, then\nmow\",\n", as: .csv)
    #expect(
      drawn == """
        # Document
          - Wash up {"No":"1","Task":"Wash up","Due":"today"}
          - Sow, then⏎mow {"No":"2","Task":"Sow, then\\nmow"}
        """)
  }

  @Test func `a column of sections makes one of every run of equal names`() throws {
    let drawn = try outline("name\tLIST\na\tx\nb\tx\nc\ty\nd\t\ne\tx", as: .tsv)
    #expect(
      drawn == """
        # x
          - a {"name":"a","LIST":"x"}
          - b {"name":"b","LIST":"x"}
        # y
          - c {"name":"c","LIST":"y"}
        # Document
          - d {"name":"d"}
        # x
          - e {"name":"e","LIST":"x"}
        """)
  }

  @Test func `where the text is empty, the first field that is not is the text`() throws {
    #expect(
      try outline("text,project,b\n,p,1\n2,p,\n,p", as: .csv) == """
        # p
          - 1 {"project":"p","b":"1"}
          - 2 {"text":"2","project":"p"}
          -  {"project":"p"}
        """)
  }

  @Test func `a moment of another zone is a local time, and the receipt says so once`() throws {
    var drafts: [SectionDraft] = []
    var options = ReadingOptions()
    options.clock = LocalClock { _ in 3_600 }
    let text = """
      Task,Due
      a,2026-11-28T23:30:00Z
      b,2026-11-28T23:30:00-05:00
      c,2026-11-28 23:30:00.250+0100
      d,20261128T2330Z
      e,2026-11-28T23:30:00X

      """
    let remarks = try OutlineReader.read(
      ByteStream(Array(text.utf8)), as: .csv, documentName: "Document", options: options
    ) { drafts.add($0) }
    #expect(
      drafts.first?.rows.map { $0.schedule.due?.description }
        == ["2026-11-29T00:30", "2026-11-29T05:30", "2026-11-28T23:30", nil, nil])
    #expect(remarks.contains("Read 2 times of other zones as local times."))
  }

  @Test func `columns of tasks become check boxes, days and further lines, where their values allow it`() throws {
    let text = """
      TASK,Done,due,Notes,List
      Wash up,x,2026-11-27,"with
      soap",Home
      Sow,,27.11.2026,,Home
      Mow,half,soon,,Home
      Dust,NO,2026-11-27 14:00,,Home

      """
    #expect(
      try outline(text, as: .csv) == #"""
        # Home
          - ☑ Wash up⏎with⏎soap {"TASK":"Wash up","List":"Home"} (2026-11-27)
          - ☐ Sow {"TASK":"Sow","List":"Home"} (2026-11-27)
          - Mow {"TASK":"Mow","Done":"half","due":"soon","List":"Home"}
          - ☐ Dust {"TASK":"Dust","List":"Home"} (2026-11-27T14:00)
        """#)
    let remarks = try OutlineReader.read(ByteStream(Array(text.utf8)), as: .csv, documentName: "D") { _ in }
    #expect(
      remarks == [
        "Read 1 done as tasks that are done.", "Read 1 notes as further lines.", "Read 3 due as due days.",
        "Read 2 open as open tasks.", "Kept 1 due as an attribute, because it cannot be read as a day: \"soon\".",
      ])
  }

  @Test func `the columns of texts go by their words, not by their place`() throws {
    #expect(
      try outline("name, Title ,a\n1,2,3\n4,,5", as: .csv) == """
        # Document
          - 2 {"name":"1"," Title ":"2","a":"3"}
          - 4 {"name":"4","a":"5"}
        """)
  }

  private func table(_ text: String, _ columns: TableColumns, as format: OutlineFormat = .csv) throws -> String {
    var drafts: [SectionDraft] = []
    var options = ReadingOptions()
    options.columns = columns
    _ = try OutlineReader.read(
      ByteStream(Array(text.utf8)), as: format, documentName: "Document", options: options
    ) { drafts.add($0) }
    return drawing(of: drafts)
  }

  @Test func `the columns of texts and sections go by the names that are asked for`() throws {
    #expect(
      try table("name,Was,text,Wo\n1,milk,3,shop\n4,,6,shop\n", TableColumns(text: "Was", section: "wo")) == """
        # shop
          - milk {"name":"1","Was":"milk","text":"3","Wo":"shop"}
          - 4 {"name":"4","text":"6","Wo":"shop"}
        """)
    #expect(
      try table("a\tA\nx\ty\n", TableColumns(text: "A"), as: .tsv) == """
        # Document
          - y {"a":"x","A":"y"}
        """)
  }

  @Test func `a column that is asked for is not taken for the other one`() throws {
    let text = "name,project,b\n1,2,3\n"
    #expect(throws: ImportError.self) { try table(text, TableColumns(section: "name")) }
    #expect(
      try table("name,title\n1,2\n", TableColumns(section: "title")) == """
        # 2
          - 1 {"name":"1","title":"2"}
        """)
    #expect(
      try table(text, TableColumns(text: "project")) == """
        # Document
          - 2 {"name":"1","project":"2","b":"3"}
        """)
  }

  @Test func `an unknown column is refused, and the message lists those there are`() throws {
    for columns in [TableColumns(text: "Text"), TableColumns(section: "Text")] {
      #expect(
        throws: ImportError(
          line: 2, message: "There is no column 'Text'", hint: "The first line names the columns 'Was', 'a b', ''")
      ) { try table("\nWas, a b ,\n1,2,3\n", columns) }
    }
    let many = (1...30).map { "\($0)" }.joined(separator: ",")
    let error = #expect(throws: ImportError.self) { try table(many, TableColumns(text: "x")) }
    #expect(error?.hint?.hasSuffix("'19', '20' and 10 more") == true)
  }

  @Test func `one column for texts and sections is refused, and so are columns of pleat's own table`() throws {
    #expect(throws: ImportError.self) { try table("a,b\n1,2\n", TableColumns(text: "a", section: "A")) }
    let own = DelimitedReader.ownColumns.joined(separator: ",") + "\n"
    #expect(throws: ImportError.self) { try table(own, TableColumns(text: "text")) }
  }

  @Test(arguments: [1, 2, 3, 7, 65_536])
  func `values separated by semicolons are recognised`(chunk: Int) throws {
    let text =
      "\u{FEFF}\r\n;;\r\n\"Task; or, else\";Preis;\"Ort\"\r\n\"milk; \"\"cold\"\"\";1,50;shop\r\nbread;2,10;\r\n"
    var drafts: [SectionDraft] = []
    for piece in try pieces(of: Array(text.utf8), as: .csv, chunks: chunk) { drafts.add(piece) }
    #expect(
      drawing(of: drafts) == #"""
        # Document
          - milk; "cold" {"Task; or, else":"milk; \"cold\"","Preis":"1,50","Ort":"shop"}
          - bread {"Task; or, else":"bread","Preis":"2,10"}
        """#)
  }

  @Test(arguments: ["text;b,c\n1,2", "text,b\n1;2;3,4", "\"text;b;c\",d\n1,2", "a\n1;2", "text\t;,a\n1,2"])
  func `a comma separates where the first line has as many commas as semicolons`(text: String) throws {
    let parts = text.split(separator: "\n")[1].split(separator: ",")
    #expect(try drafts(of: text, as: .csv).first?.rows.map(\.text) == [String(parts[0])])
  }

  @Test func `a table that pleat wrote comes back when a spreadsheet has put semicolons into it`() throws {
    let text = DelimitedReader.ownColumns.joined(separator: ";") + "\nsection;1;A;;;yes;;;;;\nrow;;a, b;yes;;;;;;;\n"
    #expect(try outline(text, as: .csv) == "# A\n  - ☑ a, b")
  }

  @Test func `columns without a name of their own get a number`() throws {
    #expect(
      try outline("text,a,a,,a 2,a,\n0,1,2,3,4,5,6", as: .csv) == """
        # Document
          - 0 {"text":"0","a":"1","a 3":"2","column 4":"3","a 2":"4","a 4":"5","column 7":"6"}
        """)
  }

  @Test func `every kind of line end ends a record and empty ones carry nothing`() throws {
    let drawn = try outline("text\r1\r\n2\n\n3\r\r,\n4", as: .csv.self)
    #expect(
      drawn == """
        # Document
          - 1 {"text":"1"}
          - 2 {"text":"2"}
          - 3 {"text":"3"}
          - 4 {"text":"4"}
        """)
  }

  @Test(arguments: [
    "", "\n", "milk", "a,b,c\n", "\"a\"", "kind,level,text,done,detail,collapsible,collapsed,attributes",
  ])
  func `a document of one line only names columns`(text: String) throws {
    #expect(try outline(text, as: .csv).isEmpty)
  }

  @Test func `a quote in front stays where pleat did not write it`() throws {
    #expect(try drafts(of: Array("text\n'=1".utf8), as: .csv).first?.rows.map(\.text) == ["'=1"])
  }

  @Test func `a table whose records come in any order is read as a whole, up to a bound that is named`() throws {
    let field = String(repeating: "x", count: 1 << 20)
    var left = 65
    var isFirst = true
    let bytes = ByteStream {
      if isFirst {
        isFirst = false
        return Array("id,parent,text\n".utf8)
      }
      left -= 1
      return left < 0 ? nil : Array("\(left),,\(field)\n".utf8)
    }
    let error = try #require(throws: ImportError.self) {
      _ = try OutlineReader.read(bytes, as: .csv, documentName: "D") { _ in }
    }
    #expect(error.message.hasPrefix("The table has more than 64 MiB up to here"), "\(error)")
  }
}
