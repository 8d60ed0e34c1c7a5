import TerminalText

/// The keys of a user's configuration, apart from the names of outlines.
package enum ConfigurationKey: String, CaseIterable {
  case file
  case user
  case inbox
  case editor
  case pager
  case color
  case ascii
  case allowNetworkFile = "allow-network-file"
  case expandedMarker = "markers.expanded"
  case collapsedMarker = "markers.collapsed"
  case openMarker = "markers.open"
  case doneMarker = "markers.done"
  case titleColor = "colors.title"
  case numberColor = "colors.number"
  case hitColor = "colors.hit"
  case tagColor = "colors.tag"
  case openColor = "colors.open"
  case doneColor = "colors.done"

  /// The table whose keys are the names of outlines.
  package static let outlines = "outlines"

  /// The tables that a configuration can have.
  package static let tables = [outlines, "markers", "colors"]

  /// The keys that follow the caller's configuration, even if the outline is on another machine.
  package static let carried: Set<ConfigurationKey> = Set(markers + looks + [.inbox, .ascii])

  /// The keys that set a marker, in the order that ``Style`` uses.
  package static let markers: [ConfigurationKey] = [.expandedMarker, .collapsedMarker, .openMarker, .doneMarker]

  static let looks = allCases.filter { $0.standardLook != nil }

  /// Returns the objection to a value, as the end of a sentence; nil if the value is valid.
  package func objection(to value: TOMLValue) -> String? {
    switch (self, value) {
    case (.ascii, .flag), (.allowNetworkFile, .flag): nil
    case (.ascii, _), (.allowNetworkFile, _): "takes true or false"
    case (.color, .text(let word)): ColorChoice(rawValue: word) == nil ? "takes auto, always or never" : nil
    case (.color, _): "takes auto, always or never, in quotes"
    case (.pager, .text): nil
    case (_, .number), (_, .flag): "takes a text, in quotes"
    case (_, .text("")): "is empty"
    case (.file, .text(let path)) where !ConfigurationPath.isAnchored(path) && path.contains("/"):
      "takes the name of an outline, or a path that begins with /, ~/ or ssh://"
    case (.expandedMarker, .text(let sign)), (.collapsedMarker, .text(let sign)), (.openMarker, .text(let sign)),
      (.doneMarker, .text(let sign)):
      Style.canBeMarker(sign) ? nil : "takes a marker of 1 to 8 columns, without invisible characters"
    case (.titleColor, .text(let words)), (.numberColor, .text(let words)), (.hitColor, .text(let words)),
      (.tagColor, .text(let words)),
      (.openColor, .text(let words)), (.doneColor, .text(let words)):
      Look(words) == nil ? "takes words such as 'bold red'; the words are \(Look.words.joined(separator: ", "))" : nil
    default: nil
    }
  }
}

/// A path in a configuration.
package enum ConfigurationPath {
  /// Whether a path does not depend on the current folder: absolute, in the home folder, or on another machine.
  static func isAnchored(_ path: String) -> Bool {
    path.hasPrefix("/") || path.hasPrefix("~/") || RemoteAddress.isMeant(by: path)
  }

  /// The user's home folder; nil if it is not known.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  package static func home(_ variable: (String) throws -> String?) rethrows -> String? {
    try variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The path with the user's home folder in place of `~`; nil if no home folder is known.
  package static func expanded(_ path: String, home: String?) -> String? {
    guard path.hasPrefix("~/") else { return path }
    return home.map { $0 + path.dropFirst() }
  }
}
