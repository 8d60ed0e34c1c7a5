import OutlineCore

/// How to carry out an edit, and what to report about it.
///
/// Every verb takes the same request and returns an ``Answer``. Parts that a request does not ask for are not computed.
public struct Request: Hashable, Sendable {
  /// What an answer says about the lists that the edit changed.
  public enum Report: Hashable, Sendable {
    /// Nothing: ``Answer/changes`` is empty.
    case nothing
    /// The names of the sections and rows that the edit addressed or created; ``Answer/changes`` is empty.
    case names
    /// The view changes of the acting user, and of the observers.
    case changes
    /// The view changes, and the shapes of the acting user's list before and after, which the layout `flat` needs.
    case changesWithShapes
  }

  /// Whether somebody has agreed to what an edit deletes.
  public enum Deletions: Hashable, Sendable {
    /// The edit is made without a question.
    case free
    /// An edit that deletes something is not made; its answer has a ``DeletionQuestion``.
    case asking
    /// The edit is made if it deletes nothing, or exactly the items of the question with this number. Otherwise it is not made,
    /// and its answer has a new question.
    case agreed(UInt64)
  }

  /// The text that describes the edit in the history; empty for none.
  public var words: String
  /// Whether to roll everything back and only report what would have happened.
  public var isTrial: Bool
  /// What to report.
  public var report: Report
  /// Other users whose view changes to report as well; naming one twice, or the acting user, changes nothing.
  public var observers: [ExactText]

  /// A number that the caller has chosen at random for this edit; nil for none.
  ///
  /// If the file already has an edit with the key, nothing is done again: the answer has the items of the first time,
  /// and ``Answer/outcome`` says so. So an edit can be repeated safely after a cut connection. The file knows a key for
  /// 30 days longer than it keeps the edit in its history. An edit that changed nothing leaves no key.
  public var idempotencyKey: Int64?

  /// A digest of what the edit has read from standard input or from a document; nil if it has read nothing.
  ///
  /// An edit that is repeated with its idempotency key is the same one only if this is the same too.
  public var input: Int64?

  /// Whether the answer to a batch also names what each of its edits addressed or created.
  package var namesEdits = false

  /// Whether somebody has agreed to what the edit deletes; a trial never asks.
  public var deletions = Deletions.free

  /// Creates a request; the default carries the edit out and reports the acting user's changes.
  public init(
    words: String = "", isTrial: Bool = false, report: Report = .changes, observers: [ExactText] = [],
    idempotencyKey: Int64? = nil, input: Int64? = nil
  ) {
    self.words = words
    self.isTrial = isTrial
    self.report = report
    self.observers = observers
    self.idempotencyKey = idempotencyKey
    self.input = input
  }
}
