/// The number of an entry of the history, as `pleat log` shows it: `12` for an edit, `h57` for a statement run by hand.
public enum EntryID: Hashable, Sendable, CustomStringConvertible {
  /// An edit made with pleat: the value of `edit.edit_id`.
  case edit(Int64)
  /// A statement run by hand: the number of its last change in the log, `change.change_id`.
  case hand(Int64)

  /// Reads a number as a user types it; nil for any other text.
  public init?(_ word: String) {
    let isHand = word.hasPrefix("h")
    let digits = isHand ? word.dropFirst() : Substring(word)
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits), number > 0 else {
      return nil
    }
    self = isHand ? .hand(number) : .edit(number)
  }

  /// The number as a user types it.
  public var description: String {
    switch self {
    case .edit(let number): "\(number)"
    case .hand(let number): "h\(number)"
    }
  }
}
