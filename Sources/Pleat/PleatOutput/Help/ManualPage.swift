import PleatArguments
import PleatSystem

/// Writes pages of help as manual pages, in the macros of man(7).
package enum ManualPage {
  /// The date of the version, which every page shows at its foot.
  private static let date = "2026-11-22"

  /// Returns a page as the source of a manual page.
  package static func source(of page: HelpPage, seeAlso: [(name: String, manual: Int)]) -> String {
    let version = Version.pleat
    var lines = [
      ".\\\" Made by 'pleat help --man'; do not edit.",
      ".TH \(page.manualName.uppercased()) \(page.manual) \(date) \"pleat \(version)\" \"\(manuals[page.manual] ?? "")\"",
      ".SH NAME", "\(text(page.manualName)) \\- \(text(page.summary))",
    ]
    if !page.synopsis.isEmpty { lines.append(".SH SYNOPSIS") }
    for (index, form) in page.synopsis.enumerated() {
      lines += (index == 0 ? [] : [".br"]) + [text(form)]
    }
    for section in page.sections {
      lines.append(".SH \(text(section.heading.uppercased()))")
      for (index, block) in section.blocks.enumerated() { lines += source(of: block, isFirst: index == 0) }
    }
    let others = seeAlso.enumerated().map { index, other in
      ".BR \(text(other.name)) (\(other.manual))\(index == seeAlso.count - 1 ? "" : ",")"
    }
    if !others.isEmpty { lines += [".SH \"SEE ALSO\""] + others }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let manuals = [1: "Commands", 7: "Concepts"]

  private static func source(of block: HelpPage.Block, isFirst: Bool) -> [String] {
    switch block {
    case .paragraph(let words): (isFirst ? [] : [".PP"]) + [text(words)]
    case .lines(let lines): (isFirst ? [] : [".PP"]) + [".nf"] + lines.map(text) + [".fi"]
    case .terms(let terms): terms.flatMap { [".TP", ".B \(argument($0.name))", text($0.meaning)] }
    }
  }

  /// Returns a text as one argument of a macro.
  private static func argument(_ words: String) -> String {
    "\"\(text(words).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq"))\""
  }

  /// Returns a text with groff's special characters escaped.
  private static func text(_ words: String) -> String {
    var source = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": source += "\\e"
      case "-": source += "\\-"
      case "'": source += "\\(aq"
      case "`": source += "\\(ga"
      case "^": source += "\\(ha"
      case "~": source += "\\(ti"
      default:
        source += scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar))]"
      }
    }
    return source.hasPrefix(".") ? "\\&" + source : source
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
