import OutlineCore

/// The keywords before the titles of org's headings that say whether a task is open or done.
struct OrgKeywords {
  private var isDone = ["TODO": false, "DONE": true]
  /// Words in capitals that begin titles without a keyword, and that must not become keywords.
  private var titleWords: Set<String> = []

  /// The keywords that the lines of a document declare anywhere; TODO and DONE if they declare none.
  init(_ lines: some Sequence<Substring> = []) {
    let named = lines.compactMap { line in Self.name(in: line).map { line.dropFirst($0.count) } }
    if !named.isEmpty { isDone = [:] }
    for line in named { add(line) }
  }

  private static let names = ["#+todo:", "#+seq_todo:", "#+typ_todo:"]

  /// Whether a line declares keywords.
  static func areNamed(in line: Substring) -> Bool { name(in: line) != nil }

  /// The name with which a line that declares keywords begins.
  private static func name(in line: Substring) -> String? {
    guard line.utf8.first == UInt8(ascii: "#") else { return nil }
    let line = line.lowercased()
    return names.first { line.hasPrefix($0) }
  }

  /// Whether all keywords are ASCII, so that they are the same in whatever line they are.
  var arePlain: Bool { isDone.count == 2 || isDone.keys.allSatisfy { !$0.hasByte { $0 >= 0x80 } } }

  /// Whether a keyword means that a task is done; nil for any other word.
  subscript(word: String) -> Bool? { isDone[word] }

  /// Whether a word can become a keyword of this meaning, as keywords hold for earlier headings too.
  func canBe(_ word: String, isDone: Bool) -> Bool {
    Self.isWord(word) && Self.isInCapitals(word) && !titleWords.contains(word) && (self[word] ?? isDone) == isDone
  }

  /// Keeps the first word of a title from becoming a keyword.
  mutating func keepFree(_ title: String) {
    let word = title[..<(title.firstByte { $0 == UInt8(ascii: " ") } ?? title.endIndex)]
    if Self.isInCapitals(word), Self.isWord(String(word)) { titleWords.insert(String(word)) }
  }

  private static func isInCapitals(_ word: some StringProtocol) -> Bool {
    !word.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  mutating func add(_ word: String, isDone: Bool) { self.isDone[word] = isDone }

  /// The line that declares the keywords; nil if there are only the usual ones.
  var line: String? {
    guard isDone.count > 2 else { return nil }
    let (done, open) = (isDone.filter(\.value).keys.sorted(), isDone.filter { !$0.value }.keys.sorted())
    return "#+TODO: \(open.joined(separator: " ")) | \(done.joined(separator: " "))"
  }

  /// Whether org accepts a word as a keyword.
  static func isWord(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// Adds the keywords of a line such as `TODO(t) WAITING(w@) | DONE(d)`; without a bar, the last one means done.
  private mutating func add(_ line: Substring) {
    let words = line.split { $0 == " " || $0 == "\t" }.map { String($0.prefix { $0 != "(" }) }
    let bar = words.firstIndex(of: "|") ?? max(0, words.count - 1)
    for (index, word) in words.enumerated() where word != "|" { isDone[word] = index >= bar }
  }
}
