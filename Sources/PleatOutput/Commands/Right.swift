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
