extension String {
  /// Creates a text from bytes that are UTF-8, and nil from others.
  ///
  /// It is used as `String(validating:as:)` is, which needs macOS 15 and iOS 18.
  package init?(utf8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    if !utf8.elementsEqual(bytes) { return nil }  // what is no UTF-8 has become U+FFFD
  }
}
