import OutlineCore
import OutlineFormats
import OutlineRepository
import PleatArguments

extension Arguments {
  /// Checks the name of a user who has never folded anything, if it differs from another user's name by one letter.
  ///
  /// Asks for confirmation on a terminal, and warns elsewhere.
  ///
  /// - Parameter mayAsk: Whether standard input is free for an answer.
  /// - Throws: A ``Failure`` if the answer is not yes.
  package func checkNewUser(
    _ name: String, in outline: Outline, _ context: Context, mayAsk: Bool = true
  ) throws {
    let others: [String]
    do { others = try outline.lookalikes(ofNewUser: name) } catch StoreError.missing { return }
    guard let other = others.first else { return }
    let sentence =
      "'\(Escapes.oneLine(name))' is a new user here, and there is already a user '\(Escapes.oneLine(other))'."
    if mayAsk, context.isTerminal, context.isInputTerminal, !isTrial {
      try ask(sentence, name, other, context)
    } else if isJSON || !isQuiet {
      context.warn(sentence, hint: Self.hint, isJSON: isJSON)
    }
  }

  private static let hint = "To be that user, use -u or $PLEAT_USER; 'pleat users' lists and deletes users."

  private func ask(_ sentence: String, _ name: String, _ other: String, _ context: Context) throws {
    context.report("\(sentence)\nGo on as a new user '\(Escapes.oneLine(name))'? [y/N]")
    let answer = try context.input.next() ?? []
    if [UInt8(ascii: "y"), UInt8(ascii: "Y")].contains(answer.first { $0 != 0x20 } ?? 0) { return }
    throw Failure(.refused, "Nothing was changed.", hint: "To fold as '\(other)', use -u or $PLEAT_USER.")
  }
}
