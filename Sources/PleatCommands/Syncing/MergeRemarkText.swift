import OutlineCore
import OutlineFormats

/// A remark of a merge for people and for programs.
enum MergeRemarkText {
  /// The remark as a sentence.
  static func sentence(_ remark: MergeRemark) -> String {
    let values = remark.values.map { "'\($0)'" }.joined(separator: ", ")
    return "\(remark.kind.rawValue): '\(remark.name)'" + (values.isEmpty ? "" : " (\(values))")
  }

  /// The remark as a JSON object.
  static func json(_ remark: MergeRemark) -> String {
    let id = remark.item.map { "\"\($0)\"" } ?? "null"
    return "{\"kind\":\"\(remark.kind.rawValue)\",\"id\":\(id),\"name\":\(JSONText.string(remark.name)),"
      + "\"values\":[\(remark.values.map(JSONText.string).joined(separator: ","))]}"
  }
}
