/// One user's way of viewing, apart from the flags themselves.
public struct User: Hashable, Sendable {
  /// The name under which the flags are kept.
  public let name: String
  /// What a section without a flag of its own is for this user.
  public var startsCollapsed: Bool
  /// Whether opening a section closes its open siblings.
  public var accordion: Bool

  /// Makes a user; the defaults are those of a user that the file does not know yet.
  public init(name: String, startsCollapsed: Bool = false, accordion: Bool = false) {
    self.name = name
    self.startsCollapsed = startsCollapsed
    self.accordion = accordion
  }
}
