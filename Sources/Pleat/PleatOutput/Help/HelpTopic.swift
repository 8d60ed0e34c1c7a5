import OutlineCore
import PleatArguments

/// A topic of help: pleat as a whole, a verb, or a concept.
package enum HelpTopic {
  case program
  case verb(Verb)
  case concept(HelpPage)

  /// The concepts, in the order in which help shows them.
  package static var concepts: [HelpPage] {
    [.addresses, .days, .filters, .placements, .history, .changes, .exitCodes]
  }

  /// Other words that lead to the concepts.
  private static let synonyms = ["dates": "days", "repeat": "days", "repeats": "days"]

  package static func all(_ verbs: [Verb]) -> [HelpTopic] {
    [.program] + verbs.map { .verb($0) } + concepts.map { .concept($0) }
  }

  /// Finds the topic for a word: a verb, an alias or a concept.
  ///
  /// - Throws: A ``Failure`` that suggests the nearest topic.
  package init(named word: String, among verbs: [Verb]) throws(Failure) {
    if let verb = verbs.first(where: { $0.names.contains(word) }) {
      self = .verb(verb)
    } else if let concept = Self.concepts.first(where: { $0.name == Self.synonyms[word] ?? word }) {
      self = .concept(concept)
    } else {
      let names = verbs.flatMap(\.names) + Self.concepts.map(\.name) + Self.synonyms.keys.sorted()
      let synonym = verbs.first { $0.synonyms.contains(word) }?.name
      let near = synonym ?? TextMatch.suggestions(for: word, among: names).first
      throw Failure(
        .usage, "There is no help about '\(word)'.",
        hint: near.map { "Did you mean 'pleat help \($0)'?" } ?? "'pleat help' lists all verbs and topics.")
    }
  }

  /// Returns the page about the topic; `verbs` are those of the program.
  package func page(_ verbs: [Verb]) -> HelpPage {
    switch self {
    case .program: .program(verbs)
    case .verb(let verb): HelpPage(verb: verb)
    case .concept(let page): page
    }
  }

  /// The word that names the topic, and its page of the manual.
  package var entry: (word: String, manual: Int) {
    switch self {
    case .program: ("", 1)
    case .verb(let verb): (verb.name, 1)
    case .concept(let page): (page.name, page.manual)
    }
  }

  /// Returns the manual pages that the page of the topic refers to; `verbs` are those of the program.
  package func related(_ verbs: [Verb]) -> [(name: String, manual: Int)] {
    func pages(_ topics: [HelpTopic]) -> [(name: String, manual: Int)] {
      topics.map(\.entry).map { ($0.word.isEmpty ? "pleat" : "pleat-\($0.word)", $0.manual) }
    }
    let concepts = Self.concepts.map { HelpTopic.concept($0) }
    switch self {
    case .program: return pages(Array(Self.all(verbs).dropFirst()))
    case .verb(let verb):
      let beside = verbs.filter { $0.group == verb.group && $0.name != verb.name }
      return pages([.program] + beside.map { .verb($0) } + concepts)
    case .concept(let page): return pages([.program] + concepts.filter { $0.entry.word != page.name })
    }
  }
}
