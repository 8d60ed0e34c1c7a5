import Foundation
import PleatSystem
import SystemPackage
import TestPrograms
import Testing

/// Giving a new file its name.
struct RenameTests {
  private let folder: ScratchFolder
  private let old: String
  private let new: String

  init() throws {
    folder = try ScratchFolder()
    (old, new) = (folder.path(of: "old"), folder.path(of: "new"))
    try Data("made".utf8).write(to: URL(fileURLWithPath: old))
  }

  private func names() throws -> [String] { try folder.names().sorted() }

  @Test func `a file gets a name that is free`() throws {
    #expect(try Platform.moveToNewName(old, new))
    #expect(try names() == ["new"])
  }

  @Test func `a name that another file has is left alone`() throws {
    try Data("another's".utf8).write(to: URL(fileURLWithPath: new))
    #expect(try !Platform.moveToNewName(old, new))
    #expect(try names() == ["new", "old"])
    #expect(try String(contentsOfFile: new, encoding: .utf8) == "another's")
  }

  @Test func `a file that has the name already has got it, whatever the system reports`() throws {
    #expect(link(old, new) == 0)
    #expect(try Platform.moveToNewName(old, new))
    #expect(try names() == ["new"])
  }

  @Test func `a file that does not exist gets no name`() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) { try Platform.moveToNewName(folder.path(of: "none"), new) }
    #expect(try names() == ["old"])
  }

  @Test func `two files exchange their names`() throws {
    try Data("another's".utf8).write(to: URL(fileURLWithPath: new))
    #expect(try Platform.exchange(old, new))
    #expect(try String(contentsOfFile: new, encoding: .utf8) == "made")
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "another's")
  }
}
