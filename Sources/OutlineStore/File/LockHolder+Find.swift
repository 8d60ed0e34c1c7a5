import OutlineCore
import PleatSystem

// Who holds a lock is known to the operating system alone, and each says it in its own way.
#if os(Linux)
  extension LockHolder {
    /// Finds the process that holds a POSIX lock on the file, in `/proc/locks`; nil if none is listed.
    ///
    /// Querying the file itself would need a file handle, and closing that would release this process's own locks.
    static func find(of path: String) -> LockHolder? {
      guard let stamp = FileStamp(of: path), let table = Platform.text(of: "/proc/locks") else { return nil }
      let locks = table.split(separator: "\n").map { $0.split(separator: " ") }
      let own = locks.filter { fields in
        fields.count >= 8 && fields.contains("POSIX") && fields.contains { $0.hasSuffix(":\(stamp.inode)") }
      }
      let holder = own.first { $0.contains("WRITE") && !$0.contains("->") } ?? own.first { !$0.contains("->") }
      guard let fields = holder, fields.count > 4, let pid = Int32(fields[4]), pid > 0 else { return nil }
      let name = Platform.text(of: "/proc/\(pid)/comm")?.split(separator: "\n").first.map(String.init)
      return LockHolder(pid: pid, name: name)
    }
  }
#else
  extension LockHolder {
    /// The process that holds a lock on the file; nil, because this system is not asked.
    static func find(of path: String) -> LockHolder? { nil }
  }
#endif
