import OutlineFormats
import PleatSystem

extension LocalClock {
  /// The clock of the program's time zone.
  static let ofUser = LocalClock(zone: { Platform.isZone($0) ? Platform.zone(named: $0) : nil }) { seconds in
    (Int(Platform.localTime(of: Int64(seconds))) - seconds) / 60 * 60  // without the seconds of the 19th century
  }
}
