import OutlineCore
import OutlineRepository
import PleatOutput
import PleatRemote

/// Writes down what happens to the outlines of a host, where other hosts read it.
package protocol HostJournal: Sendable {
  /// Begins to follow the journal.
  func start(_ house: House)
  /// Ends it; other hosts may lead from now on.
  func stop()
  /// Whether an edit is answered although only one server has it.
  var isWithoutStandby: Bool { get }
  /// Opens an outline whose edits are written down; first it is entered, or its file made again if that is gone.
  ///
  /// An outline that the journal does not have either is made by its first edit.
  ///
  /// - Throws: `StoreError`, and a `Failure` for a file that is not the journal's outline of this name.
  func open(_ path: String) throws -> Outline
  /// Whose turn it is to edit an outline; this host takes it if nobody has it.
  func turn(on path: String) -> JournalTurn
  /// Has another host carry a command out, and waits for its answer and for what it has written.
  func pass(_ command: PassedCommand, to host: String) -> PassedAnswer
}

extension HostJournal {
  /// The name of the file in the folder of a host that keeps a journal.
  package static var nameFile: String { HostedName.journal }
}

/// Who edits an outline now.
package enum JournalTurn: Sendable {
  /// This host.
  case here
  /// Another host, which has this name.
  case there(String)
  /// Nobody, as the journal cannot be reached.
  case nowhere(String)
  /// No host, because the file is not the journal's outline.
  case refused(Failure)
}

/// What has become of a command that was passed on.
package enum PassedAnswer: Sendable {
  /// The other host has answered, when `seq` was the last entry of the outline.
  case answered([UInt8], seq: Int64)
  /// The other host has not taken the command, and never will.
  case notTaken
  /// There is no answer, and it is not known whether the command was carried out.
  case unknown
}

/// A command that one host passes on to another.
package struct PassedCommand: Sendable {
  /// The path of the outline below the folder of each host.
  package let outline: String
  package let user: String
  /// The right of the user, by its name.
  package let right: String
  /// The command as it came through the socket.
  package let line: String
  /// What the command reads.
  package let input: [UInt8]

  /// Creates a command to be passed on.
  package init(outline: String, user: String, right: String, line: String, input: [UInt8]) {
    (self.outline, self.user, self.right, self.line, self.input) = (outline, user, right, line, input)
  }
}
