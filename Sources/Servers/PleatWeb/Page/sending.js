// Sends edits, in order and each of them once, and shows what they do before they are answered.
import { refused } from "./conflicts.js";
import { dismiss } from "./dialogs.js";
import { inDocument } from "./drawing.js";
import { h } from "./elements.js";
import { isSection, joined, keyOf, nameOf, noteOf } from "./fields.js";
import { fillLine, indented } from "./line.js";
import { refusal, request, settle } from "./loading.js";
import { adopt } from "./splitting.js";
import { elements, endOf, indexOf, lineAt, sleep, state } from "./state.js";
import { keep } from "./storage.js";
import { setOnline } from "./stream.js";

let isSending = false;
const waiting = new Map(); // the promise of each edit, by its key

/** Sends edits as one, and keeps them until they are answered: with the same key, so that they are made once. */
export function post(path, edits = [], more = {}) {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  const entry = { path, key: String((high >>> 11) * 2 ** 32 + low + 1), edits, ...more };
  state.outbox.push(entry);
  dismiss(".undo");
  keep();
  const answer = new Promise((resolve) => waiting.set(entry.key, resolve));
  answer.catch(() => {});
  for (const id of edits.flatMap((edit) => edit.arguments)) elements.get(id.slice(2))?.classList.add("pending");
  flush();
  return Object.assign(answer, { entry });
}

export async function flush() {
  if (isSending) return;
  isSending = true;
  for (let wait = 200; state.outbox.length; wait = Math.min(2 * wait, 1000)) {
    const [entry] = state.outbox;
    const { path, key, edits } = entry;
    const headers = { "Idempotency-Key": key, "Content-Type": "text/plain; charset=utf-8" };
    const body = edits.map((edit) => JSON.stringify(resolved(edit))).join("\n");
    const response = await request(path, { method: "POST", headers, body }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (answer && response.status < 500 && ![401, 429].includes(response.status)) {
      wait = 100;
      state.outbox.shift();
      if (answer.ids?.length) state.made[key] = answer.ids;
      keep();
      adopt();
      // Nobody waits for the edits of an earlier page.
      const done = waiting.get(key) ?? ((promise) => promise.catch?.((error) => refused(entry, error)));
      done(
        response.ok
          ? { ...answer, revision: Number(response.headers.get("Pleat-Revision")) }
          : Promise.reject(refusal(response.status, answer.error)),
      );
      if (response.ok) dismiss(".error:not(.typed)");
      for (const element of inDocument().filter((each) => each.classList.contains("pending"))) {
        element.classList.remove("pending");
        if (element !== state.editor?.element) fillLine(element, element.line); // as it is now
      }
      settle();
    } else {
      const isSignedOut = response?.status === 401;
      if (!answer || isSignedOut) setOnline(false, answer?.error.message, isSignedOut);
      await sleep(isSignedOut ? 20_000 : wait);
    }
  }
  isSending = false;
}

/** Carries out edits; what was typed for one that was refused is never lost. */
export function send(edits, more) {
  const answer = post("apply", edits, more);
  return Object.assign(
    answer.catch((error) => refused(answer.entry, error)),
    answer,
  );
}

export const edit = (...edits) => send(edits);
export const addition = ({ edits }) => edits.find(({ verb }) => verb === "add");
export const isAdding = (entry) => addition(entry) !== undefined;

/** What is typed in edits: texts, notes and days. */
export const typedIn = (edits) =>
  joined(...edits.flatMap(({ verb, arguments: those, text, note }) => [...(verb === "add" ? those : [text]), note]));

/** The text of a line with its note as it will be once all is sent; undefined if neither changes. */
export function typedText(line) {
  const edits = state.outbox
    .flatMap(({ edits }) => edits)
    .filter(({ verb, arguments: [id] }) => verb === "edit" && id === line.id);
  const [text, note] = ["text", "note"].map((key) => edits.findLast((edit) => edit[key] !== undefined)?.[key]);
  if ((text ?? note) === undefined) return undefined;
  const further = note ?? (text === undefined || isSection(line) ? noteOf(line) : "");
  return further ? `${text ?? nameOf(line)}\n${further}` : (text ?? nameOf(line));
}

const sent = new Map(); // the elements of lines that were added and are not answered, by the key of their edit

/** The lines that an edit adds, as they are shown until it is answered. */
export function sentLines({ key, edits, level = 0, depths = [], isElsewhere }) {
  if (isElsewhere || state.editor?.id === `~${key}`) return [];
  const later = state.outbox.flatMap((entry) => entry.edits).findLast(({ arguments: [id] }) => id === `~${key}`)?.text;
  const texts = later ? [later] : edits.flatMap(({ verb, arguments: texts }) => (verb === "add" ? texts : []));
  if (later) sent.delete(key);
  const element = (text, at) => indented(h("div", { class: "line waiting" }, text), level + (depths[at] ?? 0));
  return sent.get(key) ?? sent.set(key, texts.map(element)).get(key);
}

/** The id of a line; `~KEY:N` stands for a line that an edit has added. Empty if it was not added. */
export function real(id) {
  if (id?.[0] !== "~") return id;
  const [key, at = -1] = id.slice(1).split(":");
  const found = state.made[key] ?? "";
  if (typeof found === "string" && found) return real(`${found}:${at}`); // it was sent again
  const ids = [found].flat();
  return isPlace(found) ? (real(found.after ?? found.in) ?? "") : (ids.at(at) ?? ids.at(-1));
}

/** The id of a line, and never that of the place of one that was not added. */
const added = (id) => (id[0] === "~" && isPlace(state.made[id.slice(1).split(":")[0]] ?? {}) ? "" : real(id));

const isPlace = (found) => typeof found === "object" && !Array.isArray(found);

/** An edit with the real ids of lines; beside a line that was refused, one is added where that should have gone. */
function resolved(edit) {
  const name = edit.after ? "after" : "in";
  const place = edit[name]?.[0] === "~" ? state.made[edit[name].slice(1).split(":")[0]] : null;
  if (place && isPlace(place))
    return resolved({ ...edit, after: undefined, in: undefined, first: undefined, ...place });
  const those = edit.verb === "add" ? edit.arguments : edit.arguments.map(added);
  return { ...edit, arguments: those, [name]: real(edit[name]) };
}

/** The element that a new line comes after, which may wait for its answer itself. */
export function placed({ before, after = before, in: inside = after, first }) {
  const key = inside?.[0] === "~" ? inside.slice(1).split(":")[0] : null;
  const id = real(inside)?.slice(2);
  if (state.outbox.some((entry) => entry.key === key)) return sent.get(key)?.at(-1);
  if (before) return elements.get(id)?.previousElementSibling ?? "start";
  const index = first || state.hits ? -1 : indexOf(id);
  const end = index < 0 ? null : elements.get(keyOf(lineAt(endOf(index))));
  return end?.isConnected ? end : elements.get(id);
}
