// The page of `pleat web`: the lines that the user sees, in a window, followed by the changes of the server. This
// module connects keys and pointers with actions, and starts the page.
import { deepen, demote, fold, moveTo, promote, remove, setDue, setNote, shift, tick, tickAll } from "./actions.js";
import { startDraft } from "./adding.js";
import { copyLink, followHistory, goBack, restore } from "./addresses.js";
import { useClipboard } from "./clipboard.js";
import { takeBack } from "./conflicts.js";
import { choose, dismiss, say } from "./dialogs.js";
import { hideDone, recallDone } from "./done.js";
import { useDragging } from "./dragging.js";
import { draw, inDocument } from "./drawing.js";
import { finish, retype, startEdit } from "./editing.js";
import { set } from "./elements.js";
import { isFilled, settle } from "./loading.js";
import {
  chosen,
  find,
  focus,
  goTo,
  goToHit,
  leaveZoom,
  mark,
  show,
  showCurrent,
  showMarked,
  unmark,
  zoomIn,
} from "./navigation.js";
import { flush } from "./sending.js";
import {
  $,
  count,
  dialog,
  elements,
  filter,
  headerOf,
  indexOf,
  isFoldable,
  isFull,
  isReadOnly,
  isSection,
  keyOf,
  lineAt,
  lineOf,
  list,
  nameOf,
  parentOf,
  sleep,
  state,
} from "./state.js";
import { forgetKept, isUnsent, takeOver } from "./storage.js";
import { listen } from "./stream.js";

/** What can be done; page.html has the names for people, and the keys. */
const ACTIONS = {
  edit: () => startEdit(),
  add: () => startDraft(lineOf(state.current)),
  section: () => startDraft(lineAt(headerOf(indexOf(state.current))), true),
  tick,
  tickAll,
  promote,
  demote,
  due: setDue,
  note: setNote,
  up: () => shift(-1),
  down: () => shift(1),
  indent: () => deepen(1),
  outdent: () => deepen(-1),
  move: moveTo,
  zoom: () => zoomIn(),
  out: () => (state.hits ? goBack() : leaveZoom()),
  path: () => zoomIn({ kind: "section", id: `@s${lineOf(state.current).section_id}` }),
  copyLink: () => chosen().length && copyLink(chosen()[0]),
  mark,
  delete: remove,
  menu,
  hideDone,
  dates: () => show("due", "Due"),
  find: () => filter.focus(),
  undo: () => takeBack("undo"),
  redo: () => takeBack("redo"),
  fold: () => fold(lineOf(state.current)),
  link: () => elements.get(state.current)?.querySelector("a.link")?.click(),
  help: showKeys,
};

const READING = ["zoom", "out", "mark", "link", "copyLink", "help", "menu", "dates", "find", "hideDone"];
const known = [...$("actions").content.children].filter(
  ({ value }) => !isReadOnly || !value || READING.includes(value),
);
const ENTRIES = known.map(({ value, className, dataset, textContent }) => ({
  value,
  className,
  keys: dataset.keys.split(" "),
  textContent,
}));
const BY_KEY = Object.fromEntries(ENTRIES.flatMap(({ value, keys }) => keys.map((key) => [key, ACTIONS[value]])));

const LETTERS = "pleat uses no letters as keys"; // which the browser remembers

/** Shows all keys; those that are letters can be switched off, as they are in the way of who speaks what is typed. */
async function showKeys() {
  const pairs = ENTRIES.map(({ keys, textContent }) => [keys.join(" "), textContent]);
  const isOff = localStorage.getItem(LETTERS) === "yes";
  const label = isOff ? "Use letters and signs as keys again" : "Do not use letters and signs as keys";
  if ((await choose("Keys", [["letters", label]], pairs)) !== "letters") return;
  localStorage.setItem(LETTERS, isOff ? "no" : "yes");
  say(isOff ? "Letters are keys again." : "Letters are no keys any more; the menu has all actions.");
}

async function menu() {
  const all = chosen();
  const isOne = all.length === 1;
  const name = isOne ? nameOf(all[0]) : `${all.length} lines`;
  const isAll = (kind) => all.length && all.every((line) => line.kind === kind);
  const fits = {
    promote: isAll("row"),
    demote: isAll("section"),
    tickAll: all.some(isFull) && all.every((line) => line.done !== null),
    zoom: isOne && isSection(all[0]),
    out: state.zoom ?? state.hits,
    copyLink: isOne,
    link: isOne && elements.get(state.current)?.querySelector("a.link"),
    help: true,
    hideDone: true,
    add: true,
  };
  const fitting = ENTRIES.filter(
    ({ value, className }) => className !== "elsewhere" && (value in fits ? fits[value] : all.length),
  );
  const choices = fitting.map(({ value, textContent, keys, className }) => [
    value,
    textContent,
    keys[0],
    className || null,
  ]);
  ACTIONS[await choose(name, choices)]?.();
}

