import ArgumentParser
import OutlineFormats
import SystemPackage

/// The options for the format of a document, out of those that a verb knows.
struct FormatOptions<Choice: FormatChoice>: ParsableArguments {
  @Option(help: ArgumentHelp("The format; by default the ending of the file's name decides.", valueName: "format"))
  var format: Choice?

  /// Returns the format of a document.
  ///
  /// - Parameter file: The path of the document; `-` stands for standard input or output.
  func format(of file: String) throws -> OutlineFormat {
    let found = format?.format ?? OutlineFormat(fileName: DocumentName.withEnding(of: file))
    if let found, Choice.formats.contains(found) { return found }
    let names = Choice.formats.map(\.rawValue).joined(separator: ", ")
    let unknown =
      file == "-" ? "No file name tells the format." : "The name of '\(file)' does not tell the format."
    throw Failure(
      .usage, found.map { "\($0.rawValue) can only be exported." } ?? unknown,
      hint: "Add --format with one of: \(names).")
  }
}

/// A word for a format, as the argument parser reads it.
protocol FormatChoice: ExpressibleByArgument {
  /// The formats to choose from.
  static var formats: [OutlineFormat] { get }
  /// The format that was chosen.
  var format: OutlineFormat { get }

  init(format: OutlineFormat)
}

extension FormatChoice {
  /// Reads a format by its name or by what names of files end in.
  init?(argument: String) {
    guard let format = OutlineFormat(name: argument), Self.formats.contains(format) else { return nil }
    self.init(format: format)
  }

  /// The names that help and completions show.
  static var allValueStrings: [String] { formats.map(\.rawValue) + ["md", "txt"] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A format that documents can be read in.
struct ReadFormat: FormatChoice {
  static let formats = OutlineFormat.allCases.filter(\.isImportable)
  let format: OutlineFormat
}

/// A format that documents can be written in.
struct WrittenFormat: FormatChoice {
  static let formats = OutlineFormat.allCases
  let format: OutlineFormat
}

/// The name of a document, for people.
enum DocumentName {
  /// Returns the name of the file at a path without its ending; `other` if the path is `-`.
  static func of(_ path: String, or other: String) -> String { path == "-" ? other : FilePath(path).stem ?? "" }

  /// Returns the name of the file at a path.
  static func withEnding(of path: String) -> String { FilePath(path).lastComponent?.string ?? "" }
}
