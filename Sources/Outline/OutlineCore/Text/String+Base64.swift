extension String {
  /// Writes bytes in Base64 (RFC 4648), with padding and without line breaks.
  package init(base64 bytes: some Collection<UInt8>) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (text, rest) = ([UInt8](), bytes[...])
    while !rest.isEmpty {
      let part = rest.prefix(3)
      let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        text.append(place <= part.count ? letters[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
      rest = rest.dropFirst(3)
    }
    self.init(decoding: text, as: UTF8.self)
  }
}
