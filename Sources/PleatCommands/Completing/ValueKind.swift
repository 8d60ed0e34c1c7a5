import ArgumentParser
import OutlineFormats

/// What the value of an option or an argument is, as far as completions can offer any.
enum ValueKind: Equatable {
  /// A text of which nothing is known.
  case text
  /// The path of a file.
  case file
  /// One of some words.
  case words([String])
  /// The address of a section or a row.
  case item
  /// The address of a section.
  case section
  /// The name of a user.
  case user

  /// Reads it from the declaration, as the argument parser describes it.
  init(_ argument: JSONTree) {
    let completion = argument["completionKind"]
    let words = completion?["list"]?["values"]?.elements?.compactMap(\.string) ?? []
    self =
      switch words {
      case [Self.sectionMark]: .section
      case [Self.userMark]: .user
      case []:
        completion?["file"] != nil ? .file : argument["valueName"]?.string == "address" ? .item : .text
      default: .words(words)
      }
  }

  fileprivate static let sectionMark = "the address of a section"
  fileprivate static let userMark = "the name of a user"
}

extension CompletionKind {
  /// What the file has for the value: the addresses of its sections, without those of rows.
  static var sections: CompletionKind { .list([ValueKind.sectionMark]) }

  /// What the file has for the value: the names of its users.
  static var users: CompletionKind { .list([ValueKind.userMark]) }
}
