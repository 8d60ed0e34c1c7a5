/// A JSON object that is written as text, member by member, in order.
struct JSONObjectText {
  private var members = ""

  /// The object.
  var text: String { "{\(members)}" }

  /// Adds a member whose value is already JSON.
  mutating func append(_ key: String, json: String) {
    if !members.isEmpty { members += "," }
    members += "\(JSONText.string(key)):\(json)"
  }

  /// Adds a member whose value is a string.
  mutating func append(_ key: String, _ value: String) { append(key, json: JSONText.string(value)) }
}

/// Writes JSON values.
enum JSONText {
  /// A string with its quotes; quotes, backslashes and control characters are escaped.
  static func string(_ value: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(value.utf8.count + 2)
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
      case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
      case ..<0x20: bytes += Array("\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An array of values that are already JSON.
  static func array(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }
}
