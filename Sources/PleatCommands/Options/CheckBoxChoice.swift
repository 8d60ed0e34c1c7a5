import OutlineCore
import PleatArguments

/// The values of `--done`: whether a section or a row is a task, and done.
enum CheckBoxChoice: String, CaseIterable {
  case done = "yes"
  case open = "no"
  case plain = "none"

  /// The kind of value of an option that accepts these values.
  static let kind = ValueKind.choice(allCases.map(\.rawValue))

  /// The check box that the value stands for.
  var checkBox: CheckBox {
    switch self {
    case .done: .done
    case .open: .open
    case .plain: .plain
    }
  }
}
