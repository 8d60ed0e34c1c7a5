// Reads what is pasted, and writes what is copied: Markdown, or lines that are indented by tabs or spaces. Pure
// functions on texts, without a page.

const BULLET = /^(\s*)[-*+•](\s+)(?=\S)/;
const NUMBER = /^(\s*)\d{1,9}[.)]\s+(?=\S)/;
const HEADING = /^(#{1,6})\s+(\S.*)$/;
const SIGN = /^\s*(?:[-*+•]|\d{1,9}[.)]|#{1,6})\s/; // what begins a line of Markdown
const widthOf = (space) => space.replaceAll("\t", "    ").length;

/**
 * The items of a text, as {text, note, depth, isSection}: rows are as deep as they are indented, and headings as deep
 * as they have signs. In a text with bullets or headings, indented lines without a bullet are the note of the row
 * before them, and lines directly below a heading its detail. Boxes and days stay in the texts.
 */
export function read(typed) {
  const lines = typed.replace(/\r\n?/g, "\n").split("\n");
  const isMarkdown = lines.some((line) => BULLET.test(line) || HEADING.test(line));
  const items = [];
  let open = []; // the widths, or the levels of headings, of the items that the next one may be in
  let empty = 0; // the number of empty lines before this one
  for (const line of lines) {
    const last = items.at(-1);
    const [, signs, title] = (isMarkdown && HEADING.exec(line)) || [];
    const [bullet] = (isMarkdown && BULLET.exec(line)) || [""];
    const width = widthOf(/^\s*/.exec(line)[0]);
    const isFurther = isMarkdown && last && !signs && !bullet && !NUMBER.test(line);
    if (!line.trim()) empty += 1;
    else if (isFurther && (last.isSection ? !empty : width > last.width)) {
      const text = further(line.slice(last.isSection ? 0 : Math.min(width, last.width + 2)));
      last.note = last.note ? last.note + "\n".repeat(empty + 1) + text : text;
      empty = 0;
    } else {
      const isSection = Boolean(signs);
      const size = isSection ? signs.length : width;
      if (isSection) open = open.filter((each) => each.isSection);
      while (open.length && open.at(-1).isSection === isSection && open.at(-1).size >= size) open.pop();
      const depth = open.filter((each) => each.isSection === isSection).length;
      open.push({ isSection, size });
      items.push({ text: (title ?? line.slice(bullet.length)).trim(), note: "", depth, isSection, width });
      empty = 0;
    }
  }
  return items.map(({ width, ...item }) => item);
}

/** A line of a note as it was, and as it is written: a backslash keeps what looks like an item. */
const further = (line) => (line[0] === "\\" && SIGN.test(line.slice(1)) ? line.slice(1) : line);
const kept = (line) => (SIGN.test(line) ? `\\${line}` : line);

/** Writes items, as {name, note, indent, isSection, done, due, repeat}, as Markdown and as HTML. */
export function write(items) {
  let open = [];
  const nested = items.map((item) => {
    open = open.filter(({ indent }) => indent < item.indent);
    const depth = open.filter(({ isSection }) => isSection === item.isSection).length;
    open.push(item);
    return { ...item, depth };
  });
  return { text: nested.map(markdown).join("\n").trimStart() + "\n", html: html(nested) };
}

function markdown({ name, note, depth, isSection, done, due, repeat }) {
  const box = done === null ? "" : done ? "[x] " : "[ ] ";
  const text = /^\[[ xX]\]\s/.test(name) ? `\\${name}` : name;
  const days = [due && `due:${due}`, repeat && `repeat:${repeat}`].filter(Boolean).map((word) => ` ${word}`).join("");
  const notes = note ? note.split("\n").map(kept) : [];
  const signs = "#".repeat(Math.min(6, depth + 1));
  if (isSection) return `\n${[`${signs} ${box}${text}${days}`, ...notes.filter(Boolean)].join("\n")}\n`;
  const indent = "  ".repeat(depth);
  return [`${indent}- ${box}${text}${days}`, ...notes.map((line) => `${indent}  ${line}`)].join("\n");
}

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll("\n", "<br>");

function html(items) {
  let depth = 0; // the number of lists that are open
  const parts = items.map((item) => {
    const text = escape([item.name, item.note].filter(Boolean).join("\n"));
    const days = [item.due, item.repeat].filter(Boolean).map((word) => ` (${escape(word)})`).join("");
    const level = item.isSection ? 0 : item.depth + 1;
    let part = "";
    for (; depth > level; depth -= 1) part += "</li></ul>";
    if (item.isSection) {
      const name = `h${Math.min(6, item.depth + 1)}`;
      return `${part}<${name}>${text}${days}</${name}>`;
    }
    if (depth === level) part += "</li>";
    for (; depth < level; depth += 1) part += "<ul>";
    return `${part}<li>${item.done === null ? "" : item.done ? "☑ " : "☐ "}${text}${days}`;
  });
  return parts.join("") + "</li></ul>".repeat(depth);
}
