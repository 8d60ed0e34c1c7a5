import OutlineCore
import OutlineFormats
import PleatArguments

extension Failure {
  /// Creates the failure for a backup that was not made.
  package init(backup error: BackupError) {
    let hint = "Nothing was changed; name another file."
    switch error {
    case .isOutline(let path): self.init(.usage, "'\(path)' is the outline itself.", hint: "Name another file.")
    case .notFile(let path): self.init(.cannotCreate, "\(path) is no file.", hint: hint)
    case .notBackup(let path):
      self.init(
        .refused, "\(path) is in the way: it is no backup, or it has been edited since it was made.",
        hint: "Nothing was changed. Move it to another name, or name another file.")
    case .unfinished(let path):
      self.init(
        .refused, "\(path) has a journal beside it, which belongs to an edit that is not finished.",
        hint: "Nothing was changed. Open the file once with pleat -f, or name another file.")
    case .moved(let error, let backups):
      let failure = Failure(store: error)
      self.init(
        .inputOutput, "\(failure.message) The backups before it could not be moved back.",
        hint: "They are whole, and are now \(backups.joined(separator: ", ")). The outline was left unchanged.")
      isOutcomeUnknown = failure.isOutcomeUnknown
    case .tooSlow(let path):
      self.init(
        .inputOutput, "The backup \(path) would hold up the edit for more than a second.", hint: "Nothing was written.")
    case .file(let error): self.init(store: error)
    }
  }
}

extension DueBackup {
  /// Says that the backup was not made, and how to make one; nil if it was made.
  package var warning: (sentence: String, hint: String)? {
    guard case .failed(let path, let error) = self else { return nil }
    let failure = Failure(backup: error)
    let hint = failure.code == Failure.Kind.noPermission.rawValue ? failure.hint : nil
    return (
      "The edit was made without the backup that was due: \(failure.message)",
      hint ?? "To make one: pleat backup \(ShellWords.quoted(path)) --keep 7"
    )
  }
}
