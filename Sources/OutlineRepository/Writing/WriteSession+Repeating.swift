import OutlineCore
import OutlineStore

extension WriteSession {
  /// The answer to an edit that the file already has with the mark of the request; nil if it has none.
  ///
  /// - Throws: `OutlineError/markInUse(_:words:)` if the mark is another edit's.
  func repeatedAnswer() throws -> Answer? {
    guard let mark = request.mark, let edit = try reader.edit(markedWith: mark) else { return nil }
    if let entry = edit.entry, !isSame(entry) { throw OutlineError.markInUse(mark, words: entry.words ?? "undo") }
    var answer = Answer(items: edit.items)
    answer.isRepeated = true
    answer.hasWritten = true
    answer.receipt = try receipt(for: edit.items, before: [], of: Plan())
    return answer
  }

  /// Whether an entry can be that of the request.
  private func isSame(_ entry: (user: String, words: String?)) -> Bool {
    ExactText(entry.user) == ExactText(user.user.name)
      && entry.words.map { ExactText($0) == ExactText(request.words) } ?? true
  }
}
