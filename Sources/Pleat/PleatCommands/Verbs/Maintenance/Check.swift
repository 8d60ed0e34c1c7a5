import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatSystem

/// `pleat check`: looks for errors in the file, and can make a repaired copy of it.
struct Check: Command {
  static let verb = Verb(
    "check", .maintenance, for: .key, meansWithArguments: "done",
    summary: "Check whether anything is wrong with the file, and repair it.",
    discussion: """
      A file that every other verb refuses is checked too, and the check itself changes nothing. The exit code is \
      0 if nothing is wrong, and 1 otherwise.

      --repair writes a repaired copy to FILE.repaired, and lists the differences between the copy and the file. \
      With --replace, the copy takes the place of the file, which is kept as FILE.broken-TIME.
      """,
    options: [repair, replace, force, allowNetworkFile, quiet] + GlobalOptions.declared,
    examples: [
      "Say whether anything is wrong with the file": "pleat check",
      "The same in a script: silent if all is well": "pleat check -q && echo fine",
      "Write a repaired copy beside the file, if it needs one": "pleat check --repair",
    ],
    files: [
      "FILE.repaired": "The copy that --repair writes.",
      "FILE.broken-TIME": "The file as it was before --replace.",
    ],
    exitCodes: [
      1: "something is wrong with the file", 81: "there is a repaired copy already; --force replaces it", 82: nil,
    ])

  private static let repair = Flag("repair", help: "Write a repaired copy of the file beside it.")
  private static let replace = Flag(
    "replace", help: "With --repair: put the copy in the place of the file, and keep the file under another name.")
  private static let force = Flag("force", help: "With --repair: replace an earlier copy.")
  private static let allowNetworkFile = Flag(
    "allow-network-file", purpose: .programs,
    help: "With --replace: do so even on a network file system, where edits can get lost.")
  private static let quiet = Flag(
    "quiet", letter: "q", for: .key, purpose: .answer, help: "Print nothing if nothing is wrong or the repair succeeds."
  )

  let arguments: Arguments

  private var repair: Bool { arguments[Self.repair] }
  private var replace: Bool { arguments[Self.replace] }
  private var force: Bool { arguments[Self.force] }

  func check() throws {
    if replace, !repair { throw Refusal("--replace works only with --repair.") }
    if force, !repair || replace { throw Refusal("--force works only with --repair, and not with --replace.") }
  }

  var needs: Needs { Needs(edits: repair) }

  func run(in context: Context) throws {
    let path = try arguments.path(in: context)
    if !repair { return try makeCheck(of: path, in: context) }
    do { try makeRepair(of: path, in: context) } catch let error as StoreError {
      guard case .damaged = error else { throw error }
      var failure = Failure(store: error)
      failure.hint = "Nothing in it can be repaired, and it was left unchanged. Use a backup."
      throw failure
    }
  }

  private func makeCheck(of path: String, in context: Context) throws {
    let report = try Outline.check(path, wait: arguments.waitDuration)
    if arguments.isJSON {
      context.output.write(report.json(path))
    } else {
      for line in report.lines { context.output.write(Escapes.oneLine(line) + "\n") }
    }
    if !report.isClean { throw conclusion(report, path) }
    if !arguments.isQuiet, !arguments.isJSON { context.report("nothing is wrong with \(Escapes.oneLine(path))") }
  }

  private func conclusion(_ report: CheckReport, _ path: String) -> Failure {
    if arguments.isJSON { return Failure(status: 1) }
    let count = report.count == 1 ? "1 thing is" : "\(report.count) things are"
    var failure = Failure(status: 1, message: "\(count) wrong with \(path); it was left unchanged.")
    failure.hint =
      "'\(CommandText.pleat(with: arguments.file)) check --repair' writes a repaired copy, and says how it differs from the file."
    return failure
  }

