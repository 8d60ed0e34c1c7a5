/// A 64-bit hash that is the same on every machine; it detects accidents, but not deliberate manipulation.
///
/// - Source: G. Fowler, L. C. Noll, K.-P. Vo, http://www.isthe.com/chongo/tech/comp/fnv/
package struct FNV1a {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package init(_ text: String) { add(text.utf8) }

  /// Adds the bytes of an array.
  ///
  /// Faster than with any sequence, which another module cannot specialize.
  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Adds the bytes of a number, the most significant first.
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      value = (value ^ (number >> UInt64(shift) & 0xFF)) &* 0x100_0000_01B3
    }
  }

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
