import OutlineCore
import OutlineFormats
import PleatArguments

extension Failure {
  package init(backup error: BackupError) {
    let hint: String
    switch error {
    case .file(let error):
      self.init(store: error)
      return
    case .isOutline: hint = "Name another file."
    case .notFile: hint = "Nothing was changed; name another file."
    case .notBackup: hint = "Nothing was changed. Move it to another name, or name another file."
    case .unfinished: hint = "Nothing was changed. Open the file once with pleat -f, or name another file."
    case .moved(_, let backups):
      hint = "They are whole, and are now \(backups.joined(separator: ", ")). The outline was left unchanged."
    case .tooSlow: hint = "Nothing was written."
    case .beforeUpgrade(_, .file(.exists)):
      hint = "Nothing was changed. Give that file another name, and make the edit again."
    case .beforeUpgrade: hint = "Nothing was changed. Remove the cause, and make the edit again."
    }
    self.init(Self.kind(of: error), "\(error)", hint: hint)
    if case .moved(let error, _) = error { isOutcomeUnknown = Failure(store: error).isOutcomeUnknown }
  }

  private static func kind(of error: BackupError) -> Kind {
    switch error {
    case .isOutline: .usage
    case .notFile: .cannotCreate
    case .notBackup, .unfinished: .refused
    case .moved, .tooSlow: .inputOutput
    case .beforeUpgrade(_, let error): kind(of: error)
    case .file(let error): Kind(rawValue: Failure(store: error).code) ?? .refused
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
