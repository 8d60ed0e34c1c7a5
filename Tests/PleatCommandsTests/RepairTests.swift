import Foundation
import TestPrograms
import Testing

/// Files with every kind of damage: checked, repaired beside, and repaired in place.
struct RepairTests {
  private static let all = ProcessInfo.processInfo.environment["PLEAT_TAMPER"] == "all"

  /// One of 37 cells, and one of four numbers and schemas; or everything, as `scripts/faults tamper` wants it.
  private static let tamperings =
    sample(of: Tampering.cells, 37) + sample(of: Tampering.numbers + Tampering.schemas, 4)

  private static func sample(of tamperings: [Tampering], _ step: Int) -> [Tampering] {
    tamperings.enumerated().filter { all || $0.offset % step == 3 }.map(\.element)
  }

  @Test(arguments: tamperings.indices)
  func `after a repair nothing is wrong with a file that was tampered with`(index: Int) throws {
    let tampering = Self.tamperings[index]
    let session = try Session()
    try TamperTests.file.get().write(to: URL(fileURLWithPath: session.path))
    try tampering.tamper(with: session.shell)
    try expectRepair(of: session, after: tampering.testDescription)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7])
  func `after a repair nothing is wrong with a file of which pages are lost`(seed: UInt64) throws {
    let session = try Session()
    var bytes = try TamperTests.file.get()
    let count = bytes.count / 4_096
    func overwrite(_ page: Int, with byte: UInt8) {
      bytes.replaceSubrange((page * 4_096)..<((page + 1) * 4_096), with: Data(repeating: byte, count: 4_096))
    }
    switch seed {
    case 0: overwrite(0, with: 0)
    case 1: bytes.removeLast(bytes.count / 2)
    case 2: for page in stride(from: 1, to: count, by: 2) { overwrite(page, with: 0) }
    case 3: for page in stride(from: 2, to: count, by: 3) { overwrite(page, with: 0xFF) }
    case 4: bytes.removeLast(1_000)
    case 5: for offset in stride(from: 100, to: bytes.count, by: 997) { bytes[offset] ^= 0x55 }
    case 6: bytes.replaceSubrange(0..<16, with: Data("SQLite format 9\0".utf8))
    default: (bytes[16], bytes[17]) = (2, 0)
    }
    try bytes.write(to: URL(fileURLWithPath: session.path))
    try expectRepair(of: session, after: "damage \(seed)")
  }

  @Test func `a repair keeps the folds of rows`() throws {
    let session = try Session()
    try session.prepare("add --section Home\nadd milk tea --in Home\nindent tea\ncollapse milk")
    let flags = try session.shell.lines(
      "SELECT section_id, collapsed FROM fold WHERE section_id IN (SELECT row_id FROM row)")
    #expect(flags == ["2|1"])
    try session.shell.run("PRAGMA ignore_check_constraints = ON; UPDATE row SET done = 7 WHERE text = 'tea'")
    #expect(session.run("check", "--repair").status != 70)
    #expect(try session.shell.lines("SELECT section_id, collapsed FROM fold WHERE section_id = 2") == flags)
  }

  @Test func `a repair says how many rows are gone with the page that held them`() throws {
    let session = try Session(["add", "--section", "Home", "Work"])
    let texts = (1...40).map { "errand \($0)" }.joined(separator: "\n")
    #expect(session.run("add", "-", "--in", "Home", input: texts).status == 0)
    #expect(session.run("add", "call", "--in", "Work").status == 0)
    let root = try #require(Int(session.shell.lines("SELECT rootpage FROM sqlite_schema WHERE name = 'row'")[0]))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: session.path))
    bytes.replaceSubrange(((root - 1) * 4_096)..<(root * 4_096), with: Data(count: 4_096))
    try bytes.write(to: URL(fileURLWithPath: session.path))
    let repaired = session.run("check", "--repair")
    let missing = "not in the copy (3): 40 rows of section 1; 1 row of section 2; 3 entries of the history"
    #expect(repaired.message.hasSuffix(missing) || repaired.message.contains(missing + "\n"), "\(repaired)")
  }

  /// Checks a file and makes both kinds of repairs.
  private func expectRepair(of session: Session, after damage: String) throws {
    let before = FileState(of: session.path)
    let check = session.run("check")
    #expect([0, 1, 69].contains(check.status), "\(damage): \(check.status) \(check.message)")
    let json = session.run("check", "--json")
    #expect(json.status == check.status)
    if check.status == 69 { return }
    let answer = try JSON.object(json.text)
    #expect(answer["clean"] as? Bool == (check.status == 0), "\(damage)")
    #expect(FileState(of: session.path)?.bytes == before?.bytes, "\(damage)")
    if check.status == 0 { return }
    let copied = session.run("check", "--repair")
    #expect([0, 65].contains(copied.status), "\(damage): \(copied.status) \(copied.message)")
    #expect(FileState(of: session.path)?.bytes == before?.bytes, "\(damage)")
    let replaced = session.run("check", "--repair", "--replace", "--json")
    #expect(replaced.status == copied.status, "\(damage): \(replaced.message)")
    if replaced.status != 0 { return }
    for path in [session.path, session.path + ".repaired"] {
      let second = session.run("check", "-f", path)
      #expect(second.status == 0, "\(damage): \(second.text)")
      #expect(session.run("list", "--all", "-f", path).status == 0, "\(damage)")
      #expect(session.run("log", "-f", path).status == 0, "\(damage)")
      #expect(session.run("add", "--section", "New", "-f", path).status == 0, "\(damage)")
    }
    let old = try JSON.object(replaced.text)["old"] as? String
    #expect(old.flatMap { FileState(of: $0)?.bytes } == before?.bytes, "\(damage)")
  }
}
