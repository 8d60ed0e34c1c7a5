// What becomes of an edit that the server refuses, and of undo where the last edit is somebody else's.
import { choose, say, tell } from "./dialogs.js";
import { retype } from "./editing.js";
import { isSection, joined, nameOf } from "./fields.js";
import { ask } from "./loading.js";
import { post, send, typedIn } from "./sending.js";
import { dialog, isReadOnly, lineOf, state } from "./state.js";
import { noteDraft, noteName } from "./storage.js";

// What can be done where a row cannot be moved by one level.
const WAYS = { indent: "Move it elsewhere (M).", outdent: "Make a section of it (S), or move it elsewhere (M)." };

/**
 * Says why edits were refused. A text for a line that somebody has deleted becomes a line; what has changed meanwhile
 * asks which stays.
 */
export async function refused({ key, edits, place, level, depths, isJoin }, { message, status, error }) {
  const [first = {}, ...others] = edits;
  const { verb, arguments: [id] = [], text, note: further, due, after, in: inside, before } = first;
  const anywhere = { after: undefined, in: undefined, first: undefined, before: undefined };
  const typed = typedIn(edits) || due;
  const again = (all, more) => {
    const answer = send(all, more);
    state.made[key] = `~${answer.entry.key}`;
    return answer;
  };
  if (isJoin) return tell("Somebody has changed one of these lines meanwhile, so they are not joined.", "error");
  if (verb === "add" && status === 404 && (after ?? inside ?? before)) {
    state.made[key] = {};
    return send([{ ...first, ...anywhere }, ...others], { level, depths });
  }
  if (verb === "add")
    [state.made[key], message] = [{ after, in: inside, first: first.first }, `${message} You had typed: ${typed}`];
  else if (text !== undefined && status === 404) {
    tell("The line was deleted while you typed. What you typed is a new line.");
    const whole = { verb: "add", arguments: [joined(text, further)], ...place };
    const rest = others.map((edit) => ({ ...edit, ...anywhere, after: "$typed" }));
    return again(rest.length ? [{ ...whole, as: "typed" }, ...rest] : [whole], { level });
  } else if (error.theirs !== undefined) return askWhichStays(edits, error, { place, level }, again);
  else if (typed) message += ` You had typed: ${typed}`;
  else if (status === 409 && id?.startsWith("@r") && WAYS[verb]) message += ` ${WAYS[verb]}`;
  tell(message, typed ? "error typed" : "error");
}

/**
 * Asks what stays of something that somebody has changed meanwhile, and sends the edits again: in both, a text or a day
 * of yours gets a line of its own.
 */
async function askWhichStays(edits, { id, theirs }, more, again) {
  const edit =
    edits.find(({ was, arguments: [each] }) => was !== undefined && each.slice(2) === id.slice(2)) ?? edits[0];
  const others = edits.filter((each) => each !== edit);
  const { text, note: further, due, repeat } = edit;
  const yours = joined(text, further) || (due ?? repeat ?? "");
  const isText = text !== undefined;
  const name = isText ? id.slice(2) : further !== undefined ? noteName(id.slice(2)) : null;
  // What was typed is kept as a draft until this is answered, also when the page is opened again.
  if (name) noteDraft(name, yours, { base: edit.was, isOpen: true });
  const choices = ["yours", "theirs", "both"].map((each) => [each, `Keep ${each}`]);
  const shown = Object.entries({ Yours: yours || "nothing", Theirs: theirs || "nothing" });
  const choice = await choose("Somebody has changed this meanwhile", choices, shown);
  const line = lineOf(id.slice(2));
  if (!choice && state.drafts[name]) return (state.drafts[name].base = theirs), retype(name);
  if (name) noteDraft(name, "");
  const kind = line && isSection(line) ? { section: true } : {};
  const own = { verb: "add", arguments: [isText || !line ? yours : nameOf(line)], after: id, ...kind, due, repeat };
  const kept = { ...edit, was: theirs };
  const both = isText || further === undefined ? own : { ...kept, note: joined(theirs, further) };
  const chosen = { yours: [kept], both: [both] }[choice] ?? [];
  if (chosen.length + others.length) return again([...chosen, ...others], more);
}

export async function takeBack(verb, query = "") {
  try {
    const { entries } = await post(verb + query);
    const words = entries?.map((entry) => entry.words).join(", ");
    say(words ? `${verb === "redo" ? "Redone" : "Undone"}: ${words}` : `There is nothing to ${verb}.`);
  } catch (error) {
    if (error.error.code !== "refused") return tell(error.message, "error");
    const choices = Object.entries({ mine: "Undo my own last edit", any: "Undo that one all the same" });
    const choice = await choose("The last edit is somebody else’s", choices, error.message);
    if (choice) takeBack(verb, `?${choice}=yes`);
  }
}

/** Shows who did what to a line, the last edit first, of which each can be taken back. */
export async function showHistory(line) {
  const { body } = await ask(`item?id=${line.id}`);
  const edits = body.history.slice(0, 30).map(({ entry, at, user, did, fields }) => {
    const time = new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
    const values = Object.entries(fields).map(([name, all]) => `${name}: ${all.old ?? "none"} → ${all.new ?? "none"}`);
    return [entry, `${time}, ${user ?? "by hand"}: ${[did.join(", "), ...values].join("; ")}`];
  });
  const shown = isReadOnly ? edits : "Choose an edit to take it back.";
  const choice = choose(`History of ${nameOf(line)}`, isReadOnly ? [] : edits, shown);
  dialog.lastElementChild.focus({ preventScroll: true }); // nothing is taken back by Enter alone
  const entry = await choice;
  if (entry) takeBack("undo", `?entry=${entry}`);
}
