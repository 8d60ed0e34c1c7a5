import Foundation
import ListChanges
import PleatArguments
import Testing

@testable import OutlineCore
@testable import OutlineJSON
@testable import PleatCommands
@testable import PleatOutput
@testable import PleatRemote
@testable import PleatSystem

/// `pleat help`, against what the verbs declare.
struct HelpTests {
  static let verbs = Pleat.commands.all.map(\.name)
  static let concepts = HelpTopic.concepts.map(\.name)
  static let kinds = Failure.Kind.allCases

  private func help(_ words: String...) throws -> String {
    let answer = try Session().run(["help"] + words)
    #expect(answer.status == 0 && answer.messages.isEmpty, "\(answer.message)")
    return answer.text
  }

  @Test func `every verb is in one group of the first page, with its aliases`() throws {
    let page = try help()
    for verb in Pleat.commands.verbs {
      let names = verb.names.joined(separator: ", ")
      #expect(page.split(separator: "\n").count { $0.hasPrefix("  \(names)  ") } == 1, "\(names)")
    }
    for topic in Self.concepts { #expect(page.contains("\n  \(topic) "), "\(topic)") }
    for group in ["See", "Change", "Fold", "History", "Exchange", "Maintenance"] {
      #expect(page.contains("\n\(group)\n"))
    }
  }

  @Test(arguments: Pleat.commands.verbs.flatMap(\.names))
  func `-h is short, and lists the verb's own options`(verb: String) throws {
    let declared = try #require(Pleat.commands.type(named: verb)).verb
    let text = try Session().run(verb, "-h").text
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 24, "\(text)")
    for option in declared.options where option.purpose == .edit && option.help != nil {
      #expect(text.contains("--\(option.name)"), "\(text)")
    }
    #expect(text.contains(declared.examples[0].command) && text.contains("pleat help \(declared.name)"))
    #expect(try Session().run("-h", verb, "--nonsense").text == text)
  }

  @Test(arguments: Pleat.commands.verbs.flatMap(\.names))
  func `help and --help say the same, whatever else is on the line`(verb: String) throws {
    let session = try Session()
    let page = try help(verb)
    for words in [
      [verb, "--help"], ["--help", verb], [verb, "--nonsense", "x", "--help"], [verb, "--help", "-f"],
    ] {
      #expect(session.run(words).text == page, "\(words)")
    }
    #expect(try session.folder.names() == [])
  }

  @Test func `the first page comes with help and --help, and a short one with -h`() throws {
    let session = try Session()
    let page = try help()
    #expect(
      page.contains("\n  pleat add 'water the plants' --in Groceries --due fri --repeat weekly\n  pleat due week\n"))
    for words in [["--help"], ["-f", "x", "--help"]] { #expect(session.run(words).text == page, "\(words)") }
    let short = session.run("-h").text
    #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 23)
    #expect(short.hasSuffix("\n\n  More: pleat VERB -h, pleat help VERB; all verbs and topics: pleat help\n"))
    #expect(short.contains("  pleat done milk\n") && short.contains("  list, ls"))
    #expect(session.run("--json", "-h").text == short)
    #expect(session.run("list", "--help").text != page)
  }

