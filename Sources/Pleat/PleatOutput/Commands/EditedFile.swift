import OutlineFormats
import OutlineJSON
import PleatSystem
import SystemPackage

/// A temporary file in which the user edits a text; it is kept if the text would otherwise be lost.
package struct EditedFile {
  package let path: String
  private let command: String
  /// The text before editing.
  private let text: [UInt8]
  private let context: Context

  /// - Throws: A ``Failure`` without a terminal, or if the file cannot be made.
  package init(_ text: [UInt8], in context: Context) throws {
    guard context.isTerminal, context.isInputTerminal else {
      throw Failure(
        .usage, "An editor needs a terminal.",
        hint: "Give the new text: pleat edit ADDRESS TEXT, or say what to change: 'pleat help edit' lists the options.")
    }
    self.context = context
    self.text = text
    command = try Self.editor(in: context).command
    let folder = try Platform.temporaryFolder(context.variable)
    do {
      let (path, file) = try Platform.newTextFile(in: folder)
      self.path = path
      try file.closeAfter { _ = try file.writeAll(text) }
    } catch {
      throw Failure(.cannotCreate, "Cannot write a file for the editor in \(folder): \(error).")
    }
  }

  /// Returns the command that starts the editor, and where it is set.
  package static func editor(in context: Context) throws -> (command: String, from: Origin) {
    for name in ["VISUAL", "EDITOR"] {
      if let command = try context.variable(name), !command.isEmpty { return (command, .environment(name)) }
    }
    return try context.configuration().held(.editor) ?? (standardEditor(in: context), .standard)
  }

  /// Returns the first common editor on the `PATH`, starting with the one that Debian lets an administrator choose;
  /// `vi` if there is none.
  private static func standardEditor(in context: Context) throws -> String {
    let folders = try (context.variable("PATH") ?? "").split(separator: ":")
    return ["editor", "vi", "nano"].first { name in
      folders.contains { Platform.isExecutable("\($0)/\(name)") }
    } ?? "vi"
  }

  /// Opens the file in the editor, and returns its content afterwards.
  ///
  /// - Throws: A ``Failure`` if the editor ends with an error, or the text is too long; it names a file that is kept.
  package func edit() throws -> [UInt8] {
    let status = context.edit(command, path)
    if status == 127 {
      throw ended(
        Failure(
          .unavailable, "There is no editor '\(command)'.",
          hint: "Nothing was changed. Name one in $EDITOR, or in the configuration: editor = \"nano\"."))
    }
    if status != 0 {
      throw ended(Failure(.inputOutput, "The editor '\(command)' ended with \(status).", hint: "Nothing was changed."))
    }
    let limit = DocumentLimits.wholeBytes
    let tooLong = kept(
      Failure(
        .badData, "The text has more than \(DocumentLimits.mebibytes(limit)).", hint: "Nothing was changed."))
    return try OpenInput(path).stream.limited(to: limit, tooLong).rest()
  }

  /// Replaces the text in the file.
  package func write(_ text: [UInt8]) throws {
    do {
      let file = try FileDescriptor.open(FilePath(path), .writeOnly, options: .truncate)
      try file.closeAfter { _ = try file.writeAll(text) }
    } catch {
      throw Failure(.inputOutput, "Cannot write \(path): \(error).")
    }
  }

  /// Returns the failure of the editor, and removes the file if its text is unchanged.
  private func ended(_ failure: Failure) -> Failure {
    let isUntouched = (try? OpenInput(path).stream.limited(to: text.count, failure).rest()) == text
    if !isUntouched { return kept(failure) }
    remove()
    return failure
  }

  /// Adds to a failure where the text is kept.
  package func kept(_ failure: Failure) -> Failure {
    var failure = failure
    failure.hint = [failure.hint, "Your text is kept in \(path)."].compactMap(\.self).joined(separator: " ")
    return failure
  }

  package func remove() { _ = Result { try Platform.remove(path) } }  // a file that stays does no harm
}
