/// The version of this program.
package enum Version {
  /// The version, as `pleat --version` says it.
  package static let pleat = "0.9.0"
}
