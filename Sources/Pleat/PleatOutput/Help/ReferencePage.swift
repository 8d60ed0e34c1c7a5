import OutlineCore
import PleatArguments

/// The reference, which is the page `docs/reference.md`: how each verb is typed, what it does, and its options.
///
/// It repeats nothing: an option of several verbs is explained once, and a description is cut to its beginning. The
/// examples, the topics, the exit codes, the environment and the files, which `pleat help` also shows, are on other
/// pages.
package enum ReferencePage {
  /// Returns the page in Markdown; `verbs` are those of the program.
  package static func text(_ verbs: [Verb]) -> String {
    let pages = verbs.map { HelpPage(verb: $0) }
    let ofEveryVerb = HelpPage.terms(EditOptions.declared + [Verb.help])
    let options = pages.flatMap { $0.terms(under: optionHeadings) }
    let ofSeveralVerbs = repeated(options).filter { !ofEveryVerb.contains($0) }
    let common = commonPage(pages, ofEveryVerb: ofEveryVerb, ofSeveralVerbs: ofSeveralVerbs)
    let own = pages.map { Self.own($0, ofEveryVerb: Set(ofEveryVerb), ofSeveralVerbs: Set(ofSeveralVerbs)) }
    return introduction + contents(verbs) + ([common] + own).map(section).joined()
  }

  private static let introduction = """
    # Reference

    All verbs, each with its summary and its options; other names of a verb are in brackets. `pleat help --reference`
    prints this page, and a test compares the two.
    `pleat help VERB` says more and shows examples, and the [guide](guide.md) explains addresses, filters and placements.


    """

  private static let optionHeadings: Set = ["Options", "Options for programs"]

  private static func contents(_ verbs: [Verb]) -> String {
    VerbGroup.allCases.map { group in
      let names = verbs.filter { $0.group == group }.map { verb in
        "[\(verb.name)](#pleat-\(verb.name))" + verb.aliases.map { " (`\($0)`)" }.joined()
      }
      return "- \(group.rawValue): \(names.joined(separator: ", "))\n"
    }.joined()
  }

  /// Returns the page with the options that many verbs share.
  private static func commonPage(
    _ pages: [HelpPage], ofEveryVerb: [HelpPage.Term], ofSeveralVerbs: [HelpPage.Term]
  ) -> HelpPage {
    HelpPage(
      name: "common", summary: "options of many verbs",
      sections: [
        .init(
          "Options of every verb; the first five only of verbs that edit", [.terms(ofEveryVerb)]),
        .init("Options of several verbs; each verb names its own", [.terms(ofSeveralVerbs)]),
      ], manual: 7)
  }

  /// Returns the page of a verb without what other pages explain.
  private static func own(
    _ page: HelpPage, ofEveryVerb: Set<HelpPage.Term>, ofSeveralVerbs: Set<HelpPage.Term>
  ) -> HelpPage {
    let options = page.terms(under: optionHeadings).filter { !ofEveryVerb.contains($0) }
    let also = options.filter(ofSeveralVerbs.contains).compactMap { term in
      term.name.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init)
    }
    let parts: [(String, [HelpPage.Block])] = [
      ("", beginning(of: page).map { [.paragraph($0)] } ?? []),
      ("", [.terms(page.terms(under: ["Arguments"]) + options.filter { !ofSeveralVerbs.contains($0) })]),
      ("", also.isEmpty ? [] : [.paragraph("Also \(also.joined(separator: ", ")).")]),
    ]
    var own = HelpPage(name: page.name, summary: page.summary, synopsis: page.synopsis)
    own.sections = parts.map { HelpPage.Section($0.0, $0.1) }.filter { !$0.isEmpty }
    return own
  }

  /// Returns the first sentence of the description; nil if there is none.
  private static func beginning(of page: HelpPage) -> String? {
    guard case .paragraph(let text) = page.sections.first(where: { $0.heading == "Description" })?.blocks.first else {
      return nil
    }
    let end = text.range(ofUTF8: ". ")?.lowerBound ?? text.endIndex
    return text[..<end] + (end == text.endIndex ? "" : ".")
  }

  /// Returns the terms that occur several times, always with the same meaning, each once, in the order of their first
  /// use.
  private static func repeated(_ terms: [HelpPage.Term]) -> [HelpPage.Term] {
    let uses = Dictionary(grouping: terms, by: \.name).filter { $1.count > 1 && Set($1).count == 1 }
    var seen: Set<HelpPage.Term> = []
    return terms.filter { uses[$0.name] != nil && seen.insert($0).inserted }
  }

  /// Returns a page as a section of the reference.
  private static func section(_ page: HelpPage) -> String {
    let title = page.manual == 1 ? "pleat \(page.name)" : page.name
    return "\n## \(title)\n\n\(HelpPage.sentence(page.summary))\n\n```\n\(HelpText.body(of: page, width: 100))```\n"
  }
}

extension HelpPage.Section {
  fileprivate var isEmpty: Bool {
    blocks.allSatisfy { block in if case .terms(let terms) = block { terms.isEmpty } else { false } }
  }
}

extension HelpPage {
  /// Returns the terms in the sections with these headings.
  fileprivate func terms(under headings: Set<String>) -> [Term] {
    sections.filter { headings.contains($0.heading) }.flatMap(\.blocks).flatMap { block in
      if case .terms(let terms) = block { terms } else { [Term]() }
    }
  }
}
