import OutlineCore
import OutlineRepository

/// The position of the cursor and of the screen, which the next start restores.
package struct SavedPosition: Hashable, Sendable {
  package var cursor: ItemID?
  /// How many screen lines are above the cursor.
  package var above: Int
  /// The sections shown alone, each inside the previous one.
  package var hoists: [SectionID]

  package init(cursor: ItemID?, above: Int = 0, hoists: [SectionID] = []) {
    self.cursor = cursor
    self.above = above
    self.hoists = hoists
  }

  /// The position in one line of text: `@r17 5 @s4 @s5`.
  package var text: String {
    ([cursor?.description ?? "-", "\(above)"] + hoists.map(\.description)).joined(separator: " ")
  }

  /// Reads the form that ``text`` writes; nil for any other text.
  package init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 2, let above = Int(words[1]), (0...10_000).contains(above) else { return nil }
    self.above = above
    if words[0] != "-" {
      guard let item = (try? Address(parsing: String(words[0])))?.itemID else { return nil }
      cursor = item
    }
    hoists = []
    for word in words.dropFirst(2) {
      guard case .section(let id)? = try? Address(parsing: String(word)) else { return nil }
      hoists.append(id)
    }
  }
}

extension Screen {
  /// The current position of the cursor and of the screen.
  package var savedPosition: SavedPosition {
    SavedPosition(cursor: state.selected, above: rowsAboveCursor, hoists: state.hoists)
  }

  /// Goes to a position of an earlier session, if its section or row still exists.
  func go(to position: SavedPosition) {
    state.hoists = position.hoists
    findBounds()
    guard let cursor = position.cursor else { return }
    select(cursor)
    state.livePort.top = state.livePort.cursor
    let (first, above) = (state.bounds.lowerBound, min(position.above, state.size.rows))
    for _ in 0..<above where state.livePort.top > first && rowsAboveCursor < position.above {
      load(around: state.livePort.top)
      state.livePort.top -= 1
    }
  }
}
