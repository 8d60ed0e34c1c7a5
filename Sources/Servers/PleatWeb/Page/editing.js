// Edits the text of a line in its place.
import { levelEdits, shift } from "./actions.js";
import { closeDraft, endDraft, startDraft } from "./adding.js";
import { begin, boxFor, isAtStart, wayOut } from "./box.js";
import { tell } from "./dialogs.js";
import { draw } from "./drawing.js";
import { h } from "./elements.js";
import { cut, isSection, keyOf, noteOf, opens, order, ownNote, textOf } from "./fields.js";
import { fillLine } from "./line.js";
import { ask, locate } from "./loading.js";
import { explain } from "./meaning.js";
import { focus, goTo } from "./navigation.js";
import { edit, real, send, typedText } from "./sending.js";
import { join, split } from "./splitting.js";
import { elements, indexOf, isReadOnly, lineAt, lineOf, shownLevel, sleep, state } from "./state.js";
import { NEW, noteDraft, noteName, tellOfDraft } from "./storage.js";

export function saveEdit() {
  saveText();
  closeEdit();
}

/** Ends typing, and sends what was typed. */
export function finish() {
  if (state.editor) saveEdit();
  if (state.draft) closeDraft();
}

/** Opens the text of a line, or a text that it will have once all is sent, with the cursor at a place in it. */
export function startEdit(line = isReadOnly ? null : lineOf(state.current), text, at) {
  finish();
  const key = keyOf(line);
  const element = elements.get(key);
  const kept = state.drafts[key];
  if (!element?.isConnected) return;
  const sent = text ?? typedText(line);
  const was = sent ?? textOf(line);
  const place = placeAfter(lineAt(indexOf(key) - 1));
  const base = kept?.base ?? sent ?? line.text ?? was;
  openEditor({ key, id: line.id, was, base, place, level: shownLevel(line), element }, kept?.text ?? was, at);
  if (kept) explain(state.editor.box);
  if (kept && !kept.isOpen) state.editor.box.select();
}

/** Opens the note of a line, or the detail of a section, in its place. */
export function startNote(line = isReadOnly ? undefined : lineOf(state.current)) {
  finish();
  const key = keyOf(line);
  const element = elements.get(key);
  const kept = state.drafts[noteName(key)];
  if (!element?.isConnected) return;
  const typed = typedText(line);
  const was = typed === undefined ? noteOf(line) : cut(typed)[1];
  const editor = { key, id: line.id, was, base: kept?.base ?? was, element, draft: noteName(key) };
  openEditor(editor, kept?.text ?? was);
}

/** Opens a box in the element of a line, with a text, or a note, that begins from `was`. */
export function openEditor(editor, text, at = text.length) {
  const typed = (now) => {
    const { key, draft = key, was, base } = state.editor ?? {};
    if (state.editor === editor) noteDraft(draft, now === was ? "" : now, { base, isOpen: true });
  };
  const label = editor.draft ? "Note" : editor.id.startsWith("@s") ? "Title" : "Text";
  const keys = editor.draft ? noteKey : editKey;
  const box = boxFor(text, label, keys, typed, () => state.editor?.box === box && saveEdit());
  state.editor = Object.assign(editor, { box });
  if (label !== "Title") editor.element.querySelector(".note, .detail")?.remove();
  if (editor.draft) editor.element.querySelector(".body").append(h("span", { class: "note" }, box));
  else editor.element.querySelector(".text").replaceChildren(box);
  if (!editor.element.isConnected) draw();
  begin(editor);
  box.setSelectionRange(at, at);
}

function noteKey(event, level) {
  const { key, shiftKey, ctrlKey, metaKey } = event;
  const way = shiftKey ? 0 : wayOut(state.editor.box, event);
  const index = indexOf(state.editor.key);
  if (key === "Escape") leaveDraft();
  else if (level || (key === "Enter" && (shiftKey || ctrlKey || metaKey))) saveEdit();
  else if (way) {
    saveEdit();
    editAt(index + Math.max(way, 0), way);
  } else return false;
}

function editKey(event, level) {
  const { key, shiftKey, altKey } = event;
  const { box } = state.editor;
  const line = lineOf(state.editor.key);
  const way = wayOut(box, event);
  if (key === "Escape") leaveDraft();
  else if (key === "Enter" && !shiftKey) split();
  else if (key === "Backspace" && isAtStart(box)) return line ? join(line) : false;
  else if (level) {
    saveText();
    edit(...levelEdits([line ?? state.editor], level));
  } else if (altKey && ["ArrowUp", "ArrowDown"].includes(key)) {
    saveText();
    shift(key === "ArrowUp" ? -1 : 1);
  } else if (way && !shiftKey) {
    const index = line ? indexOf(state.editor.key) + way : indexOf(state.current) + Math.max(way, 0);
    saveEdit();
    editAt(index, way);
  } else return false;
}

