import OutlineFormats
import SystemPackage

/// The user's configuration, which is read when it is first needed.
package final class ConfigurationFile {
  /// The largest size of a configuration file, in bytes.
  private static let limit = 1 << 16

  private var read: Configuration?
  /// The caller's inbox and looks, for a command from another machine; nil for a command that was typed here.
  private let carried: [ConfigurationKey: TOMLValue]?

  /// - Parameter carried: Values that replace those in the file; nil to use only the file.
  package init(carrying carried: [ConfigurationKey: TOMLValue]? = nil) { self.carried = carried }

  /// Creates a configuration of these values alone, without a file.
  package init(only values: [ConfigurationKey: TOMLValue]) {
    carried = values
    read = Configuration(path: nil).taking(values)
  }

  /// Returns the configuration; a missing file sets nothing.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  /// - Throws: A ``Failure`` for a file that cannot be read, or has a mistake.
  package func configuration(_ variable: (String) throws -> String?) throws -> Configuration {
    if let read { return read }
    let path = try Self.path(variable)
    let bytes = try path.flatMap { try Self.bytes(at: $0) }
    let own = try bytes.map { try Configuration($0, at: path ?? "") } ?? Configuration(path: path)
    let configuration = carried.map(own.taking) ?? own
    read = configuration
    return configuration
  }

  /// The path of the file: `pleat/config.toml` in the user's folder for configuration.
  private static func path(_ variable: (String) throws -> String?) throws -> String? {
    if let folder = try variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return "\(folder)/pleat/config.toml"
    }
    return try ConfigurationPath.home(variable).map { "\($0)/.config/pleat/config.toml" }
  }

  /// Returns the bytes of the file; nil if it does not exist.
  ///
  /// It never waits for a pipe or a device.
  private static func bytes(at path: String) throws(Failure) -> [UInt8]? {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.nonBlocking, .closeOnExec])
      return try file.closeAfter {
        let type = try Stat(file).type
        guard type == .regular else {
          throw unreadable(path, type == .directory ? "it is a folder" : "it is not a regular file")
        }
        let bytes = try [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
          var part = UnsafeMutableRawBufferPointer(buffer)[...]
          while !part.isEmpty {
            let length = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: part))
            if length == 0 { break }
            part = part.dropFirst(length)
            count += length
          }
        }
        if bytes.count > limit { throw unreadable(path, "it has more than \(limit / 1_024) KiB") }
        return bytes
      }
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch let failure as Failure {
      throw failure
    } catch let error as Errno where error.isFailureOfDisk {
      throw Failure(
        .inputOutput, "The configuration \(path) cannot be read: \(error).",
        hint: "Nothing was changed. Check the disk, and try again.")
    } catch {
      throw unreadable(path, "\(error)")
    }
  }

  private static func unreadable(_ path: String, _ reason: String) -> Failure {
    Failure(
      .configuration, "The configuration \(path) cannot be read: \(reason).",
      hint: "Nothing was changed. Make it a small text file, or remove it.")
  }
}
