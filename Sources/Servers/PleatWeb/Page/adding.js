// Adds lines: opens an empty line, whose level can be changed, and sends what is typed or pasted.
import { begin, boxFor, isAtStart, wayOut } from "./box.js";
import { say } from "./dialogs.js";
import { draw } from "./drawing.js";
import { editAt, finish, insertAfterName, leaveDraft, startEdit } from "./editing.js";
import { set } from "./elements.js";
import { cut, isBoxed, isSection, keyOf, opens } from "./fields.js";
import { indented, newLine } from "./line.js";
import { explain } from "./meaning.js";
import { reveal } from "./navigation.js";
import { edit, real, send } from "./sending.js";
import { headerOf, indexOf, lineAt, lineOf, parentOf, shownLevel, state } from "./state.js";
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
  if (line && !chain.length) chain.push({ id: line.id, indent: shownLevel(line) }); // the list is read anew
  return chain;
}

/** Where the draft goes: after the element of its chain at its depth, or, where there is none, into the one before. */
export function draftPlace({ chain, depth, isFirst, ahead } = state.draft) {
  if (ahead) return { before: ahead };
  const [holder, before] = [chain[depth - 1]?.id, chain[depth]?.id];
  return before ? { after: before } : holder ? { in: holder, ...(isFirst && { first: true }) } : {};
}

const draftLevel = ({ chain, depth } = state.draft) => chain[depth]?.indent ?? (chain[depth - 1]?.indent ?? -1) + 1;

/**
 * Opens an empty line: after a line, as the first in a section or in a row that shows what is below it, or in an
 * outline without lines. With `isAhead`, the empty line is before that line.
 */
export function startDraft(after, section = false, isAhead = false) {
  finish();
  const chain = chainTo(after, section);
  const inside = !section && !isAhead && after && opens(after);
  const isTask = after && !inside && after.done !== null;
  const lowest = (section ? state.zoom && !state.hits : chain[0]?.id.startsWith("@s")) ? 1 : 0;
  if (inside && after.collapsed) edit({ verb: "expand", arguments: [after.id] });
  const kept = state.drafts[NEW];
  const typed = (text) =>
    noteDraft(NEW, text.trim() && text, { at: keyOf(after), isOpen: true, target: state.draft?.target });
  const box = boxFor(
    kept?.text ?? "",
    section ? "New section" : "New line",
    draftKey,
    typed,
    () => state.draft?.box === box && closeDraft(),
  );
  const element = newLine(section ? "section" : "row", isTask, box);
  state.draft = {
    chain,
    depth: Math.max(chain.length - (inside ? 0 : 1), lowest),
    lowest,
    isFirst: inside,
    section,
    ahead: isAhead ? after.id : null,
    target: kept?.target,
    element,
    box,
  };
  deepenDraft(0);
  begin(state.draft);
  if (kept) explain(box);
  if (kept && !kept.isOpen) box.select();
}

/** Moves the draft one level in, below the line before it, or out, after what it is in. */
export function deepenDraft(way) {
  const holder = way > 0 ? state.draft.chain[state.draft.depth] : null;
  const canMove = holder ?? (way < 0 && state.draft.depth > state.draft.lowest);
  const line = lineOf(real(holder?.id)?.slice(2));
  if (line?.collapsed) edit({ verb: "expand", arguments: [line.id] });
  if (canMove) Object.assign(state.draft, { depth: state.draft.depth + way, isFirst: false, ahead: null });
  set(indented(state.draft.element, draftLevel()), { "aria-level": draftLevel() + 1 });
  draw();
  reveal(state.draft.element);
}

function draftKey(event, level) {
  const { key, shiftKey } = event;
  const { box } = state.draft;
  const way = !shiftKey && wayOut(box, event);
  if (key === "Enter" && !shiftKey && box.value.trim()) commit();
  else if (key === "Escape") leaveDraft();
  else if (key === "Enter" && !shiftKey) endDraft();
  else if (key === "Backspace" && isAtStart(box)) joinDraft();
  else if (level) deepenDraft(level);
  else if (way) goOn(way);
  else return false;
}

