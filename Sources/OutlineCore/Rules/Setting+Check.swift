extension Setting {
  /// Refuses a value that the setting cannot have.
  package func check(_ value: SettingValue) throws(OutlineError) {
    switch (value, range) {
    case (.number(let number), let range?) where range.contains(number): return
    case (.text(let words), nil) where self == .backupEvery:
      if words != "off", Interval(words) == nil { throw .badSetting(self, value) }
    case (.text(let title), nil):
      try DraftRules.check(typed: title, as: "title")
      try DraftRules.check(title: title)
    default: throw .badSetting(self, value)
    }
  }
}
