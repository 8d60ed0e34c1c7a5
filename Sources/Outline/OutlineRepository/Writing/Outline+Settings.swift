import OutlineCore
import OutlineStore

extension Outline {
  /// Returns the value of every setting.
  public func settings() throws -> [Setting: SettingValue] {
    try read { reader in
      var values: [Setting: SettingValue] = [:]
      for setting in Setting.allCases { values[setting] = try reader.setting(setting) }
      return values
    }
  }

  /// Changes a setting of the file, for all its users.
  ///
  /// The entry in the history has no changes: undo and redo pass over it. Nothing is written if the value is the same.
  /// - Parameters:
  ///   - setting: The setting.
  ///   - value: Its new value.
  ///   - user: The user who asks for it.
  ///   - request: How to carry it out; there is nothing to report but ``Answer/hasWritten``.
  /// - Throws: `OutlineError/badSetting(_:_:)` if the value is out of range for the setting, and `StoreError` if the
  ///   file does not exist or cannot be written.
  @discardableResult
  public func set(
    _ setting: Setting, to value: SettingValue, as user: String, with request: Request = Request()
  ) throws -> Answer {
    try setting.check(value)
    return try write(as: user, with: request, whenMissing: .refuse) { session in
      if try session.reader.setting(setting) == value { return Answer(outcome: .set) }
      session.keepsUserOut = true
      try session.begin()
      try session.writer.set(setting, to: value)
      return Answer(outcome: .set)
    }
  }
}
