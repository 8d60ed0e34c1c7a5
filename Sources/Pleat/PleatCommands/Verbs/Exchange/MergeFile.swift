import OutlineCore
import OutlineDocuments
import OutlineFormats
import OutlineJSON
import OutlineRepository
import PleatArguments
import PleatOutput
import PleatTerminal

/// `pleat merge-file`: merges two versions of a document, as a merge driver of git.
struct MergeFile: Command {
  static let verb = Verb(
    "merge-file", .exchange, summary: "Merge two versions of a JSON file, for example for git.",
    discussion: """
      The files have pleat's JSON, as 'pleat export' writes it; an empty file is an empty outline. OURS is \
      replaced by the merged document. No outline is read or changed.

      Items are the same if they have the same id. The additions, changes, moves and deletions of both sides are \
      merged, field by field. An item that one side deleted and the other changed stays. If both sides changed the \
      same text, both versions are kept, as in "green apples ≠ red apples", and the attribute "conflict" lists \
      them. Every conflict is listed on standard error; the exit code is 0 all the same.

      Which file is OURS and which is THEIRS makes no difference to the result. With two commands and a line in \
      .gitattributes, git merges this way:

      git config --global merge.pleat.name 'pleat outlines'
      git config --global merge.pleat.driver 'pleat merge-file %O %A %B'
      echo '*.json merge=pleat' >>.gitattributes
      """,
    arguments: [
      Argument("base", .file, help: "The version from which both sides were made."),
      Argument("ours", .file, help: "One side; it is replaced by the merged document."),
      Argument("theirs", .file, help: "The other side."),
    ],
    options: [print, dryRun] + GlobalOptions.declared,
    examples: [
      "The changes of both sides, into mine.json": "pleat merge-file base.json mine.json theirs.json",
      "List the conflicts, and write nothing": "pleat merge-file base.json mine.json theirs.json -n",
      "Into another file": "pleat merge-file base.json mine.json theirs.json --print >merged.json",
    ])

  private static let print = Flag(
    "print", help: "Write the merged document to standard output, and leave OURS unchanged.")
  private static let dryRun = Flag("dry-run", letter: "n", help: "List the conflicts, and write nothing.")

  let arguments: Arguments

  private var ours: String { arguments.positional[1] }

  var needs: Needs { .nothing }

  func check() throws {
    if arguments[Self.print], arguments.isJSON {
      throw Refusal("--print and --json both write to standard output, so they cannot be used together.")
    }
  }

  func run(in context: Context) throws {
    context.noteInterrupts()
    let merge = try merged()
    if arguments[Self.print], !arguments.isTrial {
      try merge.document.write { bytes in context.output.append { $0 += bytes } }
    } else if !arguments.isTrial {
      let file = try ExportFile(ours, mayReplace: true)
      try merge.document.write(to: file.write)
      try file.finish()
    }
    tell(MergeFileText(merge, isTrial: arguments.isTrial), in: context)
  }

  private func merged() throws -> ThreeWayMerge {
    let paths = arguments.positional
    do {
      return try ThreeWayMerge(
        base: document(paths[0]), ours: document(paths[1]), theirs: document(paths[2]))
    } catch let error as ThreeWayMergeError {
      throw failure(error)
    }
  }

  /// Reads a document; an empty file, which git passes if there is no base, is an empty document.
  private func document(_ path: String) throws -> Document {
    do {
      let bytes = try OpenInput(path).stream.limited(to: DocumentLimits.wholeBytes, Self.sizeError).rest()
      return try bytes.isEmpty ? Document() : Document(json: bytes, named: "")
    } catch let error as ImportError {
      throw Failure(input: error, in: path, consequence: "Nothing was changed.")
    }
  }

  private static let sizeError = ImportError(
    message: "The document has more than \(DocumentLimits.mebibytes(DocumentLimits.wholeBytes)), "
      + "and a merge holds documents as a whole")

  private func failure(_ error: ThreeWayMergeError) -> Failure {
    let path = { (side: MergeSide) in
      switch side {
      case .base: arguments.positional[0]
      case .ours: arguments.positional[1]
      case .theirs: arguments.positional[2]
      }
    }
    let (what, file) =
      switch error {
      case .duplicateID(let id, let side): ("the id \(id)", path(side))
      case .duplicateUser(let name, let side): ("the user '\(name)'", path(side))
      }
    return Failure(
      .badData, "\(file) has \(what) twice.",
      hint: "Nothing was changed. To give new ids, import the file into an outline and export it again.")
  }

  private func tell(_ text: MergeFileText, in context: Context) {
    if arguments.isJSON {
      context.output.write(text.json(file: ours))
    } else {
      for line in text.lines { context.report(line) }
    }
  }
}
