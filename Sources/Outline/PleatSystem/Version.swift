/// The version of this program.
package enum Version {
  /// The version printed by `pleat --version`.
  package static let pleat = "0.9.0"
}
