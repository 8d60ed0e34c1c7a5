import OutlineCore
import PleatSystem

/// The word with which a user chooses an outline: a path, or a name from the configuration.
package struct OutlineName {
  package let word: String

  package init(_ word: String) { self.word = word }

  /// Returns the path that the word means.
  ///
  /// An existing file takes precedence over a name, but a folder does not; a word with a slash is always a path.
  ///
  /// - Throws: A ``Failure`` for a word that is nearly the name of an outline, so that a typing error makes no file.
  package func path(in context: Context) throws -> String {
    if word.contains("/") { return word }
    let kind = (try? FileStatus(of: word))?.kind
    if let kind, kind != .folder { return word }
    let configuration = try context.configuration()
    if let outline = configuration.outline(named: word) { return try expanded(outline.path, in: context) }
    if kind == nil, let near = TextMatch.suggestions(for: word, among: configuration.outlines.map(\.name)).first {
      throw Failure(
        .notFound, "There is no file '\(word)', and no outline of that name in the configuration.",
        hint: "Did you mean '\(near)'? A new file of this name is ./\(word).")
    }
    return word
  }

  /// Returns the path for a word in the configuration, which may be the name of one of its outlines.
  func pathInConfiguration(in context: Context) throws -> String {
    try expanded(context.configuration().outline(named: word)?.path ?? word, in: context)
  }

  private func expanded(_ path: String, in context: Context) throws -> String {
    if let path = ConfigurationPath.expanded(path, home: try context.homeFolder()) { return path }
    throw Failure(
      .configuration, "The configuration names the outline \(path), and HOME is not set.",
      hint: "Give a path that begins with /, or name a file with -f.")
  }
}
