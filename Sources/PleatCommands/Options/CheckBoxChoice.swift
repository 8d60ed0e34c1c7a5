import OutlineCore
import PleatArguments

/// The values of `--done`: a done task, an open task, or no task.
enum CheckBoxChoice: String, CaseIterable {
  case done = "yes"
  case open = "no"
  case plain = "none"

  /// The kind of value of an option that accepts these values.
  static let kind = ValueKind.choice(allCases.map(\.rawValue))

  var checkBox: CheckBox {
    switch self {
    case .done: .done
    case .open: .open
    case .plain: .plain
    }
  }
}
