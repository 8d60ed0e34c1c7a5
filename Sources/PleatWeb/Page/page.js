// The page of `pleat web`: the lines that the user sees, in a window, followed by the changes of the server.
import { events, replay } from "./changes.js";

const MOST = 270; // lines in the document at a time
const MARGIN = 24; // lines above and below those on the screen
const MOTION = { duration: 180, easing: "cubic-bezier(.2, .7, .3, 1)" };
const $ = (id) => document.getElementById(id);
const list = $("list"), dialog = $("dialog"), filter = $("filter");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const elements = new Map(); // of the lines in the document, by key
let lines = []; // what the user sees; undefined, or without id, where it was not fetched yet
let revision = -1; // of the lines
const isReadOnly = "readOnly" in document.body.dataset;
let me = null; // the user's name
let [latest, undoable] = [-1, -1]; // the revisions of the user's last edit, as far as the stream has told, and of the one that a notice offers to undo
let zoom = null; // {key, start, end, level, title, revision}: the section that is shown alone
let hits = null; // {path, title, lines}: what was found, shown instead of the outline
let [current, lastIndex] = [null, 0]; // the key of the line that the keys act on, and its index, where another one follows if it leaves
let marked = new Set(); // the keys of the lines that are picked
let editor = null; // {key, id, was, base, place, level, element, box}: the text that is being edited; it began from `base` in the outline
let draft = null; // {chain, depth, lowest, isFirst, section, element, box}: the line that is being added; see `chainTo`
let shown = { first: 0, last: 0 }; // the indices of the lines in the document
let rowHeight = 36;

// MARK: Lines
const keyOf = (line) => line?.id?.slice(2); // it stays when somebody makes a section of a row
const isSection = (line) => line.kind === "section";
const isFull = (line) => (isSection(line) ? line.rows + line.below > 0 : "collapsed" in line);
const isFoldable = (line) => isFull(line) && line.collapsible !== false;
const isBlock = (line) => "markdown" in line.attributes; // as import has read it, which is shown as a whole
const cut = (text) => [text.split("\n", 1)[0], text.slice(text.split("\n", 1)[0].length + 1)];
const joined = (...parts) => parts.filter(Boolean).join("\n");
const nameOf = (line) => line.title ?? cut(line.text)[0];
const ownNote = ({ attributes: { note } }) => (typeof note === "string" ? note : ""); // where an earlier page, and other programs, have put it
const noteOf = (line) => joined(isSection(line) ? line.detail : cut(line.text)[1], ownNote(line));
const textOf = (line) => line.title ?? (noteOf(line) ? `${nameOf(line)}\n${noteOf(line)}` : nameOf(line));
const pathOf = (number) => number.split(":")[0].split(".");
const indentOf = (line) => pathOf(line.number).length + (isSection(line) ? 0 : line.level) - 1;
const base = () => (zoom && !hits ? zoom.start : 0);
const count = () => (hits ? hits.lines.length : zoom ? zoom.end - zoom.start : lines.length);
const lineAt = (index) => (hits ? hits.lines[index] : index >= 0 && index < count() ? lines[base() + index] : undefined);
const lineOf = (key) => lineAt(indexOf(key));
const signed = (line) => Object.assign(line, { signature: JSON.stringify({ ...line, line: 0 }) }); // the same as long as the line looks the same
const isFresh = (index) => lines[index]?.revision === revision;
const isFilled = () => hits !== null || document.hidden || Array.from({ length: shown.last - shown.first }, (_, at) => isFresh(base() + shown.first + at)).every(Boolean);
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The index of the nearest line that fits, from an index upwards, or -1. */
function above(index, fits) {
  for (let steps = 0; steps < 3000 && lineAt(index)?.id && !fits(lineAt(index)); steps += 1) index -= 1;
  return lineAt(index)?.id && fits(lineAt(index)) ? index : -1;
}

const headerOf = (index) => above(index, isSection);
/** The index of the line that a line is directly in, or -1. */
const parentOf = (index) => above(index - 1, (line) => indentOf(line) < indentOf(lineAt(index)));

/** The index of the last line that is shown below a line, or of the line itself; as far as the lines around it say so. */
function endOf(index) {
  let end = index;
  while (end - index < 3000 && lineAt(end + 1)?.id && indentOf(lineAt(end + 1)) > indentOf(lineAt(index))) end += 1;
  return end;
}

/** The row or section beside one, with the same parent, before or after it; undefined if there is none, or it is not known. */
function beside(index, way) {
  const line = lineAt(index), isNear = (other) => indentOf(other) <= indentOf(line);
  const other = lineAt(way > 0 ? endOf(index) + 1 : above(index - 1, isNear));
  return other?.id && other.kind === line.kind && indentOf(other) === indentOf(line) ? other : undefined;
}

function indexOf(key) {
  for (let index = shown.first; key && index < shown.last; index += 1) if (keyOf(lineAt(index)) === key) return index;
  if (!key) return -1;
  return hits ? hits.lines.findIndex((line) => keyOf(line) === key) : Math.max(-1, lines.findIndex((line) => keyOf(line) === key) - base());
}

/** A number as a text that sorts as the lines do: rows come before the sections beside them; what has no number yet comes last. */
const order = (number = "~") => number.replace(/\d+/g, (part) => part.padStart(10, "0")).replace(":", "!");

// MARK: Asking
/** An error that the server has answered; its hint is about the command line. */
function refusal(status, error = {}) {
  const message = (error.message ?? "").replace(/^line \d+[^:]*: /, "");
  return Object.assign(new Error(message || `This cannot be done (${status}).`), { status, error });
}

/** Asks the server for something, in the time zone of the reader. */
function request(path, { headers, ...options } = {}) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  return fetch(path, { cache: "no-store", ...options, headers: { ...(/^[\w+/-]+$/.test(zone) && { "Time-Zone": zone }), ...headers } });
}

async function ask(path) {
  const response = await request(path, { headers: { Accept: "application/json" } });
  const body = await response.json().catch(() => null);
  if (!response.ok || !body) throw refusal(response.status, body?.error);
  return { body, headers: response.headers };
}

/** Fetches lines; false if they were not taken, because the list has changed meanwhile. */
async function load(from, limit) {
  const { body, headers } = await ask(`lines?from=${from}&limit=${limit}`);
  const total = Number(headers.get("Pleat-Total")), newest = Number(headers.get("Pleat-Revision"));
  for (let wait = 0; newest > revision && revision >= 0 && isOnline && wait < 5; wait += 1) await sleep(20);
  if (newest < revision) return false;
  if (lines.length !== total) lines = new Array(total); // the stream has not said so: begin anew
  revision = newest;
  body.forEach((line, at) => (lines[from + at] = Object.assign(signed(line), { by: lines[from + at]?.by, revision })));
  return true;
}

