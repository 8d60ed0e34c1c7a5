import ArgumentParser

/// A type of a few words, of which an option takes one.
///
/// It lists its words itself: as the argument parser does that, an option of this kind costs every start 500,000 instructions.
protocol WordChoice: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension WordChoice {
  /// The words, for help and completions.
  static var allValueStrings: [String] { allCases.map(\.rawValue) }

  /// The words have no descriptions of their own.
  static var allValueDescriptions: [String: String] { [:] }

  /// The word itself, where help names what holds without the option.
  var defaultValueDescription: String { rawValue }
}
