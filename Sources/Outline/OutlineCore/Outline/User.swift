/// The settings of one user, without the flags.
public struct User: Hashable, Sendable {
  /// The name of the user.
  public let name: String
  /// Whether sections without a flag start collapsed for this user.
  public var startsCollapsed: Bool
  /// Whether expanding a section collapses the expanded sections beside it.
  public var accordion: Bool

  /// Creates a user; the defaults are those of a user whom the file does not know yet.
  package init(name: String, startsCollapsed: Bool = false, accordion: Bool = false) {
    self.name = name
    self.startsCollapsed = startsCollapsed
    self.accordion = accordion
  }
}