  @Test(arguments: verbs)
  func `a page begins with examples, and has every option, those for programs last`(verb: String) throws {
    let declared = try #require(Pleat.commands.type(named: verb)).verb
    let page = HelpPage(verb: declared)
    #expect(page.sections.first?.heading == "Examples")
    let text = HelpText.text(of: page)
    for option in declared.options {
      guard let help = option.help else { continue }
      for name in option.spellings { #expect(text.contains("  \(name)") || text.contains(", \(name)"), "\(name)") }
      #expect(help.hasSuffix("."), "\(option.name)")
    }
    for argument in declared.arguments where argument.help != nil {
      #expect(text.contains(argument.placeholder), "\(argument.name)")
    }
    let headings = page.sections.map(\.heading)
    #expect(headings.contains("Exit codes"))
    if verb != "help" { #expect(headings.contains("Environment") && headings.contains("Files")) }
    let options = try #require(headings.firstIndex(of: "Options"))
    if declared.option("--json") != nil { #expect(headings[options + 1] == "Options for programs") }
    let own = text.components(separatedBy: "\nOptions\n").last?.components(separatedBy: "\n\n").first ?? ""
    for option in ["--json", "--layout", "--wait"] { #expect(!own.contains("  \(option) "), "\(option)") }
  }

  @Test func `no page is wider than a terminal, apart from examples`() throws {
    for topic in HelpTopic.all(Pleat.commands.verbs) {
      let page = topic.page(Pleat.commands.verbs)
      let examples = Set(
        page.sections.flatMap(\.blocks).flatMap { block in
          if case .lines(let lines) = block { lines } else { [String]() }
        })
      for line in HelpText.text(of: page).split(separator: "\n") where line.count > 80 {
        #expect(examples.contains(String(line.dropFirst(2))), "\(line)")
      }
    }
  }

  @Test(arguments: concepts)
  func `a concept has a page of 20 to 50 lines, with examples first`(concept: String) throws {
    let page = try help(concept)
    #expect((20...50).contains(page.split(separator: "\n", omittingEmptySubsequences: false).count - 1))
    #expect(page.contains("\n\nExamples\n"))
  }

  @Test(arguments: [
    ("nosuch", "'pleat help' lists all verbs and topics."), ("adresses", "Did you mean 'pleat help addresses'?"),
    ("colapse", "Did you mean 'pleat help collapse'?"), ("remove", "Did you mean 'pleat help delete'?"),
    ("exit", "Did you mean 'pleat help exit-codes'?"), ("repaet", "Did you mean 'pleat help repeat'?"),
  ])
  func `help about nothing names the nearest, and is wrong usage`(topic: String, hint: String) throws {
    let answer = try Session().run("help", topic)
    #expect(answer.status == 64)
    #expect(answer.message == "pleat: There is no help about '\(topic)'.\n\(hint)")
  }

  @Test func `the page about days and rules has other names, and every form on it can be read`() throws {
    let page = try help("days")
    for word in ["repeat", "repeats", "dates"] { #expect(try help(word) == page) }
    let today = try #require(Day("2026-11-24"))
    for section in HelpPage.days.sections.dropFirst() {
      guard case .terms(let terms)? = section.blocks.first else { continue }
      for form in terms.flatMap({ $0.name.components(separatedBy: ", ") }) {
        let isRead =
          section.heading == "Days"
          ? (try? DueDate(parsing: form, today: today)) != nil : (try? RepeatRule(parsing: form, today: today)) != nil
        #expect(isRead, "\(form)")
      }
    }
  }

  @Test func `the legend of watch has every sign that watch prints`() throws {
    let changes = ViewChanges(
      deletedSections: [.init(2, count: 3)], insertedSections: [.init(0, count: 1)],
      movedSections: [.init(from: 4, to: 1, count: 1)], deletedRows: [.init(section: 1, start: 0, count: 4)],
      insertedRows: [.init(section: 0, start: 2, count: 1)],
      movedRows: [.init(from: .init(section: 0, row: 3), to: .init(section: 1, row: 0), count: 1)],
      reloadedRows: [.init(section: 0, start: 1, count: 1)], reloadedHeaders: [.init(3, count: 1)])
    let lines = LineChanges(
      deletedLines: [.init(3, count: 4)], insertedLines: [.init(0, count: 1)],
      movedLines: [.init(from: 3, to: 9, count: 1)], reloadedLines: [.init(2, count: 1)])
    let page = try help("watch")
    for sign in "\(changes)".split(separator: " ") { #expect(page.contains("\n  \(sign) "), "\(sign)") }
    #expect(page.contains("\n  \(lines)"))
    #expect(page.contains("\n  reset "))
  }

  @Test func `every exit code of a failure is explained, in help and in docs`() throws {
    let codes = Set(Self.kinds.map(\.status)).union([0, 1])
    #expect(Set(ExitCode.meanings.map(\.code)) == codes)
    let page = try PageTests.text(of: "docs/trust.md")
    for code in codes { #expect(page.contains("\n| \(code) | "), "\(code)") }
  }

  @Test func `the table of exit codes says of each whether the edit is saved, as errors in JSON do`() throws {
    let page = try PageTests.text(of: "docs/trust.md")
    let saved = page.split(separator: "\n").filter { $0.hasSuffix(" | yes |") }.map {
      $0.dropFirst(2).prefix { $0 != " " }
    }
    let kinds = Self.kinds.filter { Failure($0, "").json.text.contains("\"saved\":true") }
    #expect(saved.map(String.init) == ["0"] + kinds.map { "\($0.status)" })
  }

  @Test func `the page about trust names the word for programs of every failure`() throws {
    let page = try PageTests.text(of: "docs/trust.md")
    let sentence =
      page.components(separatedBy: "Its `code` is ").dropFirst().first?.components(separatedBy: ".").first ?? ""
    let words = sentence.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(Set(words) == Set(Self.kinds.map(\.rawValue) + ["interrupted"]))
  }

  @Test func `the reference in docs is what the program prints`() throws {
    let page = try PageTests.text(of: "docs/reference.md")
    let isPrinted = ReferencePage.text(Pleat.commands.verbs) == page
    #expect(isPrinted, "Print it again: $(scripts/swift-test --build)/pleat help --reference >docs/reference.md")
  }
}
