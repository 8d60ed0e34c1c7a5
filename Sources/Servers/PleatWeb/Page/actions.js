// What can be done with the chosen lines: tick, move, change level or kind, delete, and set a day or a note.
import { deepenDraft } from "./adding.js";
import { refused, takeBack } from "./conflicts.js";
import { dayPicker } from "./days.js";
import { button, choose, open, pick, say, tell } from "./dialogs.js";
import { saveText, startNote } from "./editing.js";
import { h } from "./elements.js";
import { isFull, isSection, keyOf, nameOf, pathOf } from "./fields.js";
import { chosen, chosenIndices, goTo, unmark } from "./navigation.js";
import { edit, post } from "./sending.js";
import { beside, dialog, endOf, headerOf, indexOf, lineAt, lineOf, sleep, state } from "./state.js";

const onAll = (verb, more = {}) =>
  chosen().length && edit({ verb, arguments: chosen().map((line) => line.id), ...more });
export const fold = (line) =>
  line && isFull(line) && edit({ verb: line.collapsed ? "expand" : "collapse", arguments: [line.id] });

/**
 * Marks lines as done: each task that repeats only if it is due on the day that is shown, so that it moves on once when
 * two people tick it.
 */
function finishAll(all) {
  const [repeating, others] = [true, false].map((repeats) =>
    all.filter((line) => Boolean(line.repeat && line.due && !line.done) === repeats),
  );
  const done = (those, more) => ({ verb: "done", arguments: those.map((line) => line.id), ...more });
  return edit(
    ...(others.length ? [done(others)] : []),
    ...repeating.map((line) => done([line], { was: line.due.slice(0, 10) })),
  );
}

export function tick() {
  const all = chosen();
  if (all.some((line) => line.done === null)) return onAll("edit", { done: "no" });
  return all.some((line) => !line.done) ? finishAll(all) : onAll("undone");
}

/** Ticks tasks with all tasks below them, or takes these ticks away where none is open. */
export function tickAll() {
  const isOpen = ({ done, tasks = 0, doneTasks = 0 }) => done === false || doneTasks < tasks;
  const below = (index) => Array.from({ length: endOf(index) - index + 1 }, (_, step) => lineAt(index + step));
  if (chosen().some((line) => line.done === null)) return say("Only a task is ticked with what is below it.");
  return onAll(chosenIndices().flatMap(below).some(isOpen) ? "done" : "undone", { recursive: true });
}

/**
 * Moves the current line past the one beside it, with all below it; a row directly in a section also goes on to the
 * section before or after.
 */
export function shift(way) {
  const line = lineOf(state.current);
  const index = indexOf(state.current);
  const side = way < 0 ? "before" : "after";
  if (!line || state.hits || state.marked.size) return;
  const move = (place) => edit({ verb: "move", arguments: [line.id], ...place });
  const path = pathOf(line.number);
  const position = Number(path.at(-1)) + way;
  if (isSection(line)) return position > 0 && move({ [side]: [...path.slice(0, -1), position].join(".") });
  if (beside(index, way)) return move({ [side]: beside(index, way).id });
  const next = line.level === 1 ? lineAt(way > 0 ? endOf(index) + 1 : headerOf(headerOf(index) - 1)) : null;
  if (next?.id) return move({ in: next.id, ...(way > 0 && { first: true }) });
  say(`There is nothing ${way < 0 ? "above" : "below"} to move past.`);
}

/** The edits that move lines one level in or out; what hides them there is expanded. */
export function levelEdits(all, way) {
  const holder = way > 0 && !state.hits ? beside(indexOf(keyOf(all[0])), -1) : null;
  const edits = [{ verb: way > 0 ? "indent" : "outdent", arguments: all.map((line) => line.id) }];
  return holder?.collapsed ? [...edits, { verb: "expand", arguments: [holder.id] }] : edits;
}

export function deepen(way) {
  if (state.draft) return deepenDraft(way);
  if (state.editor) saveText();
  if (chosen().length) edit(...levelEdits(chosen(), way));
}

