import OutlineCore

/// The users and their flags after a merge.
struct MergedFlags {
  private(set) var users: [User] = []
  /// The users that both sides have added with different settings.
  private(set) var conflicts: [String] = []
  /// For each side, the users whose flags it has changed.
  private var active: [Set<ExactText>] = [[], [], []]

  init(_ table: MergeTable) {
    for side in [MergeSide.ours, .theirs] { findActive(in: side, table) }
    let lists = table.documents.map { document in
      Dictionary(document.users.map { (ExactText($0.name), $0) }) { first, _ in first }
    }
    let names = Set(lists.flatMap(\.keys)).sorted()
    let numbers = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    var merged: [Int: User] = [:]
    for (number, name) in names.enumerated() { merged[number] = user(name, lists) }
    let orders = table.documents.map { document in
      document.users.compactMap { numbers[ExactText($0.name)] }.filter { merged[$0] != nil }
    }
    users = MergedOrder(base: orders[0], orders[1], orders[2], rank: { $0 }).elements.compactMap { merged[$0] }
  }

  private mutating func findActive(in side: MergeSide, _ table: MergeTable) {
    for number in table.numbers[side.rawValue] {
      guard let new = table.item(number, in: side)?.flags else { continue }
      let old = table.item(number, in: .base)?.flags ?? [:]
      if new.isEmpty, old.isEmpty { continue }
      active[side.rawValue].formUnion(Set(new.keys).union(old.keys).filter { new[$0] != old[$0] })
    }
  }

  /// The settings of a user; nil if one side has deleted the user and the other has changed nothing.
  private mutating func user(_ name: ExactText, _ lists: [[ExactText: User]]) -> User? {
    let (base, ours, theirs) = (lists[0][name], lists[1][name], lists[2][name])
    guard let ours, let theirs else {
      guard let base, let left = ours ?? theirs else { return ours ?? theirs }
      let side: MergeSide = ours == nil ? .theirs : .ours
      return left != base || active[side.rawValue].contains(name) ? left : nil
    }
    if base == nil, ours != theirs { conflicts.append(name.text) }
    var user = ours
    // Of two new settings, the one that is not the default wins.
    let users = Sides(base ?? User(name: name.text, startsCollapsed: false, accordion: false), ours, theirs)
    user.startsCollapsed = users.map(\.startsCollapsed).merged { ours, _ in ours }
    user.accordion = users.map(\.accordion).merged { ours, _ in ours }
    return user
  }

  /// Merges the flags of one section: of two new ones, expanded wins.
  ///
  /// - Returns: The flags, and the users for whom both sides set another one.
  static func flags(_ sides: Sides<[ExactText: Bool]>) -> (flags: [ExactText: Bool], conflicts: [ExactText]) {
    if let agreed = sides.agreed() { return (agreed, []) }
    var flags: [ExactText: Bool] = [:]
    var conflicts: [ExactText] = []
    for name in Set(sides.ours.keys).union(sides.theirs.keys) {
      let own = sides.map { $0[name] }
      if own.agreed() == nil { conflicts.append(name) }
      flags[name] = flag(own)
    }
    return (flags, conflicts.sorted())
  }

  static func flag(_ sides: Sides<Bool?>) -> Bool? {
    sides.merged { ours, theirs in
      guard let ours, let theirs else { return ours ?? theirs }
      return ours && theirs
    }
  }
}
