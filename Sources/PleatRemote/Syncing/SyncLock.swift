import PleatOutput
import PleatSystem
import SystemPackage

/// Keeps other synchronizations of the same worktree out, until it is released or the process ends; clears what a
/// synchronization that was killed together with git has left behind.
///
/// For every file that git replaces, it makes a file `NAME.lock`, which stays if git is killed, and then keeps every git from
/// replacing the file. So while a synchronization is under way, a file in the repository lists the locks that were there
/// before it, and all programs that the synchronization starts keep this file locked. If the next synchronization finds the
/// file, and nobody has it locked, then the other locks are those of programs that are gone, unless a git that does not
/// belong to the synchronization is at work there.
package final class SyncLock {
  private let file: FileDescriptor
  private let runPath: FilePath
  private let run: FileDescriptor
  /// Whether nothing is left of a synchronization that was killed.
  private let isClear: Bool

  /// Locks a worktree.
  ///
  /// - Parameter wait: For how many milliseconds to wait for another synchronization, and for the programs of one that was
  ///   killed.
  package init(_ worktree: Worktree, wait: Int) throws {
    let path = "\(worktree.gitFolder)/pleat-sync.lock"
    let runPath = FilePath("\(worktree.gitFolder)/pleat-sync.run")
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(
        FilePath(path), .readWrite, options: [.create], permissions: [.ownerReadWrite])
    } catch {
      throw Failure(.inputOutput, "Cannot lock \(path): \(error).", hint: "Nothing was changed.")
    }
    Platform.keepFromPrograms(file)
    do {
      try Self.lock(file, of: worktree, wait: wait)
      (run, isClear) = try Self.begin(runPath, worktree, wait: wait)
    } catch {
      _ = Result { try file.close() }  // the error says it already
      throw error
    }
    (self.file, self.runPath) = (file, runPath)
  }

  deinit {
    if isClear { _ = Result { try Platform.remove(runPath.string) } }  // otherwise the next one finds nothing to clear
    _ = Result { try run.close() }
    _ = Result { try file.close() }  // the lock goes with it
  }

  private static func lock(_ file: FileDescriptor, of worktree: Worktree, wait: Int) throws {
    for _ in 0...(wait / 50) {
      do { if try Platform.lock(file) { return } } catch {
        throw Failure(.inputOutput, "Cannot lock '\(worktree.git.folder)': \(error).", hint: "Nothing was changed.")
      }
      Platform.sleep(milliseconds: 50)
      try Interruption.check()
    }
    throw Failure(
      .busy, "Another synchronization is under way in '\(worktree.git.folder)'.",
      hint: "Nothing was changed; try again, or wait longer with --wait.")
  }

  /// Clears what the last synchronization has left, and makes the file that is there as long as this one is under way.
  private static func begin(_ path: FilePath, _ worktree: Worktree, wait: Int) throws -> (FileDescriptor, isClear: Bool)
  {
    let folders = try worktree.lockFolders
    var foreign = locks(in: folders)
    var isClear = true
    do {
      if let last = try? FileDescriptor.open(path, .readOnly) {
        try last.closeAfter {
          let text = try OpenInput(path.string).stream.rest()
          foreign.formIntersection(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
          isClear = try clear(folders, except: foreign, of: last, worktree, wait: wait)
        }
        try Platform.remove(path.string)
      }
      let run = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate], permissions: [.ownerReadWrite])
      _ = try Platform.lock(run)
      try run.writeAll(foreign.sorted().map { $0 + "\n" }.joined().utf8)
      return (run, isClear)
    } catch let error as Errno {
      throw Failure(.inputOutput, "Cannot write \(path): \(error).", hint: "Nothing was changed.")
    }
  }

  /// Waits until all programs of a synchronization that was killed are gone, and removes the locks that they have left; otherwise
  /// these stay, the git that meets them names them, and the answer is false.
  ///
  /// A program that is still at work could move a ref that this synchronization is about to move.
  private static func clear(
    _ folders: [String], except foreign: Set<String>, of last: FileDescriptor, _ worktree: Worktree, wait: Int
  ) throws -> Bool {
    for attempt in 0...(wait / 100) {
      if attempt > 0 { Platform.sleep(milliseconds: 100) }
      try Interruption.check()
      guard try Platform.lock(last) else { continue }
      let left = locks(in: folders).subtracting(foreign)
      if left.isEmpty { return true }
      if Platform.isAtWork("git", in: folders + [worktree.top]) { continue }
      for path in left { _ = Result { try Platform.remove(path) } }  // git names what stays
      return true
    }
    return false
  }

  /// Returns the paths of all locks in folders of repositories.
  private static func locks(in folders: [String]) -> Set<String> {
    var found: Set<String> = []
    for folder in folders {
      // packed-refs.new is written while packed-refs.lock is there, and keeps others out in the same way.
      for name in Platform.names(in: folder)
      where name.hasSuffix(".lock") && name != "pleat-sync.lock" || name == "packed-refs.new" {
        found.insert("\(folder)/\(name)")
      }
      add(&found, below: "\(folder)/refs")
      add(&found, below: "\(folder)/reftable")
    }
    return found
  }

  private static func add(_ found: inout Set<String>, below folder: String) {
    for name in Platform.names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      // No ref has a name that ends so.
      if name.hasSuffix(".lock") { found.insert(path) } else { add(&found, below: path) }
    }
  }
}

extension Worktree {
  /// The folders in which git makes locks: those of the repository, and that of the remote if it is on this machine.
  fileprivate var lockFolders: [String] {
    get throws {
      let folders = gitFolder == commonFolder ? [gitFolder] : [gitFolder, commonFolder]
      guard let remote, var url = try git.ifPresent("remote", "get-url", "--push", remote.name) else { return folders }
      if url.hasPrefix("file://") { url.removeFirst("file://".count) }
      if RepositoryAddress.isRemote(url) { return folders }
      let answer = try Git(folder: url.hasPrefix("/") ? url : "\(git.folder)/\(url)").run([
        "rev-parse", "--absolute-git-dir",
      ])
      return answer.status == 0 ? folders + [answer.text] : folders
    }
  }
}

/// The ways in which git names a repository.
package enum RepositoryAddress {
  /// Whether a word is a URL, or a path on another machine such as `host:notes.git`, and no path on this one.
  package static func isRemote(_ word: String) -> Bool {
    word.contains("://") || word.prefix { $0 != "/" }.contains(":")
  }
}
