import OutlineCore
import PleatArguments
import TerminalText

package enum ColorChoice: String, CaseIterable {
  case auto
  case always
  case never
}

/// The appearance of a list.
package struct Style {
  package var signs: Signs
  package var isColored = false
  /// The current day of the user who reads the list.
  package var today = Day(ofSecondsSince1970: 0)
  /// How to break lines; nil not to break them.
  package var wrapping: LineWrapping?
  private let notes = ScheduleNotes()
  private var looks: [(key: ConfigurationKey, look: Look)] = []

  package init(signs: Signs = Signs(isUTF8: true), isColored: Bool = false) {
    self.signs = signs
    self.isColored = isColored
  }

  /// Applies the configured looks.
  mutating func takeLooks(_ configuration: Configuration) {
    looks = ConfigurationKey.looks.compactMap { key in configuration.text(key).flatMap { Look($0) }.map { (key, $0) } }
  }

  /// Whether a text can be a marker: it takes 1 to 8 columns, and needs no escape.
  static func canBeMarker(_ text: String) -> Bool {
    (1...8).contains(CharacterWidth.of(text)) && Escapes.oneLine(text) == text
  }

  /// The sign for a key of ``ConfigurationKey/markers``.
  package func sign(_ key: ConfigurationKey) -> String {
    switch key {
    case .expandedMarker: signs.expanded
    case .collapsedMarker: signs.collapsed
    case .openMarker: signs.open
    case .doneMarker: signs.done
    default: ""
    }
  }

  /// Returns the look for a key, which applies only with colours.
  package func look(_ key: ConfigurationKey) -> Look {
    looks.first { $0.key == key }?.look ?? key.standardLook ?? .none
  }

  /// The looks that the user chose for parts of the screen.
  package var screenLooks: [(part: SpanStyle, look: Look)] {
    looks.compactMap { key, look in key.part.map { ($0, look) } }
  }

  package func marker(isOpen: Bool) -> String { isOpen ? signs.expanded : signs.collapsed }

  /// Returns the check box of a task.
  package func box(isDone: Bool) -> String { isDone ? signs.done : signs.open }

  /// Returns the check box of a task and a space; empty for an item that is not a task.
  package func boxed(isDone: Bool?) -> String {
    isDone.map { drawn(box(isDone: $0), as: $0 ? .doneColor : .openColor) + " " } ?? ""
  }

  /// Returns the note that says when a task is due and how it repeats; empty without a due date.
  package func due(_ schedule: Schedule, isDone: Bool?) -> String {
    var bytes: [UInt8] = []
    append(schedule, isDone: isDone, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the note that says when a task is due and how it repeats; nothing without a due date.
  package func append(_ schedule: Schedule, isDone: Bool?, to bytes: inout [UInt8]) {
    guard let (text, daysLeft) = notes.note(schedule, isDone: isDone, today: today) else { return }
    bytes.append(0x20)
    draw(.due(in: daysLeft), in: &bytes) { $0.append(contentsOf: "\(signs.dot) \(text)".utf8) }
  }

  package func dim(_ text: String) -> String { drawn(text, .dim) }

  /// Returns a text in the look of a key; unchanged without colours.
  package func drawn(_ text: String, as key: ConfigurationKey) -> String { drawn(text, look(key)) }

  /// Returns a text with a look; unchanged without colours.
  package func drawn(_ text: String, _ look: Look) -> String {
    isColored && !look.code.isEmpty ? "\u{1B}[\(look.code)m\(text)\u{1B}[0m" : text
  }

  /// Appends what `body` appends, dimmed.
  package func dim(in bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) { draw(.dim, in: &bytes, body) }

  /// Appends what `body` appends, with a look.
  package func draw(_ look: Look, in bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    let isDrawn = isColored && !look.code.isEmpty
    if isDrawn { bytes.append(contentsOf: "\u{1B}[\(look.code)m".utf8) }
    body(&bytes)
    if isDrawn { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
  }
}

extension ConfigurationKey {
  /// The default look of a key; nil for a key that sets no look.
  ///
  /// Nothing is shown by a colour alone: a sign or a word shows it too.
  package var standardLook: Look? {
    switch self {
    case .titleColor: Look(code: "1")
    case .numberColor: .dim
    case .hitColor: Look(code: "1;35")
    case .tagColor: Look(code: "33")
    case .openColor: Look(code: "36")
    case .doneColor: Look(code: "32")
    default: nil
    }
  }

  /// What a key that sets a look is about on the screen; nil for what the screen does not show.
  var part: SpanStyle? {
    switch self {
    case .titleColor: .title
    case .hitColor: .hit
    case .tagColor: .tag
    case .openColor: .open
    case .doneColor: .done
    default: nil
    }
  }
}
