import OutlineCore
import PleatArguments

/// The reference in `docs/reference.md`, which has the help of all verbs and topics on one page.
package enum ReferencePage {
  /// Returns the page in Markdown; `verbs` are those of the program.
  package static func text(_ verbs: [Verb]) -> String {
    let common = commonPage(verbs)
    let terms = Set(common.sections.flatMap(\.terms))
    let parts = verbs.map { HelpPage(verb: $0).without(terms) }
    return introduction + contents(verbs) + ([common] + parts + HelpTopic.concepts).map(section).joined()
  }

  private static let introduction = """
    # Reference

    All verbs and topics of `pleat help`, and first what is the same for many verbs. `pleat help --reference` prints this page,
    and a test compares the two. [Commands](commands.md) explains the verbs in an order to read them in.


    """

  private static func contents(_ verbs: [Verb]) -> String {
    let groups = VerbGroup.allCases.map { group in
      (group.rawValue, verbs.filter { $0.group == group }.map { "[\($0.name)](#pleat-\($0.name))" })
    }
    let topics = ("Topics", HelpTopic.concepts.map { "[\($0.name)](#\($0.name))" })
    return (groups + [topics]).map { "- \($0): \($1.joined(separator: ", "))\n" }.joined()
  }

  /// Returns a page with the sections that many verbs have in common, taken from `apply`, which has all of them.
  private static func commonPage(_ verbs: [Verb]) -> HelpPage {
    let headings: Set = ["Options", "Options for programs", "Environment", "Files"]
    var page = HelpPage(
      name: "common",
      summary: "what many verbs take; -n, -q, --layout and --allow-network-file only if they change something",
      manual: 7)
    let whole = verbs.first { $0.name == "apply" }.map { HelpPage(verb: $0).sections }
    page.sections = (whole ?? []).filter { headings.contains($0.heading) }
    page.sections.append(.init("Display", [.terms([Surroundings.color])]))
    page.sections.append(.init("Exit codes", [.terms(ExitCode.meanings.map { .init("\($0.code)", $0.meaning) })]))
    return page
  }

  /// Returns a page as a section of the reference.
  private static func section(_ page: HelpPage) -> String {
    "\n## \(page.manual == 1 ? "pleat \(page.name)" : page.name)\n\n```\n\(HelpText.text(of: page))```\n"
  }
}

extension HelpPage.Section {
  /// The terms that the section explains.
  fileprivate var terms: [HelpPage.Term] {
    blocks.flatMap { block in if case .terms(let terms) = block { terms } else { [HelpPage.Term]() } }
  }
}

extension HelpPage {
  /// Returns the page without some terms, and without the sections that explain nothing else.
  fileprivate func without(_ others: Set<Term>) -> HelpPage {
    var page = self
    page.sections = sections.compactMap { section in
      let own = section.terms.filter { !others.contains($0) }
      if section.terms.isEmpty || own.count == section.terms.count { return section }
      return own.isEmpty ? nil : Section(section.heading, [.terms(own)])
    }
    return page
  }
}
