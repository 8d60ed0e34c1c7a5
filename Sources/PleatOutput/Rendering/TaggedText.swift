import OutlineCore

extension Style {
  /// Appends a text, escaped; with colours, its tags have their own look.
  ///
  /// - Parameters:
  ///   - text: The text as stored.
  ///   - form: How to escape it.
  ///   - look: The look of the text around its tags.
  ///   - output: The bytes to append to.
  package func appendTagged(
    _ text: UnsafeRawBufferPointer, as form: Escapes.Form, in look: Look, to output: inout [UInt8]
  ) {
    // Looks are found by hashing, which is too slow for each row of a long list.
    guard isColored, text.contains(UInt8(ascii: "#")) else { return Escapes.append(text, as: form, to: &output) }
    let tagLook = self.look(.tagColor)
    guard !tagLook.code.isEmpty, let string = String(validating: text, as: UTF8.self) else {
      return Escapes.append(text, as: form, to: &output)
    }
    var start = 0
    for range in Tag.ranges(in: string) {
      let (from, to) = (
        string.utf8.distance(from: string.startIndex, to: range.lowerBound),
        string.utf8.distance(from: string.startIndex, to: range.upperBound)
      )
      Escapes.append(UnsafeRawBufferPointer(rebasing: text[start..<from]), as: form, to: &output)
      output += "\u{1B}[0;\(tagLook.code)m".utf8
      output += text[from..<to]
      output += "\u{1B}[0m".utf8
      if !look.code.isEmpty { output += "\u{1B}[\(look.code)m".utf8 }
      start = to
    }
    Escapes.append(UnsafeRawBufferPointer(rebasing: text[start...]), as: form, to: &output)
  }
}
