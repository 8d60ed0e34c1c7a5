import OutlineCore
import OutlineRepository
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem
import Synchronization
import SystemPackage

/// Everybody who watches a list.
///
/// One thread reads what was edited, computes what it does to each user's list once, prints it once for all who want it to look the
/// same, and sends that to them. A watcher costs a connection, and memory for bytes that were sent and not read yet.
final class Watches: Sendable {
  /// Whose list it is.
  private struct Subject: Hashable {
    let path: String
    let user: String
  }

  /// Somebody who watches.
  private struct Watcher {
    let connection: FileDescriptor
    /// What was not taken yet.
    var rest: ArraySlice<UInt8> = []
  }

  /// All who want a list to look the same.
  private struct Audience {
    let printer: StepPrinter
    var watchers: [Watcher] = []
    /// The list after the last step, as a new caller gets it; nil if no caller has asked for it since.
    var snapshot: [UInt8]?
  }

  /// A list with its audiences, by what they have asked for.
  private struct Followed {
    let view: OutlineView
    var audiences: [RemoteCommand: Audience] = [:]
  }

  private struct State {
    var lists: [Subject: Followed] = [:]
    var hasThread = false
    var isClosing = false
  }

  // Only used with the lock held.
  private struct Box: @unchecked Sendable { var state = State() }

  private let box = Mutex(Box())
  private let figures: Figures
  private let leave: @Sendable (FileDescriptor) -> Void

  /// How long an edit may go unnoticed, in milliseconds.
  private static let pause: Int32 = 10
  /// How many bytes wait for somebody who does not read, before the connection ends.
  private static let mostWaiting = 4 << 20

  /// - Parameter leave: Ends a connection.
  init(_ figures: Figures, leave: @escaping @Sendable (FileDescriptor) -> Void) {
    (self.figures, self.leave) = (figures, leave)
  }

  /// How many there are.
  var count: Int {
    box.withLock { box in
      box.state.lists.values.reduce(0) { $0 + $1.audiences.values.reduce(0) { $0 + $1.watchers.count } }
    }
  }

  /// Sends the list to a caller, and from then on what edits do to it.
  ///
  /// - Throws: `StoreError`, and what printing throws.
  func add(
    _ connection: FileDescriptor, _ watch: Watch, for command: RemoteCommand, of user: String, _ context: Context
  )
    throws
  {
    var form = command
    (form.file, form.name, form.user, form.identity) = (nil, nil, nil, nil)
    let subject = Subject(path: try watch.options.path(in: context), user: user)
    try box.withLock { box in
      var list = try box.state.lists.removeValue(forKey: subject) ?? Self.open(subject)
      defer { box.state.lists[subject] = list }
      try advance(&list)
      var audience = try list.audiences[form] ?? Audience(printer: watch.printer(of: list.view, in: context))
      let snapshot = try audience.snapshot ?? Self.chunks(audience.printer) { try $0.printSnapshot(as: "snapshot") }
      audience.snapshot = snapshot
      var watcher = Watcher(connection: connection)
      if send(snapshot, to: &watcher) { audience.watchers.append(watcher) }
      list.audiences[form] = audience
      if !box.state.hasThread { box.state.hasThread = Platform.startThread { [self] in run() } }
    }
  }

  private static func open(_ subject: Subject) throws -> Followed {
    let view = try OutlineView(subject.path, as: subject.user, wait: .milliseconds(50))
    view.namesEntries = true
    return Followed(view: view)
  }

  /// What a printer prints, as chunks.
  private static func chunks(_ printer: StepPrinter, _ print: (StepPrinter) throws -> Void) throws -> [UInt8] {
    printer.output.forget()
    try print(printer)
    let bytes = printer.output.bytes
    return stride(from: 0, to: bytes.count, by: 1 << 20).reduce(into: []) { chunks, start in
      chunks += HostProtocol.chunk(.output, bytes[start...].prefix(1 << 20))
    }
  }
}

// MARK: - What happens

extension Watches {
  /// Tells everybody what happens, until the host ends or nobody watches.
  private func run() {
    var lastLook = ContinuousClock.now
    while true {
      Platform.sleep(milliseconds: Self.pause)
      let isLook = lastLook.duration(to: .now) > .seconds(1)
      if isLook { lastLook = .now }
      let isDone = box.withLock { box in
        for subject in Array(box.state.lists.keys) { catchUp(subject, &box.state, looksForEnds: isLook) }
        if box.state.lists.isEmpty || box.state.isClosing { box.state.hasThread = false }
        return !box.state.hasThread
      }
      if isDone { return }
    }
  }

  private func catchUp(_ subject: Subject, _ state: inout State, looksForEnds: Bool) {
    guard var list = state.lists.removeValue(forKey: subject) else { return }
    do { try advance(&list) } catch {
      // Each of them finds out itself what is wrong with the file.
      return list.audiences.values.flatMap(\.watchers).forEach { leave($0.connection) }
    }
    for form in Array(list.audiences.keys) {
      guard var audience = list.audiences.removeValue(forKey: form) else { continue }
      if looksForEnds { leaveWhoEnded(&audience) }
      if audience.watchers.contains(where: { !$0.rest.isEmpty }) { tell([], &audience) }
      if !audience.watchers.isEmpty { list.audiences[form] = audience }
    }
    if !list.audiences.isEmpty { state.lists[subject] = list }
  }

  private func advance(_ list: inout Followed) throws {
    while let step = try list.view.advanceIfPossible() {
      for form in Array(list.audiences.keys) {
        guard var audience = list.audiences.removeValue(forKey: form) else { continue }
        figures.count(.step)
        audience.snapshot = nil
        let chunks = try Self.chunks(audience.printer) { try $0.print(step) }
        tell(chunks, &audience)
        list.audiences[form] = audience
      }
    }
  }

  /// Sends bytes, and what was not taken before them, to all of an audience.
  private func tell(_ bytes: [UInt8], _ audience: inout Audience) {
    let watchers = audience.watchers
    audience.watchers = []
    audience.watchers.reserveCapacity(watchers.count)
    for var watcher in watchers where send(bytes, to: &watcher) { audience.watchers.append(watcher) }
  }

  /// Sends bytes as far as the other end takes them, and keeps the rest; false if the connection has ended.
  private func send(_ bytes: [UInt8], to watcher: inout Watcher) -> Bool {
    let all = watcher.rest.isEmpty ? bytes[...] : watcher.rest + bytes
    do {
      watcher.rest = all.dropFirst(try Platform.send(all, to: watcher.connection, isWaiting: false))
      if watcher.rest.count <= Self.mostWaiting { return true }
      figures.count(.slowWatcher)
    } catch {
      // The watcher is gone.
    }
    leave(watcher.connection)
    return false
  }

  /// Ends the connections whose other end is gone, or says something, which no watcher does.
  private func leaveWhoEnded(_ audience: inout Audience) {
    let ended = Platform.readable(audience.watchers.map(\.connection), within: 0)
    for (watcher, hasEnded) in zip(audience.watchers, ended) where hasEnded { leave(watcher.connection) }
    audience.watchers = zip(audience.watchers, ended).filter { !$0.1 }.map(\.0)
  }

  /// Ends all connections.
  func close() {
    box.withLock { box in
      box.state.isClosing = true
      for list in box.state.lists.values {
        list.audiences.values.flatMap(\.watchers).forEach { leave($0.connection) }
      }
      box.state.lists = [:]
    }
  }
}
