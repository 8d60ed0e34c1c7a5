import PleatSystem
import SystemPackage

/// Where an outline is or would be; the caller may not have permission to see it.
struct OutlinePlace {
  /// The absolute path.
  let path: String
  /// The account that owns the file or, if it does not exist, its folder.
  let owner: UInt32
  /// Which file it is; nil if none is visible.
  let identity: FileIdentity?

  /// Examines a path; nil if it is not a file, or if its folder does not exist.
  init?(_ path: String) {
    do {
      let file = try FileStatus(of: path)
      guard file.kind == .file, let absolute = Platform.absolutePath(of: path) else { return nil }
      (self.path, owner, identity) = (absolute, file.owner, FileIdentity(file.stamp))
    } catch {
      let folder = Self.folder(of: path)
      guard let name = FilePath(path).lastComponent, name.kind == .regular, let status = try? FileStatus(of: folder),
        status.kind == .folder, let absolute = Platform.absolutePath(of: folder)
      else { return nil }
      (self.path, owner, identity) = (FilePath(absolute).appending(name).string, status.owner, nil)
    }
  }

  /// Whether this account may write to the file, or create it.
  var isUsable: Bool {
    (try? Platform.checkWritable(identity == nil ? Self.folder(of: path) : path)) != nil
  }

  private static func folder(of path: String) -> String {
    let folder = FilePath(path).removingLastComponent()
    return folder.isEmpty ? "." : folder.string
  }
}
