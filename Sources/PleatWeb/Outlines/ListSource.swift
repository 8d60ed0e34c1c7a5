/// The source of a list that streams follow: a file on this machine, or another machine.
protocol ListSource {
  /// The revision of the list, which increases with every change.
  var revision: Int64 { get }
  var total: Int { get }
  /// Why the list cannot be followed now, as a sentence for its readers; nil if it can.
  var trouble: String? { get }
  /// How many times edits by its own user have changed the list.
  var ownSteps: Int { get }

  /// Advances by one change, and returns it; nil if there is no newer one.
  ///
  /// - Parameter hasContent: Whether changes include the content of inserted and changed lines.
  mutating func next(withContent hasContent: Bool) throws -> ListStep?

  /// Returns lines as a JSON array in the form of `list --json`.
  func lines(from line: Int, limit: Int) throws -> [UInt8]

  /// Ends the processes started by the source.
  func close()
}

/// A change of a list.
enum ListStep {
  /// The object of a change in the form of `watch --json`, without and with the content of lines; if that is nil, a
  /// reader who wants the content reads the list again.
  case changes(short: [UInt8], whole: [UInt8]?)
  /// The list has to be read again.
  case reset
}
