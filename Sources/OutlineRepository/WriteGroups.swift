import OutlineCore
import OutlineStore
import PleatSystem
import Synchronization

/// Lets the edits that several threads make at the same time share one transaction, and so one COMMIT.
///
/// The first thread that comes becomes the writer: it takes all edits that wait, carries them out in one transaction, each in a
/// savepoint, and tells each thread its own answer after the COMMIT. What comes in the meantime is the next group.
final class WriteGroups: Sendable {
  /// Makes one edit in a transaction.
  typealias Work = (StoreWriter, Store) throws -> (result: Answer, end: Store.End)

  private struct State {
    var waiting: [Member] = []
    var hasWriter = false
    /// The sizes of the last two groups.
    var sizes = (last: 1, before: 1)
    /// How long the last group took, in milliseconds.
    var took: Int64 = 0
    /// What the writer waits for before it begins: so many members.
    var gathering: (size: Int, end: Occasion)?
  }

  /// One edit that waits.
  private final class Member: @unchecked Sendable {
    /// Makes the edit; nil once there is an outcome.
    private(set) var work: Work?
    /// Whether the work can be done a second time if the first time was taken back.
    let isRepeatable: Bool
    /// Comes when there is an outcome, or when this thread has to become the writer.
    let turn = Occasion()
    // Written by the writer before `turn` comes, and read by the member's thread after that.
    var outcome: Result<Answer, any Error>?

    /// Lets the member's thread go on.
    func tell() {
      work = nil
      turn.come()
    }

    /// Makes the edit in a transaction.
    func make(_ writer: StoreWriter, _ store: Store) throws -> (result: Answer, end: Store.End) {
      guard let work else { throw StoreError.unexpected(message: "an edit is made twice") }
      return try work(writer, store)
    }

    init(_ work: @escaping Work, isRepeatable: Bool) { (self.work, self.isRepeatable) = (work, isRepeatable) }
  }

  private let state = Mutex(State())

  /// The largest number of edits that share a transaction.
  private static let most = 256

  /// Makes an edit together with those of other threads, and returns its answer once it is saved.
  ///
  /// - Parameters:
  ///   - isRepeatable: Whether `work` can be done a second time after it was taken back.
  ///   - useStore: Runs what it is given with the store.
  ///   - work: Makes the edit.
  func write(
    isRepeatable: Bool, with useStore: ((Store) throws -> Void) throws -> Void, _ work: @escaping Work
  ) throws -> Answer {
    let member = Member(work, isRepeatable: isRepeatable)
    let isWriter = state.withLock { state in
      state.waiting.append(member)
      if let (size, end) = state.gathering, state.waiting.count >= size { end.come() }
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

  /// Carries out the waiting edits, beginning with the edit of this thread, and appoints the next writer.
  private func writeGroup(with useStore: ((Store) throws -> Void) throws -> Void) {
    gather()
    let group = state.withLock { state in
      let first = state.waiting.first?.isRepeatable == true
      let count = first ? min(Self.most, state.waiting.prefix(while: \.isRepeatable).count) : 1
      defer { state.waiting.removeFirst(count) }
      state.sizes = (count, state.sizes.last)
      return Array(state.waiting.prefix(count))
    }
    let start = ContinuousClock.now
    do { try useStore { Self.carryOut(group, in: $0) } } catch {
      for member in group where member.outcome == nil { member.outcome = .failure(error) }
    }
    let next = state.withLock { state in
      state.hasWriter = !state.waiting.isEmpty
      state.took = Int64(start.duration(to: .now) / .milliseconds(1))
      return state.waiting.first
    }
    next?.turn.come()
    group.forEach { $0.tell() }
  }

  /// Waits a little for those that the last answers went to, so that they share this transaction and need not wait for the next.
  ///
  /// An edit alone never waits, as then no group has had two members. The others wait for less than a transaction takes.
  private func gather() {
    let (end, limit): (Occasion?, Int64) = state.withLock { state in
      let size = max(state.sizes.last, state.sizes.before)
      let end = state.waiting.count < size ? Occasion() : nil
      state.gathering = end.map { (size, $0) }
      return (end, min(max(state.took / 4, 2), 50))
    }
    guard let end else { return }
    _ = end.wait(milliseconds: limit)
    state.withLock { $0.gathering = nil }
  }

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