function press({ key, altKey, shiftKey, ctrlKey, metaKey }) {
  const line = lineOf(state.current);
  const index = line ? indexOf(state.current) : state.shown.first;
  const page = Math.max(1, Math.floor((innerHeight - 120) / state.rowHeight));
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -index, End: count() - 1 - index };
  const command = `Ctrl+${shiftKey && key.toLowerCase() === "z" ? "Y" : key.toUpperCase()}`;
  const name = ctrlKey || metaKey ? command : altKey ? `Alt+${{ ArrowUp: "↑", ArrowDown: "↓" }[key]}` : key;
  if (name.length === 1 && name !== " " && localStorage.getItem(LETTERS) === "yes") return false;
  if (name in steps) return goTo(line || !count() ? index + steps[key] : index, shiftKey && key.startsWith("Arrow"));
  if (name === "ArrowRight" && line && isFull(line)) return line.collapsed ? fold(line) : goTo(index + 1);
  if (name === "ArrowLeft" && line)
    return isFoldable(line) && !line.collapsed && !state.hits
      ? fold(line)
      : parentOf(index) >= 0 && goTo(parentOf(index));
  if (name === " ") return line?.done === null && (isSection(line) || isFull(line)) ? fold(line) : tick();
  if (name === "Enter" && state.hits && line) return goToHit(line);
  if (name === "Escape") return state.marked.size ? unmark() : state.hits ? goBack() : null;
  return BY_KEY[name] ? BY_KEY[name]() : false;
}

useDragging(); // whose keys come first

addEventListener(
  "keydown",
  (event) => {
    // Escape takes errors away first, and leaves nothing else then.
    if (event.key === "Escape" && !dialog.open && dismiss(".error")) return event.stopPropagation();
    if (event.target === document.body && (state.editor ?? state.draft) && !dialog.open)
      return (state.editor ?? state.draft).box.focus();
    const isOurs =
      event.target === document.body || (list.contains(event.target) && !event.target.matches("textarea, a"));
    if (isOurs && !dialog.open && !event.isComposing && press(event) !== false) event.preventDefault();
  },
  true,
);

list.addEventListener("click", (event) => {
  const element = event.target.closest(".line");
  const action = event.target.closest("[data-do]")?.dataset.do;
  if (!element?.key || event.target.closest("a, textarea")) return;
  if (action === "tag") return find((filter.value = event.target.textContent));
  const { key } = element;
  const wasCurrent = state.current === key && element === document.activeElement;
  const index = indexOf(key);
  const from = indexOf(state.current);
  if (state.editor?.key !== key) finish();
  state.current = key;
  showCurrent(false);
  focus();
  if (event.shiftKey) {
    for (let each = Math.min(from, index); each <= Math.max(from, index); each += 1)
      if (lineAt(each)?.id) state.marked.add(keyOf(lineAt(each)));
    showMarked();
  } else if (event.ctrlKey || event.metaKey || (state.marked.size && !action)) mark();
  else if (action) ACTIONS[action]();
  else if (wasCurrent) state.hits ? goToHit(lineAt(index)) : startEdit();
});

$("bar").addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard of a phone stays
$("bar").addEventListener("click", (event) => ACTIONS[event.target.closest("[data-do]")?.dataset.do]?.());
$("search").addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && state.hits) goBack();
  if (!["ArrowDown", "Enter"].includes(event.key)) return;
  event.preventDefault();
  goTo(0);
});
let typing; // the timer after which is found what is typed
filter.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => find(filter.value.trim()), 200);
});

let isScrolling = false;
addEventListener(
  "scroll",
  () => {
    if (!isScrolling) requestAnimationFrame(scrolled);
    isScrolling = true;
  },
  { passive: true },
);

/** Draws if little is left above or below what is on the screen, and fetches what was not there. */
function scrolled() {
  isScrolling = false;
  const all = [...list.children].filter((element) => !element.classList.contains("ghost"));
  const room = 10 * state.rowHeight;
  const top = all[0]?.getBoundingClientRect().top ?? 0;
  const bottom = all.at(-1)?.getBoundingClientRect().bottom ?? 0;
  if ((state.shown.first > 0 && top > -room) || (state.shown.last < count() && bottom < innerHeight + room)) draw();
  if (!isFilled()) settle();
}

function measure() {
  state.rowHeight = Math.max(20, Math.min(48, ...inDocument().map((element) => element.offsetHeight)));
  settle();
}

addEventListener("resize", measure);
addEventListener("beforeunload", (event) => isUnsent() && event.preventDefault());

$("leave")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const why = "Not all that you typed has been sent. It would be gone.";
  const isKept = isUnsent() || Object.keys(state.drafts).length > 0;
  if (isKept && !(await choose("Sign out?", [["yes", "Sign out", "", "danger"]], why))) return;
  forgetKept();
  event.target.submit();
});

document.addEventListener("visibilitychange", () => document.hidden || settle());

const kinds = ["live", isReadOnly && "read-only", "folds" in document.body.dataset && "folds"];
document.body.className = kinds.filter(Boolean).join(" ");
$("bar").hidden = false;
set(list, { role: "tree", "aria-multiselectable": true, "aria-labelledby": "name" });
useClipboard();
await Promise.race([takeOver().catch(() => {}), sleep(2000)]);
recallDone();
followHistory();
const restored = restore();
if (!location.hash.startsWith("#@r")) await restored; // a line that is hidden is shown once the page listens
measure();
flush();
const begun = Object.keys(state.drafts).find((key) => state.drafts[key].isOpen);
if (begun) retype(begun);
navigator.locks ? navigator.locks.request(`pleat ${location.pathname}`, listen) : listen();
