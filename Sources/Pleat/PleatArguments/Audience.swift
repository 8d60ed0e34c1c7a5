/// Who may use a verb or an option.
///
/// The default is the owner, so that a new verb or option is refused to everybody else until somebody has decided what
/// it may reach.
package enum Audience: Sendable {
  /// Only a user who runs pleat on a machine with the file.
  case owner
  /// Also the holder of an ssh key that gives access to one outline, as one user; see `pleat serve`.
  case key
}
