import OutlineCore
import OutlineStore

extension WriteSession {
  /// The answer to an edit that the file already has with the idempotency key of the request; nil if it has none.
  ///
  /// - Throws: `OutlineError/idempotencyKeyInUse(_:words:hasOtherInput:)` if the key is another edit's.
  func repeatedAnswer() throws -> Answer? {
    guard let key = request.idempotencyKey, let edit = try reader.edit(withIdempotencyKey: key) else { return nil }
    let isOwn = edit.users.contains { $0.hasSameBytes(as: user.user.name) }
    let isSame = isOwn && edit.words.hasSameBytes(as: request.words)
    guard isSame, edit.input == request.input else {
      throw OutlineError.idempotencyKeyInUse(key, words: edit.words, hasOtherInput: isSame)
    }
    return Answer(items: edit.items, outcome: .repeated, hasWritten: true)
  }
}
