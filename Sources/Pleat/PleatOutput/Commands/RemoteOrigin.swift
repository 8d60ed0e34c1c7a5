import PleatSystem

/// How a command that is sent on behalf of somebody else reaches the machine with the outline.
package struct Forwarding: Sendable {
  /// The options that ssh gets.
  package let options: [String]
  /// Called with the process id of ssh once it has started.
  package let noteProcess: @Sendable (Int32) -> Void

  package init(options: [String], noteProcess: @escaping @Sendable (Int32) -> Void = { _ in }) {
    (self.options, self.noteProcess) = (options, noteProcess)
  }
}

/// How a command from another machine arrived, and what it may do.
package struct RemoteOrigin {
  /// The caller's `-f` argument; the local path may differ.
  package var name: String?
  /// Whether standard input or output carries the document; on output, an ``ExportTrailer`` follows it.
  package var carriesDocument = false
  /// Whether standard input comes in chunks, so that only ``Context/input`` can read it.
  package var isFramed = false
  /// Whether it runs as a forced command of ssh, which may use one outline and no other file.
  package var isServed = false
  /// What the caller may do with the outline.
  package var right = Right.edit
  /// How to pass the command on to the machine with the outline; nil to carry it out here.
  package var forwarding: Forwarding?
  /// Whether the command may only change folds; the command checks that itself.
  package var onlyFolds = false
  package var isReadOnly: Bool { right < .edit }

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

/// Checks at intervals whether the user of a long-running command still has the right that it needs.
package struct RightCheck {
  /// How much time passes between two checks.
  package static let interval = Duration.seconds(1)

  private let currentRight: (() throws -> Right)?
  private let least: Right
  private var last = MonotonicTime.now

  /// Creates the check for a command that has passed its first one.
  ///
  /// - Parameter least: The right that the command needs.
  package init(in context: Context, for least: Right = .see) {
    (currentRight, self.least) = (context.currentRight, least)
  }

  /// Throws a ``Failure`` if the user has lost the right; does nothing until the interval has passed.
  package mutating func checkIfDue() throws {
    guard let currentRight, last.elapsed >= Self.interval else { return }
    let right = try currentRight()
    if right < least { throw right == .fold ? Failure.onlyFolds : .readOnly }
    last = .now
  }
}

extension Context {
  /// Whether standard input or output carries the document that the arguments name.
  package var carriesDocument: Bool { origin?.carriesDocument == true }

  /// Whether this file is the caller's `-f` argument, and therefore means the local outline.
  package func isNamedRemotely(_ file: String) -> Bool { origin?.name.map { $0.hasSameBytes(as: file) } ?? false }

  /// Throws a ``Failure`` if the caller may only read.
  package func checkMayEdit() throws(Failure) {
    if origin?.isReadOnly == true { throw origin?.right == .fold ? .onlyFolds : .readOnly }
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

/// What a user may do with an outline; each right includes those before it.
package enum Right: String, Comparable, CaseIterable {
  /// To look.
  case see
  /// To collapse and expand sections as well, which affects nobody else's view.
  case fold
  /// To edit everything.
  case edit
  /// To change settings and users as well.
  case own

  package static func < (one: Right, other: Right) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }
}