/** Makes sections of rows, or rows of sections, and goes to the first of them. */
async function changeKind(verb, place = {}) {
  const key = keyOf(chosen()[0]);
  const answer = await onAll(verb, place);
  if (!answer) return;
  unmark();
  await sleep(60);
  if (indexOf(key) >= 0) goTo(indexOf(key));
}

export const promote = () =>
  chosen().some(isSection) ? say("Only a row can become a section.") : changeKind("promote");

/** Makes rows of sections; an outermost one needs a section that it goes to. */
export async function demote() {
  if (!chosen().every(isSection)) return say("Only a section can become a row.");
  if (chosen().every((line) => line.level > 1)) return changeKind("demote");
  const target = await pick("Make a row of which section?");
  if (target) changeKind("demote", { in: target });
}

export async function remove() {
  const all = chosen();
  const full = all.filter(isFull);
  const name = all.length === 1 ? `“${nameOf(all[0])}”` : `${all.length} lines`;
  const below = (line) =>
    isSection(line) ? `${line.rows} rows and ${line.below} sections` : line.collapsed ? `${line.hidden} rows` : "rows";
  const said = full.map((line) => `“${nameOf(line)}” has ${below(line)} below it.`).join(" ");
  if (!all.length || (full.length && !(await choose(`Delete ${name}?`, [["yes", "Delete", "", "danger"]], said))))
    return;
  return removeAll(all, `Deleted ${name}.`);
}

/** Deletes lines with all below them, and offers to undo that. */
export async function removeAll(all, said) {
  const isDeep = all.some(isFull) && { recursive: true };
  const answer = await edit({ verb: "delete", arguments: all.map((line) => line.id), ...isDeep });
  if (!answer) return;
  unmark();
  state.undoable = answer.revision;
  if (!state.outbox.length && state.latest <= state.undoable) tell(said, "undo", ["Undo", () => takeBack("undo")]);
}

const DUE = "A day or a rule: fri, +3d, 27 nov 14:00; every 2 weeks, 3d after done";

/** Asks for a day or a rule, and sets it where it is another one; asks again with the message if the server refuses. */
export async function setDue() {
  const all = chosen();
  const values = all.map((line) => line.due ?? "");
  const isAlike = values.every((each) => each === values[0]);
  const before = isAlike ? (values[0] ?? "") : "";
  const hints = { autocomplete: "off", placeholder: isAlike ? null : "Not the same in all" };
  const field = Object.assign(h("input", hints), { value: before });
  const problem = h("p", { role: "alert" });
  const remove = values.some(Boolean) ? button("Remove", () => dialog.close("remove"), { class: "quiet" }) : "";
  const ok = h("button", { value: "ok" }, "OK");
  const parts = all.length ? dayPicker(field, all[0], () => form.requestSubmit(ok)) : [];
  const form = h("form", { method: "dialog" }, h("label", {}, DUE, field), problem, ...parts, ok, remove);
  for (let answer; all.length && (answer = await open("Due", form)); ) {
    const typed = answer === "remove" ? "" : field.value.trim();
    const isNew = answer === "remove" || field.value !== before;
    const edits = all.flatMap(({ id }, at) =>
      isNew && values[at] !== typed ? [{ verb: "edit", arguments: [id], was: values[at] }] : [],
    );
    problem.textContent = edits.length ? await tryBoth(edits, typed) : "";
    if (!problem.textContent) return;
  }
}

/** Sets what is typed as a day, or else as a rule; returns the message about the day if the server takes neither. */
async function tryBoth(edits, typed) {
  let message = "";
  for (const change of [{ due: typed || "none" }, { repeat: typed }]) {
    const changed = edits.map((edit) => ({ ...edit, ...change }));
    const sending = post("apply", changed);
    const error = await sending.then(() => null).catch((refusal) => refusal);
    if (!error) return "";
    if (error.status !== 400) return refused(sending.entry, error).then(() => "");
    message ||= error.message;
  }
  return message;
}

export const moveTo = () =>
  chosen().length && pick("Move to which section?").then((target) => target && onAll("move", { in: target }));
export const setNote = () => (chosen().length > 1 ? say("Choose one line for its note.") : startNote(chosen()[0]));
