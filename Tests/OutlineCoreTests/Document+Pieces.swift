import OutlineCore
import OutlineDocuments
import OutlineFormats

extension Document {
  /// The document in pieces.
  var pieces: [OutlinePiece] {
    var pieces: [OutlinePiece] = []
    pass { pieces.append($0) }
    return pieces
  }
}

extension ThreeWayMerge {
  var pieces: [OutlinePiece] { document.pieces }
}

extension JoinedOutlines {
  var pieces: [OutlinePiece] { document.pieces }
}
