/// The order of tasks that name the task around them, wherever it is in the document.
struct TaskTree {
  /// The index of the task around each task, or nil for none.
  ///
  /// A circle is cut where it would close.
  private(set) var parents: [Int?]
  /// Every task before those below it, with the number of tasks around it.
  private(set) var order: [(index: Int, depth: Int)] = []

  /// O(n) in the number of tasks.
  init(parents given: [Int?]) {
    parents = given
    cutCircles()
    var children: [Int?: [Int]] = [:]
    for (index, parent) in parents.enumerated().reversed() { children[parent, default: []].append(index) }
    var rest = (children[nil] ?? []).map { (index: $0, depth: 0) }
    while let next = rest.popLast() {
      order.append(next)
      rest += (children[next.index] ?? []).map { (index: $0, depth: next.depth + 1) }
    }
  }

  private mutating func cutCircles() {
    var walks = Array(repeating: 0, count: parents.count)
    for start in parents.indices where walks[start] == 0 {
      var index = start
      walks[index] = start + 1
      while let parent = parents[index] {
        if walks[parent] == start + 1 { parents[index] = nil }
        if walks[parent] != 0 { break }
        walks[parent] = start + 1
        index = parent
      }
    }
  }
}
