import Locking
import OutlineCore
import OutlineStore
import PleatSystem

/// Lets the edits that several threads make at the same time share one transaction, and so one COMMIT.
///
/// The first thread that comes becomes the writer. It takes a group of the waiting edits, carries them out in one
/// transaction, each in a savepoint, and gives each thread its own answer after the COMMIT. Other edits wait until
/// then; the thread of the first of them is the next writer. An edit that cannot be repeated is a group of its own.
final class WriteGroups: Sendable {
  /// Makes one edit in a transaction.
  typealias Work = (StoreWriter, Store) throws -> (result: Answer, end: Store.End)

  private struct State {
    /// The edits that are in no group yet, in the order in which they came.
    var waiting: [Member] = []
    /// Whether a thread is the writer, or has been appointed.
    var hasWriter = false
    /// The numbers of edits in the last group and in the group before it.
    var sizes = (last: 1, before: 1)
    /// How long the last group took, in milliseconds.
    var took: Int64 = 0
    /// While the writer waits for more edits: how many edits it waits for, and the latch that wakes it.
    var gathering: (size: Int, enough: Latch)?
  }

  /// A waiting edit.
  private final class Member: @unchecked Sendable {
    /// Makes the edit; nil after ``tell()``, so that the closure is released before its thread continues.
    private(set) var work: Work?
    /// Whether the work can be done a second time after a rollback of the first.
    let isRepeatable: Bool
    /// Comes when there is an outcome, or when this thread has to become the writer.
    let turn = Latch()
    // Written by the writer before `turn` comes, and read by the member's thread after that.
    var outcome: Result<Answer, any Error>?

    /// Lets the member's thread return the outcome.
    func tell() {
      work = nil
      turn.open()
    }

    /// Makes the edit in the current transaction.
    func make(_ writer: StoreWriter, _ store: Store) throws -> (result: Answer, end: Store.End) {
      guard let work else { throw StoreError.unexpected(message: "an edit is made twice") }
      return try work(writer, store)
    }

    init(_ work: @escaping Work, isRepeatable: Bool) { (self.work, self.isRepeatable) = (work, isRepeatable) }
  }

  private let state = Lock(State())

  /// The largest number of edits that share a transaction.
  private static let most = 256

  /// Makes an edit together with those of other threads, and returns its answer once it is saved.
  ///
  /// - Parameters:
  ///   - isRepeatable: Whether `work` can be done a second time after a rollback; false if it reads a document that can be read once.
  ///   - useStore: Calls its argument with the store; called only if this thread becomes the writer.
  ///   - work: Makes the edit; the writer's thread calls it.
  /// - Throws: What `work` or `useStore` throws, and `StoreError`.
  func write(
    isRepeatable: Bool, with useStore: ((Store) throws -> Void) throws -> Void, _ work: @escaping Work
  ) throws -> Answer {
    let member = Member(work, isRepeatable: isRepeatable)
    let isWriter = state.withLock { state in
      state.waiting.append(member)
      if let (size, enough) = state.gathering, state.waiting.count >= size { enough.open() }
      defer { state.hasWriter = true }
      return !state.hasWriter
    }
    if !isWriter { member.turn.wait() }
    if member.outcome == nil { writeGroup(with: useStore) }
    guard let outcome = member.outcome else {
      throw StoreError.unexpected(message: "an edit was left out of its group")
    }
    return try outcome.get()
  }

  /// Carries out a group of the waiting edits, beginning with the edit of this thread, and appoints the next writer.
  ///
  /// The group is the edit of this thread and the repeatable edits directly after it, at most `most` of them.
  private func writeGroup(with useStore: ((Store) throws -> Void) throws -> Void) {
    gather()
    let group = state.withLock { state in
      let first = state.waiting.first?.isRepeatable == true
      let count = first ? min(Self.most, state.waiting.prefix(while: \.isRepeatable).count) : 1
      defer { state.waiting.removeFirst(count) }
      state.sizes = (count, state.sizes.last)
      return Array(state.waiting.prefix(count))
    }
    let start = MonotonicTime.now
    do { try useStore { Self.carryOut(group, in: $0) } } catch {
      for member in group where member.outcome == nil { member.outcome = .failure(error) }
    }
    let next = state.withLock { state in
      state.hasWriter = !state.waiting.isEmpty
      state.took = Int64(start.elapsed / .milliseconds(1))
      return state.waiting.first
    }
    next?.turn.open()
    group.forEach { $0.tell() }
  }

  /// Waits a little for the threads that got the last answers, so that their next edits share this transaction.
  ///
  /// It waits until there are as many edits as in the larger of the last two groups, so it does not wait if both had one edit.
  /// It waits at most as long as the last group took, but 2 milliseconds at least and 250 at most.
  private func gather() {
    let (enough, limit): (Latch?, Int64) = state.withLock { state in
      let size = max(state.sizes.last, state.sizes.before)
      let enough = state.waiting.count < size ? Latch() : nil
      state.gathering = enough.map { (size, $0) }
      return (enough, min(max(state.took, 2), 250))
    }
    guard let enough else { return }
    _ = enough.wait(milliseconds: limit)
    state.withLock { $0.gathering = nil }
  }

  /// Carries out a group in one transaction, or each edit in one of its own if they cannot share it.
  private static func carryOut(_ group: [Member], in store: Store) {
    if group.count > 1 {
      do {
        if let outcomes = try store.write(together: group.map { member in { try member.make($0, store) } }) {
          for (member, outcome) in zip(group, outcomes) { member.outcome = outcome }
          return
        }
      } catch {
        for member in group { member.outcome = .failure(error) }
        return
      }
    }
    for member in group { member.outcome = Result { try store.write { try member.make($0, store) } } }
  }
}
