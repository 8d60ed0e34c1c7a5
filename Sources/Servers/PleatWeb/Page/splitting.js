// Splits a text where Enter is pressed, and joins it with the one before it. Each is one request, so that no part of a
// text is ever only on the way.
import { startDraft } from "./adding.js";
import { say } from "./dialogs.js";
import { shownFrom } from "./done.js";
import { draw } from "./drawing.js";
import { closeEdit, openEditor, saveEdit, saveText, startEdit, targetEdits, textEdit } from "./editing.js";
import { h, set } from "./elements.js";
import { cut, isBoxed, isFull, isSection, joined, keyOf, nameOf, noteOf, opens } from "./fields.js";
import { indented, newLine } from "./line.js";
import { real, send, typedText } from "./sending.js";
import { beside, elements, indexOf, lineAt, lineOf, state } from "./state.js";
import { noteDraft } from "./storage.js";

/** Ends the text at the cursor. What comes after that is a line below it; an end of the text opens an empty line. */
export function split() {
  const { box, key, id, place, level, element } = state.editor;
  const line = lineOf(key) ?? element.line; // as it was last known, while the list is read anew
  const end = box.selectionEnd; // nothing that is selected goes
  const [left, right] = [box.value.slice(0, end).trimEnd(), box.value.slice(end).trim()];
  const [text, note] = cut(right);
  if (!left || left.includes("\n") || !text || box.value[end] === "\n") {
    const isAhead = Boolean(line && text && !left);
    saveEdit();
    return startDraft(line ?? lineOf(state.current), isAhead && isSection(line), isAhead);
  }
  const isInside = line && opens(line);
  const below = isInside ? { in: id, first: true } : { after: id };
  const isTask = element.querySelector(".box") !== null;
  const done = isBoxed(text) || (line && isSection(line)) ? {} : { done: isTask ? "no" : "none" };
  const added = { verb: "add", arguments: [text], ...below, ...(note && { note }), ...done };
  noteDraft(key, "");
  const { entry } = send([textEdit(left, line), added, ...targetEdits()], { place, level });
  closeEdit();
  openAdded(entry, right, below, level + (isInside ? 1 : 0), done.done === "no");
}

/** Opens the text of a line that was sent and is not answered, with the cursor at its beginning. */
function openAdded(entry, was, place, level, isTask) {
  const element = set(newLine("row", isTask, h("span", { class: "text" })), { "aria-level": level + 1 });
  const id = `~${entry.key}`;
  openEditor({ key: id, id, was, place, level, element: indented(element, level) }, was, 0);
}

/** Makes the line that an edit has added the one whose text is open, if it was opened before there was an answer. */
export function adopt() {
  const { editor } = state;
  const id = editor?.id[0] === "~" ? real(editor.id) : null;
  if (!id) return;
  const kept = state.drafts[editor.key];
  noteDraft(editor.key, "");
  elements.get(id.slice(2))?.remove();
  Object.assign(editor, { id, key: id.slice(2) });
  Object.assign(editor.element, { key: editor.key, id: `line-${editor.key}` });
  elements.set(editor.key, editor.element);
  const line = lineOf(editor.key);
  if (line) editor.base = line.text;
  if (kept) noteDraft(editor.key, kept.text, { ...kept, base: editor.base });
  state.current = editor.key;
  draw();
}

/** Joins the text that is edited with the one before it, and goes on there. One of them may have lines below it. */
export async function join(line) {
  const above = lineAt(shownFrom(indexOf(keyOf(line)) - 1, -1));
  const typed = state.editor.box.value;
  const why = state.hits || !above?.id || above === line ? "" : unjoinable(line, above, typed);
  if (why !== null) return why && say(why);
  const [kept, gone] = isFull(line) ? [line, above] : [above, line];
  const isEmpty = !typed.trim();
  if (!isEmpty) saveText();
  const was = (each) => (each === line && !isEmpty ? typed : (typedText(each) ?? each.text ?? each.title));
  const text = joined(nameOf(above) + cut(typed)[0], joined(isSection(above) ? "" : noteOf(above), cut(typed)[1]));
  const day = gone.due ? { due: gone.due, ...(gone.repeat && { repeat: gone.repeat }) } : {};
  const box = kept.done === null && gone.done !== null ? { done: gone.done ? "yes" : "no" } : {};
  // What goes is written as it is, so that all is refused if somebody has changed it meanwhile.
  const check = { verb: "edit", arguments: [gone.id], text: was(gone), was: was(gone) };
  const change = { verb: "edit", arguments: [kept.id], text, ...day, ...box, was: was(kept) };
  noteDraft(keyOf(line), "");
  const last = { verb: "delete", arguments: [gone.id] };
  const sending = send(isEmpty ? [check, last] : [check, change, last], { isJoin: true });
  closeEdit();
  state.current = keyOf(kept);
  startEdit(kept, isEmpty ? undefined : text, nameOf(above).length);
  const { editor } = state;
  if ((await sending) || state.editor !== editor) return;
  // The lines are as they were. What was typed since then is asked about when it is sent.
  if (editor.box.value === editor.was) closeEdit();
}

/** Why a text cannot be joined with the one before it, which would lose something; null if it can. */
function unjoinable(line, above, typed) {
  const isLeafBeside = keyOf(beside(indexOf(keyOf(line)), -1)) === keyOf(above) && !isFull(above);
  const [kept, gone] = isFull(line) ? [line, above] : [above, line];
  const name = `“${nameOf(gone)}”`;
  if (isSection(line)) return "A section is not joined with the line before it. R makes a row of it.";
  if (isFull(line) && (!isLeafBeside || !typed.trim())) return `“${nameOf(line)}” has lines below it.`;
  if (gone.due && kept.due) return `${name} has a day of its own.`;
  if (Object.keys(gone.attributes).length) return `${name} has attributes, which would be gone.`;
  return isSection(above) && cut(typed)[1] ? `${name} has a note.` : null;
}
