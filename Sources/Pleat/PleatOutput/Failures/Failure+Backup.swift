import OutlineCore
import OutlineFormats
import PleatArguments

extension Failure {
  package init(backup error: BackupError) {
    let hint = "Nothing was changed; name another file."
    switch error {
    case .isOutline(let path): self.init(.usage, "'\(path)' is the outline itself.", hint: "Name another file.")
    case .notFile(let path): self.init(.cannotCreate, "\(path) is not a file.", hint: hint)
    case .notBackup(let path):
      self.init(
        .refused, "\(path) is in the way: it is not a backup, or it has been edited since it was made.",
        hint: "Nothing was changed. Move it to another name, or name another file.")
    case .unfinished(let path):
      self.init(
        .refused, "\(path) has a journal of an unfinished edit beside it.",
        hint: "Nothing was changed. Open the file once with pleat -f, or name another file.")
    case .moved(let error, let backups):
      let failure = Failure(store: error)
      self.init(
        .inputOutput, "\(failure.message) The earlier backups could not be moved back.",
        hint: "They are whole, and are now \(backups.joined(separator: ", ")). The outline was left unchanged.")
      isOutcomeUnknown = failure.isOutcomeUnknown
    case .tooSlow(let path):
      self.init(
        .inputOutput, "The backup \(path) would hold up the edit for more than a second.", hint: "Nothing was written.")
    case .beforeUpgrade(let path, let error):
      let failure = Failure(backup: error)
      self.init(
        Kind(rawValue: failure.code) ?? .refused,
        "\(path) was made by an older pleat, and has to be backed up before an edit upgrades it. \(failure.message)",
        hint: "Nothing was changed. Remove the cause, and make the edit again.")
    case .file(let error): self.init(store: error)
    }
  }
}

extension DueBackup {
  /// A warning and a next step, if the backup failed or the file was upgraded; otherwise nil.
  package var warning: (sentence: String, hint: String)? {
    if case .beforeUpgrade(let path, let old, let new) = self {
      return (
        "The file was upgraded to version \(new), which older pleats refuse; \(path) is a backup of it with version \(old).",
        "Keep the backup until every pleat that uses the file is updated."
      )
    }
    guard case .failed(let path, let error) = self else { return nil }
    let failure = Failure(backup: error)
    let hint = failure.code == Failure.Kind.noPermission.rawValue ? failure.hint : nil
    return (
      "The edit was made without the backup that was due: \(failure.message)",
      hint ?? "To make one: pleat backup \(ShellWords.quoted(path)) --keep 7"
    )
  }
}
