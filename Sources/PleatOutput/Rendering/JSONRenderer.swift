import OutlineCore
import OutlineFormats
import OutlineJSON

/// Writes the lines of a list as JSON objects.
package struct JSONRenderer: LineVisitor {
  /// What stands between the objects.
  package enum Form {
    /// A whole array, one object per line.
    case list
    /// The members of an array on one line.
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
    let section = header.section
    begin()
    output.append { bytes in
      bytes.append(
        contentsOf:
          "{\"line\":\(header.line),\"kind\":\"section\",\"id\":\"\(section.id)\",\"section_id\":\(section.id.rawValue)"
          .utf8)
      bytes.append(contentsOf: ",\"number\":\"\(header.number)\",\"level\":\(section.level),\"title\":".utf8)
      JSONText.append(section.title, to: &bytes)
      bytes.append(contentsOf: ",\"detail\":".utf8)
      bytes.append(contentsOf: (section.detail.map(JSONText.string) ?? "null").utf8)
      bytes.append(contentsOf: ",\"collapsed\":\(header.isCollapsed),\"collapsible\":\(section.isCollapsible)".utf8)
      bytes.append(contentsOf: ",\"rows\":\(header.rowCount),\"hidden\":\(header.hiddenRows)".utf8)
      bytes.append(contentsOf: ",\"below\":\(header.sectionsBelow),\"attributes\":".utf8)
      var attributes = section.attributes ?? "{}"
      attributes.withUTF8 { JSONText.append(json: UnsafeRawBufferPointer($0), to: &bytes) }
      bytes.append(0x7D)
    }
  }

  package mutating func visit(_ row: RawRowLine, of header: HeaderLine) {
    begin()
    output.append { bytes in
      bytes.append(contentsOf: "{\"line\":".utf8)
      Digits.append(row.line, to: &bytes)
      bytes.append(contentsOf: ",\"kind\":\"row\",\"id\":\"@r".utf8)
      Digits.append(Int(row.id.rawValue), to: &bytes)
      bytes.append(contentsOf: "\",\"row_id\":".utf8)
      Digits.append(Int(row.id.rawValue), to: &bytes)
      bytes.append(contentsOf: ",\"section_id\":".utf8)
      Digits.append(Int(header.section.id.rawValue), to: &bytes)
      bytes.append(contentsOf: ",\"number\":\"".utf8)
      Digits.append(header.number, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      Digits.append(row.number, to: &bytes)
      bytes.append(contentsOf: "\",\"text\":".utf8)
      JSONText.append(row.text, to: &bytes)
      bytes.append(contentsOf: ",\"done\":\(row.isDone.map(String.init) ?? "null"),\"attributes\":".utf8)
      if let attributes = row.attributes {
        JSONText.append(json: attributes, to: &bytes)
      } else {
        bytes.append(contentsOf: "{}".utf8)
      }
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
