/// Decides where the script or an emoji needs a character that is not drawn.
extension TextSafety {
  /// Returns whether the invisible character that begins at an index belongs to the characters around it.
  static func isNeeded(_ scalar: Unicode.Scalar, at index: Int, in text: UTF8Text) -> Bool {
    let last = text.scalar(before: index)
    let next = text.scalar(at: index + text.character(at: index).length)
    switch scalar.value {
    case 0x200C: return joinsLetters(last, next)
    case 0x200D: return joinsLetters(last, next) || joinsEmoji(at: index, next, in: text)
    case 0x200B: return last.map(isSoutheastAsian) == true && next.map(isSoutheastAsian) == true
    case 0x034F: return last != nil && next.map { $0.properties.canonicalCombiningClass != .notReordered } == true
    case 0x115F: return next.map { (0x1161...0x11A7).contains($0.value) } == true
    case 0x1160: return isBetween(last, 0x1100...0x115E, next, 0x11A8...0x11FF)
    case 0x180B...0x180F: return last.map { (0x1820...0x18AA).contains($0.value) } == true
    case 0xFE00...0xFE0F: return last.map { isVariation(scalar, of: $0, before: next) } == true
    case 0xE0100...0xE01EF: return last?.properties.isIdeographic == true
    case 0xE0020...0xE007F: return isInFlag(at: index, of: text)
    default: return false
    }
  }

  private static func isBetween(
    _ last: Unicode.Scalar?, _ first: ClosedRange<UInt32>, _ next: Unicode.Scalar?, _ second: ClosedRange<UInt32>
  ) -> Bool {
    last.map { first.contains($0.value) } == true && next.map { second.contains($0.value) } == true
  }
}

// MARK: - Scripts

extension TextSafety {
  /// Returns whether a joiner or non-joiner between two characters can change how a letter is drawn.
  ///
  /// It can beside a letter of a script that joins its letters, such as Arabic, and beside a virama, which joins the
  /// letters of Indic scripts. A second joiner in a row changes nothing.
  private static func joinsLetters(_ last: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    if let last, isInvisible(last) { return false }
    let beside = [last, next].compactMap(\.self)
    return beside.contains { isCursive($0) || $0.properties.canonicalCombiningClass == .virama }
      || beside.count == 2 && beside.allSatisfy(isSoutheastAsian)
  }

  /// Returns whether a character belongs to a script whose letters are joined, as Unicode's `Joining_Type` says.
  private static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x074F, 0x0750...0x077F, 0x07C0...0x07FF, 0x0840...0x08FF: true  // Arabic, Syriac, N'Ko, Mandaic
    case 0x1800...0x18AF, 0xA840...0xA87F, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true  // Mongolian, Phags-pa, Arabic
    case 0x10AC0...0x10AFF, 0x10B80...0x10BAF, 0x10D00...0x10D3F, 0x10F30...0x10FDF, 0x1E900...0x1E95F: true
    default: false
    }
  }

  /// Returns whether a character belongs to a script that is written without spaces between words, and in which
  /// zero-width spaces mark them: Thai, Lao, Tibetan, Myanmar, Khmer and their neighbours.
  private static func isSoutheastAsian(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x109F, 0x1780...0x17FF, 0x1950...0x1AAF, 0x1B00...0x1B7F, 0xA980...0xA9FF, 0xAA00...0xAADF: true
    default: false
    }
  }

  /// Returns whether a variation selector goes with a character, as Unicode lists it for emoji, ideographs and others.
  private static func isVariation(
    _ selector: Unicode.Scalar, of base: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    let isPunctuation = (0x3001...0x3002).contains(base.value) || (0xFF01...0xFF1F).contains(base.value)
    return switch selector.value {
    case 0xFE0E, 0xFE0F: base.properties.isEmoji && (base.value >= 0x80 || next == "\u{20E3}")
    case 0xFE00: base.properties.isIdeographic || isPunctuation || hasVariant(base)
    case 0xFE01: base.properties.isIdeographic || isPunctuation
    case 0xFE02: base.properties.isIdeographic
    default: false
    }
  }

  /// Returns whether the first variation selector goes with a zero, a mathematical sign, or a letter of Myanmar or Phags-pa.
  private static func hasVariant(_ base: Unicode.Scalar) -> Bool {
    switch base.value {
    case 0x30, 0x1000...0x109F, 0xA840...0xA87F, 0xAA60...0xAA7F: true
    default: base.properties.generalCategory == .mathSymbol
    }
  }
}

// MARK: - Emoji

extension TextSafety {
  /// Returns whether a joiner is between two emoji, as in 👩‍👧.
  private static func joinsEmoji(at index: Int, _ next: Unicode.Scalar?, in text: UTF8Text) -> Bool {
    guard let next, isPicture(next), !next.properties.isEmojiModifier, var start = text.start(before: index) else {
      return false
    }
    if text.scalar(at: start) == "\u{FE0F}" {
      guard let base = text.start(before: start) else { return false }
      start = base
    }
    return text.scalar(at: start).map(isPicture) == true
  }

  /// Returns whether a character is an emoji that is a picture by itself, unlike digits and the halves of flags.
  private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji && !(0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Returns whether a tag belongs to the flag of a part of a country: a black flag, the two letters of the country, one
  /// to three letters or digits of the part, and the tag that ends the sequence.
  private static func isInFlag(at index: Int, of text: UTF8Text) -> Bool {
    var start = index
    for _ in 0..<7 {
      guard let before = text.start(before: start), let scalar = text.scalar(at: before) else { return false }
      start = before
      if scalar == "\u{1F3F4}" { return index < start + 4 + 4 * tagCount(ofFlagAt: start + 4, in: text) }
    }
    return false
  }

  /// The number of tags of the flag that begin at an index; 0 if they are no whole sequence.
  private static func tagCount(ofFlagAt index: Int, in text: UTF8Text) -> Int {
    var letters = ""
    var index = index
    while let tag = text.scalar(at: index)?.value, (0xE0020...0xE007F).contains(tag), letters.utf8.count <= 6 {
      if tag == 0xE007F { return isPart(letters) ? letters.utf8.count + 1 : 0 }
      letters.unicodeScalars.append(Unicode.Scalar(UInt8(tag & 0x7F)))
      index += 4
    }
    return 0
  }

  private static func isPart(_ letters: String) -> Bool {
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
    return (3...5).contains(letters.utf8.count) && letters.utf8.prefix(2).allSatisfy(isLetter)
      && letters.utf8.allSatisfy { isLetter($0) || $0.isDigit }
  }
}
