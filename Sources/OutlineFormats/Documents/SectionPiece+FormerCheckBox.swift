import OutlineCore
import OutlineJSON

extension SectionPiece {
  /// The section with the check box that documents of pleat before version 11 keep among its attributes: `"done":true`.
  var withFormerCheckBox: SectionPiece {
    guard draft.isDone == nil, let attributes = draft.attributes, var members = JSONTree.object(attributes),
      let index = members.firstIndex(where: { $0.key == "done" }),
      case .bool(let isDone) = members[index].value
    else { return self }
    members.remove(at: index)
    var section = self
    section.draft.content.isDone = isDone
    section.draft.content.attributes = members.isEmpty ? nil : JSONTree.object(members).text
    return section
  }
}
