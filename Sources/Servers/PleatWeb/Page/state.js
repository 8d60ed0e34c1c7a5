// What the page knows of the outline and shows of it, and where its lines are: above, below and beside each other.
import { indentOf, isSection, keyOf } from "./fields.js";

export const $ = (id) => document.getElementById(id);
export const list = $("list");
export const dialog = $("dialog");
export const filter = $("filter");
/** The elements of the lines in the document, by key. */
export const elements = new Map();

export const isReadOnly = "readOnly" in document.body.dataset;

/** What changes while the page is open, and is used by more than one module. */
export const state = {
  /** What the user sees: the lines by their indices; undefined, or without id, where they were not fetched yet. */
  lines: [],
  /** The revision of the lines. */
  revision: -1,
  /** The revision of the user's last edit, as far as the stream has told. */
  latest: -1,
  /** The revision of the edit that a notice offers to undo. */
  undoable: -1,
  /** The section that is shown alone, as {key, start, end, level, title, path, revision}. */
  zoom: null,
  /** What was found and is shown instead of the outline, as {path, title, words, lines}. */
  hits: null,
  /** Whether what is done is hidden. */
  hidesDone: false,
  /** The key of the line that the keys act on. */
  current: null,
  /** The keys of the lines that are picked. */
  marked: new Set(),
  /** The text that is being edited, as {key, id, was, base, place, level, element, box}; it began from `base`. */
  editor: null,
  /** The line that is being added, as {chain, depth, lowest, isFirst, section, element, box}; see `chainTo`. */
  draft: null,
  /** The indices of the lines in the document. */
  shown: { first: 0, last: 0 },
  rowHeight: 36,
  /** The edits that are not answered. */
  outbox: [],
  /** By the keys of edits, the ids of the lines that were added, or the places of those that were refused. */
  made: {},
  /** What is typed and not sent, as {text, base, at, isOpen}: by a line's key, "new", or a dialog's title and keys. */
  drafts: {},
  /** How the lines move when they are drawn next, as the server says. */
  motion: null,
  /** While the server does not answer: since when, as a time, and whether nobody is signed in. */
  offline: null,
};

export const base = () => (state.zoom && !state.hits ? state.zoom.start : 0);
export const count = () =>
  state.hits ? state.hits.lines.length : state.zoom ? state.zoom.end - state.zoom.start : state.lines.length;
export const lineAt = (index) =>
  state.hits ? state.hits.lines[index] : index >= 0 && index < count() ? state.lines[base() + index] : undefined;
export const lineOf = (key) => lineAt(indexOf(key));
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The index of the nearest line that fits, from an index upwards, or -1. */
function above(index, fits) {
  for (let steps = 0; steps < 3000 && lineAt(index)?.id && !fits(lineAt(index)); steps += 1) index -= 1;
  return lineAt(index)?.id && fits(lineAt(index)) ? index : -1;
}

export const headerOf = (index) => above(index, isSection);

/** The index of the line that a line is directly in, or -1. */
export const parentOf = (index) => above(index - 1, (line) => indentOf(line) < indentOf(lineAt(index)));

/**
 * The index of the last line that is shown below a line, or of the line itself; as far as the lines around it say so.
 */
export function endOf(index) {
  let end = index;
  while (end - index < 3000 && lineAt(end + 1)?.id && indentOf(lineAt(end + 1)) > indentOf(lineAt(index))) end += 1;
  return end;
}

/**
 * The row or section beside one, with the same parent, before or after it; undefined if there is none, or it is not
 * known.
 */
export function beside(index, way) {
  const line = lineAt(index);
  const isNear = (other) => indentOf(other) <= indentOf(line);
  const other = lineAt(way > 0 ? endOf(index) + 1 : above(index - 1, isNear));
  return other?.id && other.kind === line.kind && indentOf(other) === indentOf(line) ? other : undefined;
}

export function indexOf(key) {
  for (let index = state.shown.first; key && index < state.shown.last; index += 1)
    if (keyOf(lineAt(index)) === key) return index;
  if (!key) return -1;
  return Math.max(-1, (state.hits?.lines ?? state.lines).findIndex((line) => keyOf(line) === key) - base());
}

export const shownLevel = (line) => indentOf(line) - (state.zoom ? state.zoom.level - 1 : 0);
