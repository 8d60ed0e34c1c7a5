import OutlineCore

extension StoreReader {
  package func setting(_ setting: Setting) throws -> SettingValue {
    let sql = "SELECT value FROM setting WHERE name = ?"
    let value: SettingValue? =
      switch setting.standard {
      case .number: (try self.value(sql, [setting.rawValue]) as Int?).map(SettingValue.number)
      case .text: (try self.value(sql, [setting.rawValue]) as String?).map(SettingValue.text)
      }
    guard let value else { return setting.standard }
    do { try setting.check(value) } catch {
      throw StoreError.damaged(path: db.path, message: "the setting \(setting.rawValue) cannot be '\(value)'")
    }
    return value
  }
}
