import Locking
import PleatOutput
import PleatRemote
import PleatSystem
import SystemPackage

/// Everything that a host keeps for its folder: the open outlines, the callers, and the watchers.
package final class HostServer: Sendable {
  /// The absolute path of the folder, without links.
  package let folder: String
  /// The journal that records edits for other hosts; nil for none.
  let journal: (any HostJournal)?
  let outlines: OpenOutlines
  let figures = Figures()
  private let hub = Lock<Watches?>(nil)
  private let callers = Lock(Callers())
  private let file: DirectoryFile
  private let lastTidying = Lock(MonotonicTime.now)

  /// The connected callers.
  private struct Callers {
    var connections: [Int32: UInt32] = [:]
    var counts: [UInt32: Int] = [:]
  }

  private let closing = Lock(false)

  /// The most connections in all, and the most from one account; each carries out one command at a time.
  private static let (most, mostOfOne) = (16_384, 12_288)

  /// How long a caller may send nothing, or read nothing of its answer.
  let patience: Duration
  /// How long an edit waits for the journal and for the leading host; a caller gives up after 30 seconds.
  let journalPatience: Duration
  /// Receives a line for each command; nil for none.
  let log: (@Sendable (String) -> Void)?

  init(
    _ folder: String, _ journal: (any HostJournal)? = nil, patience: Duration = .seconds(8),
    journalPatience: Duration = .seconds(25), log: (@Sendable (String) -> Void)? = nil
  ) {
    (self.folder, self.journal, self.patience, self.log) = (folder, journal, patience, log)
    self.journalPatience = journalPatience
    outlines = OpenOutlines(journal)
    file = DirectoryFile(ofFolder: folder) { HostLog.write($0.log) }
  }

  /// The paths within the folder of all outlines in it.
  package var outlineNames: [String] { HostedFolder.outlineNames(in: folder) }

  /// The paths within the folder of the outlines that somebody uses or watches.
  package var openOutlines: [String] {
    Set(outlines.paths).union(watches.paths).map { String($0.dropFirst(folder.count + 1)) }
  }

  var watches: Watches {
    hub.withLock { hub in
      if let hub { return hub }
      let new = Watches(figures, patience: patience) { [weak self] in self?.leave($0) }
      hub = new
      return new
    }
  }

  /// Whether the host is ending and starts no further command.
  package var isClosing: Bool { closing.withLock { $0 } }

  var numberOfCallers: Int { callers.withLock { $0.connections.count } }

  /// Serves callers until the host has to end; commands that have begun are then completed.
  ///
  /// - Parameters:
  ///   - socket: Where callers connect; it is closed at the end.
  ///   - hasToEnd: Whether the host has to end; called twice a second.
  ///   - leave: Makes sure that nobody else connects.
  func serve(at socket: FileDescriptor, until hasToEnd: () -> Bool, leave: () -> Void) {
    journal?.start(self)
    while !hasToEnd() {
      if Platform.readable([socket], within: 500)[0], let connection = Platform.accept(from: socket) {
        receive(connection)
      }
      tidyUp()
    }
    leave()
    _ = Result { try socket.close() }  // who has connected just now uses the file itself
    close()
  }

  /// Serves a caller in a thread of its own.
  private func receive(_ connection: FileDescriptor) {
    guard let peer = Platform.peer(of: connection), enter(connection, peer.user) else {
      figures.count(.refusedCaller)
      _ = Result { try connection.close() }  // the caller uses the file itself
      return
    }
    let hasThread = Platform.startThread { [self] in
      Caller(connection, peer, self).serve()
    }
    if !hasThread { leave(connection) }
  }

  private func enter(_ connection: FileDescriptor, _ user: UInt32) -> Bool {
    callers.withLock { callers in
      let count = callers.counts[user] ?? 0
      if isClosing || callers.connections.count >= Self.most || count >= Self.mostOfOne { return false }
      callers.connections[connection.rawValue] = user
      callers.counts[user] = count + 1
      return true
    }
  }

  /// Ends a connection.
  func leave(_ connection: FileDescriptor) {
    callers.withLock { callers in
      if let user = callers.connections.removeValue(forKey: connection.rawValue), let count = callers.counts[user] {
        callers.counts[user] = count > 1 ? count - 1 : nil
      }
      // This is done under the lock, so that no other connection gets the same number first.
      _ = Result { try connection.close() }
    }
  }

  /// Whether an outline whose file was missing was restored from the journal.
  func hasAgain(_ path: String) -> Bool {
    journal != nil && ((try? outlines.outline(at: path, meaning: nil)) ?? nil) != nil
  }

  /// Logs a refusal.
  func refused(_ text: String) {
    figures.count(.refusal)
    HostLog.write(text)
  }

  /// The current directory; nil without one, or for a file that never was without a mistake, so that nothing is granted.
  var directory: Directory? { (try? file.read()) ?? nil }
  /// Whether the file of the directory has a mistake.
  var hasMistakenDirectory: Bool { file.mistake != nil }

  /// Closes what has been unused for a while; call it often.
  private func tidyUp() {
    let isDue = lastTidying.withLock { last in
      let isDue = last.elapsed > .seconds(10)
      if isDue { last = .now }
      return isDue
    }
    if isDue { outlines.closeUnused() }
  }

  /// Lets the commands that have begun complete, and closes everything.
  private func close() {
    closing.withLock { $0 = true }
    callers.withLock { callers in
      callers.connections.keys.forEach { Platform.shutDown(FileDescriptor(rawValue: $0)) }
    }
    watches.close()
    let end = MonotonicTime.now + .seconds(30)
    while numberOfCallers > 0, MonotonicTime.now < end { Platform.sleep(milliseconds: 5) }
    outlines.closeAll()
    journal?.stop()
  }
}
