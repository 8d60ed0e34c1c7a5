// Where the user is: the current line, which has the focus; the lines that are picked; and whether the page shows the
// outline, one section or what was found.
import { goBack, noteAddress, showTrail } from "./addresses.js";
import { say } from "./dialogs.js";
import { isHidden, shownFrom } from "./done.js";
import { draw, drawnHeight, inDocument, topOf } from "./drawing.js";
import { finish } from "./editing.js";
import { set } from "./elements.js";
import { isSection, keyOf, order, pathOf } from "./fields.js";
import { ask, locate, query, settle } from "./loading.js";
import { edit } from "./sending.js";
import { $, count, elements, filter, indexOf, lineAt, lineOf, list, sleep, state } from "./state.js";

let lastIndex = 0; // the index of the current line, where another one becomes it if it leaves
/** Scrolls as little as needed to show an element, with the margins that page.css has. */
export const reveal = (element) => element?.scrollIntoView({ block: "nearest", behavior: "instant" });
function forget() {
  for (const element of inDocument()) element.remove();
  elements.clear();
}

export function showMarked() {
  draw();
  if (state.marked.size) say(`${state.marked.size} picked; Esc clears the selection`);
}

export function unmark() {
  state.marked.clear();
  showMarked();
}

/** Picks the current line, or picks it no longer. */
export function mark() {
  if (!state.marked.delete(state.current)) state.marked.add(state.current);
  showMarked();
}

export const focus = () => elements.get(state.current)?.focus({ preventScroll: true });

export function showCurrent(hadFocus) {
  const all = inDocument();
  const active = document.activeElement;
  const box = [state.editor, state.draft].find((each) => each?.element.isConnected)?.box;
  if (!elements.get(state.current)?.isConnected && (!lineOf(state.current) || isHidden(indexOf(state.current))))
    state.current = keyOf(lineAt(shownFrom(Math.min(lastIndex, count() - 1), 1))) ?? all[0]?.key ?? null;
  lastIndex = Math.max(0, indexOf(state.current));
  for (const each of all) {
    each.classList.toggle("current", each.key === state.current);
    each.tabIndex =
      each.key === state.current || (each === all[0] && !elements.get(state.current)?.isConnected) ? 0 : -1;
  }
  set($("picked"), { hidden: state.marked.size ? null : "" }).textContent = `${state.marked.size} picked ×`;
  if (active !== document.body && !list.contains(active)) return;
  if (box && active !== box) box.focus({ preventScroll: true });
  else if (!box && hadFocus) focus();
}

/** Makes the line at an index the current one, and scrolls as little as needed to show it. */
export async function goTo(index, extend = false, top = undefined) {
  index = Math.max(0, Math.min(index, count() - 1));
  index = shownFrom(index, index < lastIndex ? -1 : 1);
  if (top !== undefined || !elements.get(keyOf(lineAt(index)))?.isConnected) jump(index, top);
  for (let tries = 0; tries < 100 && count() && !lineAt(index)?.id; tries += 1)
    await Promise.all([settle(), sleep(20)]);
  const key = keyOf(lineAt(index));
  if (!key) return;
  if (extend) state.marked.add(state.current).add(key);
  state.current = key;
  if (extend) showMarked();
  if (!elements.get(state.current)?.isConnected) draw();
  showCurrent(false);
  focus();
  reveal(elements.get(state.current));
}

/** Draws the window anew around a line that is not in it. */
function jump(index, top = innerHeight / 3) {
  top = Math.max($("head").offsetHeight, Math.min(top, innerHeight - 2 * state.rowHeight));
  const height = drawnHeight();
  forget();
  if (state.editor) elements.set(state.editor.key, state.editor.element);
  [list.style.paddingTop, list.style.paddingBottom] = [`${index * height}px`, `${(count() - index) * height}px`];
  scrollBy({ top: topOf(list) + index * height - top, behavior: "instant" });
  draw({ index, top });
}

/** The lines that an action is about, in order: those that are picked, else the current one. */
export const chosenIndices = () =>
  [...(state.marked.size ? state.marked : [state.current])].map(indexOf).filter((index) => index >= 0);

export const chosen = () =>
  chosenIndices()
    .sort((first, second) => first - second)
    .map(lineAt)
    .filter((line) => line?.id);
export const sectionAlone = (line) => ({
  key: keyOf(line),
  start: 0,
  end: 0,
  level: 1,
  title: line.title ?? "",
  revision: -1,
});
export const zoomIn = (line = lineOf(state.current)) =>
  line && isSection(line) && show(null, "", sectionAlone(line)).then(() => goTo(0));
export const leaveZoom = (message, start = state.zoom?.start) =>
  state.zoom && show(null).then(() => (message ? say(message) : goTo(start)));

/** Finds; what was found before stays for as long as a filter is not whole. */
export async function find(words, section = state.zoom, isHere = false) {
  if (!words) return state.hits && goBack();
  const asking = ask(query(words));
  const problem = await asking.then(() => "").catch((error) => error.message);
  if (words !== filter.value.trim()) return; // something else is typed meanwhile
  if (problem && !isHere) $("problem").textContent = problem;
  else await show(query(words), words, section, isHere);
}

/** Shows what is found, a section alone, or the outline; `isHere` if the address says so already. */
export async function show(path, title = "", section = null, isHere = false) {
  finish();
  $("problem").textContent = "";
  if (!path?.startsWith("find")) filter.value = "";
  state.marked.clear();
  const words = path?.startsWith("find") ? wordsOf(title) : [];
  state.hits = path ? { path, title, words, lines: [] } : null;
  state.zoom = path ? (section ?? state.zoom) : section;
  if (!isHere) noteAddress();
  forget();
  showTrail();
  scrollTo({ top: 0, behavior: "instant" });
  await settle();
}

/** The words and phrases in a filter, without what has a meaning of its own in it. */
const wordsOf = (filter) =>
  (filter.match(/"[^"]+"|[^\s"()]+/g) ?? [])
    .filter((word) => word[0] === '"' || !/[:<>=]|^(and|or|not|open|done|task|overdue|archived)$/i.test(word))
    .map((word) => word.replaceAll('"', ""));

/** Says beside a filter how many lines were found, of which the list may show a part. */
export function showFound({ path, lines, total = lines.length }) {
  const [shown, all] = [lines.length, total].map((number) => number.toLocaleString("en-US"));
  $("found").textContent = path === "due" ? "" : shown === all ? all : `${shown} of ${all}`;
}

/** Leaves what was found, and goes to a hit. */
export async function goToHit(line) {
  await show(null);
  await reach(line);
}

/** Goes to a line as a search or the server has it, and expands what hides it. */
export async function reach(line) {
  const path = pathOf(line.number).slice(0, pathOf(line.number).length - (isSection(line) ? 1 : 0));
  const sections = path.map((_, index) => path.slice(0, index + 1).join("."));
  if (line.hiddenBy && sections.length && !(await edit({ verb: "expand", arguments: sections }))) return;
  await sleep(line.hiddenBy ? 60 : 0);
  for (let tries = 0; tries < 100; tries += 1) {
    const index = await locate(order(line.number));
    const hiding = state.lines[index - 1];
    if (
      keyOf(state.lines[index]) === keyOf(line) ||
      !hiding?.collapsed ||
      !(await edit({ verb: "expand", arguments: [hiding.id] }))
    )
      return goTo(index);
    await sleep(60);
  }
}
