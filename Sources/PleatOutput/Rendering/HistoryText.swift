import OutlineCore
import OutlineFormats
import OutlineJSON
import PleatSystem

extension HistoryEntry.Origin {
  /// Who made the edit, and how long ago, in parentheses; empty if the log no longer has it.
  package var remark: String {
    guard let time else { return "" }
    let parts = [user.map(Escapes.oneLine), Age.text(of: time, at: Platform.now)].compactMap(\.self)
    return " (\(parts.joined(separator: ", ")))"
  }
}

extension HistoryEntry {
  /// The edit that was undone or redone, as one JSON object.
  package var originJSON: JSONTree {
    [
      "entry": .string("\(origin.id)"), "user": .text(origin.user),
      "at": .text(origin.time.map { Timestamp(milliseconds: $0).iso8601 }), "words": .string(sentence),
    ]
  }
}
