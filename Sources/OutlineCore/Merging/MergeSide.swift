/// The sections and rows of an outline or a document that are compared for a merge, in document order, all by their indices.
struct MergeSide {
  /// The ids; nil for what has none.
  private(set) var numbers: [Int64?] = []
  /// The titles of sections and the texts of rows.
  private(set) var names: [String] = []
  /// Whether each of them is a section.
  private(set) var isSection: [Bool] = []
  /// For a section the one that encloses it, and for a row the one that holds it; nil for an outermost section.
  private var parents: [Int?] = []

  init(_ parts: [DocumentPart]) {
    var open = LevelStack<Int>()
    for part in parts {
      let section = names.count
      let parent = open.enter(section, level: part.piece.draft.level)
      add(part.piece.id?.rawValue, part.piece.draft.title, isSection: true, in: parent)
      for row in part.rows { add(row.id?.rawValue, row.draft.text, isSection: false, in: section) }
    }
  }

  private mutating func add(_ number: Int64?, _ name: String, isSection: Bool, in parent: Int?) {
    numbers.append(number)
    names.append(name)
    self.isSection.append(isSection)
    parents.append(parent)
  }
}

// The keys by which things match; nil for what has no such key.
extension MergeSide {
  /// A name below a section of the outline; nil stands for a section that the outline does not have.
  struct Spot: Hashable {
    let section: Int64?
    let name: String
    var isSection = false
  }

  /// The titles from the top down to each section.
  var paths: [[String]?] {
    var paths: [[String]?] = []
    for index in names.indices {
      paths.append(isSection[index] ? (parents[index].flatMap { paths[$0] } ?? []) + [names[index]] : nil)
    }
    return paths
  }

  /// The titles of the sections.
  var titles: [String?] { names.indices.map { isSection[$0] ? names[$0] : nil } }

  /// The texts of the rows.
  var texts: [String?] { names.indices.map { isSection[$0] ? nil : names[$0] } }

  /// The texts of the rows, each in its section.
  ///
  /// - Parameter sections: For each section the one of the outline that it is.
  func spots(_ sections: [Int64?]) -> [Spot?] {
    names.indices.map { index in
      isSection[index] ? nil : Spot(section: parents[index].flatMap { sections[$0] }, name: names[index])
    }
  }

  /// The titles and first lines, each in the section that holds it; nil for what is in a section that only one side has.
  ///
  /// What is in a section that is a row on the other side counts as beside it.
  /// - Parameters:
  ///   - sections: For each section the one of the outline that it is, if it is a section on both sides.
  ///   - matches: For each of them what it is in the outline; nil for what only one side has.
  func lines(_ sections: [Int64?], _ matches: [Int64?]) -> [Spot?] {
    var homes: [Int64?] = []
    return names.indices.map { index in
      let home = parents[index].flatMap { homes[$0] }
      homes.append(sections[index] ?? (matches[index] == nil ? nil : home))
      let name = isSection[index] ? names[index] : LevelRules.title(of: names[index])
      return home.map { Spot(section: $0, name: name, isSection: isSection[index]) }
    }
  }
}

extension MergeSide {
  /// The first lines of rows, and the titles of sections that hold nothing that only one side has, wherever they are.
  func leaves(_ matches: [Int64?]) -> [Spot?] {
    let holders = Set(names.indices.compactMap { matches[$0] == nil ? parents[$0] : nil })
    return names.indices.map { index in
      if !isSection[index] { return Spot(section: nil, name: LevelRules.title(of: names[index])) }
      return holders.contains(index) ? nil : Spot(section: nil, name: names[index], isSection: true)
    }
  }
}

extension [MergeSide.Spot?] {
  /// The same as they are if each has the other kind on the other side; nil for a name that both kinds have here.
  var ofOtherKind: Self {
    let all = Set(self)
    return map { spot in
      guard var spot else { return nil }
      spot.isSection.toggle()
      return all.contains(spot) ? nil : spot
    }
  }
}
