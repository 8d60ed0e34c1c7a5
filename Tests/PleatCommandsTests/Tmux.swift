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
    let terminal = ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "NO_COLOR": ""]
    self.environment = environment.merging(terminal) { first, _ in first }
    let settings = "set -g escape-time 0; set -g status off; set -g default-terminal tmux-256color"
    try settings.replacing("; ", with: "\n").write(
      toFile: folder.path(of: "settings"), atomically: true, encoding: .utf8)
    _ = try tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command)
  }

  deinit { _ = Result { try tmux("kill-server") } }  // so that nothing goes on running

  @discardableResult
  private func tmux(_ words: String...) throws -> Ending { try tmux(words) }

  private func tmux(_ words: [String]) throws -> Ending {
    try Program.run(
      ["tmux", "-u", "-S", socket, "-f", folder.path(of: "settings")] + words, environment: environment)
  }

  /// Presses keys, by the names that tmux has for them.
  func press(_ keys: String...) throws { try press(keys) }

  /// Presses keys, by the names that tmux has for them.
  func press(_ keys: [String]) throws { if !keys.isEmpty { try send(["send-keys"] + keys) } }

  private func send(_ words: [String]) throws { _ = try tmux(words) }

  /// Sends bytes as a terminal does, for example those of the mouse.
  func sendBytes(_ text: String) throws {
    try send(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
  }

  /// Pastes a text as terminals do: in brackets, where the program wants them.
  func paste(_ text: String) throws {
    try tmux("set-buffer", text)
    try tmux("paste-buffer", "-p", "-r")
  }

  /// Gives the terminal a ground, by its name or as `#rrggbb`.
  func setGround(_ color: String) throws { try tmux("set-option", "-g", "window-style", "bg=\(color)") }

  /// Ends what runs in the terminal, and starts a command in its place.
  func restart(_ command: String) throws { try tmux("respawn-pane", "-k", command) }

  /// The device of the terminal.
  func device() throws -> String {
    String(try tmux("display-message", "-p", "#{pane_tty}").text.prefix { $0 != "\n" })
  }

  /// The lines on the screen with the sequences for their colours.
  func styledLines() throws -> [String] {
    try tmux("capture-pane", "-p", "-e").text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The text of the selected line, without spaces at its ends; nil if none is selected.
  func selection() throws -> String? {
    let look = /\u{1B}\[([0-9;]*;)?(7|48;5;24|48;5;153)[;m]/
    guard let line = try styledLines().first(where: { $0.contains(look) }) else { return nil }
    let text = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    return text.trimmingCharacters(in: .whitespaces)
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

  /// Waits until the screen is as it should be, and returns its lines as they are then, or after the time of `comes`.
  func lines(when isReady: ([String]) -> Bool) throws -> [String] {
    var lines: [String] = []
    _ = try comes {
      lines = try self.lines()
      return isReady(lines)
    }
    return lines
  }

  /// Waits until something holds, for so long at most; whether it does.
  func comes(within limit: Duration = .seconds(30), _ holds: () throws -> Bool) throws -> Bool {
    do {
      try waitUntil("the screen is as it should be", limit: limit, holds)
      return true
    } catch is StillWaiting {
      return false
    }
  }

  /// Waits until the screen has a text; whether it does.
  func shows(_ text: String) throws -> Bool {
    try lines { $0.contains { $0.contains(text) } }.contains { $0.contains(text) }
  }
}
