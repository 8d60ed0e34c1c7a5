import OutlineCore

/// A document that cannot be merged.
package enum ThreeWayMergeError: Error, Hashable {
  /// A document has a number twice.
  case duplicateID(ItemID, in: MergeSide)
  /// A document has a user twice.
  case duplicateUser(String, in: MergeSide)
}

/// One of the three documents of a merge.
package enum MergeSide: Int, CaseIterable, Sendable {
  /// The document that both sides began with.
  case base
  case ours
  case theirs
}

/// A value as it is in the three documents of a merge.
struct Sides<Value> {
  let base: Value
  let ours: Value
  let theirs: Value

  init(_ base: Value, _ ours: Value, _ theirs: Value) { (self.base, self.ours, self.theirs) = (base, ours, theirs) }

  init(_ value: (MergeSide) throws -> Value) rethrows {
    self.init(try value(.base), try value(.ours), try value(.theirs))
  }

  var all: [Value] { [base, ours, theirs] }

  func map<Part>(_ part: (Value) throws -> Part) rethrows -> Sides<Part> {
    Sides<Part>(try part(base), try part(ours), try part(theirs))
  }

  /// Returns a part of the values; nil if one of them does not have it.
  func compactMap<Part>(_ part: (Value) throws -> Part?) rethrows -> Sides<Part>? {
    guard let base = try part(base), let ours = try part(ours), let theirs = try part(theirs) else { return nil }
    return Sides<Part>(base, ours, theirs)
  }

  /// The value of the side that has changed it, or that both have; nil if each has changed it in its own way.
  func agreed(by isSame: (Value, Value) -> Bool) -> Value? {
    if isSame(ours, theirs) || isSame(theirs, base) { return ours }
    return isSame(ours, base) ? theirs : nil
  }

  /// Returns the value after the merge; `decide` chooses if each side has changed it in its own way.
  func merged(by isSame: (Value, Value) -> Bool, decide: (_ ours: Value, _ theirs: Value) -> Value) -> Value {
    agreed(by: isSame) ?? decide(ours, theirs)
  }
}

extension Sides where Value: Equatable {
  func agreed() -> Value? { agreed(by: ==) }

  func merged(decide: (_ ours: Value, _ theirs: Value) -> Value) -> Value { merged(by: ==, decide: decide) }
}

extension Document {
  /// Refuses a document that has an id or a user twice.
  func checkOnce(_ side: MergeSide) throws(ThreeWayMergeError) {
    var numbers: Set<Int64> = []
    for index in items.indices {
      guard let number = items[index].number, !numbers.insert(number).inserted else { continue }
      if let id = items[index].id { throw .duplicateID(id, in: side) }
    }
    var names: Set<ExactText> = []
    for user in users where !names.insert(ExactText(user.name)).inserted {
      throw .duplicateUser(user.name, in: side)
    }
  }
}
