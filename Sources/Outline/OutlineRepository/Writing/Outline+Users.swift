import OutlineCore
import OutlineStore

/// A user of the file, and how many flags the file keeps for the user.
public struct UserSummary: Hashable, Sendable {
  /// The user, with the settings.
  public let user: User
  /// The number of sections for which the user has a flag.
  public let flags: Int
  /// The number of those flags that say collapsed.
  public let collapsed: Int
}

extension Outline {
  /// Returns all users that the file knows, by name.
  ///
  /// O(users + flags).
  public func users() throws -> [UserSummary] {
    try read { reader in
      try reader.userFlags().map { UserSummary(user: $0.user, flags: $0.flags, collapsed: $0.collapsed) }
    }
  }

  /// Gives a user another name.
  ///
  /// The user keeps flags, settings and history of folds, and the log has the new name. Undo does not reverse this.
  /// - Parameters:
  ///   - name: The name of the user.
  ///   - newName: The new name, which no user may have.
  ///   - actingUser: The user who asks for it.
  ///   - request: How to carry it out, and what to report.
  /// - Throws: `OutlineError/noUser(_:suggestions:)`, and `OutlineError/nameTaken(_:)` if another user has the new
  ///   name.
  @discardableResult
  public func rename(
    user name: String, to newName: String, as actingUser: String, with request: Request = Request()
  ) throws -> Answer {
    try Self.check(userName: newName)
    return try changeUser(named: name, as: actingUser, with: request) { session, user in
      if newName.hasSameBytes(as: name) { return }
      if try session.reader.user(named: newName).key != nil { throw OutlineError.nameTaken(newName) }
      try session.begin()
      try session.writer.rename(user, to: newName)
    }
  }

  /// Deletes a user with all flags and settings; the user's edits of the content stay.
  ///
  /// No undo restores the flags: the history of the user's folds is deleted with them.
  /// - Parameters:
  ///   - name: The name of the user.
  ///   - actingUser: The user who asks for it.
  ///   - request: How to carry it out, and what to report.
  /// - Throws: `OutlineError/noUser(_:suggestions:)`.
  @discardableResult
  public func delete(user name: String, as actingUser: String, with request: Request = Request()) throws -> Answer {
    try changeUser(named: name, as: actingUser, with: request) { session, user in
      try session.begin()
      try session.writer.delete(user)
    }
  }

  private func changeUser(
    named name: String, as actingUser: String, with request: Request,
    _ change: (WriteSession, StoredUser) throws -> Void
  ) throws -> Answer {
    try write(as: actingUser, with: request, whenMissing: .refuse) { session in
      let user = try session.reader.user(named: name)
      guard user.key != nil else {
        let near = TextMatch.suggestions(for: name, among: try session.reader.userNames())
        throw OutlineError.noUser(name, suggestions: near)
      }
      let flags = try session.reader.flagCount(of: user)
      session.keepsUserOut = true
      return try session.carryOutDiffing {
        try change(session, user)
        return Answer(outcome: .user(flags: flags))
      }
    }
  }

  /// Returns the users whose names differ in one letter from that of a user who has never folded anything, because they
  /// are likely to be meant; empty for a user who has folded before.
  ///
  /// O(1) for a user who has flags, and O(users) for one whose name is like no other; only then the whole log is read.
  package func lookalikes(ofNewUser name: String) throws -> [String] {
    try read(as: name) { reader, user in
      if try reader.hasFlags(user) { return [] }
      let names = try reader.userNames().filter { TextMatch.isOneLetterOff($0, from: name) }
      return try names.isEmpty || reader.hasFolded(user) ? [] : names
    }
  }
}
