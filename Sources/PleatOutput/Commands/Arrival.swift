/// How a command came here from another machine.
package struct Arrival {
  /// The path that the caller gave as `-f`; the outline may have another path here.
  package var name: String?
  /// Whether the document that the arguments name is on standard input, or goes to standard output with an ``ExportTrailer``.
  package var carriesDocument = false
  /// Whether standard input comes in chunks, so that ``Context/input`` alone can read it.
  package var isFramed = false
  /// Whether a forced command of ssh serves it, which leads to one outline and to no other file.
  package var isServed = false
  /// Whether no edit is allowed.
  package var isReadOnly = false

  /// Creates what is known of a command that came here.
  package init(
    name: String? = nil, carriesDocument: Bool = false, isFramed: Bool = false, isServed: Bool = false,
    isReadOnly: Bool = false
  ) {
    self.name = name
    self.carriesDocument = carriesDocument
    self.isFramed = isFramed
    self.isServed = isServed
    self.isReadOnly = isReadOnly
  }
}

extension Context {
  /// Whether the document that the arguments name travels by standard input or output.
  package var carriesDocument: Bool { arrival?.carriesDocument == true }

  /// Whether `-f` says this for the outline here, because a caller on another machine has typed it.
  package func isNamedRemotely(_ file: String) -> Bool { arrival?.name.map { $0.hasSameBytes(as: file) } ?? false }

  /// Throws a ``Failure`` if whoever is served may only read.
  package func checkMayEdit() throws(Failure) {
    if arrival?.isReadOnly == true { throw .readOnly }
  }
}

extension Failure {
  /// The failure of an edit by somebody who may only read.
  package static let readOnly = Failure(
    .noPermission, "This outline is served for reading alone.", hint: "Nothing was changed; folds are edits as well.")
}
