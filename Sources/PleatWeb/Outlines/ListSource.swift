/// Where a list comes from that streams follow: a file of this machine, or another machine.
protocol ListSource {
  /// The revision of the list, which grows with every change.
  var revision: Int64 { get }
  /// How many lines there are.
  var total: Int { get }
  /// Why the list cannot be followed at the moment, as a sentence for those who look at it; nil if it can.
  var trouble: String? { get }
  /// How often the list has changed by edits of its own user.
  var ownSteps: Int { get }

  /// Moves on by one change; nil if there is no newer one.
  ///
  /// - Parameter hasContent: Whether changes have the content of the lines that come or change.
  mutating func next(withContent hasContent: Bool) throws -> ListStep?

  /// Returns lines as a JSON array, as `list --json` prints them.
  func lines(from line: Int, limit: Int) throws -> [UInt8]

  /// Ends the processes that the source has started.
  func close()
}

/// A change of a list.
enum ListStep {
  /// The object of a change as `watch --json` prints it, without and with what is on the lines; a reader of what is nil
  /// reads the list again.
  case changes(short: [UInt8], whole: [UInt8]?)
  /// The list has to be read again.
  case reset
}
