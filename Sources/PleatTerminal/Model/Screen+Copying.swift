import OutlineCore
import OutlineRepository

/// The item that was copied on the screen.
enum Clipboard {
  case row(RowDraft)
  /// A section with all that is below it.
  case sections([SectionDraft])

  init(_ address: Address, from outline: Outline, as user: String) throws {
    if case .row = address, case .row(let row)? = try outline.lines(for: user, ListQuery(addresses: [address])).first {
      self = .row(row.content)
      return
    }
    var drafts: [SectionDraft] = []
    try outline.export([address], as: user, begin: { _ in }) { drafts.add($0) }
    self = .sections(drafts)
  }
}

extension Screen {
  func copy() {
    guard let line = current else { return }
    do {
      state.clipboard = try Clipboard(Address(line.id), from: outline, as: user)
      state.message = "copied \"\(line.text.prefix(60))\""
    } catch {
      state.message = texts.failure(error)
    }
  }

  func paste() {
    switch state.clipboard {
    case .row(let row)?: add([row], to: rowPlacement, words: "paste")
    case .sections(let drafts)?: add(drafts, to: sectionPlacement, words: "paste a section")
    case nil: state.message = "Nothing was copied yet: y copies."
    }
  }
}
