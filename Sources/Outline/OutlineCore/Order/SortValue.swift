/// The value by which a row or a section is sorted; all numbers are before all texts.
package enum SortValue: Comparable, Sendable {
  /// A number, or a text that is one.
  case number(Double)
  /// Any other text.
  case text(NaturalText)

  /// The value of an attribute: a number, or a text that reads as a decimal number, is a number.
  package init(attribute text: String) {
    let isDecimal = text.utf8.first != nil && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    self = isDecimal ? Double(text).map(SortValue.number) ?? .text(NaturalText(text)) : .text(NaturalText(text))
  }
}

package enum Sorting {
  /// Returns the indices of values in their sorted order.
  ///
  /// Equal values keep their order in both directions; nil is last in both.
  package static func order(of values: [SortValue?], isReversed: Bool) -> [Int] {
    var present: [(index: Int, value: SortValue)] = []
    for (index, value) in values.enumerated() {
      if let value { present.append((index, value)) }
    }
    present.sort { left, right in
      if isReversed ? right.value < left.value : left.value < right.value { return true }
      if isReversed ? left.value < right.value : right.value < left.value { return false }
      return left.index < right.index
    }
    return present.map(\.index) + values.indices.filter { values[$0] == nil }
  }
}
