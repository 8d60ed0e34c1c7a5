extension SchemaObjects {
  /// The versions whose objects are known, the newest first.
  static let versions = [Schema.version, 17, 16, 15, 14, 13]

  static func hashes(of version: Int) -> [(key: String, value: UInt64)] {
    var found = hashes.map { (key: $0.key, value: $0.value) }
    if version <= 17 {
      found = found.filter { !newSince17.contains($0.key) }.map { ($0.key, changedSince17[$0.key] ?? $0.value) }
    }
    if version <= 16 {
      found =
        found.filter { !newSince16.contains($0.key) }.map { ($0.key, changedSince16[$0.key] ?? $0.value) }
        + goneSince16.map { (key: $0.key, value: $0.value) }
    }
    if version <= 15 { found = found.map { ($0.key, changedSince15[$0.key] ?? $0.value) } }
    if version <= 14 { found = found.map { ($0.key, changedSince14[$0.key] ?? $0.value) } }
    if version > 13 { return found }
    return found.filter { !newSince13.contains($0.key) }.map { ($0.key, changedSince13[$0.key] ?? $0.value) }
  }

  /// The objects that version 17 and before do not have.
  private static let newSince17: Set = ["item"]

  /// The objects that differ in version 17 and before, with their hashes there.
  private static let changedSince17: [String: UInt64] = [
    "row_update_guard": 0x1768_0A52_7465_5194
  ]

  /// The objects that version 16 and before do not have.
  private static let newSince16: Set = ["collapsed_row", "row_to_end", "section_to_end", "visible_range"]

  /// The objects that only version 16 and before have, with their hashes.
  private static let goneSince16: KeyValuePairs<String, UInt64> = [
    "log_row_append": 0x6397_56B0_7E56_20F6,
    "log_section_append": 0x1B6E_E6FD_C5D5_8022,
  ]

  /// The objects that differ in version 16 and before, with their hashes there.
  private static let changedSince16: [String: UInt64] = [
    "change": 0x4389_03E9_8E4F_5841,
    "fold": 0x5880_936E_B2A4_E67C,
    "log_row_delete": 0x9D63_6523_B71F_BD5E,
    "log_row_insert": 0x75D4_CF24_A5EE_F9C8,
    "log_row_update": 0x183F_B82F_1AC5_4B0C,
    "log_section_insert": 0x48E9_4636_EB62_95CB,
    "log_section_update": 0x1951_42E4_5343_F6E8,
    "row": 0x82CA_5DD8_31BC_F00F,
    "row_count": 0x5BB4_5336_15E2_4A43,
    "row_delete": 0xA8B3_C5A3_EB06_2353,
    "row_insert": 0x3B78_DF52_6796_C85C,
    "row_tick": 0xC56F_FC5F_3982_FF92,
    "row_update": 0x56AE_47F2_04A6_7D14,
    "row_update_guard": 0xBE01_71B4_39F9_A593,
    "section": 0xA1BC_44C3_48E7_6DB7,
    "section_update": 0xD84E_5323_3E80_2EAC,
    "section_update_guard": 0x3DE1_8C98_B48E_055E,
    "setting": 0x70E0_7BCC_AD68_A98C,
    "setting_insert_guard": 0xBD20_DE9C_90B0_F159,
    "visible_line": 0x41B3_3EA5_6D4B_C234,
    "visible_section": 0xFE6C_32B3_F0E4_6855,
  ]

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
