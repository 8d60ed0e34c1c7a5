import Synchronization

/// Whether the process may just have saved an edit, so that nobody who ends it now can tell.
package enum Saving {
  private static let mark = Atomic<Bool>(false)

  /// Whether a COMMIT has begun that did not fail; a signal handler may ask.
  package static var isUnderWay: Bool { mark.load(ordering: .acquiring) }

  /// Records that a COMMIT begins, or that it failed.
  package static func note(isUnderWay: Bool) { mark.store(isUnderWay, ordering: .releasing) }
}
