import OutlineCore
import OutlineDocuments
import OutlineFormats

extension Document {
  /// The document in pieces, without the one that says whether rows have levels.
  var pieces: [OutlinePiece] {
    var pieces: [OutlinePiece] = []
    pass { pieces.append($0) }
    return pieces.filter { if case .rowLevels = $0 { false } else { true } }
  }
}

extension ThreeWayMerge {
  var pieces: [OutlinePiece] { document.pieces }
}

extension JoinedOutlines {
  var pieces: [OutlinePiece] { document.pieces }
}
