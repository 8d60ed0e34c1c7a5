import OutlineFormats
import PleatArguments
import PleatOutput
import SystemPackage

/// The option for the format of a document, limited to the formats that a verb accepts.
struct FormatOption {
  let formats: [OutlineFormat]
  let declared: TextOption

  private init(_ formats: [OutlineFormat]) {
    self.formats = formats
    let short = ["md", "txt", "todo.txt"].filter { OutlineFormat(name: $0).map(formats.contains) == true }
    declared = TextOption(
      "format", .choice(formats.map(\.rawValue) + short), for: .key,
      help: "The format; by default the ending of the file's name decides.")
  }

  /// The option for documents to read.
  static let read = FormatOption(OutlineFormat.allCases.filter(\.isImportable))
  /// The option for documents to write.
  static let written = FormatOption(OutlineFormat.allCases.filter(\.isExportable))

  /// Returns the format of a document.
  ///
  /// - Parameters:
  ///   - file: The path of the document; `-` is standard input or output.
  ///   - name: The value of the option; nil without it.
  func format(of file: String, named name: String?) throws(Failure) -> OutlineFormat {
    guard let format = try candidates(for: file, named: name).first else { throw unknown(file) }
    return format
  }

  /// Returns the format of a document; its first bytes decide only where the option and the file name leave a choice.
  func format(of file: String, named name: String?, beginning bytes: [UInt8]) throws(Failure) -> OutlineFormat {
    let candidates = try candidates(for: file, named: name)
    if let choice = OutlineFormat.choice(among: candidates, beginning: bytes) { return choice }
    guard let found = OutlineFormat(beginning: bytes) else { throw unknown(file) }
    if !formats.contains(found) { throw refused(found) }
    return found
  }

  /// Returns the formats that the option or the file name allows; empty if neither decides.
  ///
  /// - Throws: A ``Failure`` if the verb accepts none of them.
  func candidates(for file: String, named name: String?) throws(Failure) -> [OutlineFormat] {
    let all =
      name.map { OutlineFormat(name: $0).map { [$0] } ?? [] }
      ?? OutlineFormat.formats(ofFileName: DocumentName.withEnding(of: file))
    let known = all.filter(formats.contains)
    if let first = all.first, known.isEmpty { throw refused(first) }
    return known
  }

  private var hint: String { "Add --format with one of: \(formats.map(\.rawValue).joined(separator: ", "))." }

  private func refused(_ format: OutlineFormat) -> Failure {
    Failure(
      .usage, "The format \(format.rawValue) can only be \(format.isImportable ? "imported" : "exported").", hint: hint)
  }

  private func unknown(_ file: String) -> Failure {
    Failure(
      .usage,
      file == "-"
        ? "The format is unknown, because there is no file name." : "The name '\(file)' does not tell the format.",
      hint: hint)
  }
}

/// The name of a document in messages.
enum DocumentName {
  /// Returns the file name at a path, without its ending; `other` if the path is `-`.
  static func of(_ path: String, or other: String) -> String { path == "-" ? other : FilePath(path).stem ?? "" }

  static func withEnding(of path: String) -> String { FilePath(path).lastComponent?.string ?? "" }
}
