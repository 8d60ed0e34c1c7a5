/// How a command for somebody else goes on to the machine that has the outline.
package struct Passage: Sendable {
  /// Options for ssh.
  package let options: [String]
  /// Receives the process of ssh once it has started.
  package let noteProcess: @Sendable (Int32) -> Void

  /// Creates a way to another machine.
  package init(options: [String], noteProcess: @escaping @Sendable (Int32) -> Void = { _ in }) {
    (self.options, self.noteProcess) = (options, noteProcess)
  }
}

/// How a command came here from another machine.
package struct Arrival {
  /// The path that the caller gave as `-f`; the outline may have another path here.
  package var name: String?
  /// Whether the document of the command is on standard input, or goes to standard output with an ``ExportTrailer``.
  package var carriesDocument = false
  /// Whether standard input comes in chunks, so that ``Context/input`` alone can read it.
  package var isFramed = false
  /// Whether a forced command of ssh serves it, which gives access to one outline and to no other file.
  package var isServed = false
  /// What the caller may do with the outline.
  package var right = Right.edit
  /// How the command goes on to the machine of the outline; nil for one that is carried out here.
  package var passage: Passage?
  /// Whether the command may change folds and nothing else, which it checks itself.
  package var onlyFolds = false
  /// Whether no edit is allowed.
  package var isReadOnly: Bool { right < .edit }

  /// Creates the description of a command that came from another machine.
  package init(
    name: String? = nil, carriesDocument: Bool = false, isFramed: Bool = false, isServed: Bool = false,
    right: Right = .edit
  ) {
    self.name = name
    self.carriesDocument = carriesDocument
    self.isFramed = isFramed
    self.isServed = isServed
    self.right = right
  }
}

/// Asks now and then whether the user of a command that goes on and on still has the right that it needs.
package struct RightCheck {
  /// How often it is asked.
  package static let interval = Duration.seconds(1)

  private let currentRight: (() throws -> Right)?
  private let least: Right
  private var last = ContinuousClock.now

  /// Creates the check of a command that may begin.
  ///
  /// - Parameter least: The right that the command needs.
  package init(in context: Context, for least: Right = .see) {
    (currentRight, self.least) = (context.currentRight, least)
  }

  /// Throws a ``Failure`` if the user has lost the right.
  package mutating func checkIfDue() throws {
    guard let currentRight, last.duration(to: .now) >= Self.interval else { return }
    let right = try currentRight()
    if right < least { throw right == .fold ? Failure.onlyFolds : .readOnly }
    last = .now
  }
}

extension Context {
  /// Whether the document that the arguments name travels by standard input or output.
  package var carriesDocument: Bool { arrival?.carriesDocument == true }

  /// Whether a file is the one that a caller on another machine gave as `-f`, so that it means the outline here.
  package func isNamedRemotely(_ file: String) -> Bool { arrival?.name.map { $0.hasSameBytes(as: file) } ?? false }

  /// Throws a ``Failure`` if the caller may only read.
  package func checkMayEdit() throws(Failure) {
    if arrival?.isReadOnly == true { throw arrival?.right == .fold ? .onlyFolds : .readOnly }
  }
}

extension Failure {
  /// The failure of an edit by a user who may only read.
  package static let readOnly = Failure(
    .noPermission, "This outline is served read-only.", hint: "Nothing was changed. Folds cannot be changed either.")
  /// The failure of an edit by a user who may only fold.
  package static let onlyFolds = Failure(
    .noPermission, "You may collapse and expand the sections of this outline, and not edit them.",
    hint: "Nothing was changed.")
}
