import OutlineCore
import PleatSystem

// Only the operating system knows which process holds a lock, and each system has its own way to ask.
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
    /// Returns nil: on this system, pleat does not look for the process.
    static func find(of path: String) -> LockHolder? { nil }
  }
#endif
