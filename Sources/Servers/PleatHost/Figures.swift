import Locking
import OutlineJSON
import PleatRemote
import PleatSystem

/// A number about a host, with its description.
package struct Figure: Sendable {
  package enum Kind: Sendable {
    /// A number that counts up from the start of the host.
    case total
    /// A number that can decrease.
    case level
  }

  /// The name in lowercase letters and underscores, without that of the program.
  let name: String
  /// The description, a sentence.
  let help: String
  let kind: Kind
  let value: Int

  package init(_ name: String, _ help: String, _ kind: Kind, _ value: Int) {
    (self.name, self.help, self.kind, self.value) = (name, help, kind, value)
  }
}

/// Statistics of a host since its start.
final class Figures: Sendable {
  /// The events to count.
  enum Event: Int, CaseIterable {
    case command
    case edit
    case refusal
    case declined
    case refusedCaller
    case step
    case slowWatcher
    case slowCaller
  }

  private let counters = Lock(Event.allCases.map { _ in 0 })
  private let start = MonotonicTime.now

  /// Counts an event.
  func count(_ event: Event) { counters.withLock { $0[event.rawValue] += 1 } }

  private func all(of server: HostServer) -> [Figure] {
    let counters = counters.withLock { $0 }
    func total(_ name: String, _ help: String, _ event: Event) -> Figure {
      Figure(name, help, .total, counters[event.rawValue])
    }
    func level(_ name: String, _ help: String, _ value: Int) -> Figure {
      Figure(name, help, .level, value)
    }
    return [
      level(
        "uptime_seconds", "How long the host has been running, in seconds.",
        Int(start.elapsed.components.seconds)),
      level("outlines", "The outlines that are open.", server.outlines.count),
      level("callers", "The connections of callers, watchers among them.", server.numberOfCallers),
      level("watchers", "The connections that are notified of edits.", server.watches.count),
      level(
        "lists", "The lists that are computed for watchers, one for each outline and each set of folds.",
        server.watches.lists),
      level(
        "directory_mistaken",
        "Whether .pleat-directory has a mistake, so that its last version without one counts: 1 if so.",
        server.hasMistakenDirectory ? 1 : 0),
      total("commands_total", "The commands that were carried out.", .command),
      total("edits_total", "The successful commands that could edit.", .edit),
      total("refusals_total", "The requests that were refused for lack of a right.", .refusal),
      total("declined_total", "The commands that the caller had to carry out itself.", .declined),
      total("refused_callers_total", "The connections that were refused because there were too many.", .refusedCaller),
      total("steps_total", "The changes of lists that were computed for watchers.", .step),
      total(
        "slow_callers_total", "The callers that were disconnected because they sent nothing for too long.", .slowCaller),
      total("slow_watchers_total", "The watchers that were disconnected because they did not read.", .slowWatcher),
    ] + (server.journal?.figures ?? [])
  }

  /// Answers a question about the host.
  func answer(to question: HostProtocol.Question, of server: HostServer) -> [UInt8] {
    let figures = all(of: server)
    switch question {
    case .text:
      let width = figures.map(\.name.count).max() ?? 0
      let lines = figures.map { figure in
        let name = figure.name.map { $0 == "_" ? " " : String($0) }.joined()
        return name + String(repeating: " ", count: width + 2 - name.count) + "\(figure.value)\n"
      }
      return Array("folder\(String(repeating: " ", count: width - 4))\(server.folder)\n".utf8) + lines.joined().utf8
    case .json:
      let members = figures.map { JSONTree.Member($0.name, .int($0.value)) }
      return Array((JSONTree.object([.init("folder", .string(server.folder))] + members).text + "\n").utf8)
    case .metrics:
      return Array(
        figures.map { figure in
          let name = "pleat_host_\(figure.name)"
          let kind = figure.kind == .level ? "gauge" : "counter"
          return "# HELP \(name) \(figure.help)\n# TYPE \(name) \(kind)\n\(name) \(figure.value)\n"
        }.joined().utf8)
    }
  }
}
