import Foundation

/// The failure of a wait: the state that the test waited for never came.
public struct StillWaiting: Error, CustomStringConvertible {
  /// What was waited for, and why the wait ended.
  public let description: String
}

/// Waits until something holds, which is the only way in which a test lets time pass.
///
/// It looks again after a tenth of the time that has passed, and after 20 milliseconds at most.
///
/// - Parameters:
///   - what: What is waited for, as a sentence begins: "the list is printed".
///   - program: The program that has to bring it about; the wait ends when the program does.
///   - limit: How long to wait at most; much longer than it takes on a busy machine.
///   - holds: Whether it holds now.
/// - Throws: ``StillWaiting`` if it does not hold at the end.
public func waitUntil(
  _ what: String, by program: Program? = nil, limit: Duration = .seconds(120), _ holds: () throws -> Bool
) throws {
  let start = ContinuousClock.now
  while try !holds() {
    let waited = ContinuousClock.now - start
    if let program, !program.isRunning {
      if try holds() { return }
      throw StillWaiting(description: "The program ended before \(what).\n\(try program.wait().errors)")
    }
    if waited > limit { throw StillWaiting(description: "After \(limit) it still does not hold that \(what).") }
    usleep(UInt32(min(max(waited / .microseconds(10), 100), 20_000)))
  }
}
