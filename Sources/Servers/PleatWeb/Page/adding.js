// Adds lines: opens an empty line, whose level can be changed, and sends what is typed or pasted.
import { draw } from "./drawing.js";
import { begin, boxFor, finish, grow, leaveDraft } from "./editing.js";
import { h, set } from "./elements.js";
import { indented } from "./line.js";
import { reveal } from "./navigation.js";
import { edit, real, send } from "./sending.js";
import { indexOf, isSection, keyOf, lineAt, lineOf, opens, parentOf, shownLevel, state } from "./state.js";
import { NEW, noteDraft } from "./storage.js";

/**
 * What a new line after a line is below, as {id, indent}, outermost first: sections for a section, a section and its
 * rows for a row.
 */
function chainTo(line, section) {
  const chain = [];
  const isEnd = (at) => state.hits || (!section && isSection(at));
  for (let index = indexOf(keyOf(line)); line && index >= 0; index = isEnd(lineAt(index)) ? -1 : parentOf(index)) {
    chain.unshift({ id: lineAt(index).id, indent: state.hits ? 0 : shownLevel(lineAt(index)) });
  }
  return chain;
}

/** Where the draft goes: after the element of its chain at its depth, or, where there is none, into the one before. */
export function draftPlace({ chain, depth, isFirst } = state.draft) {
  const [holder, before] = [chain[depth - 1]?.id, chain[depth]?.id];
  return before ? { after: before } : holder ? { in: holder, ...(isFirst && { first: true }) } : {};
}

const draftLevel = ({ chain, depth } = state.draft) => chain[depth]?.indent ?? (chain[depth - 1]?.indent ?? -1) + 1;

/**
 * Opens an empty line: after a line, as the first in a section or in a row that shows what is below it, or in an
 * outline without lines.
 */
export function startDraft(after, section = false) {
  finish();
  const chain = chainTo(after, section);
  const inside = !section && after && opens(after);
  const isTask = after && !inside && after.done !== null;
  const lowest = (section ? state.zoom && !state.hits : chain[0]?.id.startsWith("@s")) ? 1 : 0;
  if (inside && after.collapsed) edit({ verb: "expand", arguments: [after.id] });
  const kept = state.drafts[NEW];
  const typed = (text) => noteDraft(NEW, text.trim() && text, { at: keyOf(after), isOpen: true });
  const box = boxFor(
    kept?.text ?? "",
    section ? "New section" : "New line",
    draftKey,
    typed,
    () => state.draft?.box === box && closeDraft(),
  );
  const element = h(
    "div",
    { class: `line ${section ? "section" : "row"}`, role: "treeitem" },
    h("span", { class: "fold" }),
    isTask ? h("span", { class: "box" }) : "",
    h("span", { class: "body" }, box),
  );
  state.draft = {
    chain,
    depth: Math.max(chain.length - (inside ? 0 : 1), lowest),
    lowest,
    isFirst: inside,
    section,
    element,
    box,
  };
  deepenDraft(0);
  begin(state.draft);
  if (kept && !kept.isOpen) box.select();
}

/** Moves the draft one level in, below the line before it, or out, after what it is in. */
export function deepenDraft(way) {
  const holder = way > 0 ? state.draft.chain[state.draft.depth] : null;
  const canMove = holder ?? (way < 0 && state.draft.depth > state.draft.lowest);
  const line = lineOf(real(holder?.id)?.slice(2));
  if (line?.collapsed) edit({ verb: "expand", arguments: [line.id] });
  if (canMove) Object.assign(state.draft, { depth: state.draft.depth + way, isFirst: false });
  set(indented(state.draft.element, draftLevel()), { "aria-level": draftLevel() + 1 });
  draw();
  reveal(state.draft.element);
}

function draftKey({ key, shiftKey }, level) {
  if (key === "Enter" && !shiftKey && state.draft.box.value.trim()) commit();
  else if (key === "Escape") leaveDraft();
  else if ((key === "Enter" && !shiftKey) || (key === "Backspace" && !state.draft.box.value)) endDraft();
  else if (level) deepenDraft(level);
  else return false;
}

/** Sends what was typed as a new line, and goes on with the next one below it. */
function commit() {
  const { section, box, element, chain, depth } = state.draft;
  const typed = typedLines(box.value, section);
  const level = draftLevel();
  noteDraft(NEW, "");
  if (!typed.length) return;
  const { entry } = send(additions(typed, draftPlace(), section), { level, depths: typed.map((line) => line.depth) });
  const last = { id: `~${entry.key}:${typed.findLastIndex((line) => line.depth === 0)}`, indent: level };
  Object.assign(state.draft, { chain: [...chain.slice(0, depth), last], depth: Math.min(depth, chain.length) });
  grow(Object.assign(box, { value: "" }));
  draw();
  reveal(element);
}

/**
 * The lines of a text that was typed or pasted, as {text, depth}: they are as deep as they are indented, without the
 * bullets of a list.
 */
function typedLines(text, isFlat) {
  const all = text.split("\n").filter((line) => line.trim());
  const bullet = /^\s*[-*+•]\s+(?=\S)/;
  const widths = [];
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
  const options = section ? { section } : {};
  const holders = []; // the last line at each depth
  if (typed.every(({ depth }) => depth === 0))
    return [{ verb: "add", arguments: typed.map(({ text }) => text), ...place, ...options }];
  return typed.map(({ text, depth }, at) => {
    const where = depth > 0 ? { in: holders[depth - 1] } : holders[0] ? { after: holders[0] } : place;
    holders[depth] = `$n${at}`;
    return { verb: "add", arguments: [text], ...where, as: `n${at}` };
  });
}

/** Sends what was typed, and takes the line away. */
export function closeDraft() {
  commit();
  endDraft();
}

export function endDraft() {
  const { after, in: inside = after } = draftPlace();
  state.current = real(inside)?.slice(2) || state.current;
  state.draft = null;
  draw();
}
