import ArgumentParser
import OutlineFormats
import SystemPackage

/// The words that name a document and its format.
struct FormatOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The format; by default what the file's name ends in.", valueName: "format"))
  var format: OutlineFormat?

  /// The format of a document.
  ///
  /// - Parameter file: its path; `-` stands for standard input or output.
  func format(of file: String, among formats: [OutlineFormat]) throws -> OutlineFormat {
    let found = format ?? OutlineFormat(fileName: DocumentName.withEnding(of: file))
    if let found, formats.contains(found) { return found }
    let names = formats.map(\.rawValue).joined(separator: ", ")
    let what = file == "-" ? "'-'" : "'\(file)'"
    throw Failure(
      .usage, found.map { "\($0.rawValue) can only be exported." } ?? "\(what) does not say what format it is in.",
      hint: "Add --format with one of: \(names).")
  }
}

extension OutlineFormat: ExpressibleByArgument {}

/// The name of a document for people.
enum DocumentName {
  /// The name of the file at a path, without its ending; the other name for `-`.
  static func of(_ path: String, or other: String) -> String { path == "-" ? other : FilePath(path).stem ?? "" }

  /// The name of the file at a path.
  static func withEnding(of path: String) -> String { FilePath(path).lastComponent?.string ?? "" }
}
