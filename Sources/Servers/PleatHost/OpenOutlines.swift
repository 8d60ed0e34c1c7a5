import Locking
import OutlineCore
import OutlineRepository
import PleatRemote
import PleatSystem

/// The open outlines; all callers share one connection to each.
final class OpenOutlines: Sendable {
  private final class Place: Sendable {
    struct Opened {
      let outline: Outline
      let file: FileIdentity
    }

    let opened = Lock<Opened?>(nil)
    let lastUse = Lock(MonotonicTime.now)
  }

  private let journal: (any HostJournal)?
  private let places = Lock<[String: Place]>([:])

  /// The most outlines that stay open.
  private static let most = 4_000
  /// How long an unused outline stays open.
  private static let rest = Duration.seconds(60)

  init(_ journal: (any HostJournal)?) { self.journal = journal }

  var count: Int { places.withLock(\.count) }

  var paths: [String] { places.withLock { Array($0.keys) } }

  /// Returns the outline in the file that is at a path now; nil if it is not the file that the caller means.
  ///
  /// A file that was replaced is opened again, and a missing one is restored if the journal has it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - wanted: Which file the caller means; nil for any.
  ///   - isNew: With a journal, whether to return an outline that does not exist yet as well.
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
      // Opening it in the journal may have replaced the file.
      opened = Place.Opened(outline: outline, file: FileStamp(of: path).map { FileIdentity($0) } ?? file)
      return outline
    }
  }

  /// Closes outlines that have been unused for a while and, if there are too many, those unused for longest.
  func closeUnused() {
    places.withLock { places in
      let uses = places.mapValues { $0.lastUse.withLock { $0 } }
      let limit = uses.count > Self.most ? uses.values.sorted()[uses.count - Self.most] : .now - Self.rest
      places = places.filter { path, _ in uses[path].map { $0 > max(limit, .now - Self.rest) } ?? false }
    }
  }

  func closeAll() { places.withLock { $0 = [:] } }
}
