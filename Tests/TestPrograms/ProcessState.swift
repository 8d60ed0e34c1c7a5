import Foundation

/// The state of a process or a thread, as the system tells it at the moment of asking.
public struct ProcessState: Sendable {
  private let id: Int32

  /// Names the process or the thread with an id; it need not be there any more.
  public init(of id: Int32) { self.id = id }

  /// The thread that asks.
  public static func ofThisThread() throws -> ProcessState {
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return ProcessState(of: link.split(separator: "/").last.flatMap { Int32($0) } ?? 0)
  }

  /// Whether it sleeps in a call of the system, for example because it waits for a lock or for the reader of a pipe.
  public var isAsleep: Bool {
    // The name of the program is in parentheses, and may have any characters.
    let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
    return fields.first == "S"
  }

  /// Whether it has the file at `path` open and sleeps: it waits for a lock on that file.
  public func waits(for path: String) -> Bool {
    let folder = "/proc/\(id)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let isOpen = names.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
    return isOpen && isAsleep
  }

  /// Whether a signal was sent to it that it has not taken yet.
  public func hasPending(_ signal: Int32) -> Bool {
    ["SigPnd", "ShdPnd"].contains { name in
      status(name).flatMap { UInt64($0, radix: 16) }.map { $0 >> UInt64(signal - 1) & 1 == 1 } ?? false
    }
  }

  /// How often it has gone to sleep.
  public var sleeps: Int { status("voluntary_ctxt_switches").flatMap { Int($0) } ?? 0 }

  /// The processor time that it has used; nil once it has ended.
  public var processorTime: Duration? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: "/proc/\(id)/\(name)", encoding: .utf8)) ?? ""
  }

  private func status(_ name: String) -> Substring? {
    text("status").split(separator: "\n").first { $0.hasPrefix("\(name):") }?.split(separator: "\t").last
  }
}

extension Program {
  /// What the system says of it now.
  public var state: ProcessState { ProcessState(of: pid) }

  /// Lets it run until it has used so much processor time, which depends less on the load of the machine than the time
  /// of day does; or until it ends.
  public func run(for time: Duration) throws {
    try waitUntil("\(time) of processor time are used") { !isRunning || (state.processorTime ?? time) >= time }
  }
}
