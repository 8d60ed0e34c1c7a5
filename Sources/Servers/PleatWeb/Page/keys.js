// What can be done, and by which keys; the menu of it, and the help.
import { deepen, demote, fold, moveTo, promote, remove, setDue, setNote, shift, tick, tickAll } from "./actions.js";
import { startDraft } from "./adding.js";
import { copyLink, goBack } from "./addresses.js";
import { hasNoLetters, showChoices } from "./choices.js";
import { showHistory, takeBack } from "./conflicts.js";
import { choose } from "./dialogs.js";
import { hideDone } from "./done.js";
import { startEdit } from "./editing.js";
import { isFoldable, isFull, isSection, nameOf } from "./fields.js";
import { chosen, goTo, goToHit, leaveZoom, mark, show, unmark, zoomIn } from "./navigation.js";
import { $, count, elements, filter, headerOf, indexOf, isReadOnly, lineAt, lineOf, parentOf, state } from "./state.js";

/** What can be done; page.html has the names for people, and the keys. */
export const ACTIONS = {
  edit: () => startEdit(),
  add: () => startDraft(lineOf(state.current) ?? elements.get(state.current)?.line),
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
  unmark,
  history: () => chosen().length && showHistory(chosen()[0]),
  delete: remove,
  menu,
  hideDone,
  view: showChoices,
  dates: () => show("due", "Due"),
  find: () => filter.focus(),
  undo: () => takeBack("undo"),
  redo: () => takeBack("redo"),
  fold: () => fold(lineOf(state.current)),
  link: () => elements.get(state.current)?.querySelector("a.link")?.click(),
  help: () => choose("Keys", [], ENTRIES.map(({ dataset, textContent }) => [dataset.keys, textContent])),
};

const ENTRIES = [...$("actions").content.children].filter(({ dataset }) => !isReadOnly || "reading" in dataset);
const keysOf = ({ dataset }) => dataset.keys.split(" ");
const BY_KEY = Object.fromEntries(ENTRIES.flatMap((entry) => keysOf(entry).map((key) => [key, ACTIONS[entry.value]])));

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
    history: isOne,
    link: isOne && elements.get(state.current)?.querySelector("a.link"),
  };
  const isFit = ({ value, dataset }) => "always" in dataset || (value in fits ? fits[value] : all.length);
  const fitting = ENTRIES.filter((entry) => entry.className !== "elsewhere" && isFit(entry));
  const choice = (entry) => [entry.value, entry.textContent, keysOf(entry)[0], entry.className];
  ACTIONS[await choose(name, fitting.map(choice))]?.();
}

/** Does what a key says; false if it says nothing. */
export function press({ key, altKey, shiftKey, ctrlKey, metaKey }) {
  const line = lineOf(state.current);
  const index = line ? indexOf(state.current) : state.shown.first;
  const page = Math.max(1, Math.floor((innerHeight - 120) / state.rowHeight));
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -index, End: count() - 1 - index };
  const command = `Ctrl+${shiftKey && key.toLowerCase() === "z" ? "Y" : key.toUpperCase()}`;
  const name = ctrlKey || metaKey ? command : altKey ? `Alt+${{ ArrowUp: "↑", ArrowDown: "↓" }[key]}` : key;
  if (name.length === 1 && name !== " " && hasNoLetters()) return false;
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
