import HTTPTypes
import Hummingbird
import NIOCore
import OutlineJSON

/// Answers the requests of a server, with what every answer says to keep browsers from harm.
struct WebResponder: HTTPResponder {
  let site: Site

  /// What is known of the connection of a request.
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
    }
    for field in Self.safety where !response.headers.contains(field.name) { response.headers.append(field) }
    return response
  }

  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'
    """

  private static let safety: HTTPFields = [
    .contentSecurityPolicy: policy, .xContentTypeOptions: "nosniff", .referrerPolicy: "same-origin",
    .crossOriginResourcePolicy: "same-origin", .openerPolicy: "same-origin", .cacheControl: "no-store",
  ]
}
