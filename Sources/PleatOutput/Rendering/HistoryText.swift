import OutlineCore
import OutlineFormats
import PleatSystem

extension HistoryEntry.Origin {
  /// Who made the edit, and how long ago, in parentheses; empty if the log no longer says.
  package var remark: String {
    guard let time else { return "" }
    let parts = [user.map(Escapes.oneLine), Age.text(of: time, at: Platform.now)].compactMap(\.self)
    return " (\(parts.joined(separator: ", ")))"
  }
}

extension HistoryEntry {
  /// The edit that was undone or redone, as one JSON object.
  package var originJSON: String {
    let at = origin.time.map { "\"\(Timestamp(milliseconds: $0).iso8601)\"" } ?? "null"
    return "{\"entry\":\"\(origin.id)\",\"user\":\(origin.user.map(JSONText.string) ?? "null"),\"at\":\(at),"
      + "\"words\":\(JSONText.string(sentence))}"
  }
}
