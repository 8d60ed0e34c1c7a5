// Makes the element of a line from the line's JSON: its name, note, day and attributes, and its level and position.
import { dueElement, h, highlight, rendered, set, sign, written } from "./elements.js";
import { cut, indentOf, isBlock, isFoldable, isSection, keyOf, noteOf, ownNote, pathOf } from "./fields.js";
import { typedText } from "./sending.js";
import { count, elements, headerOf, lineAt, parentOf, state } from "./state.js";
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
  const [position, size] = state.hits ? [] : isSection(line) ? amongSections(line, index) : amongRows(line, index);
  return { "aria-posinset": position || null, "aria-setsize": size || -1 };
}

/** The position of a row and the number of its siblings: those directly in a section come before its subsections. */
function amongRows({ level }, index) {
  const before = rowsFrom(index, -1, level);
  const after = rowsFrom(index + 1, 1, level);
  return [before, before + after + (level === 1 ? sectionsIn(headerOf(index), index) : 0)];
}

function amongSections({ level, number }, index) {
  const parent = level > 1 ? parentOf(index) : -1;
  const rows = level === 1 ? 0 : parent < 0 ? NaN : rowsFrom(parent + 1, 1, 1);
  return [rows + Number(pathOf(number).at(-1)), rows + sectionsIn(parent, index)];
}

/**
 * How many rows of a level there are from an index on, down or up, until one of a smaller level or a header; NaN if
 * that is not known.
 */
function rowsFrom(index, way, level) {
  let rows = 0;
  for (let steps = 0; steps < 300; steps += 1, index += way) {
    const line = lineAt(index);
    if (line?.id ? isSection(line) || line.level < level : index === count()) return rows;
    if (!line?.id) break;
    rows += line.level === level ? 1 : 0;
  }
  return NaN;
}

/**
 * How many sections there are directly in one, or outermost ones for -1, seen from a line in it; NaN if that is not
 * known.
 */
function sectionsIn(parent, index) {
  const indent = parent < 0 ? 0 : indentOf(lineAt(parent)) + 1;
  if (lineAt(parent)?.below === 0) return 0;
  let sections = 0;
  for (let at = index; at - index < 300; at += 1) {
    const line = lineAt(at);
    if (line?.id ? indentOf(line) < indent : at === count() && !(parent < 0 && state.zoom)) return sections;
    if (!line?.id) break;
    if (isSection(line) && indentOf(line) === indent) sections = Number(pathOf(line.number).at(-1));
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
    h(
      "span",
      { class: "fold", "aria-hidden": true, "data-do": folds ? "fold" : null },
      folds ? sign("fold") : "",
    ),
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
