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
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\(title)</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    <main>

    """
  }

  /// The search box, which the script shows; without scripts it could do nothing.
  static let search = """
    <form role="search" hidden><input type="search" placeholder="Search" aria-label="Search"><output></output></form>

    """

  /// Everything after the page's content.
  static let end = """
    </main>
    <script>
    \(script)
    </script>
    </body>
    </html>

    """

  private static let style = """
    :root { --text: #1c1c1e; --faint: #6b6b70; --line: #d8d8dc; --back: #fff; --accent: #0a62c4; --code: #f2f2f4; --late: #c0281c; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6e6ea; --faint: #9a9aa2; --line: #3a3a40; --back: #161618; --accent: #74b0ff; --code: #242428; --late: #ff8078; }
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
    .detail, .untitled, time { color: var(--faint); font-weight: normal; }
    .detail, time { margin-left: .35em; }
    .late { color: var(--late); }
    summary, .header { padding: .3rem 0 .3rem 1.25rem; position: relative; }
    summary { cursor: pointer; list-style: none; }
    summary::-webkit-details-marker { display: none; }
    summary::before { content: ""; position: absolute; left: .15rem; top: .8rem; width: .45rem; height: .45rem;
      border: solid var(--accent); border-width: 0 2px 2px 0; transform: rotate(-45deg); }
    details[open] > summary::before { transform: rotate(45deg); }
    summary:focus-visible { outline: 2px solid var(--accent); border-radius: 3px; }
    :is(details, section) > :is(details, section) { margin-left: 1.25rem; }
    ul { list-style: none; margin: .1rem 0 .4rem 1.25rem; padding: 0; }
    li { min-height: 1.5em; padding: .2rem 0; border-bottom: 1px solid var(--line); }
    li:last-child { border-bottom: 0; }
    li > ul { margin: .2rem 0 0 1.25rem; text-indent: 0; white-space: normal; }
    .open, .done { padding-left: 1.25em; text-indent: -1.25em; }
    .done { color: var(--faint); }
    .box { color: var(--accent); }
    .done > .box { color: inherit; }
    a { color: var(--accent); text-underline-offset: .15em; }
    code { font: .9em/1.45 ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace; background: var(--code);
      border-radius: 4px; padding: .1em .3em; }
    li > code:only-child { display: block; padding: .5em .7em; }
    form { position: sticky; top: 0; z-index: 1; margin: 0 0 1rem; padding: .4rem 0; background: var(--back); }
    input { width: 100%; font: inherit; color: inherit; background: var(--code); border: 1px solid var(--line);
      border-radius: 8px; padding: .45rem .75rem; }
    input:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
    output { display: block; color: var(--faint); font-size: .875rem; padding: .3rem .15rem 0; }
    output:empty { display: none; }
    [hidden] { display: none !important; }
    @media (max-width: 30rem) {
      main { padding: 1rem .75rem 3rem; }
      :is(details, section) > :is(details, section) { margin-left: .6rem; }
      summary { padding-top: .5rem; padding-bottom: .5rem; }
      summary::before { top: 1rem; }
    }
    @media print {
      :root { --text: #000; --faint: #444; --line: #ccc; --back: #fff; --accent: #000; --code: #fff; --late: #000; }
      form { display: none; }
      main { max-width: none; padding: 0; }
      body { font-size: 10.5pt; }
      summary, .header { break-after: avoid; break-inside: avoid; }
      li { break-inside: avoid; }
    }
    \(deep) { margin-left: .1rem; }
    """

  /// Shows how late open tasks are on the day that the page is viewed, and runs the search box.
  ///
  /// A search shows the lines that contain every word typed, and opens the sections around them. If a title contains
  /// every word, the whole section is shown. When the search box is empty, the page is as it was before.
  private static let script = """
    (() => {
      const now = new Date(), today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
      for (const time of document.querySelectorAll("time.due")) {
        const days = Math.round((Date.parse(time.dateTime.slice(0, 10)) - today) / 864e5), clock = time.dateTime.slice(11);
        time.title = time.textContent;
        if (days < 0) time.textContent = days === -1 ? "! 1 day late" : "! " + -days + " days late";
        else if (days < 2) time.textContent = (days ? "tomorrow" : "today") + (clock && " " + clock);
        else time.textContent = time.textContent.replace(" " + now.getFullYear(), "");
        time.classList.toggle("late", days < 0);
      }
    })();
    (() => {
      const form = document.querySelector("form"), input = form.querySelector("input"), count = form.querySelector("output");
      const fold = text => text.normalize("NFC").toLowerCase();
      const own = node => [...node.childNodes].map(part => part.tagName === "UL" ? "" : part.textContent).join("");
      const items = [...document.querySelectorAll("li, summary, .header")].map(node => ({ node, text: null }));
      const boxes = [...document.querySelectorAll("details, section, ul")];
      let opened = null;
      const search = () => {
        const words = fold(input.value).split(/\\s+/).filter(word => word);
        if (!words.length) {
          for (const { node } of items) node.hidden = false;
          for (const box of boxes) box.hidden = false;
          if (opened) for (const [box, open] of opened) box.open = open;
          opened = null;
          count.value = "";
          return;
        }
        opened ??= boxes.filter(box => "open" in box).map(box => [box, box.open]);
        const shown = new Set(), whole = new Set();  // around a hit; in a section that is one
        let hits = 0;
        for (const item of items) {
          item.text ??= fold(own(item.node));
          const isHit = words.every(word => item.text.includes(word)), parent = item.node.parentElement;
          if (isHit || whole.has(parent.parentElement)) whole.add(item.node.tagName === "LI" ? item.node : parent);
          if (!isHit) continue;
          hits += 1;
          for (let box = parent; box && !shown.has(box); box = box.parentElement) shown.add(box);
        }
        for (const box of boxes) {
          box.hidden = !(shown.has(box) || whole.has(box) || whole.has(box.parentElement));
          if ("open" in box && shown.has(box)) box.open = true;
        }
        for (const { node } of items) if (node.tagName === "LI") node.hidden = !shown.has(node) && !whole.has(node);
        count.value = hits === 0 ? "nothing found" : hits === 1 ? "1 hit" : hits + " hits";
      };
      input.addEventListener("input", search);
      form.addEventListener("submit", event => event.preventDefault());
      form.hidden = false;
      if (input.value) search();
    })();
    """

  /// A selector for sections nested so deep that they are indented less, because the page would run out of width.
  private static let deep = Array(repeating: ":is(details, section)", count: 13).joined(separator: " > ")
}
