import OutlineFormats
import PleatArguments
import PleatOutput
import SystemPackage

/// The option for the format of a document, out of those that a verb knows.
struct FormatOption {
  /// The formats to choose from.
  let formats: [OutlineFormat]
  /// The declaration of the option.
  let declared: TextOption

  /// Declares the option of a verb that knows some formats.
  private init(_ formats: [OutlineFormat]) {
    self.formats = formats
    let short = ["md", "txt"].filter { OutlineFormat(name: $0).map(formats.contains) == true }
    declared = TextOption(
      "format", .choice(formats.map(\.rawValue) + short), for: .key,
      help: "The format; by default the ending of the file's name decides.")
  }

  /// The formats that documents can be read in.
  static let read = FormatOption(OutlineFormat.allCases.filter(\.isImportable))
  /// The formats that documents can be written in.
  static let written = FormatOption(OutlineFormat.allCases.filter(\.isExportable))

  /// Returns the format of a document.
  ///
  /// - Parameters:
  ///   - file: The path of the document; `-` stands for standard input or output.
  ///   - name: The value of the option; nil if it is not given.
  func format(of file: String, named name: String?) throws(Failure) -> OutlineFormat {
    let found = name.map { OutlineFormat(name: $0) } ?? OutlineFormat(fileName: DocumentName.withEnding(of: file))
    if let found, formats.contains(found) { return found }
    let names = formats.map(\.rawValue).joined(separator: ", ")
    let unknown =
      file == "-" ? "No file name tells the format." : "The name of '\(file)' does not tell the format."
    throw Failure(
      .usage, found.map { "\($0.rawValue) can only be \($0.isImportable ? "imported" : "exported")." } ?? unknown,
      hint: "Add --format with one of: \(names).")
  }
}

/// The name of a document, for people.
enum DocumentName {
  /// Returns the name of the file at a path without its ending; `other` if the path is `-`.
  static func of(_ path: String, or other: String) -> String { path == "-" ? other : FilePath(path).stem ?? "" }

  /// Returns the name of the file at a path.
  static func withEnding(of path: String) -> String { FilePath(path).lastComponent?.string ?? "" }
}
