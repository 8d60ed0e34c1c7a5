import PleatArguments

/// The meanings of the exit codes, as help shows them; ``Failure/Kind`` decides which code a command ends with.
package enum ExitCode {
  /// All codes except those of signals, with their meanings.
  package static let meanings: [(code: Int32, meaning: String)] = [
    (0, "done, or there was nothing to do"),
    (1, "a negative answer: 'find' found nothing, or 'check' found a problem"),
    (64, "the command cannot be understood: an unknown verb or option, or a missing argument"),
    (65, "not a pleat file, a damaged one, or bad input, such as an argument that is not UTF-8"),
    (66, "no such file, section, row, user or edit"),
    (
      69,
      "the file was made by a newer pleat or by one that is too old; sqlite3, git or ssh is missing; or pleat is missing on the other machine, or has another version there"
    ),
    (70, "a bug in pleat"),
    (73, "a file cannot be created"),
    (74, "input or output failed, memory or open files ran out, or the connection to another machine broke"),
    (75, "the file is locked or was replaced meanwhile; it is safe to repeat the command"),
    (77, "no permission, the file is read-only or on a network file system, or the ssh key does not allow it"),
    (78, "bad configuration: a mistake in the configuration, no folder for the outline, or no user name"),
    (79, "somebody else has changed the same item; read it again first"),
    (80, "an address fits several sections or rows; the message lists them with their ids"),
    (81, "refused by a rule, such as deleting a section that is not empty without -r"),
    (82, "the edit is saved, and only its report failed; do not repeat the command"),
    (83, "a synchronization saved the edits that arrived, but could not send the edits made here; repeat the command"),
  ]

  package static func terms(for verb: Verb) -> [HelpPage.Term] {
    var codes: Set<Int32> = [0, 64]
    if verb.option("--file")?.help != nil { codes.formUnion([65, 66, 75]) }
    if verb.arguments.contains(where: { $0.kind.isAddress })
      || verb.options.contains(where: { $0.kind?.isAddress == true })
    {
      codes.insert(80)
    }
    if verb.option("--dry-run") != nil { codes.formUnion([77, 81]) }
    if verb.option("--idempotency-key") != nil { codes.insert(82) }
    let own = verb.exitCodes
    codes.formUnion(own.keys)
    return meanings.filter { codes.contains($0.code) }.map { code, meaning in
      HelpPage.Term("\(code)", (own[code] ?? nil) ?? meaning)
    }
  }
}
