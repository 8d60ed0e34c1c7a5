// Edits the text of a line in its place; a box for typing, which new lines use as well.
import { levelEdits, shift } from "./actions.js";
import { closeDraft, endDraft, startDraft } from "./adding.js";
import { tell } from "./dialogs.js";
import { draw } from "./drawing.js";
import { h } from "./elements.js";
import { fillLine } from "./line.js";
import { ask, locate } from "./loading.js";
import { focus, goTo, reveal } from "./navigation.js";
import { edit, send } from "./sending.js";
import {
  cut,
  elements,
  indexOf,
  isReadOnly,
  isSection,
  keyOf,
  lineAt,
  lineOf,
  opens,
  order,
  ownNote,
  shownLevel,
  state,
  textOf,
} from "./state.js";
import { NEW, noteDraft, tellOfDraft } from "./storage.js";

/** Makes a box as high as its text. */
export function grow(box) {
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}

function saveEdit() {
  saveText();
  closeEdit();
}

/** Ends typing, and sends what was typed. */
export function finish() {
  if (state.editor) saveEdit();
  if (state.draft) closeDraft();
}

/**
 * A box for a text, which `typed` receives, and which is left by `leaving` when the focus goes elsewhere on the page.
 * `keys` receives what is pressed in it, and the way by which Tab changes the level: 1, -1, or 0 for another key.
 */
export function boxFor(text, label, keys, typed, leaving) {
  const box = Object.assign(h("textarea", { class: "editor", rows: 1, "aria-label": label, enterkeyhint: "enter" }), {
    value: text,
  });
  box.addEventListener("input", () => {
    grow(box);
    typed(box.value);
  });
  box.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (!event.isComposing && keys(event, event.key === "Tab" ? (event.shiftKey ? -1 : 1) : 0) !== false)
      event.preventDefault();
  });
  const isLeft = () => box.isConnected && document.hasFocus() && document.activeElement !== box;
  box.addEventListener("blur", () => setTimeout(() => isLeft() && leaving(), 150));
  return box;
}

export function begin({ element, box }) {
  box.focus({ preventScroll: true });
  box.setSelectionRange(box.value.length, box.value.length);
  grow(box);
  reveal(element);
}

export function startEdit(line = isReadOnly ? null : lineOf(state.current)) {
  finish();
  const key = keyOf(line);
  const element = elements.get(key);
  const kept = state.drafts[key];
  if (!element?.isConnected) return;
  const was = textOf(line);
  const above = lineAt(indexOf(key) - 1);
  const typed = (text) =>
    state.editor && noteDraft(key, text === state.editor.was ? "" : text, { base: state.editor.base, isOpen: true });
  const box = boxFor(
    kept?.text ?? was,
    isSection(line) ? "Title" : "Text",
    editKey,
    typed,
    () => state.editor?.box === box && saveEdit(),
  );
  state.editor = {
    key,
    id: line.id,
    was,
    base: kept?.base ?? line.text ?? was,
    place: placeAfter(above),
    level: shownLevel(line),
    element,
    box,
  };
  element.querySelector(".text").replaceChildren(box);
  if (!isSection(line)) element.querySelector(".note")?.remove();
  begin(state.editor);
  if (kept && !kept.isOpen) box.select();
}

function editKey({ key, shiftKey, altKey }, level) {
  const { box } = state.editor;
  const line = lineOf(state.editor.key);
  const index = indexOf(state.editor.key);
  const way = { ArrowUp: -1, ArrowDown: 1 }[key];
  const isEdge =
    way && !(way < 0 ? box.value.slice(0, box.selectionStart) : box.value.slice(box.selectionEnd)).includes("\n");
  if (key === "Escape") leaveDraft();
  else if (key === "Enter" && !shiftKey) {
    saveEdit();
    startDraft(line ?? lineOf(state.current));
  } else if (level) {
    saveText();
    edit(...levelEdits([line ?? state.editor], level));
  } else if (way && altKey) {
    saveText();
    shift(way);
  } else if (isEdge && !shiftKey) {
    saveEdit();
    goTo(index + way).then(() => startEdit());
  } else return false;
}

function closeEdit() {
  const { element, key } = state.editor;
  state.editor = null;
  fillLine(element, lineOf(key) ?? element.line);
  draw();
  if (document.activeElement === document.body) focus();
}

/** Closes the box in which something is typed, and keeps that as a draft. */
export function leaveDraft() {
  const { key = NEW, box, was = "" } = state.editor ?? state.draft;
  const isKept = box.value.trim() && box.value !== was;
  noteDraft(key, isKept ? box.value : "", { ...state.drafts[key], text: box.value, isOpen: false });
  state.editor ? closeEdit() : endDraft();
  tellOfDraft(key, () => retype(key));
}

/** Sends the text that was typed, and leaves the box open. */
export function saveText() {
  const { key, was, base, box, place, level } = state.editor;
  const line = lineOf(key);
  const id = line?.id ?? state.editor.id;
  if (box.value !== was && !box.value.trim()) return tell("A text cannot be empty. Delete the line instead.", "error");
  noteDraft(key, "");
  if (box.value === was) return;
  [state.editor.was, state.editor.base] = [box.value, box.value];
  const [text, further] = cut(box.value);
  const isMoved = line && !isSection(line) && ownNote(line); // a note moves to where notes are
  send([{ verb: "edit", arguments: [id], ...(isMoved ? { text, note: further } : { text: box.value }), was: base }], {
    place,
    level,
  });
}

/** Goes on with what was typed and not sent: in its line, or in a new one. */
export async function retype(key) {
  const { text, at } = state.drafts[key] ?? {};
  if (text === undefined) return;
  if (key !== NEW && !lineOf(key))
    await ask(`item?id=@${key}`).then(
      async ({ body }) => goTo(await locate(order(body.number))),
      () => {},
    );
  const line = lineOf(key === NEW ? at : key);
  state.current = keyOf(line) ?? state.current;
  state.drafts[key].isOpen = true;
  if (line && key !== NEW) return startEdit(line);
  noteDraft(key, "");
  noteDraft(NEW, text, { at, isOpen: true });
  startDraft(lineOf(state.current));
}

const placeAfter = (line) => (line ? (opens(line) ? { in: line.id, first: true } : { after: line.id }) : {});
