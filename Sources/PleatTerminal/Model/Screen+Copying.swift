import OutlineCore
import OutlineRepository

/// The items that were copied on the screen.
enum Clipboard {
  /// A row with the rows below it.
  case rows([RowDraft])
  /// A section with everything below it.
  case sections([SectionDraft])

  init(_ address: Address, from outline: Outline, as user: String) throws {
    if case .row = address {
      let lines = try outline.lines(for: user, ListQuery(addresses: [address], ignoresFolds: true))
      let rows = lines.compactMap { line in if case .row(let row) = line { row.content } else { nil } }
      self = .rows(rows.map { $0.lifted(by: rows[0].level - 1) })
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

  private func paste(_ rows: [RowDraft]) {
    let result = add(rows, to: rowPlacement, words: "paste")
    if case .success(let answer) = result, let first = answer.items.first { select(first) }
  }

  func paste() {
    switch state.clipboard {
    case .rows(let rows)?: paste(rows)
    case .sections(let drafts)?: add(drafts, to: sectionPlacement, words: "paste a section")
    case nil: state.message = "Nothing was copied yet: y copies."
    }
  }
}

extension RowDraft {
  fileprivate func lifted(by levels: Int) -> RowDraft {
    var row = self
    row.level -= levels
    return row
  }
}
