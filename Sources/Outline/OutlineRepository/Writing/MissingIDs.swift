import OutlineCore

/// Gives ids to the sections and rows of a document that have none, if others have: the ids after its greatest one.
///
/// Everything from the first item without an id on is held in memory until the greatest id is known, but no more than
/// 64 MiB. A document without any ids passes as it is.
final class MissingIDs {
  private let take: (OutlinePiece) throws -> Void
  private var greatest: Int64 = 0
  private var held: [OutlinePiece] = []
  private var heldBytes = 0

  private static let mostBytes = 64 << 20

  /// - Parameter take: Receives the pieces.
  init(_ take: @escaping (OutlinePiece) throws -> Void) { self.take = take }

  func add(_ piece: OutlinePiece) throws {
    switch piece.itemID {
    case let id?: greatest = max(greatest, id.number)
    case nil: if !piece.isItem, held.isEmpty { return try take(piece) }
    }
    if held.isEmpty, piece.itemID != nil { return try take(piece) }
    held.append(piece)
    heldBytes += piece.roughBytes
    if heldBytes > Self.mostBytes { try finish() }
  }

  func finish() throws {
    for piece in held { try take(greatest > 0 && piece.isItem && piece.itemID == nil ? numbered(piece) : piece) }
    (held, heldBytes) = ([], 0)
  }

  private func numbered(_ piece: OutlinePiece) -> OutlinePiece {
    greatest += 1
    return piece.with(number: greatest)
  }
}
