import OutlineCore
import OutlineStore

extension WriteSession {
  /// The answer to an edit that the file already has with the mark of the request; nil if it has none.
  ///
  /// - Throws: `OutlineError/markInUse(_:words:)` if the mark is another edit's.
  func repeatedAnswer() throws -> Answer? {
    guard let mark = request.mark, let edit = try reader.edit(markedWith: mark) else { return nil }
    let isOwn = edit.users.contains { $0.hasSameBytes(as: user.user.name) }
    guard isOwn, edit.words.hasSameBytes(as: request.words) else {
      throw OutlineError.markInUse(mark, words: edit.words)
    }
    var answer = Answer(items: edit.items)
    answer.isRepeated = true
    answer.hasWritten = true
    answer.receipt = try receipt(for: edit.items, before: [], of: Plan())
    return answer
  }
}
