import ArgumentParser

extension HelpPage {
  /// Creates the page of a verb from its declaration, its examples and what is said about it.
  init(verb: any ParsableCommand.Type) throws(Failure) {
    let declaration = try VerbDeclaration(verb)
    let configuration = verb.configuration
    self.init(name: verb.name, summary: Self.summary(configuration.abstract))
    synopsis = Self.synopsis(of: verb, declaration)
    sections = [Section("Examples", [.lines(VerbExample.lines(VerbExample.of(verb.name)))])]
    let also = configuration.aliases.map { "'pleat \($0)' is the same." }
    let remarks = configuration.discussion.split(separator: "\n").map(String.init) + also
    if !remarks.isEmpty { sections.append(Section("Description", remarks.map { .paragraph($0) })) }
    sections += VerbRemark.sections(of: verb.name)
    sections += Self.options(declaration)
    sections.append(
      Section(
        "Exit codes",
        [.terms(ExitCode.terms(for: verb.name, declaration)), .paragraph("'pleat help exit-codes' has all of them.")]))
    sections += Self.surroundings(of: verb.name, declaration)
  }

  /// A sentence as the end of a title.
  private static func summary(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + (sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]).dropFirst()
  }

  private static func synopsis(of verb: any ParsableCommand.Type, _ declaration: VerbDeclaration) -> [String] {
    if let usage = verb.configuration.usage { return usage.split(separator: "\n").map(String.init) }
    let arguments = declaration.arguments.filter(\.isShown).map { argument in
      let name = argument.placeholder + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return [(["pleat", verb.name] + arguments + ["[OPTION...]"]).joined(separator: " ")]
  }
}

extension HelpPage {
  /// The options that programs and scripts need, which stand behind all others.
  static let optionsForPrograms: Set<String> = [
    "--json", "--layout", "--content", "--wait", "--mark", "--allow-network-file",
  ]

  private static func options(_ declaration: VerbDeclaration) -> [Section] {
    let arguments = declaration.arguments.filter(\.isShown).map { Term($0.placeholder, $0.meaning) }
    let options = declaration.options.filter(\.isShown)
    let isForPrograms = { (option: VerbDeclaration.Word) in option.names.contains(where: optionsForPrograms.contains) }
    return [
      ("Arguments", arguments), ("Options", options.filter { !isForPrograms($0) }.map(\.term)),
      ("Options for programs", options.filter(isForPrograms).map(\.term)),
    ].filter { !$0.1.isEmpty }.map { Section($0.0, [.terms($0.1)]) }
  }

  /// The environment and the files that a verb uses.
  private static func surroundings(of verb: String, _ declaration: VerbDeclaration) -> [Section] {
    if verb == Serve.name {
      return [
        Section("Environment", [.terms(Surroundings.served)]),
        Section("Files", [.terms([Surroundings.authorizedKeys])]),
      ]
    }
    guard declaration.option("--file") != nil else { return [] }
    let hasColor = declaration.option("--color") != nil
    let files = [Surroundings.outline, Surroundings.configuration] + (Surroundings.files[verb] ?? [])
    let environment =
      [Surroundings.file, Surroundings.user] + (hasColor ? [Surroundings.color, Surroundings.pager] : [])
      + (Surroundings.environment[verb] ?? [])
    return [
      Section("Environment", [.terms(environment)]),
      Section("Files", [.terms(files)]),
    ]
  }
}

extension VerbDeclaration.Word {
  /// The option as help shows it: its names, its value, and what it does.
  fileprivate var term: HelpPage.Term {
    let short = names.filter { !$0.hasPrefix("--") }
    let value = kind == .option ? " \(placeholder)" : ""
    return HelpPage.Term((short + names.filter { $0.hasPrefix("--") }).joined(separator: ", ") + value, meaning)
  }

  /// What the word does, the values that it may have, and what holds without it.
  fileprivate var meaning: String {
    if names.contains("--help") { return "Show this page." }
    var sentences = [help]
    if values.count > 4 { sentences.append("One of: \(values.joined(separator: ", ")).") }
    if let standard, kind == .option || kind == .positional {
      sentences.append("Without it: \(standard.hasSuffix(".0") ? String(standard.dropLast(2)) : standard).")
    }
    return sentences.joined(separator: " ")
  }
}