/** The index of the first line that does not come before a position, as `order` has it; it may be near a guess. */
async function locate(position, guess = -1) {
  let low = 0, high = lines.length;
  const [start, end] = [Math.max(0, guess - 20), Math.min(high, guess + 20)];
  if (guess >= 0 && end > start && (await load(start, end - start))) {
    if (order(lines[start].number) < position) low = start;
    if (order(lines[end - 1].number) >= position) high = end - 1;
  }
  for (let tries = 0; low < high && tries < 100; tries += 1) {
    const middle = (low + high) >> 1;
    if (!isFresh(middle)) await load(Math.max(0, middle - 20), 40);
    else if (order(lines[middle].number) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

// MARK: Filling the window
let isFilling = false, isAgain = false, motion = null;

/** Fetches what the window lacks, and draws; what cannot be fetched is asked again once the connection is there. */
async function settle() {
  isAgain = true;
  if (isFilling) return;
  for (isFilling = true; isAgain; ) {
    isAgain = false;
    const failed = (error) => (error.status && error.status !== 401 && tell(error.message, "error"), null);
    const isTaken = await fill().catch(failed);
    draw();
    isAgain ||= isTaken !== null && !(isTaken && isFilled()); // what is shown may have moved meanwhile
  }
  isFilling = false;
}

async function fill() {
  const asked = hits;
  if (asked) return ask(asked.path).then(({ body }) => ((asked.lines = body.map(signed)), asked === hits));
  if (document.hidden && revision >= 0) return true;
  if (zoom && zoom.revision !== revision) await fillZoom();
  const { first, last } = range();
  let from = base() + first, to = base() + last;
  while (from < to && isFresh(from)) from += 1;
  while (from < to && isFresh(to - 1)) to -= 1;
  return from === to && revision >= 0 ? true : load(from, to - from || 60);
}

/** Finds out where the section that is shown alone begins and ends. */
async function fillZoom() {
  const began = revision, asked = zoom;
  let start = lines.findIndex((line) => keyOf(line) === zoom.key);
  if (start < 0) {
    const { body } = await ask(`item?id=@s${zoom.key}`).catch(() => ({}));
    if (body) start = await locate(order(body.number));
  }
  if (start >= 0 && !isFresh(start)) await load(start, 60);
  if (keyOf(lines[start]) !== asked.key || !isSection(lines[start])) return leaveZoom("The section that was shown is not there any more.");
  const next = lines[start].number.replace(/\d+$/, (part) => Number(part) + 1), end = await locate(order(next), zoom.end);
  if (zoom === asked) Object.assign(zoom, { start, end, level: lines[start].level, title: lines[start].title, revision: began });
  showTrail();
}

// MARK: Drawing
/** Very long lists are drawn shorter than they are, because browsers limit the height of an element. */
const drawnHeight = () => Math.min(rowHeight, 12e6 / Math.max(1, count()));
const inDocument = () => [...list.children].filter((element) => element.key && elements.get(element.key) === element);
const topOf = (element) => element.getBoundingClientRect().top;
const isOnScreen = (top) => top > -rowHeight && top < innerHeight;
const px = (number) => `${number}px`;

/** The line that stays where it is on the screen, or the place in the list after a jump. */
function anchor() {
  const top = $("head").offsetHeight, last = Math.max(0, count() - 1), box = list.getBoundingClientRect();
  const seen = inDocument().filter((element) => element.getBoundingClientRect().bottom > top && topOf(element) < innerHeight);
  for (const element of [...seen.filter((each) => each.key === current), ...seen]) {
    const index = indexOf(element.key);
    if (index >= 0) return { index, key: element.key, top: topOf(element) };
  }
  if (seen.length) return { index: Math.min(shown.first, last), top: topOf(seen[0]) };
  const share = Math.min(1, Math.max(0, (top - box.top) / Math.max(1, box.height - innerHeight + top)));
  return { index: Math.round(share * last), top: share ? top + share * (innerHeight - top - rowHeight) : Math.max(top, box.top) };
}

function range(fixed = anchor()) {
  const first = Math.max(0, fixed.index - Math.ceil(Math.max(0, fixed.top) / rowHeight) - MARGIN);
  const last = fixed.index + Math.ceil(Math.max(0, innerHeight - fixed.top) / rowHeight) + MARGIN;
  return { first, last: Math.min(count(), last, first + MOST) };
}

function draw(fixed = anchor()) {
  const hadFocus = list.contains(document.activeElement), moving = calm.matches ? null : motion, wanted = [];
  const before = new Map(moving ? inDocument().map((element) => [element.key, topOf(element)]) : []);
  [motion, shown] = [null, range(fixed)];
  for (let index = shown.first; index < shown.last; index += 1) {
    wanted.push(lineAt(index)?.id ? lineElement(lineAt(index), index) : h("div", { class: "line hole", "aria-hidden": true }));
  }
  const put = (added, anchor) => {
    const at = [anchor, added[0].previousElementSibling].map((element) => wanted.indexOf(element)).find((found) => found >= 0);
    wanted.splice((at ?? wanted.length - 1) + 1, 0, ...added);
  };
  if (editor && !wanted.includes(editor.element)) put([editor.element]); // it keeps the focus, also when its line was deleted
  for (const entry of hits ? [] : outbox.filter(isAdding)) put(sentLines(entry), placed(entry.edits[0]));
  if (draft) put([draft.element], placed(draftPlace()));
  const space = fixed.top - topOf(list) - (fixed.index - shown.first) * rowHeight;
  if (!fixed.key) list.style.paddingTop = px(Math.max(0, space)); // so that the list is never shorter than where it is scrolled to
  arrange(wanted, before, moving);
  list.style.paddingBottom = `${(count() - shown.last) * drawnHeight()}px`;
  hold(fixed.key ? elements.get(fixed.key) : wanted[fixed.index - shown.first], fixed.top);
  const nothing = !hits ? `Nothing here yet.${isReadOnly ? "" : " Press Enter, or +, to add a line."}` : hits.path === "due" ? "Nothing is due." : `Nothing fits “${hits.title}”.`;
  Object.assign($("empty"), { hidden: wanted.length > 0 || revision < 0, textContent: nothing });
  showCurrent(hadFocus);
  const places = moving ? inDocument().map((element) => [element, topOf(element)]) : []; // all of them before anything moves
  for (const [element, top] of places) enter(element, top, before, moving);
}

/** Puts elements in place; those on the screen that leave fade out where they were. */
function arrange(wanted, before, moving) {
  const staying = new Set(wanted), origin = topOf(list), isGhost = (element) => element?.classList.contains("ghost");
  for (const element of [...list.children].filter((each) => !staying.has(each) && !isGhost(each))) {
    if (elements.get(element.key) === element && element !== editor?.element) elements.delete(element.key);
    if (isOnScreen(before.get(element.key) ?? -1e9)) leave(element, before.get(element.key) - origin, moving);
    else element.remove();
  }
  let next = list.firstElementChild;
  for (const element of wanted) {
    while (isGhost(next)) next = next.nextElementSibling;
    if (next === element) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
}

/** Corrects the space above the lines, so that one of them is where it was on the screen. */
function hold(element, top) {
  const space = (parseFloat(list.style.paddingTop) || 0) - (element?.isConnected ? topOf(element) - top : 0);
  const right = shown.first === 0 ? 0 : Math.max(space, shown.first * drawnHeight() * 0.05);
  list.style.paddingTop = px(right);
  if (Math.abs(right - space) >= 1) scrollBy({ top: right - space, behavior: "instant" });
}

function leave(element, top, moving) {
  element.classList.add("ghost");
  set(element, { "aria-hidden": true, role: null, id: null, tabindex: null });
  element.style.top = px(top);
  const end = { opacity: 0, transform: `translateY(${moving.deletesTowards === "bottom" ? 10 : -10}px)` };
  element.animate([{ opacity: 1 }, end], MOTION).finished.catch(() => {}).then(() => element.remove());
}

function enter(element, top, before, moving) {
  const from = before.get(element.key);
  const way = from !== undefined ? from - top : moving.insertsFrom === "bottom" ? 10 : -10;
  const start = { transform: `translateY(${Math.max(-innerHeight, Math.min(way, innerHeight))}px)`, ...(from === undefined ? { opacity: 0 } : {}) };
  if (isOnScreen(top) && Math.abs(way) >= 1) element.animate([start, { transform: "none" }], MOTION);
}

// MARK: One line
/** Makes an element with attributes, and with texts and elements in it. */
function h(name, attributes, ...children) {
  const element = set(document.createElement(name), attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
  return element;
}

function lineElement(line, index) {
  const key = keyOf(line), indent = hits ? 0 : Math.max(0, indentOf(line) - (zoom ? zoom.level - 1 : 0));
  let element = elements.get(key);
  if (!element) elements.set(key, (element = Object.assign(h("div", { id: `line-${key}`, role: "treeitem", tabindex: -1 }), { key })));
  set(element, { "aria-level": indent + 1, "aria-selected": marked.has(key), ...siblings(line, index) });
  indented(element, indent);
  if (element.line?.signature !== line.signature) {
    element.line = line;
    if (editor?.element !== element) fillLine(element, line);
  }
  element.classList.toggle("marked", marked.has(key));
  if (line.by) setTimeout(() => set(element, { "data-by": null }), 1500);
  set(element, { "data-by": line.by ?? element.dataset.by });
  line.by = undefined;
  return element;
}

/** The position of a line among its siblings, and their number, or -1: as far as the lines around it say so. */
function siblings(line, index) {
  const [position, size] = hits ? [] : isSection(line) ? amongSections(line, index) : amongRows(line, index);
  return { "aria-posinset": position || null, "aria-setsize": size || -1 };
}

/** The position of a row and the number of its siblings: those directly in a section come before its subsections. */
function amongRows({ level }, index) {
  const before = rowsFrom(index, -1, level), after = rowsFrom(index + 1, 1, level);
  return [before, before + after + (level === 1 ? sectionsIn(headerOf(index), index) : 0)];
}

function amongSections({ level, number }, index) {
  const parent = level > 1 ? parentOf(index) : -1, rows = level === 1 ? 0 : parent < 0 ? NaN : rowsFrom(parent + 1, 1, 1);
  return [rows + Number(pathOf(number).at(-1)), rows + sectionsIn(parent, index)];
}

/** How many rows of a level there are from an index on, down or up, until one of a smaller level or a header; NaN if that is not known. */
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

/** How many sections there are directly in one, or outermost ones for -1, seen from a line in it; NaN if that is not known. */
function sectionsIn(parent, index) {
  const indent = parent < 0 ? 0 : indentOf(lineAt(parent)) + 1;
  if (lineAt(parent)?.below === 0) return 0;
  let sections = 0;
  for (let at = index; at - index < 300; at += 1) {
    const line = lineAt(at);
    if (line?.id ? indentOf(line) < indent : at === count() && !(parent < 0 && zoom)) return sections;
    if (!line?.id) break;
    if (isSection(line) && indentOf(line) === indent) sections = Number(pathOf(line.number).at(-1));
  }
  return NaN;
}

function fillLine(element, line) {
  const folds = isFoldable(line) && !hits, isTask = line.done !== null, { note, ...others } = line.attributes, typed = typedText(line);
  const counts = [line.hidden && `${line.hidden} hidden`, line.tasks && `${line.doneTasks} of ${line.tasks} done`].filter(Boolean), hidden = counts.length ? `· ${counts.join(", ")}` : "";
  const json = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const attribute = ([name, value]) => [" ", h("span", { class: "attribute" }, h("bdi", {}, name), " ", h("bdi", {}, json(value)))];
  const [name, further] = typed ? cut(typed).map((part, at) => part && written(at ? "note" : "text", part)) : texts(line);
  if (note !== undefined && !ownNote(line)) others.note = note;
  element.className = `line ${isSection(line) ? "section" : "row"}${isTask ? " task" : ""}${line.done ? " done" : ""}${typed ? " pending" : ""}`;
  set(element, { "aria-expanded": folds ? !line.collapsed : null, "aria-checked": line.done });
  element.replaceChildren(
    h("span", { class: "fold", "aria-hidden": true, "data-do": folds ? "fold" : null }, folds ? (line.collapsed ? "▸" : "▾") : ""),
    isTask ? h("span", { class: "box", "aria-hidden": true, "data-do": "tick" }, line.done ? "✓" : "") : "",
    h("span", { class: "body" }, hits && line.path ? h("bdi", { class: "path" }, line.path) : "", name, hidden ? [" ", h("span", { class: "hidden-count" }, hidden)] : "",
      line.due ? [" ", dueElement(line)] : "", readable(others).flatMap(attribute), drafts[keyOf(line)] ? [" ", h("span", { class: "hidden-count" }, "· draft")] : "", further),
    h("span", { class: "more", "aria-hidden": true, "data-do": "menu" }, "⋯"));
}

/** The elements that begin and end a line: its name, with the detail of a section, and the note of a row. */
function texts(line) {
  if (isBlock(line) && !isSection(line)) return [rendered("text", line.text, line.html), ownNote(line) && written("note", ownNote(line))];
  const [first, rest, html] = isSection(line) ? [line.title, line.detail, line.detailHtml] : [...cut(line.text), line.noteHtml];
  const note = rendered(isSection(line) ? "detail" : "note", rest ?? "", html);
  if (ownNote(line)) note.append(rest ? "\n" : "", written(null, ownNote(line)));
  return isSection(line) ? [[rendered("text", first, line.html), noteOf(line) && [" ", note]].flat()] : [rendered("text", first, line.html), noteOf(line) && note];
}

// What import has noted about the form of a line, so that an export writes it again; nobody reads it on the page.
const SHAPES = { markdown: ["number", "content", "level", "info"], org: [], plist: [] };
const readable = (attributes) => {
  const hidden = Object.entries(SHAPES).flatMap(([name, more]) => (name in attributes ? [name, ...more] : []));
  return Object.entries(attributes).filter(([name]) => !hidden.includes(name));
};

const MARKUP = /\[([^[\]]+)\]\(<?([^()<>\s]+)>?\)|(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])|(?<![^\s])(#\p{L}[\p{L}\p{N}_/-]*)/gu;
const TAGS = /(?<![^\s])(#\p{L}[\p{L}\p{N}_/-]*)/u;
const LINK = { class: "link", target: "_blank", rel: "noopener noreferrer nofollow", tabindex: -1 };
const isHarmless = (address) => /^(https?|mailto|tel):/i.test(address) && URL.canParse(address);

/** A text as text nodes, with its links and tags. */
function written(className, text, name = "span") {
  const element = h(name, { class: className, dir: "auto" });
  let end = 0;
  for (const { 0: whole, 1: label, 2: target, 3: url, 4: tag, index } of text.matchAll(MARKUP)) {
    if (!tag && !isHarmless(target ?? url)) continue;
    element.append(text.slice(end, index), tag ? tagElement(tag) : h("a", { ...LINK, href: target ?? url }, label ?? url));
    end = index + whole.length;
  }
  element.append(text.slice(end));
  return element;
}

const tagElement = (tag) => h("span", { class: "tag", "data-do": "tag" }, tag);

/** A text of a line as the server has rendered its Markdown, which leaves nothing in it that could do harm, with its tags. */
function rendered(className, text, html) {
  if (html === undefined) return written(className, text);
  const element = Object.assign(h("span", { class: className, dir: "auto" }), { innerHTML: html }), texts = [];
  for (const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT); walker.nextNode(); ) texts.push(walker.currentNode);
  for (const link of element.querySelectorAll("a")) set(link, LINK);
  for (const node of texts.filter((each) => !each.parentElement.closest("a, code"))) {
    node.replaceWith(...node.data.split(TAGS).map((part, at) => (at % 2 ? tagElement(part) : part)));
  }
  return element;
}

function dueElement({ due, repeat, repeatWords, done }) {
  const [day, time] = due.split("T"), now = new Date(), date = new Date(`${day}T00:00`);
  const days = Math.round((date - new Date(now.getFullYear(), now.getMonth(), now.getDate())) / 864e5);
  const isLate = !done && (days < 0 || (days === 0 && time && new Date(due) < now));
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: "numeric" };
  const format = days > 1 && days < 7 ? { weekday: "long" } : { day: "numeric", month: "short", ...year };
  const said = { 0: "today", 1: "tomorrow", "-1": "yesterday" }[days] ?? (isNaN(date) ? due : date.toLocaleDateString("en-GB", format));
  const title = `${isLate ? "late, " : ""}due ${due}${repeat ? `, repeats: ${repeat}` : ""}`;
  return h("time", { class: `due${isLate ? " late" : ""}`, datetime: due, title }, said, time ? ` ${time.slice(0, 5)}` : "", repeat && !done ? `, ${repeatWords}` : "");
}

// MARK: The current line
const reveal = (element) => element?.scrollIntoView({ block: "nearest", behavior: "instant" }); // page.css has the margins
const forget = () => (inDocument().forEach((element) => element.remove()), elements.clear());
const showMarked = () => (draw(), marked.size && say(`${marked.size} picked; Esc clears the selection`));
const unmark = () => (marked.clear(), showMarked());
const focus = () => elements.get(current)?.focus({ preventScroll: true });

function showCurrent(hadFocus) {
  const all = inDocument(), active = document.activeElement, box = [editor, draft].find((each) => each?.element.isConnected)?.box;
  if (!elements.get(current)?.isConnected && lineOf(current) === undefined) current = keyOf(lineAt(Math.min(lastIndex, count() - 1))) ?? all[0]?.key ?? null;
  lastIndex = Math.max(0, indexOf(current));
  for (const each of all) {
    each.classList.toggle("current", each.key === current);
    each.tabIndex = each.key === current || (each === all[0] && !elements.get(current)?.isConnected) ? 0 : -1;
  }
  if (active !== document.body && !list.contains(active)) return;
  if (box && active !== box) box.focus({ preventScroll: true });
  else if (!box && hadFocus) focus();
}

/** Makes the line at an index the current one, and scrolls as little as needed to show it. */
async function goTo(index, extend = false) {
  index = Math.max(0, Math.min(index, count() - 1));
  if (!elements.get(keyOf(lineAt(index)))?.isConnected) jump(index);
  for (let tries = 0; tries < 100 && count() && !lineAt(index)?.id; tries += 1) await Promise.all([settle(), sleep(20)]);
  const key = keyOf(lineAt(index));
  if (!key) return;
  if (extend) marked.add(current).add(key);
  current = key;
  if (extend) showMarked();
  if (!elements.get(current)?.isConnected) draw();
  showCurrent(false);
  focus();
  reveal(elements.get(current));
}

/** Draws the window anew around a line that is not in it. */
function jump(index) {
  const top = Math.max($("head").offsetHeight, innerHeight / 3), height = drawnHeight();
  forget();
  if (editor) elements.set(editor.key, editor.element);
  [list.style.paddingTop, list.style.paddingBottom] = [`${index * height}px`, `${(count() - index) * height}px`];
  scrollBy({ top: topOf(list) + index * height - top, behavior: "instant" });
  draw({ index, top });
}

/** The lines that an action is about, in order: those that are picked, else the current one. */
const chosenIndices = () => [...(marked.size ? marked : [current])].map(indexOf).filter((index) => index >= 0);
const chosen = () => chosenIndices().sort((first, second) => first - second).map(lineAt).filter((line) => line?.id);

// MARK: Keeping
let outbox = [], made = {}; // the edits that are not answered; and, by their keys, the ids of the lines that were added, or the places of those that were refused
let drafts = {}; // what is typed and not sent, as {text, base, at, isOpen}: by the key of a line, "new", or the name of a dialog and keys
let store = () => null; // begins a transaction with what the browser keeps
const PAGE = document.body.dataset.key ?? "", TAB = String(crypto.getRandomValues(new Uint32Array(2))), NEW = "new";
const result = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
const ofPage = () => IDBKeyRange.bound([PAGE], [PAGE, []]);

/** Keeps what is not sent, so that it is there when the page is opened again, in this tab or another. */
function keep() {
  made = Object.fromEntries(Object.entries(made).slice(-100));
  if (outbox.length || Object.keys(drafts).length) store()?.put({ outbox, made, drafts, time: Date.now() }, [PAGE, TAB]);
  else store()?.delete([PAGE, TAB]);
}

/** Notes what is typed; an empty text takes the note away. */
function noteDraft(name, text, more = {}) {
  if (text) drafts[name] = { text, ...more };
  else if (!(name in drafts)) return;
  else delete drafts[name];
  keep();
}

/** Takes over what tabs have kept that are not open any more; without a store, only this page keeps things. */
async function takeOver() {
  const opening = indexedDB.open("pleat", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  const database = await result(opening);
  store = () => {
    try { return database.transaction("kept", "readwrite").objectStore("kept"); } catch { return null; } // the browser was told to forget all
  };
  await new Promise((isHeld) => (navigator.locks ? navigator.locks.request(`pleat tab ${TAB}`, () => (isHeld(), new Promise(() => {}))) : isHeld()));
  const { held = [] } = (await navigator.locks?.query()) ?? {}, kept = store();
  const [keys, values] = await Promise.all([result(kept.getAllKeys(ofPage())), result(kept.getAll(ofPage()))]);
  const isOpen = ([, tab]) => held.some(({ name }) => name === `pleat tab ${tab}`);
  for (const [key, value] of keys.map((each, at) => [each, values[at]]).sort(([, first], [, second]) => first.time - second.time)) {
    if (isOpen(key)) continue;
    outbox.push(...value.outbox);
    [made, drafts] = [{ ...made, ...value.made }, { ...drafts, ...value.drafts }];
    kept.delete(key);
  }
  keep();
}

/** Whether something would be gone from the page, though it is kept, if the page were left now. */
const isUnsent = () => outbox.length > 0 || (editor && editor.box.value !== editor.was) || Boolean(draft?.box.value.trim());

/** Says that a draft is kept, which goes on where it was left. */
function tellOfDraft(name, run) {
  dismiss(".draft");
  if (name in drafts) tell("What you typed is kept as a draft.", "draft", ["Go on", run]);
}

// MARK: Sending
let isSending = false;
const waiting = new Map(); // the promise of each edit, by its key

/** Sends edits as one, and keeps them until they are answered: with the same key, so that they are made once. */
function post(path, edits = [], more = {}) {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2)), entry = { path, key: String((high >>> 11) * 2 ** 32 + low + 1), edits, ...more };
  outbox.push(entry);
  dismiss(".undo");
  keep();
  const answer = new Promise((resolve) => waiting.set(entry.key, resolve));
  answer.catch(() => {});
  for (const id of edits.flatMap((edit) => edit.arguments)) elements.get(id.slice(2))?.classList.add("pending");
  flush();
  return Object.assign(answer, { entry });
}

async function flush() {
  if (isSending) return;
  isSending = true;
  for (let wait = 200; outbox.length; wait = Math.min(2 * wait, 1000)) {
    const [entry] = outbox, { path, key, edits } = entry, headers = { "Idempotency-Key": key, "Content-Type": "text/plain; charset=utf-8" };
    const body = edits.map((edit) => JSON.stringify(resolved(edit))).join("\n");
    const response = await request(path, { method: "POST", headers, body }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (answer && response.status < 500 && response.status !== 429) {
      wait = 100;
      outbox.shift();
      if (answer.ids?.length) made[key] = answer.ids;
      keep();
      const done = waiting.get(key) ?? ((promise) => promise.catch?.((error) => refused(entry, error))); // of the page before
      done(response.ok ? { ...answer, revision: Number(response.headers.get("Pleat-Revision")) } : Promise.reject(refusal(response.status, answer.error)));
      if (response.ok) dismiss(".error:not(.typed)");
      for (const element of inDocument().filter((each) => each.classList.contains("pending"))) {
        element.classList.remove("pending");
        if (element !== editor?.element) fillLine(element, element.line); // as it is now
      }
      settle();
    } else {
      if (!answer) setOnline(false);
      await sleep(wait);
    }
  }
  isSending = false;
}

/** Carries out edits; what was typed for one that was refused is never lost. */
function send(edits, more) {
  const answer = post("apply", edits, more);
  return Object.assign(answer.catch((error) => refused(answer.entry, error)), answer);
}

const edit = (...edits) => send(edits);
const isAdding = ({ edits }) => edits[0]?.verb === "add";

/** The text of a line with its note as it will be once all is sent; undefined if neither changes. */
function typedText(line) {
  const edits = outbox.flatMap(({ edits }) => edits).filter(({ verb, arguments: [id] }) => verb === "edit" && id === line.id);
  const [text, note] = ["text", "note"].map((key) => edits.findLast((edit) => edit[key] !== undefined)?.[key]);
  if ((text ?? note) === undefined) return undefined;
  const further = note ?? (text === undefined ? noteOf(line) : "");
  return further ? `${text ?? nameOf(line)}\n${further}` : (text ?? nameOf(line));
}

const sent = new Map(); // the elements of lines that were added and are not answered, by the key of their edit

const indented = (element, level) => (element.style.setProperty("--indent", level), element);
/** The lines that an edit adds, as they are shown until it is answered. */
function sentLines({ key, edits, level = 0, depths = [] }) {
  const texts = edits.flatMap(({ verb, arguments: texts }) => (verb === "add" ? texts : []));
  const element = (text, at) => indented(h("div", { class: "line waiting" }, text), level + (depths[at] ?? 0));
  return sent.get(key) ?? sent.set(key, texts.map(element)).get(key);
}

/** The id of a line; `~KEY:N` stands for a line that an edit has added. Empty if it was not added. */
function real(id) {
  if (id?.[0] !== "~") return id;
  const [key, at = -1] = id.slice(1).split(":"), found = made[key] ?? "", ids = [found].flat();
  return isPlace(found) ? (real(found.after ?? found.in) ?? "") : (ids.at(at) ?? ids.at(-1));
}

const isPlace = (found) => typeof found === "object" && !Array.isArray(found);

/** An edit with the real ids of lines; beside a line that was refused, one is added where that should have gone. */
function resolved(edit) {
  const name = edit.after ? "after" : "in", place = edit[name]?.[0] === "~" ? made[edit[name].slice(1).split(":")[0]] : null;
  if (place && isPlace(place)) return resolved({ ...edit, after: undefined, in: undefined, first: undefined, ...place });
  return { ...edit, [name]: real(edit[name]) };
}

/** The element that a new line comes after, which may wait for its answer itself. */
function placed({ after, in: inside = after, first }) {
  const key = inside?.[0] === "~" ? inside.slice(1).split(":")[0] : null, id = real(inside)?.slice(2);
  if (outbox.some((entry) => entry.key === key)) return sent.get(key)?.at(-1);
  const index = first || hits ? -1 : indexOf(id), end = index < 0 ? null : elements.get(keyOf(lineAt(endOf(index))));
  return end?.isConnected ? end : elements.get(id);
}

// What can be done where a row cannot be moved by one level.
const WAYS = { indent: "Move it elsewhere (M).", outdent: "Make a section of it (S), or move it elsewhere (M)." };

/** Says why edits were refused. A text for a line that somebody has deleted becomes a line; what has changed meanwhile asks which stays. */
async function refused({ key, edits, place, level, depths }, { message, status, error }) {
  const [first = {}] = edits, { verb, arguments: [id] = [], text, note: further, due, after, in: inside } = first, anywhere = { after: undefined, in: undefined, first: undefined };
  const typed = joined(text ?? (verb === "add" ? joined(...edits.flatMap((edit) => edit.arguments)) : ""), further) || due;
  if (verb === "add" && status === 404 && (after ?? inside)) return (made[key] = {}), send([{ ...first, ...anywhere }, ...edits.slice(1)], { level, depths });
  if (verb === "add") [made[key], message] = [{ after, in: inside, first: first.first }, `${message} You had typed: ${typed}`];
  else if (text !== undefined && status === 404) {
    tell("The line was deleted while you typed. What you typed is a new line.");
    return send([{ verb: "add", arguments: [typed], ...place }], { level });
  } else if (error.theirs !== undefined) return askWhichStays(edits, error, { place, level });
  else if (typed) message += ` You had typed: ${typed}`;
  else if (status === 409 && id?.startsWith("@r") && WAYS[verb]) message += ` ${WAYS[verb]}`;
  tell(message, typed ? "error typed" : "error");
}

/** Asks what stays of something that somebody has changed meanwhile, and sends the edits again: in both, a text or a day of yours gets a line of its own. */
async function askWhichStays(edits, { id, theirs }, more) {
  const edit = edits.find(({ was, arguments: [each] }) => was !== undefined && each.slice(2) === id.slice(2)) ?? edits[0], others = edits.filter((each) => each !== edit);
  const { text, note: further, due, repeat } = edit, yours = joined(text, further) || (due ?? repeat ?? ""), isText = text !== undefined;
  const name = isText ? id.slice(2) : `${further === undefined ? "Due" : "Note"} ${id.slice(2)}`;
  noteDraft(name, yours, { base: edit.was, isOpen: isText }); // until that is answered, also when the page is opened again
  const choices = [["yours", "Keep yours"], ["theirs", "Keep theirs"], ["both", "Keep both"]], shown = [["Yours", yours || "nothing"], ["Theirs", theirs || "nothing"]];
  const choice = await choose("Somebody has changed this meanwhile", choices, shown), line = lineOf(id.slice(2)), isNew = isText || due !== undefined || repeat !== undefined;
  if (!choice && isText) return (drafts[name].base = theirs), retype(name);
  if (!choice) return tellOfDraft(name, () => ((current = id.slice(2)), further === undefined ? setDue() : setNote()));
  noteDraft(name, "");
  const own = { verb: "add", arguments: [isText || !line ? yours : nameOf(line)], after: id, ...(line && isSection(line) && { section: true }), due, repeat };
  const again = { yours: [{ ...edit, was: theirs }], both: [isNew ? own : { ...edit, note: joined(theirs, further), was: theirs }] }[choice] ?? [];
  if (again.length + others.length) return send([...again, ...others], more);
}

async function takeBack(verb) {
  try {
    const { entries } = await post(verb);
    say(entries?.length ? `${verb === "undo" ? "Undone" : "Redone"}: ${entries.map((entry) => entry.words).join(", ")}` : `There is nothing to ${verb}.`);
  } catch (error) {
    if (error.error.code !== "refused") return tell(error.message, "error");
    const choices = [["mine", "Undo my own last edit"], ["any", "Undo that one all the same"]];
    const choice = await choose("The last edit is somebody else’s", choices, error.message);
    if (choice) post(`${verb}?${choice}=yes`).then(() => say("Undone."), (refusal) => tell(refusal.message, "error"));
  }
}

// MARK: Following
let isOnline = true;
const channel = window.BroadcastChannel ? new BroadcastChannel(`pleat ${location.pathname}`) : null;

function setOnline(value, reason = "No connection. What you type is kept, and sent when it is back.") {
  if (value && !isOnline) settle();
  isOnline = value;
  Object.assign($("offline"), { hidden: value, textContent: value ? "" : reason });
}

/** Takes an event of the server. One that comes after a gap is left to the next answer, which has all of it. */
function receive({ id, previous, name, data }) {
  if (name === "online") return setOnline(...data);
  me = data.changes?.user ?? me;
  const by = data.by && data.by !== me ? data.by : undefined;
  if (!by) latest = Math.max(latest, id);
  if (latest > undoable) dismiss(".undo");
  if (name === "reset") [lines, revision] = [new Array(data.total ?? 0), id];
  else if (id <= revision) return;
  else if (previous <= revision) {
    try {
      if (data.changes) take(data.changes, data.content ?? [], by);
      revision = id;
    } catch {
      [lines, revision] = [new Array(lines.length), -1];
    }
    motion = { ...motion, ...data.motion };
    if (revision === id && !zoom && !hits && !document.hidden) draw(); // at once; numbers that follow from other lines are asked for
    if (by && typeof data.what === "string") say(`${by}: ${data.what}`);
  }
  settle();
}

function take(changes, content, by) {
  const { insertedLines = [], reloadedLines = [], movedLines = [] } = changes, arriving = [];
  const drawn = [...insertedLines, ...reloadedLines].flatMap(({ start, count }) => Array.from({ length: count }, (_, step) => start + step));
  drawn.sort((first, second) => first - second).forEach((index, at) => (arriving[index] = Object.assign(signed(content[at]), { by })));
  lines = replay(lines, changes, arriving);
  for (const { to, count } of by ? movedLines : []) for (const line of lines.slice(to, to + Math.min(count, 500))) if (line) line.by = by;
}

/** Listens to the server for as long as the page is open, for all tabs of the browser. */
async function listen() {
  const pass = (message) => (receive(message), channel?.postMessage(message));
  for (let wait = 100; ; wait = Math.min(2 * wait, 1000)) {
    const silence = new AbortController(), { signal } = silence;
    let alarm, reason;
    const alive = () => (clearTimeout(alarm), (alarm = setTimeout(() => silence.abort(), 60_000)));
    try {
      alive();
      if (revision < 0) await settle();
      let previous = revision;
      const response = await request("changes", { headers: { "Last-Event-ID": String(previous) }, signal });
      if (!response.ok) throw refusal(response.status, (await response.json().catch(() => null))?.error);
      wait = 100;
      pass({ name: "online", data: [true] });
      for await (const event of events(response.body, alive)) {
        pass({ ...event, previous });
        previous = event.id;
      }
    } catch (error) { // the next attempt says whether the server is there
      if (error.status === 401) [reason, wait] = [error.error.message ?? "You are signed out. Log in again.", 20_000];
    }
    clearTimeout(alarm);
    pass({ name: "online", data: reason ? [false, reason] : [false] });
    await sleep(wait);
  }
}

// MARK: Typing
const grow = (box) => ((box.style.height = "auto"), (box.style.height = `${box.scrollHeight}px`));
const saveEdit = () => (saveText(), closeEdit());
const finish = () => (editor && saveEdit(), draft && (commit(), endDraft())); // nothing typed is lost

/** A box for a text, which `typed` receives, and which is left by `leaving` when the focus goes elsewhere on the page. */
function boxFor(text, label, keys, typed, leaving) {
  const box = Object.assign(h("textarea", { class: "editor", rows: 1, "aria-label": label, enterkeyhint: "enter" }), { value: text });
  box.addEventListener("input", () => (grow(box), typed(box.value)));
  box.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (!event.isComposing && keys(event, event.key === "Tab" ? (event.shiftKey ? -1 : 1) : 0) !== false) event.preventDefault();
  });
  const isLeft = () => box.isConnected && document.hasFocus() && document.activeElement !== box;
  box.addEventListener("blur", () => setTimeout(() => isLeft() && leaving(), 150));
  return box;
}

function begin({ element, box }) {
  box.focus({ preventScroll: true });
  box.setSelectionRange(box.value.length, box.value.length);
  grow(box);
  reveal(element);
}

function startEdit(line = isReadOnly ? null : lineOf(current)) {
  finish();
  const key = keyOf(line), element = elements.get(key), kept = drafts[key];
  if (!element?.isConnected) return;
  const was = textOf(line), above = lineAt(indexOf(key) - 1);
  const typed = (text) => editor && noteDraft(key, text === editor.was ? "" : text, { base: editor.base, isOpen: true });
  const box = boxFor(kept?.text ?? was, isSection(line) ? "Title" : "Text", editKey, typed, () => editor?.box === box && saveEdit());
  editor = { key, id: line.id, was, base: kept?.base ?? line.text ?? was, place: placeAfter(above), level: shownLevel(line), element, box };
  element.querySelector(".text").replaceChildren(box);
  if (!isSection(line)) element.querySelector(".note")?.remove();
  begin(editor);
  if (kept && !kept.isOpen) box.select();
}

function editKey({ key, shiftKey, altKey }, level) {
  const { box } = editor, line = lineOf(editor.key), index = indexOf(editor.key), way = { ArrowUp: -1, ArrowDown: 1 }[key];
  const isEdge = way && !(way < 0 ? box.value.slice(0, box.selectionStart) : box.value.slice(box.selectionEnd)).includes("\n");
  if (key === "Escape") leaveDraft();
  else if (key === "Enter" && !shiftKey) (saveEdit(), startDraft(line ?? lineOf(current)));
  else if (level) (saveText(), edit(...levelEdits([line ?? editor], level)));
  else if (way && altKey) (saveText(), shift(way));
  else if (isEdge && !shiftKey) (saveEdit(), goTo(index + way).then(() => startEdit()));
  else return false;
}

function closeEdit() {
  const { element, key } = editor;
  editor = null;
  fillLine(element, lineOf(key) ?? element.line);
  draw();
  if (document.activeElement === document.body) focus();
}

/** Closes the box in which something is typed, and keeps that as a draft. */
function leaveDraft() {
  const { key = NEW, box, was = "" } = editor ?? draft, isKept = box.value.trim() && box.value !== was;
  noteDraft(key, isKept ? box.value : "", { ...drafts[key], text: box.value, isOpen: false });
  editor ? closeEdit() : endDraft();
  tellOfDraft(key, () => retype(key));
}

/** Sends the text that was typed, and leaves the box open. */
function saveText() {
  const { key, was, base, box, place, level } = editor, line = lineOf(key), id = line?.id ?? editor.id;
  if (box.value !== was && !box.value.trim()) return tell("A text cannot be empty. Delete the line instead.", "error");
  noteDraft(key, "");
  if (box.value === was) return;
  [editor.was, editor.base] = [box.value, box.value];
  const [text, further] = cut(box.value), isMoved = line && !isSection(line) && ownNote(line); // a note moves to where notes are
  send([{ verb: "edit", arguments: [id], ...(isMoved ? { text, note: further } : { text: box.value }), was: base }], { place, level });
}

/** Goes on with what was typed and not sent: in its line, or in a new one. */
async function retype(key) {
  const { text, at } = drafts[key] ?? {};
  if (text === undefined) return;
  if (key !== NEW && !lineOf(key)) await ask(`item?id=@${key}`).then(async ({ body }) => goTo(await locate(order(body.number))), () => {});
  const line = lineOf(key === NEW ? at : key);
  current = keyOf(line) ?? current;
  drafts[key].isOpen = true;
  if (line && key !== NEW) return startEdit(line);
  noteDraft(key, "");
  noteDraft(NEW, text, { at, isOpen: true });
  startDraft(lineOf(current));
}

const shownLevel = (line) => indentOf(line) - (zoom ? zoom.level - 1 : 0);
const opens = (line) => isSection(line) || (isFull(line) && !line.collapsed); // whether a new row below it is in it
const placeAfter = (line) => (line ? (opens(line) ? { in: line.id, first: true } : { after: line.id }) : {});

/** What a new line after a line is below, as {id, indent}, outermost first: sections for a section, a section and its rows for a row. */
function chainTo(line, section) {
  const chain = [], isEnd = (at) => hits || (!section && isSection(at));
  for (let index = indexOf(keyOf(line)); line && index >= 0; index = isEnd(lineAt(index)) ? -1 : parentOf(index)) {
    chain.unshift({ id: lineAt(index).id, indent: hits ? 0 : shownLevel(lineAt(index)) });
  }
  return chain;
}

/** Where the draft goes: after the element of its chain at its depth, or, where there is none, into the one before. */
function draftPlace({ chain, depth, isFirst } = draft) {
  const [holder, before] = [chain[depth - 1]?.id, chain[depth]?.id];
  return before ? { after: before } : holder ? { in: holder, ...(isFirst && { first: true }) } : {};
}

const draftLevel = ({ chain, depth } = draft) => chain[depth]?.indent ?? (chain[depth - 1]?.indent ?? -1) + 1;

/** Opens an empty line: after a line, as the first in a section or in a row that shows what is below it, or in an outline without lines. */
function startDraft(after, section = false) {
  finish();
  const chain = chainTo(after, section), inside = !section && after && opens(after), isTask = after && !inside && after.done !== null;
  const lowest = (section ? zoom && !hits : chain[0]?.id.startsWith("@s")) ? 1 : 0;
  if (inside && after.collapsed) edit({ verb: "expand", arguments: [after.id] });
  const kept = drafts[NEW], typed = (text) => noteDraft(NEW, text.trim() && text, { at: keyOf(after), isOpen: true });
  const box = boxFor(kept?.text ?? "", section ? "New section" : "New line", draftKey, typed, () => draft?.box === box && (commit(), endDraft()));
  const element = h("div", { class: `line ${section ? "section" : "row"}`, role: "treeitem" },
    h("span", { class: "fold" }), isTask ? h("span", { class: "box" }) : "", h("span", { class: "body" }, box));
  draft = { chain, depth: Math.max(chain.length - (inside ? 0 : 1), lowest), lowest, isFirst: inside, section, element, box };
  deepenDraft(0);
  begin(draft);
  if (kept && !kept.isOpen) box.select();
}

/** Moves the draft one level in, below the line before it, or out, after what it is in. */
function deepenDraft(way) {
  const holder = way > 0 ? draft.chain[draft.depth] : null, canMove = holder ?? (way < 0 && draft.depth > draft.lowest);
  const line = lineOf(real(holder?.id)?.slice(2));
  if (line?.collapsed) edit({ verb: "expand", arguments: [line.id] });
  if (canMove) Object.assign(draft, { depth: draft.depth + way, isFirst: false });
  set(indented(draft.element, draftLevel()), { "aria-level": draftLevel() + 1 });
  draw();
  reveal(draft.element);
}

function draftKey({ key, shiftKey }, level) {
  if (key === "Enter" && !shiftKey && draft.box.value.trim()) commit();
  else if (key === "Escape") leaveDraft();
  else if ((key === "Enter" && !shiftKey) || (key === "Backspace" && !draft.box.value)) endDraft();
  else if (level) deepenDraft(level);
  else return false;
}

/** Sends what was typed as a new line, and goes on with the next one below it. */
function commit() {
  const { section, box, element, chain, depth } = draft, typed = typedLines(box.value, section), level = draftLevel();
  noteDraft(NEW, "");
  if (!typed.length) return;
  const { entry } = send(additions(typed, draftPlace(), section), { level, depths: typed.map((line) => line.depth) });
  const last = { id: `~${entry.key}:${typed.findLastIndex((line) => line.depth === 0)}`, indent: level };
  Object.assign(draft, { chain: [...chain.slice(0, depth), last], depth: Math.min(depth, chain.length) });
  grow(Object.assign(box, { value: "" }));
  draw();
  reveal(element);
}

/** The lines of a text that was typed or pasted, as {text, depth}: they are as deep as they are indented, without the bullets of a list. */
function typedLines(text, isFlat) {
  const all = text.split("\n").filter((line) => line.trim()), bullet = /^\s*[-*+•]\s+(?=\S)/, widths = [];
  const isList = all.length > 1 && all.every((line) => bullet.test(line));
  return all.map((line) => {
    const width = isFlat ? 0 : line.match(/^\s*/)[0].replaceAll("\t", "    ").length;
    while (widths.at(-1) >= width) widths.pop();
    widths.push(width);
    return { text: (isList ? line.replace(bullet, "") : line).trim(), depth: widths.length - 1 };
  });
}

/** The edits that add lines at a place: one, or one for each line if some are below others. */
function additions(typed, place, section) {
  const options = section ? { section } : {}, holders = []; // the last line at each depth
  if (typed.every(({ depth }) => depth === 0)) return [{ verb: "add", arguments: typed.map(({ text }) => text), ...place, ...options }];
  return typed.map(({ text, depth }, at) => {
    const where = depth > 0 ? { in: holders[depth - 1] } : holders[0] ? { after: holders[0] } : place;
    holders[depth] = `$n${at}`;
    return { verb: "add", arguments: [text], ...where, as: `n${at}` };
  });
}

function endDraft() {
  const { after, in: inside = after } = draftPlace();
  current = real(inside)?.slice(2) || current;
  draft = null;
  draw();
}

// MARK: Actions
const onAll = (verb, more = {}) => chosen().length && edit({ verb, arguments: chosen().map((line) => line.id), ...more });
const fold = (line) => line && isFull(line) && edit({ verb: line.collapsed ? "expand" : "collapse", arguments: [line.id] });
const sectionAlone = (line) => ({ key: keyOf(line), start: 0, end: 0, level: 1, title: line.title, revision: -1 });
const zoomIn = (line = lineOf(current)) => line && isSection(line) && show(null, "", sectionAlone(line)).then(() => goTo(0));
const leaveZoom = (message, start = zoom?.start) => zoom && show(null).then(() => (message ? say(message) : goTo(start)));
const query = (words) => `find?limit=1000&where=${encodeURIComponent(words)}`;
const leaveHits = () => show(null, "", zoom).then(focus);
/** Marks lines as done: each task that repeats only if it is due on the day that is shown, so that it moves on once when two people tick it. */
function finishAll(all) {
  const [repeating, others] = [true, false].map((repeats) => all.filter((line) => Boolean(line.repeat && line.due && !line.done) === repeats));
  const done = (those, more) => ({ verb: "done", arguments: those.map((line) => line.id), ...more });
  return edit(...(others.length ? [done(others)] : []), ...repeating.map((line) => done([line], { was: line.due.slice(0, 10) })));
}

function tick() {
  const all = chosen();
  if (all.some((line) => line.done === null)) return onAll("edit", { done: "no" });
  return all.some((line) => !line.done) ? finishAll(all) : onAll("undone");
}

const mark = () => (marked.delete(current) || marked.add(current), showMarked());

/** Ticks tasks with all tasks below them, or takes these ticks away where none is open. */
function tickAll() {
  const isOpen = ({ done, tasks = 0, doneTasks = 0 }) => done === false || doneTasks < tasks;
  const below = (index) => Array.from({ length: endOf(index) - index + 1 }, (_, step) => lineAt(index + step));
  if (chosen().some((line) => line.done === null)) return say("Only a task is ticked with what is below it.");
  return onAll(chosenIndices().flatMap(below).some(isOpen) ? "done" : "undone", { recursive: true });
}

/** Moves the current line past the one beside it, with all below it; a row directly in a section also goes on to the section before or after. */
function shift(way) {
  const line = lineOf(current), index = indexOf(current), side = way < 0 ? "before" : "after";
  if (!line || hits || marked.size) return;
  const move = (place) => edit({ verb: "move", arguments: [line.id], ...place });
  const path = pathOf(line.number), position = Number(path.at(-1)) + way;
  if (isSection(line)) return position > 0 && move({ [side]: [...path.slice(0, -1), position].join(".") });
  if (beside(index, way)) return move({ [side]: beside(index, way).id });
  const next = line.level === 1 ? lineAt(way > 0 ? endOf(index) + 1 : headerOf(headerOf(index) - 1)) : null;
  if (next?.id) return move({ in: next.id, ...(way > 0 && { first: true }) });
  say(`There is nothing ${way < 0 ? "above" : "below"} to move past.`);
}

/** The edits that move lines one level in or out; what hides them there is expanded. */
function levelEdits(all, way) {
  const holder = way > 0 && !hits ? beside(indexOf(keyOf(all[0])), -1) : null;
  const edits = [{ verb: way > 0 ? "indent" : "outdent", arguments: all.map((line) => line.id) }];
  return holder?.collapsed ? [...edits, { verb: "expand", arguments: [holder.id] }] : edits;
}

function deepen(way) {
  if (draft) return deepenDraft(way);
  if (editor) saveText();
  if (chosen().length) edit(...levelEdits(chosen(), way));
}

/** Makes sections of rows, or rows of sections, and goes to the first of them. */
async function changeKind(verb, place = {}) {
  const key = keyOf(chosen()[0]), answer = await onAll(verb, place);
  if (!answer) return;
  unmark();
  await sleep(60);
  if (indexOf(key) >= 0) goTo(indexOf(key));
}

const promote = () => (chosen().some(isSection) ? say("Only a row can become a section.") : changeKind("promote"));

/** Makes rows of sections; an outermost one needs a section that it goes to. */
async function demote() {
  if (!chosen().every(isSection)) return say("Only a section can become a row.");
  if (chosen().every((line) => line.level > 1)) return changeKind("demote");
  const target = await pick("Make a row of which section?");
  if (target) changeKind("demote", { in: target });
}

async function remove() {
  const all = chosen(), full = all.filter(isFull), name = all.length === 1 ? `“${nameOf(all[0])}”` : `${all.length} lines`;
  const below = (line) => (isSection(line) ? `${line.rows} rows and ${line.below} sections` : line.collapsed ? `${line.hidden} rows` : "rows");
  const said = full.map((line) => `“${nameOf(line)}” has ${below(line)} below it.`).join(" ");
  if (!all.length || (full.length && !(await choose(`Delete ${name}?`, [["yes", "Delete", "", "danger"]], said)))) return;
  const answer = await edit({ verb: "delete", arguments: all.map((line) => line.id), ...(full.length ? { recursive: true } : {}) });
  if (!answer) return;
  unmark();
  undoable = answer.revision;
  if (!outbox.length && latest <= undoable) tell(`Deleted ${name}.`, "undo", ["Undo", () => takeBack("undo")]);
}

/** Asks for something about the chosen lines, and sets it where it is another one; asks again with the message if the server refuses the answer. */
async function setBy(title, label, name, value, ...ways) {
  const all = chosen(), values = all.map(value), isAlike = values.every((each) => each === values[0]), before = isAlike ? (values[0] ?? "") : "";
  const field = Object.assign(h(name, { autocomplete: "off", placeholder: isAlike ? null : "Not the same in all" }), { value: before }), problem = h("p", { role: "alert" });
  const remove = values.some(Boolean) ? button("Remove", () => dialog.close("remove"), { class: "quiet" }) : "";
  const ok = h("button", { value: "ok" }, "OK"), form = h("form", { method: "dialog" }, h("label", {}, label, field), problem, ok, remove);
  const key = `${title} ${all.map(keyOf)}`, reopen = () => (([current, marked] = [keyOf(all[0]), new Set(all.length > 1 ? all.map(keyOf) : [])]), setBy(title, label, name, value, ...ways));
  field.value = drafts[key]?.text ?? before;
  field.addEventListener("input", () => noteDraft(key, field.value === before ? "" : field.value));
  field.addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && form.requestSubmit(ok));
  for (let answer; all.length && (answer = await open(title, form)); ) {
    const typed = answer === "remove" ? "" : name === "input" ? field.value.trim() : field.value.trimEnd(), isNew = answer === "remove" || field.value !== before;
    const edits = all.flatMap(({ id }, at) => (isNew && values[at] !== typed ? [{ verb: "edit", arguments: [id], was: values[at] }] : []));
    noteDraft(key, "");
    problem.textContent = edits.length ? await tryWays(edits, typed, ways) : "";
    if (!problem.textContent) return;
    noteDraft(key, field.value);
  }
  tellOfDraft(key, reopen);
}

/** Sends edits in the first way that the server takes; returns the message about the first of them if it takes none. */
async function tryWays(edits, typed, ways) {
  let message = "";
  for (const way of ways) {
    const sending = post("apply", edits.map((edit) => ({ ...edit, ...way(typed) }))), error = await sending.then(() => null, (refusal) => refusal);
    if (!error) return "";
    if (error.status !== 400) return refused(sending.entry, error).then(() => "");
    message ||= error.message;
  }
  return message;
}

const DUE = "A day, as in today, fri, +3d, 27 nov; or a rule, as in weekly, every 2 days, 3d after done";
const setDue = () => setBy("Due", DUE, "input", (line) => line.due ?? "", (day) => ({ due: day || "none" }), (rule) => ({ repeat: rule }));
const moveTo = () => chosen().length && pick("Move to which section?").then((target) => target && onAll("move", { in: target }));
const setNote = () => setBy("Note", "Shown below the line, or after the title of a section", "textarea", noteOf, (text) => ({ note: text }));

function showTrail() {
  document.title = zoom ? `${zoom.title} — pleat` : "pleat";
  $("trail").replaceChildren(...$("trail").querySelectorAll("a"), ...(zoom ? [h("bdi", { class: "step" }, zoom.title)] : []));
}

/** Finds; what was found before stays for as long as a filter is not whole. */
async function find(words) {
  const problem = words ? await ask(query(words)).then(() => "", (error) => error.message) : "";
  if (words !== filter.value.trim()) return; // something else is typed meanwhile
  if (problem) $("problem").textContent = problem;
  else await show(words ? query(words) : null, words, zoom);
}

/** Shows what is found, a section alone, or the outline. */
async function show(path, title = "", section = null) {
  finish();
  $("problem").textContent = "";
  if (!path) filter.value = "";
  marked.clear();
  [hits, zoom] = [path ? { path, title, lines: [] } : null, path ? zoom : section];
  const address = path?.startsWith("find") ? `./?where=${encodeURIComponent(title)}` : "./";
  if (new URL(address, location).href !== location.href) history.replaceState(null, "", address);
  forget();
  showTrail();
  scrollTo({ top: 0, behavior: "instant" });
  for (await settle(); isFilling; ) await sleep(10);
  if (hits) say(`${title}: ${hits.lines.length || "nothing"}`);
}

/** Leaves what was found, expands what hides a hit, and goes there. */
async function goToHit(line) {
  const path = pathOf(line.number).slice(0, pathOf(line.number).length - (isSection(line) ? 1 : 0)), sections = path.map((_, index) => path.slice(0, index + 1).join("."));
  if (line.hiddenBy && sections.length && !(await edit({ verb: "expand", arguments: sections }))) return;
  await Promise.all([show(null), sleep(line.hiddenBy ? 60 : 0)]);
  for (let tries = 0; tries < 100; tries += 1) {
    const index = await locate(order(line.number)), hiding = lines[index - 1];
    if (keyOf(lines[index]) === keyOf(line) || !hiding?.collapsed || !(await edit({ verb: "expand", arguments: [hiding.id] }))) return goTo(index);
    await sleep(60);
  }
}

// MARK: Dialogs
/** Shows a dialog until it is answered; the value of the answer, or null. */
function open(title, ...parts) {
  finish();
  dialog.replaceChildren(h("h2", { id: "dialog-title", dir: "auto" }, title), ...parts);
  dialog.returnValue = "";
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("input, textarea, button:not(.quiet), button").focus();
  return new Promise((resolve) => (dialog.onclose = () => (focus(), resolve(dialog.returnValue || null))));
}

const button = (label, onclick, attributes = {}, hint = "") => Object.assign(h("button", { type: "button", ...attributes }, label, hint && h("kbd", {}, hint)), { onclick });
const answering = ([value, label, hint, className = null]) => button(label, () => dialog.close(value), { class: className }, hint);

/** Shows choices, as [value, label, hint, class], after an explanation: a text, or pairs of a name and a text. */
function choose(title, choices, explanation = "") {
  const isText = typeof explanation === "string", pairs = isText ? [explanation] : explanation.map(([name, text]) => [h("dt", {}, name), written(null, text, "dd")]);
  return open(title, h(isText ? "p" : "dl", {}, ...pairs), ...choices.map(answering), answering(["", choices.length ? "Cancel" : "Close", "", "quiet"]));
}

/** Picks a section by typing a part of its title. */
function pick(title) {
  const field = h("input", { autocomplete: "off" }), found = h("div", {}), form = h("form", {}, h("label", {}, "A part of its title", field), found);
  const fillFound = async () => {
    const words = field.value.trim(), known = lines.filter((line) => line?.id);
    const { body } = words ? await ask(query(words)).catch(() => ({ body: [] })) : { body: known };
    if (field.value.trim() === words) found.replaceChildren(...body.filter(isSection).slice(0, 12).map((line) => answering([line.id, line.title, line.path])));
  };
  field.addEventListener("input", fillFound);
  form.addEventListener("submit", (event) => (event.preventDefault(), found.firstElementChild?.click()));
  fillFound();
  return open(title, form);
}

/** What can be done; page.html has the names for people, and the keys. */
const ACTIONS = {
  edit: () => startEdit(), add: () => startDraft(lineOf(current)), section: () => startDraft(lineAt(headerOf(indexOf(current))), true),
  tick, tickAll, promote, demote, due: setDue, note: setNote, up: () => shift(-1), down: () => shift(1), indent: () => deepen(1), outdent: () => deepen(-1), move: moveTo,
  zoom: () => zoomIn(), out: () => leaveZoom(), mark, delete: remove, menu, dates: () => show("due", "Due"),
  find: () => filter.focus(), undo: () => takeBack("undo"), redo: () => takeBack("redo"), fold: () => fold(lineOf(current)),
  link: () => elements.get(current)?.querySelector("a.link")?.click(), help: () => choose("Keys", [], ENTRIES.map(({ keys, textContent }) => [keys.join(" "), textContent])),
};
const READING = ["zoom", "out", "mark", "link", "help", "menu", "dates", "find"];
const known = [...$("actions").content.children].filter(({ value }) => !isReadOnly || !value || READING.includes(value));
const ENTRIES = known.map(({ value, className, dataset, textContent }) => ({ value, className, keys: dataset.keys.split(" "), textContent }));
const BY_KEY = Object.fromEntries(ENTRIES.flatMap(({ value, keys }) => keys.map((key) => [key, ACTIONS[value]])));

async function menu() {
  const all = chosen(), isOne = all.length === 1, name = isOne ? nameOf(all[0]) : `${all.length} lines`;
  const isAll = (kind) => all.length && all.every((line) => line.kind === kind);
  const fits = { promote: isAll("row"), demote: isAll("section"), tickAll: all.some(isFull) && all.every((line) => line.done !== null), zoom: isOne && isSection(all[0]), out: zoom, link: isOne && elements.get(current)?.querySelector("a.link"), help: true, add: true };
  const fitting = ENTRIES.filter(({ value, className }) => className !== "elsewhere" && (value in fits ? fits[value] : all.length));
  ACTIONS[await choose(name, fitting.map(({ value, textContent, keys, className }) => [value, textContent, keys[0], className || null]))]?.();
}

// MARK: Keys and pointers
function press({ key, altKey, shiftKey, ctrlKey, metaKey }) {
  const line = lineOf(current), index = line ? indexOf(current) : shown.first, page = Math.max(1, Math.floor((innerHeight - 120) / rowHeight));
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -index, End: count() - 1 - index };
  const command = `Ctrl+${shiftKey && key.toLowerCase() === "z" ? "Y" : key.toUpperCase()}`;
  const name = ctrlKey || metaKey ? command : altKey ? `Alt+${{ ArrowUp: "↑", ArrowDown: "↓" }[key]}` : key;
  if (name in steps) return goTo(line || !count() ? index + steps[key] : index, shiftKey && key.startsWith("Arrow"));
  if (name === "ArrowRight" && line && isFull(line)) return line.collapsed ? fold(line) : goTo(index + 1);
  if (name === "ArrowLeft" && line) return isFoldable(line) && !line.collapsed && !hits ? fold(line) : parentOf(index) >= 0 && goTo(parentOf(index));
  if (name === " ") return line?.done === null && (isSection(line) || isFull(line)) ? fold(line) : tick();
  if (name === "Enter" && hits && line) return goToHit(line);
  if (name === "Escape") return marked.size ? unmark() : hits ? leaveHits() : null;
  return BY_KEY[name] ? BY_KEY[name]() : false;
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !dialog.open && dismiss(".error")) return event.stopPropagation(); // and nothing else is left
  if (event.target === document.body && (editor ?? draft) && !dialog.open) return (editor ?? draft).box.focus();
  const isOurs = event.target === document.body || (list.contains(event.target) && !event.target.matches("textarea, a"));
  if (isOurs && !dialog.open && !event.isComposing && press(event) !== false) event.preventDefault();
}, true);