  private func makeRepair(of path: String, in context: Context) throws {
    let report = try Outline.repair(
      path, to: replace ? .inPlace : .beside(mayReplace: force), as: arguments.userName(in: context),
      words: context.sentence, wait: arguments.waitDuration,
      allowsNetworkFile: arguments.allowsNetworkFile(in: context),
      noteSaving: context.signals.noteSaving)
    if replace, report != nil { context.noteSaved(isJSON: arguments.isJSON) }
    if arguments.isJSON {
      context.output.write(report?.json ?? ["file": .null, "findings": .int(0)])
    } else if !arguments.isQuiet {
      context.report(report.map { text($0) } ?? "nothing is wrong with \(Escapes.oneLine(path)); no copy was made")
    }
  }

  private func text(_ report: RepairReport) -> String {
    let counts = [
      Count.sections(report.sections), Count.rows(report.rows), Count.of(report.users, "user"),
      Count.of(report.flags, "fold"), Count.of(report.entries, "entry", "entries") + " of the history",
    ]
    let next =
      report.oldPath.map { "The copy took the place of the file, which is kept as \($0)." }
      ?? "Look at it with '\(CommandText.pleat(with: report.path))'; '\(CommandText.pleat(with: arguments.file)) check --repair --replace' "
      + "puts a repaired copy in the place of the file."
    return (["wrote \(report.path) with \(counts.joined(separator: ", "))"] + report.lines + [next])
      .map(Escapes.oneLine).joined(separator: "\n")
  }
}

extension CheckReport {
  /// One line for each finding, then the number of findings that are not listed.
  fileprivate var lines: [String] {
    findings.map { "\($0)" } + omitted.map { "and \($0.count) more of the kind '\($0.kind.rawValue)'" }
  }

  private var omitted: [(kind: Finding.Kind, count: Int)] {
    Finding.Kind.allCases.compactMap { kind in
      let count = counts[kind, default: 0] - Self.listed
      return count > 0 ? (kind, count) : nil
    }
  }

  fileprivate func json(_ path: String) -> JSONTree {
    let found = findings.map { finding -> JSONTree in
      [
        "kind": .string(finding.kind.rawValue), "table": .text(finding.table), "id": .int(finding.id),
        "message": .string(finding.message),
      ]
    }
    let counted = Finding.Kind.allCases.compactMap { kind in
      counts[kind].map { JSONTree.Member(kind.rawValue, .int($0)) }
    }
    return [
      "file": .string(path), "clean": .bool(isClean), "counts": .object(counted), "findings": .array(found),
    ]
  }
}

extension RepairReport {
  /// The differences between the copy and the file, by kind.
  fileprivate var lines: [String] {
    Kind.allCases.compactMap { kind in
      changes[kind].map { change in
        let more = change.count - change.examples.count
        return "\(kind.words) (\(change.count)): \(change.examples.joined(separator: "; "))"
          + (more > 0 ? "; and \(more) more" : "")
      }
    }
  }

  fileprivate var json: JSONTree {
    let changed = Kind.allCases.compactMap { kind in
      changes[kind].map { change in
        JSONTree.Member(kind.rawValue, ["count": .int(change.count), "examples": .texts(change.examples)])
      }
    }
    return [
      "file": .string(path), "old": .text(oldPath), "findings": .int(check.count), "sections": .int(sections),
      "rows": .int(rows), "users": .int(users), "flags": .int(flags), "entries": .int(entries),
      "changes": .object(changed),
    ]
  }
}

extension RepairReport.Kind {
  /// The kind of difference, as the beginning of a line.
  fileprivate var words: String {
    switch self {
    case .changed: "changed"
    case .newID: "with a new id"
    case .renumbered: "in the same order, with new keys"
    case .recovered: "of a section that is gone"
    case .cut: "shorter than before"
    case .dropped: "not in the copy"
    case .lostPage: "found on a page that nothing referred to"
    case .freePage: "found on a free page, and perhaps deleted earlier"
    }
  }
}

extension Count {
  fileprivate static func of(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
  }
}
