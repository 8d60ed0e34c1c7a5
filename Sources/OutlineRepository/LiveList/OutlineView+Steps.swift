import OutlineCore

extension OutlineView {
  /// Returns the steps of the view as they happen, for `for try await step in view.steps()`.
  ///
  /// When the loop receives a step, the view has already moved on to the revision after it. While the file is locked or
  /// is being replaced, the sequence tries again; any other error ends the sequence. The sequence ends when its task is
  /// cancelled.
  /// - Parameter interval: How long to wait before looking for a new commit. It takes microseconds to look at a file
  ///   that has not changed.
  public func steps(every interval: Duration = .milliseconds(30)) -> Steps { Steps(view: self, interval: interval) }

  /// An asynchronous sequence of the steps of a view.
  public struct Steps: AsyncSequence {
    let view: OutlineView
    let interval: Duration

    /// Creates an iterator; a view can have only one at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(view: view, interval: interval) }

    /// An iterator that waits for the next step of a view.
    public struct Iterator: AsyncIteratorProtocol {
      let view: OutlineView
      let interval: Duration

      /// Waits for the next step and returns it, or nil when the task is cancelled.
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

      /// Waits for the next step and returns it, or nil when the task is cancelled.
      /// - Throws: `StoreError`.
      public mutating func next() async throws -> ViewStep? { try await next(isolation: #isolation) }
    }
  }

  /// Moves on as ``advance()`` does, but also returns nil while the file is locked or is being replaced.
  public func advanceIfPossible() throws -> ViewStep? {
    do {
      return try advance()
    } catch StoreError.busy, StoreError.missing, StoreError.replaced {
      return nil
    }
  }
}
