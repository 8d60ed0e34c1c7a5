import OutlineCore
import PleatOutput
import PleatSystem
import SystemPackage

/// Keeps other synchronizations out of the same worktree until it is released or the process ends, and removes the
/// locks of a synchronization that was killed together with git.
///
/// git makes a file `NAME.lock` for every file that it replaces; if git is killed, that file remains and blocks every
/// later git. So during a synchronization, a file in the repository lists the locks that existed before, and all
/// programs of the synchronization hold a lock on this file. If the next synchronization finds the file without such a
/// lock, all locks that it does not list belong to programs that are gone, unless some other git is at work there.
package final class SyncLock {
  private let file: FileDescriptor
  private let runPath: FilePath
  private let run: FileDescriptor
  /// Whether no lock of a killed synchronization remains.
  private let isClear: Bool

  /// Locks a worktree.
  ///
  /// - Parameter wait: The milliseconds to wait for another synchronization, and for the programs of a killed one.
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
      _ = Result { try file.close() }  // the thrown error says more
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

  /// Removes the remains of the last synchronization, and makes the file that exists while this one runs.
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

  /// Waits until all programs of a killed synchronization are gone, and removes the locks that they left.
  ///
  /// Returns false if some still run: they could move a ref that this synchronization is about to move. Their locks
  /// remain, and git names them when it meets them.
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
      for path in left { _ = Result { try Platform.remove(path) } }  // git names locks that remain
      return true
    }
    return false
  }

  /// Returns the paths of all locks in these folders of repositories.
  private static func locks(in folders: [String]) -> Set<String> {
    var found: Set<String> = []
    for folder in folders {
      // packed-refs.new exists together with packed-refs.lock, and blocks others in the same way.
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
      // The name of a ref never ends with .lock.
      if name.hasSuffix(".lock") { found.insert(path) } else { add(&found, below: path) }
    }
  }
}

extension Worktree {
  /// The folders in which git makes locks: the repository's and, if it is on this machine, the remote's.
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

/// The address of a repository, as git takes it.
package enum RepositoryAddress {
  /// Whether a word is a URL, or a path on another machine such as `host:notes.git`, rather than a path on this one.
  package static func isRemote(_ word: String) -> Bool {
    word.contains(utf8: "://") || word.prefix { $0 != "/" }.contains(":")
  }
}
