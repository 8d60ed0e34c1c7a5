// The edits that applications make most often, in a form that reads like a sentence: `.add("milk", to:
// .inside("Dairy"))`.
extension Edit {
  /// Adds rows with these texts; without a placement, at the end of the inbox.
  public static func add(_ texts: String..., to placement: Placement = Placement()) -> Edit {
    .addRows(texts.map { RowDraft($0) }, to: placement)
  }

  /// Adds empty sections with these titles; without a placement, at the end of the top level.
  public static func addSections(_ titles: String..., to placement: Placement = Placement()) -> Edit {
    .addSections(titles.map { SectionDraft(title: $0) }, to: placement)
  }

  /// Changes the title of a section or the text of a row.
  public static func rename(_ address: Address, to text: String) -> Edit { .change([address], to: Patch(text: text)) }

  /// Changes the content of sections or rows, all in the same way.
  public static func change(_ addresses: Address..., to patch: Patch) -> Edit { .change(addresses, to: patch) }

  /// Makes sections and rows open tasks, done tasks, or no tasks.
  ///
  /// Tasks below the sections stay as they are, and a repeating task that becomes done does not come again. See
  /// ``tick(_:isDone:on:check:)`` for both.
  public static func setCheckBox(of addresses: Address..., to checkBox: CheckBox) -> Edit {
    .change(addresses, to: Patch(checkBox: checkBox))
  }

  /// Moves rows, or sections with everything below them.
  public static func move(_ addresses: Address..., to placement: Placement) -> Edit { .move(addresses, to: placement) }

  /// Copies rows, or sections with everything below them.
  public static func copy(_ addresses: Address..., to placement: Placement) -> Edit { .copy(addresses, to: placement) }

  /// Deletes rows and sections.
  ///
  /// - Parameters:
  ///   - addresses: The rows and sections to delete.
  ///   - recursively: Whether to delete sections that are not empty; otherwise such a section makes the edit fail.
  public static func delete(_ addresses: Address..., recursively: Bool = false) -> Edit {
    .delete(addresses, options: DeleteOptions(isRecursive: recursively))
  }

  /// Collapses sections for the acting user.
  ///
  /// - Parameters:
  ///   - addresses: The sections to collapse.
  ///   - recursively: Whether to collapse their subsections as well.
  public static func collapse(_ addresses: Address..., recursively: Bool = false) -> Edit {
    .fold(.sections(addresses, recursive: recursively), .collapse)
  }

  /// Expands sections for the acting user.
  ///
  /// - Parameters:
  ///   - addresses: The sections to expand.
  ///   - recursively: Whether to expand their subsections as well.
  public static func expand(_ addresses: Address..., recursively: Bool = false) -> Edit {
    .fold(.sections(addresses, recursive: recursively), .expand)
  }

  /// Collapses each section that is expanded for the acting user, and expands each that is collapsed.
  public static func toggle(_ addresses: Address...) -> Edit { .fold(.sections(addresses, recursive: false), .toggle) }
}

extension Placement {
  /// A placement in a section: among its rows if the edit places rows, or among its subsections if it places sections.
  public static func inside(_ address: Address, _ position: Position = .last) -> Placement {
    Placement(.inside(address), position)
  }

  /// The placement directly before a row, or directly before a section and at the level of that section.
  public static func before(_ address: Address) -> Placement { Placement(.before(address)) }

  /// The placement directly after a row, or after a section with everything below it and at the level of that section.
  public static func after(_ address: Address) -> Placement { Placement(.after(address)) }
}

extension Address: ExpressibleByStringLiteral {
  /// Creates the address that the literal names, read as on the command line: `"@s4"`, `"3.2"`, `"Home/Dairy"`.
  ///
  /// A literal that cannot be read as an address is taken as a title.
  public init(stringLiteral words: String) {
    do { self = try Address(parsing: words) } catch { self = .path([words]) }
  }
}
