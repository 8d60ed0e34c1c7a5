import OutlineCore
import OutlineRepository
import Testing

struct ErrorSentenceTests {
  @Test(
    arguments: [
      (.delete([.words("figs")], options: DeleteOptions()), "There is no section or row 'figs'."),
      (.delete([.words("Home")], options: DeleteOptions()), "'Home' is not empty: it has 2 rows."),
      (.indent([.words("apples")]), "'apples' cannot be indented: there is no row before it on its level."),
      (.demote([.words("Home")]), "'Home' is an outermost section, and a row has to be in one."),
    ] as [(Edit, String)])
  func `a refused edit throws an error that prints as a sentence`(_ edit: Edit, _ sentence: String) throws {
    let outline = try DrawnOutline(
      """
      ▾ Home
        - apples
        - bread
      """
    ).repository
    let error = try #require(throws: OutlineError.self) { try outline.perform(edit, as: "ana") }
    #expect("\(error)" == sentence)
  }

  @Test func `a file that is not there is named in a sentence`() throws {
    let error = try #require(throws: StoreError.self) { try Outline("/dev/null/o.db", for: .reading) }
    #expect("\(error)".contains("/dev/null/o.db") && "\(error)".hasSuffix("."))
  }
}
