import Hummingbird
import PleatOutput

extension WebError {
  /// Creates the refusal for a verb that failed.
  init(_ answer: ServedOutline.Answer) {
    let status = answer.isLost ? .serviceUnavailable : Self.status(of: answer.status)
    let object = answer.error ?? Failure(.inputOutput, ServedOutline.trouble).json
    self.init(status, object, wait: status == .serviceUnavailable ? 1 : nil)
  }

  /// Creates the refusal of an outline that is not served; the server logs a problem with the folder.
  init(refused failure: Failure) {
    let isKnown = [Failure.Kind.noPermission, .usage].map(\.status).contains(failure.status)
    if !isKnown { Log.write(failure.message) }
    let shown = isKnown ? failure : Failure(.inputOutput, ServedOutline.trouble)
    self.init(Self.status(of: shown.status), shown.json)
  }

  /// Creates the refusal for a file that cannot be read.
  init(unreadable error: any Error) {
    let failure = Failure(error)
    Log.write(failure.message)
    let isBusy = failure.status == Failure.Kind.busy.status
    self.init(
      isBusy ? .serviceUnavailable : .internalServerError, isBusy ? .busy : .inputOutput, ServedOutline.trouble,
      wait: isBusy ? 1 : nil)
  }

  private static func status(of code: Int32) -> HTTPResponse.Status {
    switch code {
    case Failure.Kind.usage.status, Failure.Kind.badData.status: .badRequest
    case Failure.Kind.notFound.status: .notFound
    case Failure.Kind.noPermission.status: .forbidden
    case Failure.Kind.changed.status, Failure.Kind.ambiguous.status, Failure.Kind.refused.status: .conflict
    case Failure.Kind.busy.status: .serviceUnavailable
    default: .internalServerError
    }
  }
}
