import OutlineCore

/// What reading, writing and naming a format need to know of it.
struct FormatFacts {
  /// The endings of file names besides the format's own name, without their dots.
  var endings: [String] = []
  /// Whether a document is a table, with columns that can be named.
  var isTable = false
  /// Whether an outermost entry with entries below it is read as a section, so that no row can be there.
  var outermostAreSections = false
  /// Whether rows can come before the first section.
  var canBeginWithRows = false
  /// Whether a text can be at the beginning of a document apart from all items; nil for a format that has no such texts.
  var isFrontMatter: ((String) -> Bool)?
  /// Passes a document to the rule and returns remarks for the user; nil for a format that is only exported.
  var read: ((ByteStream, ReadingOptions, ImportRule) throws -> [String])?
  /// Begins a document; nil for a format that is only imported.
  var write: ((ExportHeading, DocumentOutput) throws -> any FormatWriter)?
}

extension OutlineFormat {
  /// The table of all formats.
  var facts: FormatFacts {
    switch self {
    case .markdown:
      FormatFacts(
        endings: ["md", "mdown"], canBeginWithRows: true, isFrontMatter: FrontMatter.isBlock,
        read: { bytes, _, rule in try MarkdownReader.read(bytes, into: rule) },
        write: { _, output in MarkdownWriter(to: output) })
    case .opml:
      FormatFacts(
        outermostAreSections: true, canBeginWithRows: true,
        read: { bytes, _, rule in try OPMLReader.read(bytes, into: rule) },
        write: { NestingWriter(try OPMLWriter($0, to: $1)) })
    case .plist:
      FormatFacts(
        outermostAreSections: true, canBeginWithRows: true,
        read: { bytes, _, rule in
          try PropertyListReader.read(bytes, into: rule)
          return []
        },
        write: { _, output in NestingWriter(try PropertyListWriter(to: output)) })
    case .json:
      FormatFacts(
        read: { bytes, _, rule in try JSONReader.read(bytes, into: rule.sink) },
        write: { _, output in JSONWriter(to: output) })
    case .csv:
      FormatFacts(
        isTable: true,
        read: { bytes, options, rule in
          try DelimitedReader.read(try DelimitedParser(guessingSeparator: bytes), options, into: rule)
        },
        write: { _, output in try DelimitedWriter(to: output, separator: ",") })
    case .tsv:
      FormatFacts(
        endings: ["tab"], isTable: true,
        read: { bytes, options, rule in
          try DelimitedReader.read(DelimitedParser(bytes, separator: UInt8(ascii: "\t")), options, into: rule)
        },
        write: { _, output in try DelimitedWriter(to: output, separator: "\t") })
    case .text:
      FormatFacts(
        endings: ["txt"],
        read: { bytes, _, rule in
          try IndentedTextReader.read(bytes, into: rule)
          return []
        })
    case .vimoutliner:
      FormatFacts(endings: ["otl"], read: { bytes, _, rule in try VimOutlinerReader.read(bytes, into: rule) })
    case .todotxt:
      FormatFacts(
        endings: ["todo.txt", "done.txt"], canBeginWithRows: true,
        read: { bytes, options, rule in try TodoReader.read(bytes, projects: options.hasProjects, into: rule) },
        write: { _, output in TodoWriter(to: output) })
    case .org:
      FormatFacts(
        canBeginWithRows: true, isFrontMatter: OrgKeywords.isBlock,
        read: { bytes, _, rule in try OrgReader.read(bytes, into: rule) },
        write: { _, output in NestingWriter(OrgWriter(to: output)) })
    case .taskwarrior:
      FormatFacts(
        canBeginWithRows: true,
        read: { bytes, options, rule in try TaskwarriorReader.read(bytes, options.clock, into: rule) },
        write: { TaskwarriorWriter($0, to: $1) })
    case .ics:
      FormatFacts(
        canBeginWithRows: true,
        read: { bytes, options, rule in try CalendarReader.read(bytes, options.clock, into: rule) },
        write: { NestingWriter(try CalendarWriter($0, to: $1)) })
    case .taskpaper: FormatFacts(read: { bytes, _, rule in try TaskPaperReader.read(bytes, into: rule) })
    case .logseq: FormatFacts(read: { bytes, _, rule in try LogseqReader.read(bytes, into: rule) })
    case .otherJSON:
      FormatFacts(read: { bytes, options, rule in try OtherJSONReader.read(bytes, options.clock, into: rule) })
    case .html: FormatFacts(endings: ["htm"], write: { try HTMLWriter($0, to: $1) })
    }
  }
}