/** Goes on in the text at an index: at its end, or, on the way down, at its beginning. */
export const editAt = (index, way) =>
  goTo(index).then(() => {
    startEdit();
    if (way > 0) state.editor?.box.setSelectionRange(0, 0);
  });

/** Types something after the name of the line that is edited, before its note. */
export function insertAfterName(text) {
  const { box } = state.editor;
  const end = cut(box.value)[0].length;
  box.setRangeText(text, end, end, "start");
  box.dispatchEvent(new Event("input"));
}

export function closeEdit() {
  const { element, key } = state.editor;
  state.editor = null;
  const line = lineOf(key) ?? element.line;
  if (line) fillLine(element, line);
  draw();
  if (document.activeElement === document.body) focus();
}

/** Closes the box in which something is typed, and keeps that as a draft. */
export function leaveDraft() {
  const { key = NEW, draft: name = key, box, was = "" } = state.editor ?? state.draft;
  const isKept = box.value.trim() && box.value !== was;
  noteDraft(name, isKept ? box.value : "", { ...state.drafts[name], text: box.value, isOpen: false });
  state.editor ? closeEdit() : endDraft();
  tellOfDraft(name, () => retype(name));
}

/** Sends the text that was typed, and leaves the box open. */
export function saveText() {
  const { key, id, draft, was, base, box, place, level } = state.editor;
  const line = lineOf(key);
  const typed = box.value.trimEnd();
  const isNew = typed !== was.trimEnd();
  if (isNew && !draft && !typed) return tell("A text cannot be empty. Delete the line instead.", "error");
  noteDraft(draft ?? key, "");
  const note = { verb: "edit", arguments: [line?.id ?? id], note: typed, was: base };
  const edits = [...(isNew ? [draft ? note : textEdit(typed, line)] : []), ...targetEdits()];
  state.editor.target = null;
  if (!edits.length) return;
  const isRead = !draft && ("done" in edits[0] || /(due|repeat):/.test(typed)); // the text will be another one
  if (isNew) [state.editor.was, state.editor.base] = [box.value, isRead ? undefined : typed];
  send(edits, { place, level });
}

/** The edit that moves the line where its text was told to go. */
export const targetEdits = ({ id, target } = state.editor) =>
  target ? [{ verb: "move", arguments: [id], in: target.id }] : [];

/** The edit that sets the text which is being edited, of which a box at its beginning makes a task. */
export function textEdit(typed, line) {
  const { id, was, base } = state.editor;
  const [, box, plain] = /^\[([ xX])\]\s+(\S[^]*)$/.exec((line ? textOf(line) : was)[0] === "[" ? "" : typed) ?? [];
  const whole = plain ?? typed;
  const [text, further] = cut(whole);
  const isNoted = line && !isSection(line) && (ownNote(line) || was.includes("\n")); // a note moves to where notes are
  const content = isNoted ? { text, note: further } : { text: whole };
  const done = box && { done: box === " " ? "no" : "yes" };
  return { verb: "edit", arguments: [line?.id ?? id], ...content, ...done, was: base };
}

/** Goes on with what was typed and not sent: in its line, or in a new one. */
export async function retype(key) {
  if (key[0] === "~") {
    // It was typed into a line that had been sent, and has its answer by now or does not have it yet.
    for (; state.outbox.some((entry) => key === `~${entry.key}`); ) await sleep(50);
    const { [key]: draft } = state.drafts;
    const id = real(key);
    noteDraft(key, "");
    noteDraft((key = id ? id.slice(2) : NEW), draft.text, { ...draft, base: undefined, isOpen: true });
  }
  const { text, at } = state.drafts[key] ?? {};
  const [, noted] = /^Note (\d+)$/.exec(key) ?? [];
  const of = noted ?? key;
  if (text === undefined) return;
  if (key !== NEW && !lineOf(of))
    await ask(`item?id=@${of}`).then(
      async ({ body }) => goTo(await locate(order(body.number))),
      () => {},
    );
  const line = lineOf(key === NEW ? at : of);
  state.current = keyOf(line) ?? state.current;
  state.drafts[key].isOpen = true;
  if (line && key !== NEW) return noted ? startNote(line) : startEdit(line);
  noteDraft(key, "");
  noteDraft(NEW, text, { at, isOpen: true });
  startDraft(lineOf(state.current));
}

const placeAfter = (line) => (line ? (opens(line) ? { in: line.id, first: true } : { after: line.id }) : {});
