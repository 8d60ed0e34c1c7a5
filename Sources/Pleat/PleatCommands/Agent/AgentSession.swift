import OutlineJSON
import PleatOutput
import PleatSystem

/// One session with an agent, whose messages are those of JSON-RPC 2.0.
///
/// Source: the Model Context Protocol, modelcontextprotocol.io/specification.
struct AgentSession {
  /// The supported versions of the protocol, the newest first.
  private static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The only version in which several messages may come as one array.
  private static let versionWithBatches = "2025-03-26"

  private let outline: AgentOutline
  /// The user that the command or the key names; nil for the name that the agent's program gives itself.
  private let fixedUser: String?
  private var user: String?
  private var version: String?
  /// A random part of every idempotency key, so that no other session has the same ones.
  private let seed = UInt64.random(in: .min ... .max)

  init(_ outline: AgentOutline, as fixedUser: String?) {
    self.outline = outline
    self.fixedUser = fixedUser
  }

  /// Returns the answer to a line; nil if the message needs none.
  mutating func answer(to line: MessageLines.Line) -> JSONTree? {
    guard case .text(let line) = line else {
      return Self.error(AgentError(.invalidRequest, "The message has more than \(MessageLines.limit >> 20) MiB."))
    }
    let message: JSONTree
    do throws(AgentError) {
      guard let text = String(utf8: line) else {
        throw AgentError(.parseError, "The message is not UTF-8.")
      }
      do { message = try JSONTree(text) } catch { throw AgentError(.parseError, "This is not JSON: \(error.message).") }
    } catch {
      return Self.error(error)
    }
    guard case .array(let messages) = message, version == Self.versionWithBatches, !messages.isEmpty else {
      return answer(to: message)
    }
    var answers: [JSONTree] = []
    for message in messages {
      if let answer = answer(to: message) { answers.append(answer) }
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  private mutating func answer(to message: JSONTree) -> JSONTree? {
    guard let members = message.members, members["jsonrpc"]?.string == "2.0" else {
      return Self.error(AgentError(.invalidRequest, "The message is not an object of JSON-RPC 2.0."))
    }
    let id = members["id"]
    guard let method = members["method"]?.string else {
      // The session sends no requests, so a response from the other side is ignored.
      if members["method"] == nil, members["result"] ?? members["error"] != nil { return nil }
      return Self.error(AgentError(.invalidRequest, "The message has no method."), Self.isID(id) ? id : nil)
    }
    guard let id else { return nil }  // a notification
    guard Self.isID(id) else {
      return Self.error(AgentError(.invalidRequest, "An id is a text or a whole number."))
    }
    do {
      return [
        "jsonrpc": .string("2.0"), "id": id,
        "result": try result(of: method, members["params"], key: key(of: id)),
      ]
    } catch {
      return Self.error(error, id)
    }
  }

  private mutating func result(of method: String, _ params: JSONTree?, key: Int64) throws(AgentError) -> JSONTree {
    let values = params == nil ? [] : params?.members
    guard let values else { throw AgentError(.invalidParams, "The params are not an object.") }
    switch method {
    case "ping": return .object([])
    case "initialize": return try initialize(values)
    default: break
    }
    guard let user else { throw AgentError(.invalidRequest, "The first request is initialize.") }
    switch method {
    case "tools/list":
      if values["cursor"] != nil { throw AgentError(.invalidParams, "There is one page of tools, and no cursor.") }
      return ["tools": .array(outline.tools.filter(outline.offers).map(\.json))]
    case "tools/call":
      guard let name = values["name"]?.string, let tool = outline.tools.first(where: { $0.name == name }) else {
        throw AgentError(.invalidParams, "There is no such tool; tools/list lists all of them.")
      }
      let arguments = values["arguments"]
      guard let given = arguments == nil ? [] : arguments?.members else {
        throw AgentError(.invalidParams, "The arguments are not an object.")
      }
      return outline.call(tool, given, as: user, key: key)
    default: throw AgentError(.methodNotFound, "There is no method of this name.")
    }
  }

  private mutating func initialize(_ params: [JSONTree.Member]) throws(AgentError) -> JSONTree {
    if version != nil { throw AgentError(.invalidRequest, "The session is initialized already.") }
    guard let wanted = params["protocolVersion"]?.string else {
      throw AgentError(.invalidParams, "The params have no protocolVersion.")
    }
    let name = fixedUser ?? params["clientInfo"]?.members?["name"]?.string ?? ""
    guard (1...256).contains(name.utf8.count), !name.unicodeScalars.contains(where: TextSafety.isHarmful) else {
      throw AgentError(
        .invalidParams, "clientInfo has no name, which the log is to show, or one that cannot be the name of a user.")
    }
    let spoken = Self.versions.first { $0 == wanted } ?? Self.versions[0]
    (version, user) = (spoken, name)
    return [
      "protocolVersion": .string(spoken), "capabilities": ["tools": .object([])],
      "serverInfo": ["name": .string("pleat"), "version": .string(Version.pleat)],
      "instructions": .string(
        "An outline: sections that hold rows. Ids such as @s4 and @r17 never change, and numbers such as 1.2:3 do. Each call of edit is one step, all or nothing. \(outline.today)"
      ),
    ]
  }

  /// The idempotency key of a request, by which the file recognizes an edit that is sent twice.
  private func key(of id: JSONTree) -> Int64 {
    var hash = FNV1a()
    hash.add(Array("\(seed) \(id.text)".utf8))
    return Int64(hash.value >> 1 | 1)
  }

  private static func isID(_ id: JSONTree?) -> Bool { id?.string != nil || id?.integer != nil }

  private static func error(_ error: AgentError, _ id: JSONTree? = nil) -> JSONTree {
    [
      "jsonrpc": .string("2.0"), "id": id ?? .null,
      "error": ["code": .int(error.code.rawValue), "message": .string(error.message)],
    ]
  }
}

struct AgentError: Error {
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}

extension [JSONTree.Member] {
  subscript(_ key: String) -> JSONTree? { first { $0.key == key }?.value }
}
