import OutlineCore
import OutlineStore

extension Outline {
  /// Returns the entries of a history, the newest first.
  ///
  /// Among the edits of the content are those of settings of the file, which have no changes.
  ///
  /// O(entries), with effects O(changes).
  /// - Parameters:
  ///   - history: Edits of the content, or of the acting user's folds.
  ///   - userName: The acting user.
  ///   - limit: The greatest number of entries; nil for all.
  ///   - hasEffects: Whether to say what each entry did to sections and rows; folds have no such effects.
  public func log(
    _ history: History = .content, as userName: String, limit: Int? = nil, hasEffects: Bool = false
  ) throws -> HistoryLog {
    try read(as: userName) { reader, user in
      let planner = Planner(reader: reader, user: user)
      var log = HistoryLog()
      var effects = PastEffects(reader)
      var isWhole = true
      try reader.eachEntry { entry in
        guard try planner.belongs(entry, to: history) || history == .content && entry.hasNoChanges else {
          return true
        }
        if let limit, log.lines.count >= limit {
          isWhole = false
          return false
        }
        let own = try hasEffects && history == .content ? effects.effects(of: entry.changes) : nil
        log.lines.append(HistoryLog.Line(entry: entry, effects: own))
        return true
      }
      log.hasLostOlder = try isWhole && reader.hasLostChanges()
      return log
    }
  }
}
