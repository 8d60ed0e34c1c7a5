import Foundation
import TestPrograms

/// A real terminal: keys are sent to it, and the screen is read, by `tmux`.
final class Tmux {
  private let folder: ScratchFolder
  private let socket: String
  private let environment: [String: String]

  /// Starts a command of the shell in a terminal of its own.
  init(_ command: String, columns: Int = 80, rows: Int = 16, environment: [String: String]) throws {
    folder = try ScratchFolder()
    socket = folder.path(of: "tmux")
    self.environment = environment.merging(["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]) { first, _ in first }
    let settings = "set -g escape-time 0; set -g status off; set -g default-terminal tmux-256color"
    try settings.replacing("; ", with: "\n").write(
      toFile: folder.path(of: "settings"), atomically: true, encoding: .utf8)
    _ = try tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command)
  }

  deinit { _ = Result { try tmux("kill-server") } }  // so that nothing is left behind

  @discardableResult
  private func tmux(_ words: String...) throws -> Ending {
    try Program.run(
      ["tmux", "-u", "-S", socket, "-f", folder.path(of: "settings")] + words, environment: environment)
  }

  /// Presses keys, by the names that tmux has for them.
  func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", key) }
  }

  /// Types a text.
  func type(_ text: String) throws { try tmux("send-keys", "-l", "--", text) }

  /// The process that runs in the terminal.
  func pid() throws -> Int32 {
    Int32(try tmux("list-panes", "-F", "#{pane_pid}").text.prefix { $0 != "\n" }) ?? 0
  }

  /// Makes the terminal larger or smaller.
  func resize(columns: Int, rows: Int) throws { try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)") }

  /// The lines on the screen, without spaces at their ends.
  func lines() throws -> [String] {
    try tmux("capture-pane", "-p").text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Waits until the screen is as it should be, and returns its lines as they are then, or after ten seconds.
  func lines(when isReady: ([String]) -> Bool) throws -> [String] {
    var lines = try lines()
    for _ in 0..<1_000 where !isReady(lines) {
      usleep(10_000)
      lines = try self.lines()
    }
    return lines
  }

  /// Waits until the screen has a text; whether it does.
  func shows(_ text: String) throws -> Bool {
    try lines { $0.contains { $0.contains(text) } }.contains { $0.contains(text) }
  }
}
