import OutlineCore
import Testing

@testable import OutlineFormats
@testable import OutlineJSON

/// Documents of each format, exported in each other one and back.
struct ForeignAttributeTests {
  private static let documents: [(format: OutlineFormat, text: String)] = [
    (
      .markdown,
      "---\ntitle: Notes\n---\n# Home\n\nSome text.\n\n- [ ] call 📅 2026-11-30 ⏫ #tag\n- [/] half [priority:: high]\n"
        + "- plain\n  1. one\n- [-] gone ✅ 2026-11-01\n\n```swift\ncode\n```\n"
    ),
    (
      .org,
      "#+TODO: NEXT TODO | DONE GONE\n* Home\nintro\n** NEXT [#A] call :fam:\nSCHEDULED: <2026-11-30 Mon +1w>\n:PROPERTIES:\n"
        + ":ID: a-1\n:Effort: 0:30\n:CUSTOM_ID: c\n:END:\n:LOGBOOK:\nCLOCK: [2026-11-30 Mon 10:00]\n:END:\nmore\n** GONE old\nCLOSED: [2026-11-03 Tue]\n- [ ] item\n"
        + "** NEXT both\nSCHEDULED: <2026-11-30 Mon +1w> DEADLINE: <2026-12-02 Wed>\n"
    ),
    (
      .ics,
      "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:a@x\nSUMMARY:call\nDESCRIPTION:note\nDTSTART:20261127T140000Z\n"
        + "STATUS:IN-PROCESS\nPRIORITY:1\nX-APPLE-SORT-ORDER:7\nPERCENT-COMPLETE:40\nEND:VTODO\nBEGIN:VTODO\nUID:b@x\n"
        + "RELATED-TO:a@x\nSUMMARY:sub\nSTATUS:COMPLETED\nCOMPLETED:20261103T000000Z\nEND:VTODO\nEND:VCALENDAR\n"
    ),
    (
      .opml,
      "<opml version=\"2.0\"><body><outline text=\"Home\" color=\"#f00\" _note=\"n\"><outline text=\"call\" _complete=\"true\""
        + " created=\"Mon, 01 Jan 2024\" url=\"http://a.b/\"/><outline text=\"open\" _status=\"unchecked\" collapsed=\"true\""
        + " created=\"Tue, 02 Jan 2024\" status=\"new\" scheduled=\"soon\" project=\"P\" uuid=\"7\"/></outline></body></opml>"
    ),
    (
      .plist,
      "<plist><array><dict><key>title</key><string>Home</string><key>color</key><integer>3</integer><key>list</key><array>"
        + "<dict><key>title</key><string>call</string><key>flag</key><true/></dict></array></dict></array></plist>"
    ),
    (
      .todotxt,
      "(A) 2026-11-01 call +Family @phone due:2026-11-30 rec:1w t:2026-11-20 org:acme box:3\nx 2026-11-03 rent\n"
    ),
    (
      .taskwarrior,
      #"[{"uuid":"11111111-2222-4333-8444-555555555555","description":"call","status":"waiting","project":"Home","priority":"H","wait":"20261120T000000Z","#
        + #""annotations":[{"entry":"20261102T000000Z","description":"note"}],"estimate":3,"mask":"--"}]"#
    ),
    (
      .csv,
      "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,DATE\nsection,Home,,,,\ntask,call,note,4,1,2026-11-30\ntask,sub,,1,2,\n"
    ),
    (.taskpaper, "Home: @area(x)\n\t- call @due(2026-11-30) @priority(1) @fam\n\t\tnote\n"),
    (
      .logseq,
      "- TODO [#A] call\n  id:: 6543-a\n  collapsed:: true\n  SCHEDULED: <2026-11-30 Mon>\n\t- ## heading\n\t  prop:: v\n"
    ),
    (.vimoutliner, "Home\n\t[_] 40% call\n\t\t: note\n"),
    (
      .otherJSON,
      #"{"color":"RED","isTrashed":false,"isPinned":true,"title":"Shop","listContent":[{"text":"milk","isChecked":true}]}"#
    ),
    (
      .otherJSON,
      #"{"kind":"tasks#tasks","items":[{"kind":"tasks#task","id":"TTEyMzQ1Njc4OTAxMjM0","title":"call","status":"completed","#
        + #""completed":"2026-11-01T00:00:00Z","updated":"2026-11-01T00:00:00Z"}]}"#
    ),
    (
      .otherJSON,
      #"{"value":[{"displayName":"Tasks","tasks":[{"id":"AAMkAGIxxxxxxxxxxxxx","title":"call","status":"inProgress","#
        + #""importance":"high","checklistItems":[{"displayName":"step","isChecked":true}]}]}]}"#
    ),
  ]

