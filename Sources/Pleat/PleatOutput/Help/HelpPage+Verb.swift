import OutlineCore
import PleatArguments

extension HelpPage {
  /// Creates the page of a verb from its declaration.
  package init(verb: Verb) {
    self.init(name: verb.name, summary: Self.summary(verb.summary))
    synopsis = verb.usage.isEmpty ? [Self.synopsis(of: verb)] : verb.usage
    let examples = verb.examples.flatMap { ["# \($0.remark)", $0.command] }
    sections = [Section("Examples", [.lines(examples)])]
    let also = verb.aliases.map { "'pleat \($0)' is the same." }
    let remarks = verb.discussion.split(separator: "\n").map(String.init) + also
    if !remarks.isEmpty { sections.append(Section("Description", remarks.map { .paragraph($0) })) }
    sections += verb.sections
    sections += Self.options(of: verb)
    sections.append(
      Section(
        "Exit codes", [.terms(ExitCode.terms(for: verb)), .paragraph("'pleat help exit-codes' has all of them.")]))
    sections += Self.surroundings(of: verb)
  }

  /// Creates the page that `-h` shows: the usage, one or two examples, and the verb's own options.
  package init(short verb: Verb) {
    self.init(name: verb.name, summary: Self.summary(verb.summary))
    synopsis = verb.usage.isEmpty ? [Self.synopsis(of: verb)] : verb.usage
    let own = verb.options.filter { $0.purpose == .edit }.compactMap(Self.term).map { option in
      let meaning =
        option.meaning.range(ofUTF8: ". ").map { String(option.meaning[..<$0.lowerBound]) } ?? option.meaning
      return Term(option.name, meaning.hasSuffix(".") ? meaning : meaning + ".")
    }
    // With many options, the page still fits a terminal of 24 lines.
    sections = [Section("Examples", [.lines(verb.examples.prefix(own.count > 11 ? 1 : 2).map(\.command))])]
    if !own.isEmpty { sections.append(Section("Options", [.terms(own)])) }
    sections.append(Section("", [.lines(["More: pleat help \(verb.name)"])]))
  }

  /// Returns a sentence in the form that follows a title: in lower case, without a full stop.
  private static func summary(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + (sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]).dropFirst()
  }

  private static func synopsis(of verb: Verb) -> String {
    let arguments = verb.arguments.filter { $0.help != nil }.map { argument in
      let name = argument.placeholder + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return (["pleat", verb.name] + arguments + ["[OPTION...]"]).joined(separator: " ")
  }

  private static func options(of verb: Verb) -> [Section] {
    let arguments = verb.arguments.compactMap { argument in
      argument.help.map { Term(argument.placeholder, meaning($0, argument.kind, argument.standard)) }
    }
    let others = verb.options.filter { $0.purpose != .programs }
    let forPrograms = verb.options.filter { $0.purpose == .programs }
    return [("Arguments", arguments), ("Options", terms(others)), ("Options for programs", terms(forPrograms))]
      .filter { !$0.1.isEmpty }.map { Section($0.0, [.terms($0.1)]) }
  }

  /// Returns the options that help shows.
  package static func terms(_ options: [AnyOption]) -> [Term] { options.compactMap(term) }

  /// Returns the names, the value and the effect of an option; nil if help does not show it.
  private static func term(_ option: AnyOption) -> Term? {
    option.help.map { help in
      let value = option.kind == nil ? "" : " \(option.placeholder)"
      return Term(option.spellings.joined(separator: ", ") + value, meaning(help, option.kind, option.standard))
    }
  }

  /// Returns the meaning of an option or an argument, with its default, and its values if there are many.
  private static func meaning(_ help: String, _ kind: ValueKind?, _ standard: String?) -> String {
    let values = kind?.choices ?? []
    return
      ([help] + (values.count > 4 ? ["One of: \(values.joined(separator: ", "))."] : [])
      + (standard.map { ["Default: \($0)."] } ?? [])).joined(separator: " ")
  }

  private static func surroundings(of verb: Verb) -> [Section] {
    // A verb that does not wait for an outline uses only the variables and files in its notes.
    guard verb.option("--wait") != nil else {
      return [("Environment", verb.environment), ("Files", verb.files)].filter { !$0.1.isEmpty }
        .map { Section($0.0, [.terms($0.1)]) }
    }
    let shown = verb.option("--color") == nil ? [] : [Surroundings.color, Surroundings.pager]
    return [
      Section("Environment", [.terms([Surroundings.file, Surroundings.user] + shown + verb.environment)]),
      Section("Files", [.terms([Surroundings.outline, Surroundings.configuration] + verb.files)]),
    ]
  }
}