/** Sends what is typed, and goes on in the text above or below. */
function goOn(way) {
  const { element } = state.draft;
  const next = way < 0 ? element.previousElementSibling : element.nextElementSibling;
  closeDraft();
  if (next?.key) editAt(indexOf(next.key), way);
}

/** Goes on in the text above, at whose end is what was typed. */
function joinDraft() {
  const { box, element } = state.draft;
  const above = lineOf(element.previousElementSibling?.key);
  if (!above?.id) return box.value ? null : endDraft();
  const typed = box.value;
  noteDraft(NEW, "");
  endDraft();
  state.current = keyOf(above);
  startEdit(above);
  insertAfterName(typed);
}

/** Sends what was typed, or items of a list, as new lines, and goes on with the next one below them. */
export function commit(items = typedItems()) {
  const { section, box, element, chain, depth, target } = state.draft;
  if (!items.length) return;
  noteDraft(NEW, "");
  const depths = items.map((item) => item.depth);
  const holder = target && lineOf(target.id.slice(2));
  const level = holder ? shownLevel(holder) + 1 : draftLevel();
  const place = target ? { in: target.id } : draftPlace();
  const more = { level, depths, isElsewhere: Boolean(target && !holder) };
  const { entry } = send(additions(items, place, section), more);
  if (!section && items.some((item) => item.isSection)) return endDraft();
  const last = { id: `~${entry.key}:${items.findLastIndex((item) => item.depth === 0)}`, indent: level };
  const next = { chain: [...chain.slice(0, depth), last], depth: Math.min(depth, chain.length), ahead: null };
  Object.assign(state.draft, target ? { target: null } : next);
  if (target) say(`Added to ${target.title}.`);
  Object.assign(box, { value: "" }).dispatchEvent(new Event("input"));
  draw();
  reveal(element);
}

/** What is typed in the draft, as one item: its further lines are the note. */
function typedItems({ box, section } = state.draft) {
  const [text, note] = cut(box.value.trim());
  return text ? [{ text, note, depth: 0, isSection: section }] : [];
}

/** The edits that add items at a place: one, or one for each if some are below others or have notes. */
function additions(items, place, section) {
  const areSections = section && !items.some((item) => item.isSection);
  const around = { true: [], false: [] }; // the last section, and the last row in it, at each depth
  const isPlain = (text) => items.some((item) => isBoxed(item.text)) && !isBoxed(text);
  const first = { true: section ? place : homeOf(place), false: section ? homeOf(place) : place };
  const edits = items.map(({ text, note, depth, isSection }, at) => {
    const isHeading = isSection || areSections;
    const [holder, before] = [around[isHeading][depth - 1], around[isHeading][depth]];
    const heading = isHeading ? undefined : around.true.at(-1);
    const beside = before ? { after: before } : holder ? { in: holder } : heading ? { in: heading } : first[isHeading];
    around[isHeading].splice(depth, Infinity, `$n${at}`);
    if (isHeading) around.false = [];
    const kind = isHeading ? { section: true } : isPlain(text) ? { done: "none" } : {};
    const more = { ...(note && { note }), ...kind, as: `n${at}` };
    return { verb: "add", arguments: [text], ...beside, ...more };
  });
  const isFlat = edits.every(({ note, section: isHeading, done, after }, at) => {
    const isBeside = at === 0 || after === `$n${at - 1}`;
    return !note && !done && isHeading === edits[0].section && isBeside;
  });
  return isFlat ? [{ ...edits[0], arguments: items.map(({ text }) => text), as: undefined }] : edits;
}

/** The place for sections that are pasted among rows, at the end of their section; and for rows among sections. */
function homeOf({ after, in: inside, before }) {
  const header = lineAt(headerOf(indexOf(real(after ?? inside ?? before)?.slice(2))));
  return header ? { in: header.id } : {};
}

/** Sends what was typed, and takes the line away. */
export function closeDraft() {
  commit();
  endDraft();
}

export function endDraft() {
  const { before, after = before, in: inside = after } = draftPlace();
  state.current = real(inside)?.slice(2) || state.current;
  state.draft = null;
  draw();
}
