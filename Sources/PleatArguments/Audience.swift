/// Who may use a verb or an option.
///
/// Whatever does not say otherwise is reserved for the owner of the file, so that something new is refused to everybody else
/// until somebody has thought about what it reaches.
package enum Audience: Sendable {
  /// Only somebody who runs pleat on a machine that has the file.
  case owner
  /// Also somebody whose ssh key leads to one outline, as one user; see `pleat serve`.
  case key
}