list.addEventListener("click", (event) => {
  const element = event.target.closest(".line"), action = event.target.closest("[data-do]")?.dataset.do;
  if (!element?.key || event.target.closest("a, textarea")) return;
  if (action === "tag") return find((filter.value = event.target.textContent));
  const { key } = element, wasCurrent = current === key && element === document.activeElement, index = indexOf(key), from = indexOf(current);
  if (editor?.key !== key) finish();
  current = key;
  showCurrent(false);
  focus();
  if (event.shiftKey) {
    for (let each = Math.min(from, index); each <= Math.max(from, index); each += 1) if (lineAt(each)?.id) marked.add(keyOf(lineAt(each)));
    showMarked();
  } else if (event.ctrlKey || event.metaKey || (marked.size && !action)) mark();
  else if (action) ACTIONS[action]();
  else if (wasCurrent) hits ? goToHit(lineAt(index)) : startEdit();
});

$("bar").addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard of a phone stays
$("bar").addEventListener("click", (event) => ACTIONS[event.target.closest("[data-do]")?.dataset.do]?.());
$("trail").addEventListener("click", (event) => event.target.closest("[href='./']") && (event.preventDefault(), (zoom = null), leaveHits()));
$("search").addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("keydown", (event) => (["ArrowDown", "Enter"].includes(event.key) ? (event.preventDefault(), goTo(0)) : event.key === "Escape" && leaveHits()));

