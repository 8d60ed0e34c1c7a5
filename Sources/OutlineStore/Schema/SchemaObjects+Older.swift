extension SchemaObjects {
  /// The versions whose objects are known, the newest first.
  static let versions = [Schema.version, 15, 14, 13]

  static func hashes(of version: Int) -> [(key: String, value: UInt64)] {
    var found = hashes.map { (key: $0.key, value: $0.value) }
    if version <= 15 { found = found.map { ($0.key, changedSince15[$0.key] ?? $0.value) } }
    if version <= 14 { found = found.map { ($0.key, changedSince14[$0.key] ?? $0.value) } }
    if version > 13 { return found }
    return found.filter { !newSince13.contains($0.key) }.map { ($0.key, changedSince13[$0.key] ?? $0.value) }
  }

  /// The objects that differ in version 15 and before, with their hashes there.
  private static let changedSince15: [String: UInt64] = ["change_insert_guard": 0x2B2C_37D6_3D59_BC37]

  /// The objects that differ in version 14 and before, with their hashes there.
  private static let changedSince14: [String: UInt64] = ["edit": 0x2936_C2B9_51B2_663A]

  /// The objects that version 13 does not have.
  private static let newSince13: Set = ["row_by_due", "section_by_due"]

  /// The objects that differ in version 13, with their hashes there.
  private static let changedSince13: [String: UInt64] = [
    "change": 0x5665_097F_DC26_3DA9,
    "log_row_delete": 0x9182_5724_D192_F82E,
    "log_row_update": 0x5D56_55E4_B926_A8D7,
    "log_section_delete": 0xDA62_F27D_90B1_535C,
    "log_section_update": 0xEA90_9D9D_2E7A_46F4,
    "row": 0x3408_EFE4_0438_B8A5,
    "section": 0x60CC_37B7_E4E5_5235,
    "visible_line": 0xCEEB_ABFC_13D6_45E7,
    "visible_section": 0x3FCD_008D_D4AC_78FC,
  ]
}
