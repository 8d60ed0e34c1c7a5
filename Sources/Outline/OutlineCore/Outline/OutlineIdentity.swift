/// The identity of an outline, and the ids that copies of it have in common.
///
/// Every outline gives ids from 1 on, so an id in a document is meaningful only for the outline that wrote it. Copies
/// of a file have the same identity and give different items the same new ids. So each edit that gives ids leaves a
/// random stamp, and ids mean the same items up to the last stamp that both copies have.
public struct OutlineIdentity: Hashable, Sendable {
  /// A random word of digits and small letters.
  public let word: String
  /// The stamps, oldest first, with spaces between them and points between the numbers of each.
  public let lineage: String

  /// Creates an identity; nil if an argument has invalid characters or is too long.
  public init?(word: String, lineage: String = "") {
    guard (1...64).contains(word.utf8.count), word.utf8.allSatisfy(\.isWordByte), lineage.utf8.count <= 65_536,
      lineage.utf8.allSatisfy({ $0.isWordByte || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: " ") })
    else { return nil }
    self.word = word
    self.lineage = lineage
  }

  private init(checked word: String, lineage: String) {
    self.word = word
    self.lineage = lineage
  }
}

extension UInt8 {
  /// Whether it is a digit or a small letter.
  fileprivate var isWordByte: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}

extension OutlineIdentity {
  /// The stamp of an edit that gave ids.
  private struct Stamp: Hashable {
    /// The number of edits that have given ids, including this one.
    let number: Int64
    /// The greatest id after the edit.
    let id: Int64
    let random: UInt32

    init(number: Int64, id: Int64, random: UInt32) {
      self.number = number
      self.id = id
      self.random = random
    }

    init?(_ word: Substring) {
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, let number = Int64(parts[0], radix: 36), let id = Int64(parts[1], radix: 36),
        let random = UInt32(parts[2], radix: 36)
      else { return nil }
      self.init(number: number, id: id, random: random)
    }

    var word: String {
      [number, id, Int64(random)].map { String($0, radix: 36) }.joined(separator: ".")
    }
  }

  private var stamps: [Stamp] { lineage.split(separator: " ").compactMap { Stamp($0) } }

  private func with(_ stamps: [Stamp]) -> OutlineIdentity {
    OutlineIdentity(checked: word, lineage: stamps.map(\.word).joined(separator: " "))
  }

  /// Returns the identity after an edit that may have given ids; nil if it has given none.
  ///
  /// The older edits are, the fewer keep their stamps, so there are at most a few hundred. All copies keep the stamps
  /// of the same edits, so they still share one.
  ///
  /// - Parameters:
  ///   - id: The greatest id that was ever given.
  ///   - random: A random number.
  package func giving(_ id: Int64, random: UInt32 = .random(in: .min ... .max)) -> OutlineIdentity? {
    let stamps = stamps
    if stamps.last.map({ $0.id >= id }) ?? (id == 0) { return nil }
    let last = (stamps.last?.number ?? 0) + 1
    let kept = stamps.filter { stamp in
      var step: Int64 = 1
      while last - stamp.number > 16 * step, step < 1 << 40 { step *= 2 }
      return stamp.number % step == 0
    }
    return with(kept + [Stamp(number: last, id: id, random: random)])
  }

  /// Returns the identity with only the stamps that are needed for ids up to a greatest one.
  package func covering(_ id: Int64) -> OutlineIdentity {
    let stamps = stamps
    if id == 0 { return with([]) }
    let end = stamps.firstIndex { $0.id >= id }
    return with(end.map { Array(stamps[...$0]) } ?? stamps)
  }

  /// Returns the greatest id that means the same item in two outlines; nil if there is none.
  package func common(with other: OutlineIdentity) -> Int64? {
    guard word == other.word else { return nil }
    let others = Set(other.stamps)
    return stamps.last(where: others.contains)?.id
  }

  /// Returns the identity of the merge of two documents with a common base.
  ///
  /// Exchanging the two gives the same result. For documents of different outlines, it is the identity of one of them
  /// without stamps, so that no id counts as common.
  package static func merged(
    _ base: OutlineIdentity?, _ one: OutlineIdentity?, _ other: OutlineIdentity?
  ) -> OutlineIdentity? {
    if one == other || other == base { return one }
    if one == base { return other }
    guard let one, let other else { return one ?? other }
    if one.word != other.word { return OutlineIdentity(checked: min(one.word, other.word), lineage: "") }
    let (own, others) = (Set(one.stamps), Set(other.stamps))
    if own.isSubset(of: others) { return other }
    return others.isSubset(of: own) ? one : one.with(one.stamps.filter(others.contains))
  }
}

/// The ids that mean the same items in two documents.
package struct CommonIDs: Sendable {
  /// Whether both documents are copies of one outline.
  private let isOneOutline: Bool
  /// The greatest id that was given before the copies diverged; nil if there is none.
  private let greatest: Int64?

  /// Compares the identities of two documents; nil for a document without one.
  package init(_ one: OutlineIdentity?, _ other: OutlineIdentity?) {
    isOneOutline = one != nil && one?.word == other?.word
    greatest = one.flatMap { one in other.flatMap { one.common(with: $0) } }
  }

  /// Whether an id means the same item: it was given before the copies diverged, or the item has the same name in both.
  package func include(_ id: ItemID, named one: String, _ other: String) -> Bool {
    isOneOutline && (greatest.map { id.number <= $0 } == true || one.hasSameBytes(as: other))
  }
}
