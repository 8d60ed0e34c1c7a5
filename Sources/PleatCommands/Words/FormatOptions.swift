import ArgumentParser
import OutlineFormats
import SystemPackage

/// The options for the format of a document.
struct FormatOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The format; by default the ending of the file's name decides.", valueName: "format"))
  var format: OutlineFormat?

  /// Returns the format of a document.
  ///
  /// - Parameters:
  ///   - file: The path of the document; `-` stands for standard input or output.
  ///   - formats: The formats to choose from.
  func format(of file: String, among formats: [OutlineFormat]) throws -> OutlineFormat {
    let found = format ?? OutlineFormat(fileName: DocumentName.withEnding(of: file))
    if let found, formats.contains(found) { return found }
    let names = formats.map(\.rawValue).joined(separator: ", ")
    let unknown =
      file == "-" ? "No file name tells the format." : "The name of '\(file)' does not tell the format."
    throw Failure(
      .usage, found.map { "\($0.rawValue) can only be exported." } ?? unknown,
      hint: "Add --format with one of: \(names).")
  }
}

extension OutlineFormat: ExpressibleByArgument {
  /// Reads a format by its name or by what names of files end in.
  public init?(argument: String) { self.init(name: argument) }

  /// The names that help and completions show.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) + ["md", "txt"] }
}

/// The name of a document, for people.
enum DocumentName {
  /// Returns the name of the file at a path without its ending; `other` if the path is `-`.
  static func of(_ path: String, or other: String) -> String { path == "-" ? other : FilePath(path).stem ?? "" }

  /// Returns the name of the file at a path.
  static func withEnding(of path: String) -> String { FilePath(path).lastComponent?.string ?? "" }
}
