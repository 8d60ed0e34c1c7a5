import HTTPTypes
import Hummingbird
import NIOCore
import OutlineJSON

/// Answers the requests of a server, and adds the headers that protect browsers to every answer.
struct WebResponder: HTTPResponder {
  let site: Site

  /// What is known about the connection of a request.
  struct Context: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }
  }

  func respond(to request: Request, context: Context) async throws -> Response {
    var response: Response
    do {
      response = try await site.answer(request, over: context.channel)
    } catch let error as WebError {
      response = Site.json(Array("\(error.object.text)\n".utf8), error.status)
      if let wait = error.wait { response.headers[.retryAfter] = "\(wait)" }
      if !error.methods.isEmpty { response.headers[.allow] = error.methods.joined(separator: ", ") }
      if Self.leavesBody.contains(error.status), request.method != .get { Self.close(context.channel, &response) }
    }
    for field in Self.safety where !response.headers.contains(field.name) { response.headers.append(field) }
    return response
  }

  /// The refusals sent before the body of the request is read.
  private static let leavesBody: Set<HTTPResponse.Status> = [
    .unauthorized, .forbidden, .requestTimeout, .contentTooLarge, .misdirectedRequest, .tooManyRequests,
  ]

  /// Ends the connection soon after the response, because the rest of the request is not read.
  private static func close(_ channel: any Channel, _ response: inout Response) {
    response.headers[.connection] = "close"
    channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }

  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'; \
    worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
    """

  private static let safety: HTTPFields = [
    .contentSecurityPolicy: policy, .xContentTypeOptions: "nosniff", .referrerPolicy: "same-origin",
    .crossOriginResourcePolicy: "same-origin", .openerPolicy: "same-origin", .cacheControl: "no-store",
  ]
}
