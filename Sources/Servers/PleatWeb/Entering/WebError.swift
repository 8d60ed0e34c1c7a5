import Hummingbird
import OutlineJSON
import PleatOutput

/// A refused request, with the JSON object that describes errors under `--json`.
struct WebError: Error {
  let status: HTTPResponse.Status
  let object: JSONTree
  /// How many seconds to wait before the next attempt; nil if waiting does not help.
  var wait: Int?
  /// The methods that the address accepts; empty unless the method was wrong.
  var methods: [String] = []

  /// Creates a refusal with the object of an error.
  init(_ status: HTTPResponse.Status, _ object: JSONTree, wait: Int? = nil) {
    (self.status, self.object, self.wait) = (status, object, wait)
  }

  /// Creates a refusal by the server itself.
  init(_ status: HTTPResponse.Status, _ kind: Failure.Kind, _ message: String, wait: Int? = nil) {
    self.init(status, Failure(kind, message).json, wait: wait)
  }

  static let unknownPlace = WebError(.notFound, .notFound, "There is nothing at this address.")
  static let tooLong = WebError(.contentTooLarge, .badData, "The request is longer than 1 MiB. Nothing was changed.")
  static let tooMany = WebError(
    .tooManyRequests, .busy, "There are too many requests at once. Nothing was changed; wait a moment.", wait: 1)
  static let tooManyWrongTokens = WebError(
    .tooManyRequests, .noPermission, "Too many wrong tokens were shown. Nothing was changed; wait a moment.", wait: 3)
  static let notReady = WebError(
    .serviceUnavailable, .unavailable, "The outlines cannot be served now.", wait: 1)
  static let tooManyStreams = WebError(.tooManyRequests, .busy, "There are too many streams of changes open.", wait: 5)

  static func badQuery(_ message: String) -> WebError { WebError(.badRequest, .usage, message) }
}
