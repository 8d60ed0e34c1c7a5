import Foundation
import PleatSystem
import SystemPackage

/// A program that runs beside the test, in a process of its own.
///
/// Not Foundation's `Process`: on Linux its `run()` crashes when two threads are in it.
public final class Program {
  /// The process id.
  public let pid: Int32
  private let output: OpenFile
  private let errors: OpenFile
  private var status: Int32?
  private var processorTime = Duration.zero

  /// Starts a program.
  /// - Parameters:
  ///   - words: the program, as a path or as found on the `PATH`, and its arguments.
  ///   - input: what standard input holds.
  ///   - environment: what is set on top of the test's own environment.
  ///   - folder: where it runs; the test's own by default.
  ///   - outputPath: a file that standard output goes to; by default ``Ending/output`` has it.
  public convenience init(
    starting words: [String], input: String = "", environment: [String: String] = [:], in folder: String? = nil,
    outputPath: String? = nil
  ) throws {
    try self.init(
      starting: words, input: OpenFile(holding: input), environment: environment, in: folder, outputPath: outputPath)
  }

  init(
    starting words: [String], input: OpenFile, environment: [String: String] = [:], in folder: String? = nil,
    outputPath: String? = nil
  ) throws {
    output = try outputPath.map(OpenFile.init(writingTo:)) ?? OpenFile(holding: "")
    errors = try OpenFile(holding: "")
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    let files = [input, output, errors].map { FileDescriptor(rawValue: $0.descriptor) }
    pid = try Platform.spawn(
      folder.map { ["env", "-C", $0] + words } ?? words, files: Array(zip(files, 0...2)), restoring: Array(1...31),
      variables: variables)
  }

  /// Starts a program and waits for its end.
  public static func run(
    _ words: [String], input: String = "", environment: [String: String] = [:], in folder: String? = nil,
    outputPath: String? = nil
  ) throws -> Ending {
    try Program(starting: words, input: input, environment: environment, in: folder, outputPath: outputPath).wait()
  }

  /// Writes a script of the shell to a path, as a program.
  ///
  /// Another process writes it: what this one writes to is open for a moment in programs that other tests start, and the system
  /// runs no file that is open for writing.
  public static func write(_ script: String, to path: String) throws {
    let write = "mkdir -p \"${0%/*}\" && cat >\"$0\" && chmod +x \"$0\""
    let ending = try run(["sh", "-c", write, path], input: "#!/bin/sh\n\(script)\n")
    if ending.status != 0 { throw SQLiteShell.ShellError(message: ending.errors) }
  }

  /// Whether it still runs.
  public var isRunning: Bool { reap(WNOHANG) == nil }

  /// Sends a signal.
  public func send(_ signal: Int32) {
    if isRunning { kill(pid, signal) }
  }

  /// Waits for the end.
  public func wait() throws -> Ending {
    let status = reap(0) ?? 0
    let signal = status & 0x7F
    return Ending(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: try output.contents(),
      errors: String(decoding: try errors.contents(), as: UTF8.self), processorTime: processorTime)
  }

  /// What `wait4` says of the end; nil before that.
  private func reap(_ options: Int32) -> Int32? {
    if let status { return status }
    var found: Int32 = 0
    while true {
      var usage = rusage()
      let answer = wait4(pid, &found, options, &usage)
      if answer == 0 { return nil }
      if answer == pid {
        status = found
        for time in [usage.ru_utime, usage.ru_stime] {
          processorTime += .seconds(time.tv_sec) + .microseconds(time.tv_usec)
        }
      }
      if answer == pid || errno != EINTR { return status }
    }
  }
}

/// How a program ended, and what it said.
public struct Ending {
  /// The exit code; 128 and the signal's number where a signal ended it.
  public let status: Int32
  /// What it wrote to standard output.
  public let output: Data
  /// What it wrote to standard error.
  public let errors: String
  /// The processor time that it and those that it waited for have used.
  public let processorTime: Duration

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard output as lines.
  public var lines: [String] { text.split(separator: "\n").map(String.init) }
}
