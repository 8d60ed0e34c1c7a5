/// A failure to write output.
package enum OutputError: Error {
  /// The reader of the pipe has closed it.
  case closed
  /// Writing failed; `reason` is the system's message.
  case failed(reason: String)
}