let typing, silence, isScrolling = false;
filter.addEventListener("input", () => (clearTimeout(typing), (typing = setTimeout(() => find(filter.value.trim()), 200))));
addEventListener("scroll", () => (isScrolling || requestAnimationFrame(scrolled), (isScrolling = true)), { passive: true });

/** Draws if little is left above or below what is on the screen, and fetches what was not there. */
function scrolled() {
  isScrolling = false;
  const all = [...list.children].filter((element) => !element.classList.contains("ghost")), room = 10 * rowHeight;
  const top = all[0]?.getBoundingClientRect().top ?? 0, bottom = all.at(-1)?.getBoundingClientRect().bottom ?? 0;
  if ((shown.first > 0 && top > -room) || (shown.last < count() && bottom < innerHeight + room)) draw();
  if (!isFilled()) settle();
}

const say = (text) => (($("status").textContent = text), clearTimeout(silence), (silence = setTimeout(() => ($("status").textContent = ""), 4000)));

/** Shows a message for some seconds, with one thing to do about it. */
function tell(text, className = "", [label, run] = []) {
  const close = () => notice.remove(), action = label ? button(label, () => (close(), run())) : "";
  const notice = h("p", { class: `notice ${className}` }, written("text", text), action, button("×", close, { class: "quiet", "aria-label": "Close" }));
  if ($("notices").children.length > 2) $("notices").firstElementChild.remove();
  $("notices").append(notice);
  if (!className.includes("typed")) setTimeout(close, className === "error" ? 12_000 : 6000);
}

