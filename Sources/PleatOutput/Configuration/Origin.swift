/// The place where a value is set, as `pleat config` shows it.
package enum Origin: Hashable {
  case option(String)
  case environment(String)
  case configuration(line: Int)
  case login
  /// A setting of the outline's file.
  case outline
  case standard
}

extension Configuration {
  /// Returns the text of a key, and the line that sets it; nil if the file does not set it.
  package func held(_ key: ConfigurationKey) -> (String, Origin)? {
    guard let text = text(key), let line = line(of: key) else { return nil }
    return (text, .configuration(line: line))
  }
}
