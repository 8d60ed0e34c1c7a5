import OutlineCore
import OutlineRepository
import PleatOutput
import PleatRemote

/// Records the edits of a host's outlines where other hosts can read them.
package protocol HostJournal: Sendable {
  /// Starts to follow the journal.
  func start(_ server: HostServer)
  /// Stops; other hosts may then lead.
  func stop()
  /// Statistics of the journal since the start of the host.
  var figures: [Figure] { get }
  /// Opens an outline whose edits are recorded; first adds it to the journal or, if its file is missing, restores the
  /// file.
  ///
  /// The first edit creates an outline that the journal does not have either.
  ///
  /// - Throws: `StoreError`, and a `Failure` for a file that is not the journal's outline of this name.
  func open(_ path: String) throws -> Outline
  /// Returns which host may edit an outline; this host takes the lead if no other has it.
  func turn(on path: String) -> JournalTurn
  /// Enters outlines into the journal that are not in it yet.
  ///
  /// - Parameters:
  ///   - names: The paths within the folder.
  ///   - hasToEnd: Whether to leave the rest for later.
  /// - Returns: Those that were not in it, with the failure of those that still are not.
  func enter(_ names: [String], until hasToEnd: () -> Bool) -> [(name: String, failure: Failure?)]
  /// Ends an outline that this host leads: deletes it on all hosts, or gives it another name there.
  ///
  /// - Parameters:
  ///   - outline: The path within the folder.
  ///   - user: The account that wants it.
  ///   - new: The new path; nil to delete the outline.
  /// - Returns: The number of the last entry.
  /// - Throws: `StoreError`, and a `Failure` if there is no such outline, or one with the new name.
  func end(_ outline: String, by user: String, continuingAt new: String?) throws -> Int64
  /// Passes a command to another host, and waits for its answer and for the entries that it has written.
  func pass(_ command: PassedCommand, to host: String) -> PassedAnswer
}

extension HostJournal {
  /// The name of the file in the folder of a host that keeps a journal.
  package static var nameFile: String { HostedName.journal }
}

/// Which host may edit an outline now.
package enum JournalTurn: Sendable {
  /// This host.
  case here
  /// Another host, by its name.
  case there(String)
  /// No host, because the journal is unreachable; the text says why.
  case nowhere(String)
  /// No host, because the file is not the journal's outline.
  case refused(Failure)
}

/// The outcome of a command that was passed on.
package enum PassedAnswer: Sendable {
  /// The other host has answered; `seq` was then the last entry of the outline.
  case answered([UInt8], seq: Int64)
  /// The other host has not accepted the command, and will not carry it out later.
  case notTaken
  /// There is no answer, so it is unknown whether the command was carried out.
  case unknown
}

/// A command that one host passes on to another.
package struct PassedCommand: Sendable {
  /// The path of the outline within the folder of each host.
  package let outline: String
  package let user: String
  /// The name of the user's right.
  package let right: String
  /// The command as received from the socket.
  package let line: String
  /// The input of the command.
  package let input: [UInt8]

  package init(outline: String, user: String, right: String, line: String, input: [UInt8]) {
    (self.outline, self.user, self.right, self.line, self.input) = (outline, user, right, line, input)
  }
}
