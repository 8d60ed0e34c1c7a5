import OutlineCore

extension OutlineView {
  /// The steps of the view as they happen, for `for try await step in view.steps()`.
  ///
  /// The view has moved on by a step when the loop receives it. A file that is locked or just being replaced is looked
  /// at again later; any other error ends the sequence. The sequence ends when its task is cancelled.
  /// - Parameter interval: how long a commit may go unnoticed; a look at a file that has not changed takes microseconds.
  public func steps(every interval: Duration = .milliseconds(30)) -> Steps { Steps(view: self, interval: interval) }

  /// The steps of a view as they happen.
  public struct Steps: AsyncSequence {
    let view: OutlineView
    let interval: Duration

    /// Makes an iterator; a view has one at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(view: view, interval: interval) }

    /// Waits for the next step of a view.
    public struct Iterator: AsyncIteratorProtocol {
      let view: OutlineView
      let interval: Duration

      /// The next step; nil when the task is cancelled.
      /// - Throws: `StoreError`.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws -> ViewStep? {
        while !Task.isCancelled {
          if let step = try view.advanceIfPossible() { return step }
          do { try await Task.sleep(for: interval) } catch { return nil }
        }
        return nil
      }

      /// The next step; nil when the task is cancelled.
      /// - Throws: `StoreError`.
      public mutating func next() async throws -> ViewStep? { try await next(isolation: #isolation) }
    }
  }

  /// Moves on like ``advance()``; nil also when the file is locked or just being replaced.
  public func advanceIfPossible() throws -> ViewStep? {
    do {
      return try advance()
    } catch StoreError.busy, StoreError.missing {
      return nil
    }
  }
}
