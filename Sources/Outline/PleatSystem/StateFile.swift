import SystemPackage

/// A line of text about one subject, kept on this machine in the user's folder for state.
///
/// It is not in the outline: where a screen was, or which folder an outline is synchronized with, concerns this machine
/// alone, and somebody else's file must not decide it. A file that cannot be read or written counts as missing.
package struct StateFile: Sendable {
  package let folder: String
  private let name: String
  /// The subject in lines, which distinguishes subjects with the same hash.
  private let heading: String

  /// Finds the file in a folder below `pleat` in the user's folder for state; nil if there is no such folder.
  ///
  /// - Parameters:
  ///   - kind: The name of the folder.
  ///   - subject: The parts of the subject, without line breaks.
  ///   - variable: Returns the value of an environment variable.
  package init?(_ kind: String, about subject: [String], _ variable: (String) throws -> String?) rethrows {
    if let state = try variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      folder = "\(state)/pleat/\(kind)"
    } else if let home = try variable("HOME"), home.hasPrefix("/") {
      folder = "\(home)/.local/state/pleat/\(kind)"
    } else {
      return nil
    }
    heading = subject.map { $0 + "\n" }.joined()
    name = Self.hash(of: heading)
  }

  /// Returns a short name for a text, which is the same on every machine, by ``FNV1a``.
  private static func hash(of text: String) -> String {
    String(FNV1a(text).value, radix: 16)
  }

  /// Returns a short name for a part of the subject, unique among all parts of all subjects.
  package func name(of part: String) -> String { Self.hash(of: heading + part) }

  /// Returns the kept line; nil if there is none.
  package func read() -> String? {
    guard let bytes = Platform.bytes(of: "\(folder)/\(name)") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(heading), text.hasSuffix("\n") else { return nil }
    let kept = text.dropFirst(heading.count).dropLast()
    return kept.isEmpty ? nil : String(kept)
  }

  /// The identity, size and time of the file; nil if it does not exist.
  package var stamp: FileStamp? { FileStamp(of: "\(folder)/\(name)") }

  /// Runs a function that reads and writes the line, while no other process does so.
  package func exclusively<T>(_ change: () -> T) -> T {
    guard (try? Platform.makeFolders(folder)) != nil,
      let file = try? FileDescriptor.open(
        FilePath("\(folder)/\(name(of: "change"))"), .writeOnly, options: [.create, .closeOnExec],
        permissions: [.ownerRead, .ownerWrite])
    else { return change() }
    defer { _ = Result { try file.close() } }  // this also releases the lock
    for _ in 0..<1_000 where (try? Platform.lock(file)) == false { Platform.sleep(milliseconds: 1) }
    return change()
  }

  /// Keeps a line; the file is replaced as a whole.
  package func write(_ line: String) {
    let new = "\(folder)/\(name).new"
    _ = Result {
      try Platform.makeFolders(folder)
      let file = try FileDescriptor.open(
        FilePath(new), .writeOnly, options: [.create, .truncate], permissions: [.ownerRead, .ownerWrite])
      try file.closeAfter { _ = try file.writeAll((heading + line + "\n").utf8) }
      try Platform.move(new, to: "\(folder)/\(name)")
    }
  }
}