  /// The formats that keep everything of rows and sections.
  private static let whole: [OutlineFormat] = [.json, .markdown, .opml, .plist, .csv, .tsv, .org, .ics]

  private static func clean(_ text: String, _ format: OutlineFormat) -> String {
    let lines = text.replacing("\r\n ", with: "").replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    switch format {
    case .markdown:
      return lines.map { $0.prefix(upTo: $0.firstRange(of: "<!-- pleat")?.lowerBound ?? $0.endIndex) }.joined(
        separator: "\n")
    case .todotxt:
      return lines.map { $0.prefix(upTo: $0.firstRange(of: " pleat:{")?.lowerBound ?? $0.endIndex) }.joined(
        separator: "\n")
    case .taskwarrior:
      return lines.map { $0.prefix(upTo: $0.firstRange(of: "\"pleat\":")?.lowerBound ?? $0.endIndex) }.joined(
        separator: "\n")
    case .ics: return lines.filter { !$0.hasPrefix("X-PLEAT") }.joined(separator: "\n")
    case .org:
      var isInDrawer = false
      return lines.filter { line in
        let isSign = line.hasPrefix(":") && line.hasSuffix(":") && line.utf8.count > 2
        if isSign { isInDrawer = line != ":END:" }
        return !isInDrawer && !isSign
      }.joined(separator: "\n")
    default: return text
    }
  }

  @Test(arguments: documents, [OutlineFormat.markdown, .todotxt, .taskwarrior, .ics, .org, .html])
  func `what only says how one format writes an item is not in the lines of another one`(
    document: (format: OutlineFormat, text: String), target: OutlineFormat
  ) throws {
    if document.format == target { return }
    let read = try pieces(of: Array(document.text.utf8), as: document.format)
    let written = Self.clean(
      String(decoding: try OutlineFormatsTests.document(read, as: target), as: UTF8.self), target)
    var words = [
      "markdown", "due-form", "front-matter", "plist", "org:item", "box:/", "box:-", "\"org\":\"item", "\"box\":\"/",
      "swift",
      "PLEAT",
    ]
    if target == .todotxt {
      // Times are no days of todo.txt, so they would be read as a part of the text.
      words += [
        "UID", "X-APPLE", "STATUS", "_status", "collapsed:", "todo:", "mask:", "T00:00:00Z ", "Jan", "ID:", "Effort:",
        "closed:",
      ]
    }
    if target == .taskwarrior {
      words += [
        "UID", "X-APPLE", "STATUS", "todo\":", "<2026", "soon", "\"P\"", "\"ID", "_ID", "Effort", "closed",
        "\"uuid\":\"7\"", "inProgress",
      ]
      words.append("\"new\"")
    }
    // Of tasks without a UID, nothing is a property of iCalendar but what pleat says itself.
    if target == .ics { words += ["PRIORITY", "CONTENT", "TYPE", "LOGBOOK", "\nID:"] }
    for word in words { #expect(!written.contains(word), "\(word) in:\n\(written)") }
  }

  @Test(arguments: documents, whole)
  func `a document that went through another format goes back as it would have at once`(
    document: (format: OutlineFormat, text: String), other: OutlineFormat
  ) throws {
    guard document.format.isExportable else { return }
    let read = try pieces(of: Array(document.text.utf8), as: document.format)
    let passed = try pieces(of: try OutlineFormatsTests.document(read, as: other), as: other)
    let (direct, back) = try (
      OutlineFormatsTests.document(withoutFlags(read), as: document.format),
      OutlineFormatsTests.document(withoutFlags(passed), as: document.format)
    )
    #expect(String(decoding: back, as: UTF8.self) == String(decoding: direct, as: UTF8.self))
  }
}
