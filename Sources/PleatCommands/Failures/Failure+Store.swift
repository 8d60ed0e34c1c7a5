import OutlineCore

extension Failure {
  /// What a refusal of the file means for the user.
  init(store error: StoreError) {
    switch error {
    case .missing(let path):
      self.init(
        .notFound, "There is no outline at \(path) yet.", hint: "Begin one: pleat add --section Groceries")
    case .unusablePath(let path, let reason):
      self.init(.badData, "\(path) cannot hold an outline: \(reason).", hint: "Name another file with -f.")
    case .empty(let path):
      self.init(
        .badData, "\(path) is damaged: it has 0 bytes.",
        hint: "Restore a backup; if nothing was ever in it, delete the file and begin again.")
    case .foreign(let path):
      self.init(.badData, "\(path) is not a pleat file; it was left as it is.", hint: "Name another file with -f.")
    case .newer(let path, let version, let known):
      self.init(
        .newer, "\(path) was made by a newer pleat: version \(version), and this one knows \(known).",
        hint: "Update pleat; the file was left as it is.")
    case .older(let path, let version, let known, let isUpgradable):
      self.init(
        .older, "\(path) was made by an older pleat: version \(version), and this one reads \(known).",
        hint: isUpgradable
          ? "The next edit brings it up to date."
          : "Export it with that pleat (pleat export outline.json) and import it into a new file.")
    case .damaged(let path, let message):
      self.init(.badData, "\(path) is damaged: \(message).", hint: "Restore a backup; the file was left as it is.")
    case .busy(let path, let holder):
      let process = holder.map { " by process \($0.pid)" + ($0.name.map { name in " (\(name))" } ?? "") } ?? ""
      self.init(.busy, "\(path) is locked\(process).", hint: "Nothing was changed; try again, or --wait longer.")
    case .noPermission(let path, let message):
      self.init(.noPermission, "\(path) may not be used: \(message).", hint: "See its permissions and its folder's.")
    case .cannotCreate(let path, let reason):
      self.init(.cannotCreate, "\(path) cannot be made: \(reason).", hint: "Name another file with -f.")
    case .ioFailed(let path, let message):
      self.init(.inputOutput, "\(path): \(message).", hint: "Nothing was saved.")
    case .refused(let message):
      self.init(.badData, "The file refused the change: \(message).", hint: "Nothing was changed.")
    case .unexpected(let message):
      self.init(.bug, "SQLite said what pleat did not expect: \(message).", hint: "Nothing was changed.")
    }
  }

  /// What an output that cannot be written means for the user.
  init(output error: OutputError) {
    switch error {
    case .closed: self.init(status: 141)
    case .failed(let reason): self.init(.inputOutput, "Cannot write the output: \(reason).")
    }
  }
}
