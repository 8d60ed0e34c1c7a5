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
    if case .missing(let path) = error, file != nil, let folder = Platform.obstacle(on: path)?.folder {
      self.init(
        .notFound, "There is no outline at \(path) yet, because there is no folder \(folder).",
        hint: "Check the path, or create both with a first row: \(pleat) add milk")
    } else {
      let (kind, hint) = Self.wayOn(from: error, pleat)
      self.init(kind, "\(error)", hint: hint)
    }
    if case .missing = error { next = "To look at an example first: \(pleat) example. 'pleat help' lists the verbs." }
    if case .outcomeUnknown = error { isOutcomeUnknown = true }
  }

  private static func wayOn(from error: StoreError, _ pleat: String) -> (Kind, hint: String) {
    switch error {
    case .missing: (.notFound, "Create it with a first row: \(pleat) add milk")
    case .unusablePath: (.badData, "Name another file.")
    case .foreign:
      (.badData, "Name another file with -f. If it was a pleat file, '\(pleat) check' says what is wrong.")
    case .newer: (.newer, "Update pleat; the file was left unchanged.")
    case .older:
      (.older, "Export it with the older pleat (pleat export outline.json), and import that into a new file.")
    case .damaged:
      (.badData, "'\(pleat) check' says what is wrong and how to repair it; the file was left unchanged.")
    case .busy: (.busy, "Nothing was changed; try again, or wait longer with --wait.")
    case .networkFile:
      (
        .noPermission,
        "Nothing was changed. Keep the outline on a disk of one machine, and use it from others with -f ssh://HOST/PATH. If nobody else writes to it at the same time, "
          + "--allow-network-file writes all the same, and so does 'allow-network-file = true' in the configuration."
      )
    case .unfinishedEdit:
      (
        .busy,
        "Try again. If the edit stays unfinished, read the file once on the machine with the disk, which rolls the edit back."
      )
    case .exists: (.refused, "Nothing was written. --force replaces the file; otherwise name another one.")
    case .replaced: (.busy, "The present file was left unchanged; try again.")
    case .madeButNotSynchronized:
      (.saved, "Do not repeat the command. Check the disk; a power cut may still take the file away.")
    case .outcomeUnknown: (.inputOutput, "Check the outline before you repeat the command.")
    case .journaled:
      (
        .refused,
        "Nothing was changed. Start the host: pleat host --journal URL FOLDER. The screen, an editor, 'sync' and --no-host do without it, and cannot change the outline."
      )
    case .notWrittenDown: (.busy, "Nothing was changed; try again.")
    case .noPermission(let path, _): (.noPermission, permissions(of: path))
    case .cannotCreate: (.cannotCreate, "Name another file with -f.")
    case .ioFailed: (.inputOutput, "Nothing was saved. Check the disk and its free space, and try again.")
    case .outOfResources:
      (
        .inputOutput,
        "Nothing was saved. Raise the limits of the shell (ulimit -a shows them), and try again."
      )
    case .refused: (.badData, "Nothing was changed.")
    case .unexpected: (.bug, "Nothing was changed.")
    }
  }

  private static func permissions(of path: String) -> String {
    let folder = Platform.obstacle(on: path)?.folder
    let advice = folder == nil ? "Check the permissions of the file and of its folder." : "Check its permissions."
    return (folder.map { "This account may not enter the folder \($0). " } ?? "") + (sharing(path) ?? advice)
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
