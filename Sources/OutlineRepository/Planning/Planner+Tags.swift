import OutlineCore

extension Planner {
  /// Renames a tag in all texts, titles and details.
  func rename(_ tag: Tag, to new: Tag) throws -> Plan {
    let items = try resolver.items(fitting: .tag(tag))
    guard !items.isEmpty else {
      let names = try reader.tags().map { "\($0.tag)" }
      throw OutlineError.noTag(tag, suggestions: TextMatch.suggestions(for: "\(tag)", among: names))
    }
    return try change(items.map { ($0, $0.renaming(tag, to: new)) })
  }
}

extension Item {
  fileprivate func renaming(_ tag: Tag, to new: Tag) -> Patch {
    switch self {
    case .row(let row, _): Patch(text: tag.renamed(to: new, in: row.text))
    case .section(let section):
      Patch(
        text: tag.renamed(to: new, in: section.title), detail: section.detail.flatMap { tag.renamed(to: new, in: $0) })
    }
  }
}
