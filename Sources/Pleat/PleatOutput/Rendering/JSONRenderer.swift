import OutlineCore
import OutlineFormats
import OutlineJSON
import OutlineRepository

/// Writes the lines of a list as JSON objects; every other verb that prints lines uses the same objects.
package struct JSONRenderer: LineVisitor {
  /// How the objects are separated.
  package enum Form {
    /// A whole array, with each object on its own line.
    case list
    /// The members of an array, without its brackets, on one line.
    case inline
  }

  package let wantsIDs = true
  package let wantsAttributes = true
  private let output: OutputBuffer
  private let form: Form
  private var isFirst = true

  package init(to output: OutputBuffer, form: Form = .list) {
    self.output = output
    self.form = form
  }

  package mutating func visit(_ header: HeaderLine) {
    begin()
    output.append { bytes in
      Self.append(header, to: &bytes)
      bytes.append(0x7D)
    }
  }

  package mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    begin()
    output.append { bytes in
      Self.append(row, in: header.section.id, header.number, to: &bytes)
      bytes.append(0x7D)
    }
  }

  /// Ends the array.
  package func end() { output.write(isFirst ? "[]\n" : "\n]\n") }

  private mutating func begin() {
    switch form {
    case .list: output.write(isFirst ? "[\n" : ",\n")
    case .inline: if !isFirst { output.write(",") }
    }
    isFirst = false
  }
}

extension JSONRenderer {
  /// Writes a hit as the object of its line, with members that say where the hit was found.
  package mutating func visit(_ hit: RawHit) {
    begin()
    output.append { Self.append(hit, to: &$0) }
  }

  /// Returns the object of a hit.
  package static func object(of hit: Hit) -> JSONTree {
    var bytes: [UInt8] = []
    hit.withBytes { append($0, to: &bytes) }
    return .written(String(decoding: bytes, as: UTF8.self))
  }

  private static func append(_ hit: RawHit, to bytes: inout [UInt8]) {
    switch hit.line {
    case .header(let header): append(header, to: &bytes)
    case .row(let row): append(row, in: hit.place.id, hit.place.number, to: &bytes)
    }
    bytes.append(contentsOf: ",\"path\":".utf8)
    let path = hit.parents.isEmpty ? hit.place.words : Address.words(forPath: hit.place.path + hit.parents)
    JSONText.append(path, to: &bytes)
    bytes.append(contentsOf: ",\"inAttributes\":".utf8)
    JSONTree.texts(hit.attributes).append(to: &bytes)
    bytes.append(contentsOf: ",\"visible\":\(hit.hiddenBy == nil),\"hiddenBy\":".utf8)
    JSONTree.text(hit.hiddenBy).append(to: &bytes)
    bytes.append(0x7D)
  }

  /// Returns the object of a line, followed by further members.
  package static func object(
    of line: OutlineLine, number: ItemNumber, with members: [JSONTree.Member]
  ) -> JSONTree {
    var bytes: [UInt8] = []
    switch line {
    case .header(let header): append(header, to: &bytes)
    case .row(let row):
      RawRowLine.with(
        row.id, row.content, number: row.number, line: row.line, isCollapsed: row.isCollapsed, hidden: row.hidden
      ) { line in
        append(line, in: row.section, ItemNumber(number.sections), to: &bytes)
      }
    }
    for member in members {
      bytes.append(UInt8(ascii: ","))
      member.append(to: &bytes)
    }
    bytes.append(0x7D)
    return .written(String(decoding: bytes, as: UTF8.self))
  }

  /// Appends the members of a header, without the end of the object.
  private static func append(_ header: HeaderLine, to bytes: inout [UInt8]) {
    let section = header.section
    bytes.append(
      contentsOf:
        "{\"line\":\(header.line),\"kind\":\"section\",\"id\":\"\(section.id)\",\"section_id\":\(section.id.rawValue)"
        .utf8)
    bytes.append(contentsOf: ",\"number\":\"\(header.number)\",\"level\":\(section.level),\"title\":".utf8)
    JSONText.append(section.title, to: &bytes)
    bytes.append(contentsOf: ",\"detail\":".utf8)
    bytes.append(contentsOf: (section.detail.map(JSONText.string) ?? "null").utf8)
    append(section.isDone, section.schedule, to: &bytes)
    bytes.append(contentsOf: ",\"collapsed\":\(header.isCollapsed),\"collapsible\":\(section.isCollapsible)".utf8)
    if let newRows = section.newRows { bytes.append(contentsOf: ",\"newRows\":\"\(newRows)\"".utf8) }
    bytes.append(contentsOf: ",\"rows\":\(header.rowCount),\"hidden\":\(header.hidden.rows)".utf8)
    bytes.append(
      contentsOf: ",\"tasks\":\(header.hidden.tasks),\"doneTasks\":\(header.hidden.doneTasks)".utf8)
    bytes.append(contentsOf: ",\"below\":\(header.sectionsBelow),\"attributes\":".utf8)
    var attributes = section.attributes ?? "{}"
    attributes.withUTF8 { JSONText.append(json: UnsafeRawBufferPointer($0), to: &bytes) }
  }

  /// Appends the members about a check box and its schedule.
  private static func append(_ isDone: Bool?, _ schedule: Schedule, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ",\"done\":\(isDone.map(String.init) ?? "null")".utf8)
    guard let due = schedule.due else { return bytes.append(contentsOf: ",\"due\":null,\"repeat\":null".utf8) }
    bytes.append(contentsOf: ",\"due\":\"\(due)\",\"repeat\":".utf8)
    bytes.append(contentsOf: (schedule.repeats.map(JSONText.string) ?? "null").utf8)
  }

  /// Appends the members of a row, without the end of the object.
  private static func append(
    _ row: RawRowLine, in section: SectionID, _ number: ItemNumber, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: "{\"line\":".utf8)
    Digits.append(row.line, to: &bytes)
    bytes.append(contentsOf: ",\"kind\":\"row\",\"id\":\"@r".utf8)
    Digits.append(Int(row.id.rawValue), to: &bytes)
    bytes.append(contentsOf: "\",\"row_id\":".utf8)
    Digits.append(Int(row.id.rawValue), to: &bytes)
    bytes.append(contentsOf: ",\"section_id\":".utf8)
    Digits.append(Int(section.rawValue), to: &bytes)
    bytes.append(contentsOf: ",\"number\":\"".utf8)
    Digits.append(number, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Digits.append(row.number, to: &bytes)
    bytes.append(contentsOf: "\",\"level\":".utf8)
    Digits.append(row.level, to: &bytes)
    bytes.append(contentsOf: ",\"text\":".utf8)
    JSONText.append(row.text, to: &bytes)
    append(row.isDone, row.due == nil ? .none : row.schedule, to: &bytes)
    if let isCollapsed = row.isCollapsed {
      let hidden = isCollapsed ? row.hidden : .zero
      bytes.append(contentsOf: ",\"collapsed\":\(isCollapsed),\"hidden\":\(hidden.rows)".utf8)
      bytes.append(contentsOf: ",\"tasks\":\(hidden.tasks),\"doneTasks\":\(hidden.doneTasks)".utf8)
    }
    bytes.append(contentsOf: ",\"attributes\":".utf8)
    if let attributes = row.attributes {
      JSONText.append(json: attributes, to: &bytes)
    } else {
      bytes.append(contentsOf: "{}".utf8)
    }
  }
}
