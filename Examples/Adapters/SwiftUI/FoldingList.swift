import ListChanges

#if canImport(SwiftUI)
  import SwiftUI
#else
  import AppleStandIns
#endif

/// Shows a `CollapsibleList` in a `List`.
///
/// SwiftUI finds the differences itself; the changes say from which edge rows enter and leave.
struct FoldingList<Header: CollapsibleItem, Row: CollapsibleItem, HeaderView: View, RowView: View>: View {
  @Binding var list: CollapsibleList<Header, Row>
  /// The row that is selected, also while a collapsed section hides it.
  @Binding var selection: Row.ID?
  @ViewBuilder let header: (ShownItem<Header>) -> HeaderView
  @ViewBuilder let row: (ShownItem<Row>) -> RowView
  @State private var motion = Motion.downwards

  var body: some View {
    ScrollViewReader { scroll in
      List(selection: $selection) {
        ForEach(list.shown.sections, id: \.header.id) { section in
          Section {
            ForEach(section.rows, id: \.id) { shown in
              row(shown).tag(shown.id)
                .transition(.asymmetric(insertion: .move(edge: insertEdge), removal: .move(edge: deleteEdge)))
            }
          } header: {
            Button {
              toggle(section.header.id, scroll)
            } label: {
              HStack {
                header(section.header)
                Spacer()
                if let isCollapsed = section.header.isCollapsed {
                  Image(systemName: "chevron.right").rotationEffect(.degrees(isCollapsed ? 0 : 90))
                }
              }
            }
            .disabled(section.header.isCollapsed == nil)
            .id(section.header.id)
          }
        }
      }
    }
  }

  /// Opens or closes a section, and scrolls to it if it was opened.
  private func toggle(_ section: Header.ID, _ scroll: ScrollViewProxy) {
    var next = list
    // The section is there and can be collapsed, or its button would be disabled; so nothing is thrown.
    guard let changes = try? next.toggle(section: section) else { return }
    motion = changes.motion ?? .downwards
    withAnimation {
      list = next
      if !next.isCollapsed(section: section) { scroll.scrollTo(section, anchor: nil) }
    }
  }

  private var insertEdge: Edge { motion.insertsFrom == .top ? .top : .bottom }
  private var deleteEdge: Edge { motion.deletesTowards == .top ? .top : .bottom }
}
