/// A word that was typed, and one that was probably meant.
package struct Correction: Hashable, Sendable {
  package let typed: String
  package let meant: String
  /// Whether the typed word stays after the other one, as its argument or its value.
  package let keepsTyped: Bool

  package init(of typed: String, to meant: String, keepsTyped: Bool = false) {
    self.typed = typed
    self.meant = meant
    self.keepsTyped = keepsTyped
  }

  /// Returns all arguments of a command with the correction made; nil if none of them is the typed word.
  ///
  /// The word may be an argument, the name of an option before an equals sign, or its value after one.
  package func made(in arguments: [String]) -> [String]? {
    for (index, argument) in arguments.enumerated() {
      var parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if argument.hasSameBytes(as: typed) {
        if keepsTyped { return arguments.prefix(index) + [meant] + arguments.dropFirst(index) }
        parts = [argument]
      }
      guard argument.hasSameBytes(as: typed) || ArgumentReader.beginsWithDash(argument),
        let part = parts.firstIndex(where: { $0.hasSameBytes(as: typed) })
      else { continue }
      parts[part] = meant
      return arguments.prefix(index) + [parts.joined(separator: "=")] + arguments.dropFirst(index + 1)
    }
    return nil
  }

  /// Returns the arguments with the correction made in the first address that equals the typed word; nil if there is
  /// none, or if the corrected address would be read as an option.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the verb.
  ///   - count: How many of the positional arguments may be addresses.
  package func made(inAddressesOf arguments: ArraySlice<String>, _ verb: Verb, count: Int) -> [String]? {
    var reader = ArgumentReader(arguments, options: verb.options)
    var found = 0
    while let part = reader.next() {
      let value: String
      switch part {
      case .argument(let word):
        defer { found += 1 }
        guard found < count, verb.argument(at: found)?.kind.isAddress == true,
          keepsTyped ? !reader.isAfterDashes : !ArgumentReader.beginsWithDash(meant)
        else { continue }
        value = word
      case .value(let option, _, let word) where option.kind?.isAddress == true: value = word
      case .value, .flag, .valueMissing, .valueTooMany, .unknown, .dashes: continue
      }
      guard value.hasSameBytes(as: typed) else { continue }
      var corrected = Array(arguments)
      let index = reader.position - 1 - arguments.startIndex
      if keepsTyped {
        corrected.insert(meant, at: index)
        return corrected
      }
      let start = String(corrected[index].dropLast(typed.count))
      corrected[index] = start + meant
      return start.isEmpty && ArgumentReader.beginsWithDash(meant) ? nil : corrected
    }
    return nil
  }
}
