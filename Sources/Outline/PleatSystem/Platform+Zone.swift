import CPlatform
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// Returns the user's time zone in POSIX notation, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// The notation also works on a machine that does not know the zone by name. It is the newest rule of a zone whose
  /// rules have changed over the years.
  package static func zone() -> String {
    let typed = getenv("TZ").flatMap { String(validatingCString: $0) }
    let name = typed.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    let file = name.map { $0.hasPrefix("/") ? $0 : "/usr/share/zoneinfo/\($0)" } ?? "/etc/localtime"
    return rule(ofZoneFile: file) ?? name.flatMap { isZone($0) ? $0 : nil } ?? zone(ahead: localTime() - now / 1_000)
  }

  /// Returns a time zone by its IANA name, such as `Europe/Vienna`, in the notation of ``zone()``; nil for a zone that
  /// this machine does not know.
  package static func zone(named name: String) -> String? { rule(ofZoneFile: "/usr/share/zoneinfo/\(name)") }

  /// Sets the time zone of this process.
  package static func useZone(_ zone: String) {
    setenv("TZ", zone, 1)
    tzset()
  }

  /// The time zone of the caller for whom this thread works; nil for the zone of the process.
  package static var callersZone: String? { cplatform_zone().map { String(cString: $0) } }

  /// Runs `body`, which does not leave this thread, for a caller in a time zone; nil is the zone of the process.
  package static func withCallersZone<T>(_ zone: String?, _ body: () throws -> T) rethrows -> T {
    let outer = cplatform_zone()
    defer { cplatform_set_zone(outer) }
    guard let zone else {
      cplatform_set_zone(nil)
      return try body()
    }
    return try zone.withCString { bytes in
      cplatform_set_zone(bytes)
      return try body()
    }
  }

  /// The zone of the last caller, which the C library currently uses; the lock keeps threads from using each other's
  /// zone.
  private static let lastZone = Lock<String?>(nil)

  /// Runs `body`, which asks the C library for local times, in the time zone of the thread's caller.
  static func inCallersZone<T: Sendable>(_ body: () -> T) -> T {
    guard let zone = callersZone else { return body() }
    return lastZone.withLock { last in
      if last != zone { useZone(zone) }
      last = zone
      return body()
    }
  }

  /// Whether a text can be a zone: a rule, or a name that leads only to files of zones.
  package static func isZone(_ text: String) -> Bool {
    guard (3...64).contains(text.utf8.count), let first = text.first, first.isLetter || first == "<",
      !zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == (UInt8(ascii: "/"), UInt8(ascii: ".")) })
    else { return false }
    let signs = Array("<>+-,.:/_".utf8)
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: signs.contains(byte)
      }
    }
  }

  /// Returns the rule at the end of a zone's file; nil for any other file, and for a zone without a rule.
  private static func rule(ofZoneFile path: String) -> String? {
    guard let bytes = bytes(of: path, atMost: 1 << 20), bytes.starts(with: "TZif".utf8), bytes.last == 0x0A,
      let start = bytes.dropLast().lastIndex(of: 0x0A)
    else { return nil }
    let rule = String(decoding: bytes[(start + 1)...].dropLast(), as: UTF8.self)
    return isZone(rule) ? rule : nil
  }

  /// Returns a zone whose clock is always this many seconds ahead of UTC.
  private static func zone(ahead seconds: Int64) -> String {
    let distance = abs(seconds)
    return "UTC\(seconds > 0 ? "-" : "+")\(distance / 3600):\(distance / 60 % 60):\(distance % 60)"
  }
}
