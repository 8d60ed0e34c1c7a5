import OutlineFormats
import PleatSystem

extension LocalClock {
  /// The clock of the program's time zone.
  static let ofUser = LocalClock(zone: { Platform.isZone($0) ? Platform.zone(named: $0) : nil }) { seconds in
    let text = Platform.date(Int64(seconds), on: .local, as: "%z")
    guard let digits = Int(text) else { return 0 }
    return (digits / 100 * 60 + digits % 100) * 60
  }
}
