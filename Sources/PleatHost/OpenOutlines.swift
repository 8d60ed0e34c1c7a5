import OutlineCore
import OutlineRepository
import PleatRemote
import PleatSystem
import Synchronization

/// The outlines that are open, each once for all callers.
final class OpenOutlines: Sendable {
  private final class Place: Sendable {
    struct Opened {
      let outline: Outline
      let file: FileIdentity
    }

    let opened = Mutex<Opened?>(nil)
    let lastUse = Mutex(ContinuousClock.now)
  }

  private let journal: (any HostJournal)?
  private let places = Mutex<[String: Place]>([:])

  /// How many outlines stay open.
  private static let most = 4_000
  /// How long an outline stays open that nobody uses.
  private static let rest = Duration.seconds(60)

  init(_ journal: (any HostJournal)?) { self.journal = journal }

  /// How many outlines are open.
  var count: Int { places.withLock(\.count) }

  /// Returns the outline in the file that is at a path now; nil if it is not the file that the caller means.
  ///
  /// A file that was replaced since it was opened is opened anew, and one that is gone is made again if there is a journal with it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - wanted: Which file the caller means; nil for the one that is there.
  ///   - isNew: Whether to return an outline as well that is not there yet, where there is a journal.
  /// - Throws: `StoreError`, and a `Failure` for a file that is not the journal's outline of this name.
  func outline(at path: String, meaning wanted: FileIdentity?, orNew isNew: Bool = false) throws -> Outline? {
    if FileStamp(of: path) == nil, let outline = try journal?.open(path), outline.isMissing {
      return isNew ? outline : nil
    }
    guard let stamp = FileStamp(of: path) else { return nil }
    let file = FileIdentity(stamp)
    if let wanted, wanted != file { return nil }
    let place = places.withLock { places in
      if let place = places[path] { return place }
      let place = Place()
      places[path] = place
      return place
    }
    place.lastUse.withLock { $0 = .now }
    return try place.opened.withLock { opened in
      if let opened, opened.file == file { return opened.outline }
      opened = nil
      let outline =
        try journal?.open(path)
        ?? Outline(
          path, for: .editing, wait: .seconds(10), allowsNetworkFile: false, signals: TransactionSignals(),
          groupsEdits: true)
      // A journal may have put another file in its place.
      opened = Place.Opened(outline: outline, file: FileStamp(of: path).map { FileIdentity($0) } ?? file)
      return outline
    }
  }

  /// Closes the outlines that nobody has used for a while, and the longest unused ones of too many.
  func closeUnused() {
    places.withLock { places in
      let uses = places.mapValues { $0.lastUse.withLock { $0 } }
      let limit = uses.count > Self.most ? uses.values.sorted()[uses.count - Self.most] : .now - Self.rest
      places = places.filter { path, _ in uses[path].map { $0 > max(limit, .now - Self.rest) } ?? false }
    }
  }

  /// Closes all outlines.
  func closeAll() { places.withLock { $0 = [:] } }
}
