import ListChanges
import OutlineCore

/// A few nested sections with one user's flags, to try every request in every such outline.
struct FoldWorld: CustomStringConvertible {
  let states: [SectionState]

  /// As `▾1 ▸2 ■2`: the mark of a drawing and the level of each section.
  var description: String {
    states.map { "\(!$0.isCollapsible ? "■" : $0.isCollapsed ? "▸" : "▾")\($0.level)" }.joined(separator: " ")
  }

  /// Every outline of so many sections, each expanded, collapsed or not collapsible, none more than one level below
  /// the section before it.
  static func all(sections: Int) -> [FoldWorld] {
    if sections == 0 { return [FoldWorld(states: [])] }
    return all(sections: sections - 1).flatMap { world in
      (1...((world.states.last?.level ?? 0) + 1)).flatMap { level in
        [(true, false), (true, true), (false, false)].map { isCollapsible, isCollapsed in
          let state = SectionState(
            id: SectionID(Int64(sections)), level: level, isCollapsible: isCollapsible, isCollapsed: isCollapsed,
            rowCount: 0)
          return FoldWorld(states: world.states + [state])
        }
      }
    }
  }

  /// Every choice of named sections, at least one.
  var namings: [Set<SectionID>] {
    (1..<(1 << states.count)).map { bits in
      Set(states.indices.filter { bits >> $0 & 1 == 1 }.map { states[$0].id })
    }
  }

  /// The named sections and all that is below them, found by looking for a named ancestor of each section.
  func subtrees(of named: Set<SectionID>) -> Set<SectionID> {
    let inside = states.indices.filter { index in
      states[...index].indices.contains { root in
        let isBelow = states[root...index].dropFirst().allSatisfy { $0.level > states[root].level }
        return isBelow && named.contains(states[root].id)
      }
    }
    return Set(inside.map { states[$0].id })
  }
}
