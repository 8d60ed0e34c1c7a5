import Locking
import OutlineCore
import OutlineRepository
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem
import SystemPackage

/// Sends changes of lists to all watchers.
///
/// One thread reads new edits, computes their effect on each list once for all users with the same folds, prints it
/// once for each output format, and sends it to the watchers. A watcher costs a connection, and memory for bytes that
/// it has not read yet.
final class Watches: Sendable {
  /// A watcher's account, and a function that says whether the account may still see the outline.
  typealias Account = (number: UInt32, maySee: () -> Bool)

  private struct Watcher {
    let connection: FileDescriptor
    /// The caller's account; nil for the host's own account, which may always see the outline.
    let account: Account?
    /// The bytes that the watcher has not read yet.
    var rest: ArraySlice<UInt8> = []
    /// When the watcher last read something, or when bytes began to wait.
    var lastTaken = MonotonicTime.now
  }

  /// All watchers with the same user and the same output format.
  private struct Audience {
    let watch: Watch
    let context: Context
    var watchers: [Watcher] = []

    func printer(of view: OutlineView, for user: ExactText) throws -> StepPrinter {
      try watch.printer(of: view, for: user.text, in: context)
    }
  }

  /// The list as sent to a new caller, identified by the caller's options.
  private struct Snapshot: Hashable {
    let list: ObjectIdentifier
    let form: RemoteCommand
  }

  /// An outline with its audiences, by user and output format.
  private struct Followed {
    let views: OutlineViews
    var audiences: [ExactText: [RemoteCommand: Audience]] = [:]
    /// The lists after the last step, if callers have asked for them since.
    var snapshots: [Snapshot: [UInt8]] = [:]

    var watchers: [Watcher] { audiences.values.flatMap { $0.values.flatMap(\.watchers) } }
  }

  private struct State {
    var outlines: [String: Followed] = [:]
    var hasThread = false
    var isClosing = false
  }

  // It is used only while the lock is held.
  private struct Box: @unchecked Sendable { var state = State() }

  private let box = Lock(Box())
  private let figures: Figures
  private let leave: @Sendable (FileDescriptor) -> Void
  private let patience: Duration

  /// How often to look for edits, in milliseconds.
  private static let pause: Int32 = 10
  /// How many bytes may wait for a watcher that does not read, before its connection ends.
  private static let mostWaiting = 4 << 20

  /// - Parameters:
  ///   - patience: How long a watcher may leave waiting bytes unread.
  ///   - leave: Ends a connection.
  init(_ figures: Figures, patience: Duration, leave: @escaping @Sendable (FileDescriptor) -> Void) {
    (self.figures, self.patience, self.leave) = (figures, patience, leave)
  }

  /// The paths of the outlines that are watched.
  var paths: [String] { box.withLock { Array($0.state.outlines.keys) } }

  /// The number of watchers.
  var count: Int { box.withLock { box in box.state.outlines.values.reduce(0) { $0 + $1.watchers.count } } }

  /// The number of lists computed for them: one for each outline and set of folds.
  var lists: Int { box.withLock { box in box.state.outlines.values.reduce(0) { $0 + $1.views.count } } }

  /// Sends the list to a caller, and from then on its changes.
  ///
  /// - Throws: `StoreError`, and errors of printing.
  func add(
    _ connection: FileDescriptor, _ watch: Watch, for command: RemoteCommand, of name: String,
    _ account: Account?, _ context: Context
  ) throws {
    var form = command
    (form.file, form.name, form.user, form.identity) = (nil, nil, nil, nil)
    let path = try watch.arguments.path(in: context)
    let user = ExactText(name)
    try box.withLock { box in
      var outline =
        box.state.outlines.removeValue(forKey: path)
        ?? Followed(views: OutlineViews(path, wait: .milliseconds(50)))
      defer { if !outline.audiences.isEmpty { box.state.outlines[path] = outline } }
      let view = try enter(user, &outline)
      var audience = outline.audiences[user]?[form] ?? Audience(watch: watch, context: context)
      let key = Snapshot(list: ObjectIdentifier(view), form: form)
      let snapshot =
        try outline.snapshots[key]
        ?? Self.chunks(audience.printer(of: view, for: user)) { try $0.printSnapshot(as: "snapshot") }
      outline.snapshots[key] = snapshot
      var watcher = Watcher(connection: connection, account: account)
      if send(snapshot, to: &watcher) { audience.watchers.append(watcher) }
      outline.audiences[user, default: [:]][form] = audience
      if !box.state.hasThread { box.state.hasThread = Platform.startThread { [self] in run() } }
    }
  }

  /// Returns a user's list after all edits so far, and sends those edits to the other watchers.
  private func enter(_ user: ExactText, _ outline: inout Followed) throws -> OutlineView {
    while true {
      try advance(&outline)
      if let view = try outline.views.add(user) { return view }
    }
  }

  /// Returns what a printer prints, as chunks.
  private static func chunks(_ printer: StepPrinter, _ print: (StepPrinter) throws -> Void) throws -> [UInt8] {
    try chunks(printed(by: printer, print))
  }

  private static func printed(by printer: StepPrinter, _ print: (StepPrinter) throws -> Void) throws -> [UInt8] {
    printer.output.forget()
    try print(printer)
    return printer.output.bytes
  }

