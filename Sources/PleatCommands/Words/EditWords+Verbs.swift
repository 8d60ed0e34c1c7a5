import ArgumentParser

// The verbs of a batch, made of their words.

extension Add {
  init(_ words: EditWords) throws {
    self.init()
    texts = words.arguments
    section = words.isSet("section")
    place = try PlaceOptions(words)
  }
}

extension EditVerb {
  init(_ words: EditWords) throws {
    self.init()
    address = words.arguments[0]
    text = words.arguments.dropFirst().first
    detail = words.value("detail")
    collapsible = try words.choice(words.value("collapsible"), Answer.self)
    set = words.allValues("set")
    try validate()
  }
}

extension Move {
  init(_ words: EditWords) throws {
    self.init()
    addresses = words.arguments
    place = try PlaceOptions(words)
    try validate()
  }
}

extension Delete {
  init(_ words: EditWords) throws {
    self.init()
    addresses = words.arguments
    recursive = words.isSet("recursive")
    keepRows = words.value("keep-rows")
  }
}

extension Collapse {
  init(_ words: EditWords) throws {
    self.init()
    scope = try FoldOptions(words)
  }
}

extension Expand {
  init(_ words: EditWords) throws {
    self.init()
    scope = try FoldOptions(words)
  }
}

extension Toggle {
  init(_ words: EditWords) throws {
    self.init()
    addresses = words.arguments
  }
}

extension Accordion {
  init(_ words: EditWords) throws {
    self.init()
    guard let setting = try words.choice(words.arguments.first, Setting.self) else { return }
    self.setting = setting
  }
}

extension Reset {
  init(_ words: EditWords) throws {
    self.init()
    collapsed = words.isSet("collapsed")
    expanded = words.isSet("expanded")
    try validate()
  }
}

extension PlaceOptions {
  init(_ words: EditWords) throws {
    self.init()
    inside = words.value("in")
    before = words.value("before")
    after = words.value("after")
    first = words.isSet("first")
    at = nil
    if let word = words.value("at") {
      guard let number = Int(word) else { throw Failure(.usage, "--at takes a number, and '\(word)' is none.") }
      at = number
    }
    try validate()
  }
}

extension FoldOptions {
  init(_ words: EditWords) throws {
    self.init()
    addresses = words.arguments
    all = words.isSet("all")
    recursive = words.isSet("recursive")
    try validate()
  }
}
