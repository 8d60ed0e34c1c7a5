import OutlineCore
import Testing

@testable import OutlineFormats

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

  @Test func `without a column of texts the first field that is not empty is the text`() throws {
    #expect(
      try outline("a,project,b\n,p,1\n2,p,\n,p", as: .csv) == """
        # p
          - 1 {"project":"p","b":"1"}
          - 2 {"a":"2","project":"p"}
          -  {"project":"p"}
        """)
  }

  @Test func `the columns of texts go by their words, not by their place`() throws {
    #expect(
      try outline("name, Title ,a\n1,2,3\n4,,5", as: .csv) == """
        # Document
          - 2 {"name":"1"," Title ":"2","a":"3"}
          - 4 {"name":"4","a":"5"}
        """)
  }

  @Test func `columns without a name of their own get a number`() throws {
    #expect(
      try outline("a,a,,a 2,a,\n1,2,3,4,5,6", as: .csv) == """
        # Document
          - 1 {"a":"1","a 3":"2","column 3":"3","a 2":"4","a 4":"5","column 6":"6"}
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
}
