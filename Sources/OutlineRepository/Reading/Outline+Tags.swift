import OutlineCore
import OutlineStore

/// A tag, and how many sections and rows have it.
public struct TagCount: Hashable, Sendable {
  /// The tag in the spelling that is found first.
  public let tag: Tag
  /// How many sections and rows have it.
  public internal(set) var items = 0
  /// How many of them are open tasks.
  public internal(set) var openTasks = 0
}

extension Outline {
  /// Returns the tags of the outline, by their names.
  ///
  /// O(n) in the texts of the outline.
  public func tags() throws -> [TagCount] { try read { try $0.tags() } }

  /// Returns tags that begin with the typed text, with their `#`.
  package func completions(ofTag typed: String, limit: Int = 200) throws -> [String] {
    let typed = TextMatch.folded(typed)
    let tags = try tags().map { "\($0.tag)" }.filter { TextMatch.folded($0).hasPrefix(typed) }
    return Array(tags.prefix(limit))
  }
}

extension StoreReader {
  func tags() throws -> [TagCount] {
    var counts: [Tag: TagCount] = [:]
    try eachTagged { isDone, texts in
      for tag in Set(texts.flatMap(Tag.all)) {
        var count = counts[tag] ?? TagCount(tag: tag)
        count.items += 1
        if isDone == false { count.openTasks += 1 }
        counts[tag] = count
      }
    }
    return counts.values.sorted { $0.tag.folded < $1.tag.folded }
  }
}