  private static func chunks(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 1 << 20).reduce(into: []) { chunks, start in
      chunks += HostProtocol.chunk(.output, bytes[start...].prefix(1 << 20))
    }
  }
}

// MARK: - What happens

extension Watches {
  /// Sends changes until the host ends or nobody watches.
  private func run() {
    var lastLook = MonotonicTime.now
    while true {
      Platform.sleep(milliseconds: Self.pause)
      let isLook = lastLook.elapsed > .seconds(1)
      if isLook { lastLook = .now }
      let isDone = box.withLock { box in
        for path in Array(box.state.outlines.keys) { catchUp(path, &box.state, looksForEnds: isLook) }
        if box.state.outlines.isEmpty || box.state.isClosing { box.state.hasThread = false }
        return !box.state.hasThread
      }
      if isDone { return }
    }
  }

  private func catchUp(_ path: String, _ state: inout State, looksForEnds: Bool) {
    guard var outline = state.outlines.removeValue(forKey: path) else { return }
    do { try advance(&outline) } catch {
      // Each watcher then finds out itself what is wrong with the file.
      return outline.watchers.forEach { leave($0.connection) }
    }
    for user in Array(outline.audiences.keys) {
      guard var audiences = outline.audiences.removeValue(forKey: user) else { continue }
      for form in Array(audiences.keys) {
        guard var audience = audiences.removeValue(forKey: form) else { continue }
        if looksForEnds {
          leaveWhoEnded(&audience)
          leaveWhoMayNotSee(&audience)
        }
        if audience.watchers.contains(where: { !$0.rest.isEmpty }) { tell([], &audience) }
        if !audience.watchers.isEmpty { audiences[form] = audience }
      }
      if audiences.isEmpty { outline.views.remove(user) } else { outline.audiences[user] = audiences }
    }
    if !outline.audiences.isEmpty { state.outlines[path] = outline }
  }

  private func advance(_ outline: inout Followed) throws {
    while let steps = try outline.views.advanceIfPossible() {
      if steps.isEmpty { continue }
      outline.snapshots = [:]
      for step in steps { try tell(step, of: &outline) }
    }
  }

  /// Sends a step to all users with the same list; it is printed once for each output format.
  private func tell(_ step: OutlineViews.Step, of outline: inout Followed) throws {
    figures.count(.step)
    var printed: [RemoteCommand: (printer: StepPrinter, bytes: [UInt8])] = [:]
    for user in step.users {
      guard var audiences = outline.audiences.removeValue(forKey: user) else { continue }
      for form in Array(audiences.keys) {
        guard var audience = audiences.removeValue(forKey: form) else { continue }
        let bytes: [UInt8]
        if let known = printed[form] {
          bytes = known.printer.bytes(known.bytes, asPrintedFor: user.text)
        } else {
          let printer = try audience.printer(of: step.view, for: user)
          bytes = try Self.printed(by: printer) { try $0.print(step.step) }
          printed[form] = (printer, bytes)
        }
        tell(Self.chunks(bytes), &audience)
        audiences[form] = audience
      }
      outline.audiences[user] = audiences
    }
  }

  /// Sends bytes to an audience, after those that are still waiting.
  private func tell(_ bytes: [UInt8], _ audience: inout Audience) {
    let watchers = audience.watchers
    audience.watchers = []
    audience.watchers.reserveCapacity(watchers.count)
    for var watcher in watchers where send(bytes, to: &watcher) { audience.watchers.append(watcher) }
  }

  /// Sends as many bytes as the connection accepts, and keeps the rest; returns false if the connection has ended.
  private func send(_ bytes: [UInt8], to watcher: inout Watcher) -> Bool {
    let all = watcher.rest.isEmpty ? bytes[...] : watcher.rest + bytes
    if watcher.rest.isEmpty { watcher.lastTaken = .now }
    do {
      let taken = try Platform.send(all, to: watcher.connection, isWaiting: false)
      watcher.rest = all.dropFirst(taken)
      if taken > 0 { watcher.lastTaken = .now }
      let isSlow = !watcher.rest.isEmpty && watcher.lastTaken.elapsed > patience
      if watcher.rest.count <= Self.mostWaiting, !isSlow { return true }
      figures.count(.slowWatcher)
    } catch {
      // The watcher has disconnected.
    }
    leave(watcher.connection)
    return false
  }

  /// Ends connections that the watcher has closed, or on which it sent something, which no watcher does.
  private func leaveWhoEnded(_ audience: inout Audience) {
    let ended = Platform.readable(audience.watchers.map(\.connection), within: 0)
    for (watcher, hasEnded) in zip(audience.watchers, ended) where hasEnded { leave(watcher.connection) }
    audience.watchers = zip(audience.watchers, ended).filter { !$0.1 }.map(\.0)
  }

  /// Ends the connections of accounts that may no longer see the outline; their pleat then continues without a host.
  private func leaveWhoMayNotSee(_ audience: inout Audience) {
    var known: [UInt32: Bool] = [:]
    audience.watchers.removeAll { watcher in
      guard let (number, maySee) = watcher.account else { return false }
      let isAllowed = known[number] ?? maySee()
      known[number] = isAllowed
      if !isAllowed { leave(watcher.connection) }
      return !isAllowed
    }
  }

  func close() {
    box.withLock { box in
      box.state.isClosing = true
      for outline in box.state.outlines.values { outline.watchers.forEach { leave($0.connection) } }
      box.state.outlines = [:]
    }
  }
}
