/// The hash stored instead of a token, so that the file of hashes reveals no token.
///
/// swift-crypto would bring all of BoringSSL: with it, the program had 36.0 MB instead of 33.6, and its first build
/// took 408 s instead of 169 s, on two cores that others used as well.
///
///   - Source: FIPS 180-4. Tokens are random and long, so a slow hash would add nothing.
struct SHA256 {
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]

  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// Returns the hash of a text in 64 hexadecimal digits.
  static func hex(_ text: String) -> String {
    var hash = SHA256()
    var bytes = Array(text.utf8)
    let bits = UInt64(bytes.count) * 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    for start in stride(from: 0, to: bytes.count, by: 64) { hash.add(bytes[start..<start + 64]) }
    return hash.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func add(_ block: ArraySlice<UInt8>) {
    var words = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = Self.turned(early, 7) ^ Self.turned(early, 18) ^ early >> 3
      let second = Self.turned(late, 17) ^ Self.turned(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var part = state
    for index in 0..<64 {
      let high = Self.turned(part[4], 6) ^ Self.turned(part[4], 11) ^ Self.turned(part[4], 25)
      let chosen = part[4] & part[5] ^ ~part[4] & part[6]
      let first = part[7] &+ high &+ chosen &+ Self.constants[index] &+ words[index]
      let low = Self.turned(part[0], 2) ^ Self.turned(part[0], 13) ^ Self.turned(part[0], 22)
      let most = part[0] & part[1] ^ part[0] & part[2] ^ part[1] & part[2]
      part = [first &+ low &+ most, part[0], part[1], part[2], part[3] &+ first, part[4], part[5], part[6]]
    }
    for index in state.indices { state[index] = state[index] &+ part[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
}
