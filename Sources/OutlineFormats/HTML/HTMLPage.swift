/// The parts that are the same on every page.
enum HTMLPage {
  /// Returns everything before the page's content; the title must be escaped already.
  static func start(title: String) -> String {
    """
    <!DOCTYPE html>
    <html>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    <main>

    """
  }

  /// Everything after the page's content.
  static let end = """
    </main>
    </body>
    </html>

    """

  private static let style = """
    :root { --text: #1c1c1e; --faint: #6b6b70; --line: #d8d8dc; --back: #fff; --mark: #0a62c4; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6e6ea; --faint: #9a9aa2; --line: #3a3a40; --back: #161618; --mark: #74b0ff; }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--back); color: var(--text);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
    h1, h2, h3, h4, h5, h6, li, .detail { white-space: pre-wrap; overflow-wrap: anywhere; }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1.25rem; }
    h2, h3, h4, h5, h6 { display: inline; font-size: 1rem; line-height: 1.4; margin: 0; }
    h2 { font-size: 1.25rem; }
    h3 { font-size: 1.1rem; }
    .detail, .untitled { color: var(--faint); font-weight: normal; }
    .detail { margin-left: .35em; }
    summary, .header { padding: .3rem 0 .3rem 1.25rem; position: relative; }
    summary { cursor: pointer; list-style: none; }
    summary::-webkit-details-marker { display: none; }
    summary::before { content: ""; position: absolute; left: .15rem; top: .8rem; width: .45rem; height: .45rem;
      border: solid var(--mark); border-width: 0 2px 2px 0; transform: rotate(-45deg); }
    details[open] > summary::before { transform: rotate(45deg); }
    summary:focus-visible { outline: 2px solid var(--mark); border-radius: 3px; }
    :is(details, section) > :is(details, section) { margin-left: 1.25rem; }
    ul { list-style: none; margin: .1rem 0 .4rem 1.25rem; padding: 0; }
    li { min-height: 1.5em; padding: .2rem 0; border-bottom: 1px solid var(--line); }
    li:last-child { border-bottom: 0; }
    .done { color: var(--faint); }
    @media (max-width: 30rem) {
      main { padding: 1rem .75rem 3rem; }
      :is(details, section) > :is(details, section) { margin-left: .6rem; }
      summary { padding-top: .5rem; padding-bottom: .5rem; }
      summary::before { top: 1rem; }
    }
    @media print {
      :root { --text: #000; --faint: #444; --line: #ccc; --back: #fff; --mark: #000; }
      main { max-width: none; padding: 0; }
      body { font-size: 10.5pt; }
      summary, .header { break-after: avoid; break-inside: avoid; }
      li { break-inside: avoid; }
    }
    \(deep) { margin-left: .1rem; }
    """

  /// A selector for sections nested so deep that they are indented less, because the page would run out of width.
  private static let deep = Array(repeating: ":is(details, section)", count: 13).joined(separator: " > ")
}
