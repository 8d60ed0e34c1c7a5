import HTTPTypes

extension HTTPField.Name {
  /// The number of lines.
  static let pleatTotal = own("Pleat-Total")
  /// The revision of the answer.
  static let pleatRevision = own("Pleat-Revision")
  /// The key of the reader for whom a page was made; see `PageWriter.Frame`.
  static let pleatKey = own("Pleat-Key")
  /// The name under which browsers keep the page.
  static let pleatCache = own("Pleat-Cache")
  /// The time zone of the reader, by its IANA name.
  static let timeZone = own("Time-Zone")
  static let idempotencyKey = own("Idempotency-Key")
  static let lastEventID = own("Last-Event-ID")
  /// Tells proxies not to buffer a stream.
  static let accelBuffering = own("X-Accel-Buffering")
  static let openerPolicy = own("Cross-Origin-Opener-Policy")
  static let referrerPolicy = own("Referrer-Policy")
  /// The user, named by a proxy.
  static let remoteUser = own("Remote-User")
  static let fetchSite = own("Sec-Fetch-Site")
  static let fetchMode = own("Sec-Fetch-Mode")
  static let fetchDestination = own("Sec-Fetch-Dest")
  static let forwardedProtocol = own("X-Forwarded-Proto")

  private static func own(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("\(name) is no name of a header") }
    return name
  }
}
