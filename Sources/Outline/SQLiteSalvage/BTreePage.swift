/// A page of a b-tree: where its cells begin, and which pages are below it.
///
/// - Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
struct BTreePage {
  /// The kinds of pages; the numbers are those in the file.
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
    var isTable: Bool { self == .tableInterior || self == .tableLeaf }
  }

  /// A cell: the part of its payload that is on the page, and where the rest is.
  struct Cell {
    /// The rowid; 0 in an index.
    let rowID: Int64
    /// The length of the whole payload.
    let length: Int
    let local: ArraySlice<UInt8>
    /// The first overflow page; nil if the whole payload is on the page.
    let overflow: Int?
  }

  let kind: Kind
  private let reader: ByteReader
  private let usable: Int
  let cells: [Int]
  private let rightChild: Int?

  /// Reads the header of a page; nil if it is not a page of a b-tree.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - start: Where its header begins: 100 on the first page of a file, else 0.
  ///   - usable: The number of bytes that SQLite uses of the page.
  init?(_ bytes: [UInt8], from start: Int, usable: Int) {
    let reader = ByteReader(bytes: bytes)
    guard let kind = reader.byte(at: start).flatMap(Kind.init), let count = reader.number(at: start + 3, count: 2)
    else { return nil }
    let pointers = start + (kind.isLeaf ? 8 : 12)
    guard pointers + 2 * count <= usable else { return nil }
    self.kind = kind
    self.reader = reader
    self.usable = usable
    rightChild = kind.isLeaf ? nil : reader.number(at: start + 8, count: 4)
    cells = (0..<count).compactMap { reader.number(at: pointers + 2 * $0, count: 2) }
      .filter { $0 >= pointers + 2 * count && $0 < usable }
  }

  /// The numbers of the pages right below an interior page, in order.
  var children: [Int] {
    if kind.isLeaf { return [] }
    return cells.compactMap { reader.number(at: $0, count: 4) } + [rightChild].compactMap(\.self)
  }

  /// Returns the cells that have a payload, except those that reach beyond the page or have more than `limit` bytes.
  func payloads(atMost limit: Int) -> [Cell] {
    if kind == .tableInterior { return [] }
    return cells.compactMap { cell(at: $0 + (kind.isLeaf ? 0 : 4), atMost: limit) }
  }

  private func cell(at offset: Int, atMost limit: Int) -> Cell? {
    guard let (number, afterLength) = reader.variableNumber(at: offset), let length = Int(exactly: number),
      length <= limit
    else { return nil }
    var (start, rowID) = (afterLength, Int64(0))
    if kind == .tableLeaf {
      guard let (id, end) = reader.variableNumber(at: start) else { return nil }
      (start, rowID) = (end, Int64(bitPattern: id))
    }
    let localLength = Self.localLength(of: length, kind, usable: usable)
    guard start + localLength <= usable, let local = reader.slice(at: start, count: localLength) else { return nil }
    if localLength == length { return Cell(rowID: rowID, length: length, local: local, overflow: nil) }
    guard let next = reader.number(at: start + localLength, count: 4) else { return nil }
    return Cell(rowID: rowID, length: length, local: local, overflow: next)
  }

  /// Returns how many bytes of a payload are on the page itself.
  static func localLength(of length: Int, _ kind: Kind, usable: Int) -> Int {
    let most = longestLocal(kind, usable: usable)
    if length <= most { return length }
    let least = (usable - 12) * 32 / 255 - 23
    let rest = least + (length - least) % (usable - 4)
    return rest <= most ? rest : least
  }

  /// Returns the length of the longest payload that fits on the page itself.
  static func longestLocal(_ kind: Kind, usable: Int) -> Int {
    kind == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
  }
}
