/// Makes up Markdown documents with task lists, and knows the boxes in them.
public struct RandomTasks {
  private var random: SeededGenerator
  private var boxes: [Bool] = []

  /// Begins with a seed.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The next document, and the boxes in it in order, each done or open.
  public mutating func document() -> (text: String, boxes: [Bool]) {
    boxes = []
    var lines: [String] = []
    for _ in 0..<int(1...4) {
      switch int(0...5) {
      case 0, 1: lines += ["\(String(repeating: "#", count: int(1...6))) \(box(oneIn: 4))\(word())", ""]
      case 2: lines += ["a paragraph of \(word())", ""]
      default: lines += list(depth: 0) + [""]
      }
    }
    return (lines.joined(separator: "\n") + "\n", boxes)
  }

  private mutating func list(depth: Int) -> [String] {
    // A list that begins with another number than 1 cannot interrupt the paragraph of the item around it.
    let marker = ["-", "*", "+", "1.", "1)", "7."][int(0...(depth == 0 ? 5 : 4))]
    let isLoose = int(0...3) == 0
    var lines: [String] = []
    for _ in 0..<int(1...4) {
      let indent = String(repeating: " ", count: marker.count + 1)
      lines.append("\(marker) \(box(oneIn: 2))\(word())")
      if isLoose { lines.append("") }
      if int(0...5) == 0 { lines += isLoose ? [indent + "more \(word())", ""] : [indent + "and \(word())"] }
      if depth < 4, int(0...2) == 0 { lines += list(depth: depth + 1).map { $0.isEmpty ? "" : indent + $0 } }
    }
    return lines
  }

  /// A box with the space after it, in one of some lines.
  private mutating func box(oneIn count: Int) -> String {
    if int(1...count) > 1 { return "" }
    let isDone = int(0...1) == 0
    boxes.append(isDone)
    return ["[ ]", "[x]", "[X]"][isDone ? int(1...2) : 0] + " "
  }

  private mutating func word() -> String {
    ["write tests", "publish", "`code`", "*later*", "[link](x)", "é 日本"][int(0...5)]
  }

  private mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
