// Makes the element of a line from the line's JSON: its name, note, day and attributes, and its level and position.
import { dueElement, h, highlight, rendered, set, sign, written } from "./elements.js";
import { cut, indentOf, isBlock, isFoldable, isSection, keyOf, noteOf, ownNote } from "./fields.js";
import { typedText } from "./sending.js";
import { count, elements, lineAt, state } from "./state.js";
import { noteName } from "./storage.js";

export function lineElement(line, index) {
  const key = keyOf(line);
  const indent = state.hits ? 0 : Math.max(0, indentOf(line) - (state.zoom ? state.zoom.level - 1 : 0));
  let element = elements.get(key);
  if (!element) {
    element = Object.assign(h("div", { id: `line-${key}`, role: "treeitem", tabindex: -1 }), { key });
    elements.set(key, element);
  }
  set(element, { "aria-level": indent + 1, "aria-selected": state.marked.has(key), ...siblings(line, index) });
  indented(element, indent);
  if (element.line?.signature !== line.signature) {
    element.line = line;
    if (state.editor?.element !== element) fillLine(element, line);
  }
  element.classList.toggle("marked", state.marked.has(key));
  if (line.by) setTimeout(() => set(element, { "data-by": null }), 1500);
  set(element, { "data-by": line.by ?? element.dataset.by });
  line.by = undefined;
  return element;
}

/** The position of a line among its siblings, and their number, or -1: as far as the lines around it say so. */
function siblings(line, index) {
  if (state.hits) return { "aria-posinset": null, "aria-setsize": -1 };
  const [before, after] = [siblingsFrom(index, -1), siblingsFrom(index, 1)];
  const isOutermost = isSection(line) && line.level === 1;
  const position = isOutermost && !state.zoom ? Number(line.number) : before + 1;
  return { "aria-posinset": position || null, "aria-setsize": position + after || -1 };
}

/** How many siblings a line has above or below it; NaN if that is not known. */
function siblingsFrom(index, way) {
  const indent = indentOf(lineAt(index));
  let found = 0;
  for (let at = index + way; Math.abs(at - index) < 300; at += way) {
    const line = lineAt(at);
    if (line?.id ? indentOf(line) < indent : at < 0 || at === count()) return found;
    if (!line?.id) break;
    if (indentOf(line) === indent) found += 1;
  }
  return NaN;
}

export function fillLine(element, line) {
  const folds = isFoldable(line) && !state.hits;
  const isTask = line.done !== null;
  const { note, ...others } = line.attributes;
  const typed = typedText(line);
  const isDraft = keyOf(line) in state.drafts || noteName(keyOf(line)) in state.drafts;
  const counts = [
    line.hidden && `${line.hidden} hidden`,
    line.tasks && `${line.doneTasks} of ${line.tasks} done`,
  ].filter(Boolean);
  const hidden = counts.length ? `· ${counts.join(", ")}` : "";
  const json = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const attribute = ([name, value]) => [
    " ",
    h("span", { class: "attribute" }, h("bdi", {}, name), " ", h("bdi", {}, json(value))),
  ];
  const [name, further] = typed
    ? cut(typed).map((part, at) => part && written(at ? "note" : "text", part))
    : texts(line);
  if (note !== undefined && !ownNote(line)) others.note = note;
  const marks = [isTask && "task", line.done && "done", typed && "pending"];
  element.className = ["line", isSection(line) ? "section" : "row", ...marks].filter(Boolean).join(" ");
  set(element, { "aria-expanded": folds ? !line.collapsed : null, "aria-checked": line.done });
  element.replaceChildren(
    state.hits && line.heading ? headingOf(line) : "",
    h("span", { class: "fold", "aria-hidden": true, "data-do": folds ? "fold" : null }, folds ? sign("fold") : ""),
    isTask ? h("span", { class: "box", "aria-hidden": true, "data-do": "tick" }, line.done ? sign("check") : "") : "",
    h(
      "span",
      { class: "body" },
      name,
      hidden ? [" ", h("span", { class: "hidden-count" }, hidden)] : "",
      readable(others).flatMap(attribute),
      isDraft ? [" ", h("span", { class: "hidden-count" }, "· draft")] : "",
      further,
      state.hits?.path === "due" ? h("bdi", { class: "path" }, line.path.replaceAll("/", " / ")) : "",
    ),
    line.due ? dueElement(line) : "",
    h("span", { class: "more", "aria-hidden": true, "data-do": "menu" }, sign("more")),
  );
  for (const part of state.hits ? element.querySelectorAll(".text, .note, .detail") : [])
    highlight(part, state.hits.words);
}

/** The heading of the lines that were found on a path, or that are due on a day. */
const headingOf = ({ heading }) =>
  state.hits.path === "due"
    ? h("span", { class: "heading" }, heading)
    : h("bdi", { class: "heading", "data-do": "path" }, heading.replaceAll("/", " / "));

/** The elements that begin and end a line: its name, with the detail of a section, and the note of a row. */
function texts(line) {
  if (isBlock(line) && !isSection(line))
    return [rendered("text", line.text, line.html), ownNote(line) && written("note", ownNote(line))];
  const [first, rest, html] = isSection(line)
    ? [line.title, line.detail, line.detailHtml]
    : [...cut(line.text), line.noteHtml];
  const note = rendered(isSection(line) ? "detail" : "note", rest ?? "", html);
  if (ownNote(line)) note.append(rest ? "\n" : "", written(null, ownNote(line)));
  return isSection(line)
    ? [[rendered("text", first, line.html), noteOf(line) && [" ", note]].flat()]
    : [rendered("text", first, line.html), noteOf(line) && note];
}

// What import has noted about the form of a line, so that an export writes it again; nobody reads it on the page.
const SHAPES = { markdown: ["number", "content", "level", "info"], org: [], plist: [], "markdown-text": [] };

const readable = (attributes) => {
  const hidden = Object.entries(SHAPES).flatMap(([name, more]) => (name in attributes ? [name, ...more] : []));
  return Object.entries(attributes).filter(([name]) => !hidden.includes(name));
};

/** The element of a line that is not there yet. */
export const newLine = (kind, isTask, content) =>
  h(
    "div",
    { class: `line ${kind}`, role: "treeitem" },
    h("span", { class: "fold" }),
    isTask ? h("span", { class: "box" }) : "",
    h("span", { class: "body" }, content),
  );

export const indented = (element, level) => (element.style.setProperty("--indent", level), element);