/** Takes notices of a kind away; returns how many there were. */
const dismiss = (kind) => [...$("notices").querySelectorAll(kind)].map((notice) => notice.remove()).length;

// MARK: Start
const measure = () => ((rowHeight = Math.max(20, Math.min(48, ...inDocument().map((element) => element.offsetHeight)))), settle());
if (channel) channel.onmessage = ({ data }) => receive(data);
addEventListener("resize", measure);
addEventListener("beforeunload", (event) => isUnsent() && event.preventDefault());
$("leave")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if ((isUnsent() || Object.keys(drafts).length) && !(await choose("Sign out?", [["yes", "Sign out", "", "danger"]], "Not all that you typed has been sent. It would be gone."))) return;
  [outbox, drafts, editor, draft] = [[], {}, null, null];
  store()?.delete(ofPage());
  event.target.submit();
});
document.addEventListener("visibilitychange", () => document.hidden || settle());
[document.body.className, $("bar").hidden] = [["live", isReadOnly && "read-only", "folds" in document.body.dataset && "folds"].filter(Boolean).join(" "), false];
set(list, { role: "tree", "aria-multiselectable": true });
await Promise.race([takeOver().catch(() => {}), sleep(2000)]);
const asked = new URLSearchParams(location.search).get("where")?.trim();
if (asked) await find((filter.value = asked));
await settle();
measure();
flush();
const begun = Object.keys(drafts).find((key) => drafts[key].isOpen);
if (begun) retype(begun);
navigator.locks ? navigator.locks.request(`pleat ${location.pathname}`, listen) : listen();
