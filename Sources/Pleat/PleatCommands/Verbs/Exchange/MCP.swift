import PleatArguments
import PleatOutput

/// `pleat mcp`: lets an agent read and edit an outline, by the Model Context Protocol.
struct MCP: Command {
  static let verb = Verb(
    "mcp", synonyms: ["agent"], .exchange, for: .key,
    summary: "Let an agent read and edit the outline, by the Model Context Protocol.",
    discussion: """
      It speaks JSON-RPC over standard input and output until its input ends; the program that runs the agent starts it. The tools are \
      list, find, show, due, log, tags, edit, undo and redo. They accept the arguments that these verbs accept from the holder of a key \
      of 'pleat serve'; edit accepts edits as objects, as 'pleat apply' does. Answers are short texts with ids; with json, they are JSON.

      Each call that edits is one entry of the log, of the user of the key or of -u, or else of the name that the agent's program \
      gives itself: 'pleat undo --by NAME' takes back all of them. A call that would delete something changes nothing at \
      first. Its answer lists the items that would be deleted, and a word that confirms the deletion until the outline changes.
      """,
    options: [readOnly] + GlobalOptions.declared,
    examples: [
      "Tools for an agent that may only read": "pleat mcp --read-only </dev/null",
      "An agent whose edits have this name": "pleat mcp -u scribe </dev/null",
    ])

  private static let readOnly = Flag(
    "read-only", for: .key, help: "Refuse everything that changes the outline or the folds.")

  let arguments: Arguments

  var needs: Needs { Needs(input: .text, dialog: .program) }

  func run(in context: Context) throws {
    let outline = AgentOutline(
      path: try arguments.path(in: context), right: arguments[Self.readOnly] ? .see : context.origin?.right ?? .edit,
      values: try context.configuration().carried, context: context)
    let isServed = context.origin?.isServed == true
    var session = AgentSession(outline, as: isServed ? try arguments.userName(in: context) : arguments.user)
    var lines = MessageLines(context.input)
    while let line = try lines.next() {
      guard let answer = session.answer(to: line) else { continue }
      context.output.write(answer)
      try context.output.finish()
    }
  }
}
