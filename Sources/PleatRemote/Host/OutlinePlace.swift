import PleatSystem
import SystemPackage

/// Where an outline is, or would be: a caller may not be able to look.
struct OutlinePlace {
  /// The path from the root.
  let path: String
  /// The account that the file belongs to, or else its folder.
  let owner: UInt32
  /// Which file it is; nil if none is to be seen.
  let identity: FileIdentity?

  /// Looks at a path; nil for something else than a file, and for a folder that is not there.
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

  /// Whether this account may write to the file, or make it.
  var isUsable: Bool {
    (try? Platform.checkWritable(identity == nil ? Self.folder(of: path) : path)) != nil
  }

  /// The path of the folder of a file.
  private static func folder(of path: String) -> String {
    let folder = FilePath(path).removingLastComponent()
    return folder.isEmpty ? "." : folder.string
  }
}
