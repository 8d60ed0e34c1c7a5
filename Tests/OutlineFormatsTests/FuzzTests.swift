import Foundation
import OutlineCore
import TestSupport
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Mutated documents: every parser ends with pieces or with an error that says where.
///
/// `PLEAT_FUZZ` sets how many documents each parser gets; see `scripts/fuzz`.
struct FuzzTests {
  private static let count = ProcessInfo.processInfo.environment["PLEAT_FUZZ"].flatMap { Int($0) } ?? 300
  private static let seed = ProcessInfo.processInfo.environment["PLEAT_SEED"].flatMap { UInt64($0) } ?? 1

  /// The documents that mutations begin with: the files of `Corpus`, by their endings.
  private static func corpus(of format: OutlineFormat) throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { OutlineFormat(fileName: $0.lastPathComponent) == format }
      .sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
  }

  @Test(arguments: OutlineFormat.allCases.filter(\.isImportable))
  func `a mutated document is read or refused, and never more than that`(format: OutlineFormat) throws {
    let corpus = try Self.corpus(of: format)
    #expect(corpus.count >= 3)
    var random = SeededGenerator(seed: Self.seed)
    var refused = 0
    for number in 0..<Self.count {
      let bytes = Mutation.mutate(corpus, using: &random)
      do {
        var (sections, flagged) = (0, 0)
        _ = try OutlineReader.read(ByteStream(bytes), as: format, documentName: "Document") { piece in
          switch piece {
          case .section(let section):
            sections += 1
            flagged += 1
            #expect(OutlineLimits.levels.contains(section.draft.level), "\(format) \(number)")
          case .row(let row):
            if row.isCollapsed != nil { flagged += 1 }
            #expect(sections > 0, "\(format) \(number): a row before the first section")
          case .level(let ordinal, let level):
            #expect(ordinal < sections && OutlineLimits.levels.contains(level), "\(format) \(number)")
          case .flag(let index, _): #expect(index < flagged, "\(format) \(number)")
          case .rowLevels, .setting, .identity, .user: #expect(sections == 0, "\(format) \(number)")
          }
        }
      } catch is ImportError {
        refused += 1
      }
    }
    #expect(refused < Self.count || Self.count == 0, "nothing was read at all")
  }
}

/// Changes documents at random.
enum Mutation {
  private static let tokens = [
    "<", ">", "&", "\"", "'", "{", "}", "[", "]", ",", ":", "\n", "\r", "\t", " ", "- ", "#", "`", "|", "\\", "\\u",
    "\\ud800", "0",
    "-1", "1e999", "99999999999999999999", "null", "true", "</outline>", "<outline ", "]]>", "<!--", "<![CDATA[",
    "&#0;", "&#x10FFFF;",
    "\u{FEFF}", "é", "\u{1}", "=", ";", "\"\"",
  ].map { Array($0.utf8) }

  /// One of the documents with one to eight changes.
  static func mutate(_ corpus: [[UInt8]], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = corpus.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let index = Int.random(in: 0...bytes.count, using: &random)
      let length = min(Int.random(in: 0...16, using: &random), bytes.count - index)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: if index < bytes.count { bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random) }
      case 1: if index < bytes.count { bytes[index] = UInt8.random(in: .min ... .max, using: &random) }
      case 2: bytes.removeSubrange(index..<(index + length))
      case 3: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: index)
      case 4: bytes.insert(contentsOf: Array(bytes[index..<(index + length)]), at: index)
      case 5: bytes.removeSubrange(index...)
      default:
        let other = corpus.randomElement(using: &random) ?? []
        let start = Int.random(in: 0...other.count, using: &random)
        bytes.insert(contentsOf: other[start...].prefix(64), at: index)
      }
    }
    return bytes
  }
}
