import OutlineCore

/// The values of `--done`: a done task, an open task, or no task.
enum CheckBoxChoice: String, CaseIterable {
  case done = "yes"
  case open = "no"
  case plain = "none"

  var checkBox: CheckBox {
    switch self {
    case .done: .done
    case .open: .open
    case .plain: .plain
    }
  }
}
