import PleatArguments
import PleatCommands
import PleatOutput
import PleatRemote
import PleatSystem
import SystemPackage

/// The program `pleat-host`, which `pleat host` starts.
public enum HostProgram {
  /// Hosts the folder named in the arguments of this process until a signal ends it.
  ///
  /// - Parameter journal: Returns the journal for an address and a folder; nil for a program without journals.
  package static func main(
    journal: (
      (
        _ url: String, _ folder: String, _ days: Int?, _ isWithoutStandby: Bool,
        _ log: @escaping @Sendable (String) -> Void
      )
        throws -> any HostJournal
    )?
  ) -> Never {
    Platform.occupyClosedStandardFiles()
    Platform.ignoreFileSizeSignal()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let context = Context.process(Pleat.commands)
    do {
      if let status = help(arguments, context) { Platform.end(with: status) }
      let host = try Host(Arguments(arguments[...], of: Host.verb))
      try serve(host.folder, logsCommands: host.logsCommands) { folder in
        guard let url = host.journal else { return nil }
        guard let journal else {
          throw Failure(.usage, "This program keeps no journal.", hint: "'pleat host --journal' starts pleat-journal.")
        }
        return try journal(url, folder, host.journalDays, host.isWithoutStandby, HostLog.write)
      }
      Platform.end(with: 0)
    } catch {
      Platform.end(with: context.end(with: error, of: arguments))
    }
  }

  private static func help(_ arguments: [String], _ context: Context) -> Int32? {
    if arguments == ["--version"] { return context.commands.run(arguments, context) }
    return Arguments.help(askedForIn: arguments[...]) == nil ? nil : context.commands.run(["host"] + arguments, context)
  }

  private static func serve(
    _ name: String, logsCommands: Bool, _ journal: (String) throws -> (any HostJournal)?
  ) throws {
    let folder = try HostedFolder.path(of: name)
    let path = "\(folder)/\(HostProtocol.socketName)"
    let journal = try journal(folder)
    let inherited = Platform.inheritedSockets().first
    let socket = try inherited ?? listen(at: path)
    Interruption.note()
    Platform.allowMostOpenFiles()
    Platform.keepFreedMemory()
    HostLog.write("hosting \(folder)")
    for name in ((try? HostedFolder(folder))?.open ?? []).prefix(10) {
      HostLog.write(
        "other accounts may use \(name) without the host, whatever \(Directory.name) says; to keep them out: chmod go= \(name)"
      )
    }
    HostServer(folder, journal, log: logsCommands ? HostLog.write : nil).serve(
      at: socket, until: { Interruption.signal != nil }
    ) {
      if inherited == nil { _ = Result { try Platform.remove(path) } }  // nobody may find it any more
    }
    HostLog.write("stopped")
  }

  private static func listen(at path: String) throws -> FileDescriptor {
    if let other = try? Platform.connect(to: path) {
      _ = Result { try other.close() }  // nothing was said
      throw Failure(.refused, "The folder has a host already.", hint: "pleat host FOLDER --status says what it does.")
    }
    do { return try Platform.listen(at: path) } catch Errno.fileNameTooLong {
      throw Failure(
        .cannotCreate, "The path of the socket is too long: \(Escapes.oneLine(path)).",
        hint: "The system allows about 100 bytes. Host the folder by a shorter path.")
    } catch {
      throw Failure(.cannotCreate, "Cannot make a socket at \(Escapes.oneLine(path)): \(error).")
    }
  }
}

/// Messages for the person who started the host, on its standard error.
enum HostLog {
  static func write(_ text: String) {
    let output = OutputBuffer(.standardError)
    output.write("pleat-host: \(Escapes.oneLine(text))\n")
    _ = Result { try output.finish() }  // nobody is left to be told
  }
}
