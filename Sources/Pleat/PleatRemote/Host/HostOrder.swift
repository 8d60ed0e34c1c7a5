import PleatArguments
import PleatOutput

/// What the person who runs a host asks it to do with the outlines of its journal.
package struct HostOrder: Sendable {
  package enum Deed: Sendable {
    /// Enter all outlines of the folder that the journal does not have.
    case enter
    /// Delete an outline on all hosts.
    case delete(String)
    /// Give an outline another name on all hosts.
    case rename(String, to: String)
  }

  package let deed: Deed
  /// Whether to answer in JSON.
  package let isJSON: Bool

  package init(_ deed: Deed, isJSON: Bool) { (self.deed, self.isJSON) = (deed, isJSON) }

  /// Reads the line of an order; nil for any other line.
  package init?(_ line: String) {
    guard line.hasPrefix(Self.beginning), var words = try? ShellWords.split(line.dropFirst(Self.beginning.count).utf8)
    else { return nil }
    isJSON = words.first == "json"
    if isJSON { words.removeFirst() }
    switch (words.first, words.count) {
    case ("enter", 1): deed = .enter
    case ("delete", 2): deed = .delete(words[1])
    case ("rename", 3): deed = .rename(words[1], to: words[2])
    default: return nil
    }
  }

  private static let beginning = "pleat host order "

  /// The line that is sent to the host.
  package var line: String {
    let words =
      switch deed {
      case .enter: ["enter"]
      case .delete(let name): ["delete", name]
      case .rename(let name, let new): ["rename", name, new]
      }
    return Self.beginning + ((isJSON ? ["json"] : []) + words).map(ShellWords.quoted).joined(separator: " ")
  }

  /// The names of outlines in the order, as paths within the folder.
  package var names: [String] {
    switch deed {
    case .enter: []
    case .delete(let name): [name]
    case .rename(let name, let new): [name, new]
    }
  }
}
