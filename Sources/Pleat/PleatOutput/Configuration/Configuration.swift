import OutlineCore

/// The content of a user's configuration file.
///
/// It belongs to the user of this machine, as the settings of an outline belong to its file.
package struct Configuration {
  package struct NamedOutline {
    package let name: String
    /// The path in the form of the configuration: from the root, from the home folder with `~/`, or on another machine
    /// with `ssh://`.
    package let path: String
    package let line: Int
  }

  /// The path of the file; nil if there is no folder for it.
  package let path: String?
  /// Whether the file exists.
  package private(set) var isThere = false
  /// The named outlines, in the order of the file.
  package private(set) var outlines: [NamedOutline] = []
  /// The values of the file, one for each key.
  ///
  /// An array, because making the type of a dictionary at each start costs more than searching a few keys.
  private var values: [(key: ConfigurationKey, value: TOMLValue, line: Int)] = []

  /// Creates the configuration of a user who has no file.
  package init(path: String?) { self.path = path }

  /// Reads a configuration.
  ///
  /// - Throws: A ``Failure`` that names the line of the first mistake.
  package init(_ document: [UInt8], at path: String) throws(Failure) {
    self.path = path
    isThere = true
    do {
      let reader = try TOMLReader(document)
      for (table, line) in reader.tables { try Self.check(table: table, line) }
      for entry in reader.entries { try take(entry) }
    } catch {
      throw Failure(error, in: path)
    }
    try checkFile()
  }

  /// Returns the text of a key; nil if the file does not set it.
  package func text(_ key: ConfigurationKey) -> String? {
    guard case .text(let text)? = set(key)?.value else { return nil }
    return text
  }

  /// Returns the flag of a key; nil if the file does not set it.
  package func flag(_ key: ConfigurationKey) -> Bool? {
    guard case .flag(let flag)? = set(key)?.value else { return nil }
    return flag
  }

  package func line(of key: ConfigurationKey) -> Int? { set(key)?.line }

  /// The values that are sent with a command to another machine.
  package var carried: [ConfigurationKey: TOMLValue] {
    values.reduce(into: [:]) { carried, set in
      if ConfigurationKey.carried.contains(set.key) { carried[set.key] = set.value }
    }
  }

  /// Returns the configuration with all values of the carried keys replaced by the carried values.
  package func taking(_ carried: [ConfigurationKey: TOMLValue]) -> Configuration {
    var configuration = self
    configuration.values.removeAll { ConfigurationKey.carried.contains($0.key) }
    for key in ConfigurationKey.carried {
      if let value = carried[key] { configuration.values.append((key, value, 0)) }
    }
    return configuration
  }

  private func set(_ key: ConfigurationKey) -> (key: ConfigurationKey, value: TOMLValue, line: Int)? {
    values.first { $0.key == key }
  }

  /// Returns the outline with exactly this name.
  package func outline(named name: String) -> NamedOutline? { outlines.first { $0.name == name } }
}

extension Configuration {
  private static func check(table path: [String], _ line: Int) throws(TOMLProblem) {
    if path.count == 1, ConfigurationKey.tables.contains(path[0]) { return }
    let name = TOMLReader.name(path)
    let near = TextMatch.suggestions(for: name, among: ConfigurationKey.tables).first
    let hint = near.map { "did you mean [\($0)]?" } ?? "there are \(list(ConfigurationKey.tables.map { "[\($0)]" }))"
    throw TOMLProblem(line: line, message: "there is no table [\(name)]; \(hint)")
  }

  private mutating func take(_ entry: TOMLEntry) throws(TOMLProblem) {
    if entry.path.count == 2, entry.path[0] == ConfigurationKey.outlines { return try takeOutline(entry) }
    let name = TOMLReader.name(entry.path)
    guard let key = ConfigurationKey(rawValue: name), entry.path.count == name.split(separator: ".").count else {
      throw TOMLProblem(line: entry.line, message: Self.unknown(name))
    }
    if let objection = key.objection(to: entry.value) {
      throw TOMLProblem(line: entry.line, message: "'\(name)' \(objection)")
    }
    values.removeAll { $0.key == key }
    values.append((key, entry.value, entry.line))
  }

  private mutating func takeOutline(_ entry: TOMLEntry) throws(TOMLProblem) {
    let name = entry.path[1]
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("-") else {
      throw TOMLProblem(
        line: entry.line,
        message:
          "'\(name)' cannot be the name of an outline: a name is not empty, has no slash, and does not begin with a dash"
      )
    }
    guard case .text(let path) = entry.value, ConfigurationPath.isAnchored(path) else {
      throw TOMLProblem(
        line: entry.line, message: "the outline '\(name)' takes a path in quotes that begins with /, ~/ or ssh://")
    }
    outlines.append(NamedOutline(name: name, path: path, line: entry.line))
  }

  /// Refuses a default file that is neither a path nor the name of an outline.
  private func checkFile() throws(Failure) {
    guard let path, let name = text(.file), !ConfigurationPath.isAnchored(name), outline(named: name) == nil else {
      return
    }
    let near = TextMatch.suggestions(for: name, among: outlines.map(\.name)).first
    let hint =
      near.map { "did you mean '\($0)'?" } ?? "[outlines] names outlines, and a path begins with /, ~/ or ssh://"
    throw Failure(
      TOMLProblem(line: line(of: .file) ?? 1, message: "there is no outline '\(name)'; \(hint)"), in: path)
  }

  private static func unknown(_ name: String) -> String {
    let keys = ConfigurationKey.allCases.map(\.rawValue)
    // A key that is right but in the wrong table is also suggested.
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let near =
      TextMatch.suggestions(for: name, among: keys).first
      ?? keys.first { $0 == last || $0.hasSuffix("." + last) }
      ?? TextMatch.suggestions(for: last, among: keys).first
    if let near { return "there is no key '\(name)'; did you mean '\(near)'?" }
    return "there is no key '\(name)'; there are \(list(keys)), and names of outlines in [outlines]"
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}

extension Failure {
  package init(_ problem: TOMLProblem, in path: String) {
    self.init(
      .configuration, "Line \(problem.line) of \(path): \(problem.message)\(problem.message.hasSuffix("?") ? "" : ".")",
      hint: "Nothing was changed. Correct the line, or put a # before it.")
  }
}

/// The place where a value is set, as `pleat config` shows it.
package enum Origin: Hashable {
  case option(String)
  case environment(String)
  case configuration(line: Int)
  case login
  /// A setting of the outline's file.
  case outline
  case standard
}

extension Configuration {
  /// Returns the text of a key, and the line that sets it; nil if the file does not set it.
  package func held(_ key: ConfigurationKey) -> (String, Origin)? {
    guard let text = text(key), let line = line(of: key) else { return nil }
    return (text, .configuration(line: line))
  }
}
