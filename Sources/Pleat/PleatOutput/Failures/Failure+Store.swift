import OutlineCore
import PleatArguments
import PleatSystem
import SystemPackage

extension Failure {
  /// Creates the failure for a file that cannot be opened, read or written.
  ///
  /// - Parameter file: The file that the command line names; nil for the default file.
  package init(store error: StoreError, file: String? = nil) {
    let pleat = CommandText.pleat(with: file)
    switch error {
    case .missing(let path):
      let folder = file == nil ? nil : Platform.obstacle(on: path)?.folder
      self.init(
        .notFound, "There is no outline at \(path) yet\(folder.map { ", because there is no folder \($0)" } ?? "").",
        hint: "\(folder == nil ? "Create it" : "Check the path, or create both") with a first row: \(pleat) add milk")
      next = "To look at an example first: \(pleat) example. 'pleat help' lists the verbs."
    case .unusablePath(let path, let reason):
      self.init(.badData, "\(path) cannot hold an outline: \(reason).", hint: "Name another file.")
    case .foreign(let path):
      self.init(
        .badData, "\(path) is not a pleat file; it was left unchanged.",
        hint: "Name another file with -f. If it was a pleat file, '\(pleat) check' says what is wrong.")
    case .newer(let path, let version, let known):
      self.init(
        .newer, "\(path) was made by a newer pleat: it has version \(version), and this pleat knows version \(known).",
        hint: "Update pleat; the file was left unchanged.")
    case .older(let path, let version, let known):
      self.init(
        .older, "\(path) was made by an older pleat: it has version \(version), and this pleat reads version \(known).",
        hint: "Export it with the older pleat (pleat export outline.json), and import that into a new file.")
    case .damaged(let path, let message):
      self.init(
        .badData, "\(path) is damaged: \(message).",
        hint: "'\(pleat) check' says what is wrong and how to repair it; the file was left unchanged.")
    case .busy(let path, let holder):
      let process = holder.map { " by process \($0.pid)" + ($0.name.map { name in " (\(name))" } ?? "") } ?? ""
      self.init(
        .busy, "\(path) is locked\(process).", hint: "Nothing was changed; try again, or wait longer with --wait.")
    case .networkFile(let path, let system):
      self.init(
        .noPermission,
        "\(path) is on a file system of another machine or program (\(system)), where saved edits can get lost.",
        hint:
          "Nothing was changed. Keep the outline on a disk of one machine, and use it from others with -f ssh://HOST/PATH. If nobody else writes to it at the same time, "
          + "--allow-network-file writes all the same, and so does 'allow-network-file = true' in the configuration.")
    case .unfinishedEdit(let path, let system):
      self.init(
        .busy,
        "\(path), on \(system), has an unfinished edit: another machine is making it, or was cut off.",
        hint:
          "Try again. If the edit stays unfinished, read the file once on the machine with the disk, which rolls the edit back."
      )
    case .exists(let path): self = .fileExists(path)
    case .replaced(let path):
      self.init(
        .busy, "\(path) was replaced or removed while pleat used it.",
        hint: "The present file was left unchanged; try again.")
    case .madeButNotSynchronized(let path, let reason):
      self.init(
        .saved, "\(path) was created and has the edit, but its folder could not be synchronized: \(reason).",
        hint: "Do not repeat the command. Check the disk; a power cut may still take the file away.")
    case .outcomeUnknown(let path, let message):
      self.init(
        .inputOutput, "Writing \(path) failed: \(message). It is not known whether the edit was saved.",
        hint: "Check the outline before you repeat the command.")
      isOutcomeUnknown = true
    case .journaled(let path):
      self.init(
        .refused, "\(path) has a journal, so that only its host may change it.",
        hint:
          "Nothing was changed. Start the host: pleat host --journal URL FOLDER. The screen, an editor, 'sync' and --no-host do without it, and cannot change the outline."
      )
    case .notWrittenDown(let path, let message):
      self.init(
        .busy, "The edit was not written to the journal of \(path): \(message).",
        hint: "Nothing was changed; try again.")
    case .noPermission(let path, let message):
      let folder = Platform.obstacle(on: path)?.folder
      let advice = folder == nil ? "Check the permissions of the file and of its folder." : "Check its permissions."
      self.init(
        .noPermission, "You have no permission to use \(path): \(message).",
        hint: (folder.map { "This account may not enter the folder \($0). " } ?? "") + (Self.sharing(path) ?? advice))
    case .cannotCreate(let path, let reason):
      self.init(.cannotCreate, "\(path) cannot be created: \(reason).", hint: "Name another file with -f.")
    case .ioFailed(let path, let message):
      self.init(
        .inputOutput, "Reading or writing \(path) failed: \(message).",
        hint: "Nothing was saved. Check the disk and its free space, and try again.")
    case .outOfResources(let path, let message):
      self.init(
        .inputOutput, "\(path) cannot be used: \(message).",
        hint: "Nothing was saved. Raise the limits of the shell (ulimit -a shows them), and try again.")
    case .refused(let message):
      self.init(.badData, "The file refused the change: \(message).", hint: "Nothing was changed.")
    case .unexpected(let message):
      self.init(.bug, "SQLite reported an unexpected error: \(message).", hint: "Nothing was changed.")
    }
  }

  /// Returns a hint about sharing a file that another account owns; nil for a file of the user's own.
  private static func sharing(_ path: String) -> String? {
    let folder = FilePath(path).removingLastComponent()
    guard let status = (try? FileStatus(of: path)) ?? (try? FileStatus(of: folder.string)),
      status.owner != Platform.userID
    else { return nil }
    let (directory, files) = (ShellWords.quoted(folder.string), ShellWords.quoted(path) + "*")
    return "It belongs to another account, which can share it with a group: "
      + "chgrp GROUP \(directory) \(files); chmod g+rwxs \(directory); chmod g+rw \(files)"
  }

  package init(output error: OutputError) {
    switch error {
    case .closed: self.init(status: 141)
    case .failed(let reason): self.init(.inputOutput, "Cannot write the output: \(reason).")
    }
  }
}
