/// An input event of the terminal: a key, a paste, or an action of the mouse.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter with the control key.
  case control(Character)
  /// A letter with the alt key, or after escape.
  case alt(Character)
  case up, down, left, right
  case altUp, altDown, altLeft, altRight
  case shiftUp, shiftDown
  case pageUp, pageDown, home, end
  case enter, altEnter, tab, backTab, escape, backspace, delete
  /// Text that was pasted.
  case paste(String)
  /// A press of the left button at this position, counted from 0.
  case click(column: Int, row: Int)
  case wheelUp, wheelDown

  /// The key's name in the help.
  package var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let character): "ctrl-\(character)"
    case .alt(let character): "alt-\(character)"
    case .altUp: "alt-up"
    case .altDown: "alt-down"
    case .altLeft: "alt-left"
    case .altRight: "alt-right"
    case .shiftUp: "shift-up"
    case .shiftDown: "shift-down"
    case .pageUp: "page up"
    case .pageDown: "page down"
    case .altEnter: "alt-enter"
    case .backTab: "shift-tab"
    case .paste: "paste"
    case .click: "click"
    case .wheelUp, .wheelDown: "wheel"
    default: "\(self)"
    }
  }
}
