// Keeps in the browser what is typed and what is not sent, until it is sent.
import { choose, copyText, dismiss, tell } from "./dialogs.js";
import { finish } from "./editing.js";
import { joined } from "./fields.js";
import { typedIn } from "./sending.js";
import { sleep, state } from "./state.js";

let store = () => null; // begins a transaction with what the browser keeps
export const PAGE = document.body.dataset.key ?? "";
const TAB = String(crypto.getRandomValues(new Uint32Array(2)));
export const NEW = "new"; // the name of the draft of a new line
export const noteName = (key) => `Note ${key}`; // the name of the draft of a note
const result = (request) =>
  new Promise((resolve, reject) =>
    Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }),
  );
const ofPage = () => IDBKeyRange.bound([PAGE], [PAGE, []]);

const choices = {}; // of the reader; where the browser keeps nothing, for as long as the page is open
try {
  Object.assign(choices, localStorage);
} catch {} // none are kept

/** Remembers a choice of the reader, empty for none. */
export function remember(name, value) {
  choices[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {} // it is remembered for as long as the page is open
}

export const recall = (name) => choices[name] ?? "";

/** Keeps what is not sent, so that it is there when the page is opened again, in this tab or another. */
export function keep() {
  state.made = Object.fromEntries(Object.entries(state.made).slice(-100));
  if (state.outbox.length || Object.keys(state.drafts).length)
    store()?.put({ outbox: state.outbox, made: state.made, drafts: state.drafts, time: Date.now() }, [PAGE, TAB]);
  else store()?.delete([PAGE, TAB]);
}

/** Notes what is typed; an empty text takes the note away. */
export function noteDraft(name, text, more = {}) {
  if (text) state.drafts[name] = { text, ...more };
  else if (!(name in state.drafts)) return;
  else delete state.drafts[name];
  keep();
}

/** Takes over what tabs have kept that are not open any more; without a store, only this page keeps things. */
export async function takeOver() {
  const opening = indexedDB.open("pleat", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  const database = await result(opening);
  store = () => {
    try {
      return database.transaction("kept", "readwrite").objectStore("kept");
    } catch {
      return null; // the browser was told to forget all
    }
  };
  await new Promise((isHeld) =>
    navigator.locks ? navigator.locks.request(`pleat tab ${TAB}`, () => (isHeld(), new Promise(() => {}))) : isHeld(),
  );
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const kept = store();
  const [keys, values] = await Promise.all([result(kept.getAllKeys(ofPage())), result(kept.getAll(ofPage()))]);
  const isOpen = ([, tab]) => held.some(({ name }) => name === `pleat tab ${tab}`);
  const entries = keys.map((each, at) => [each, values[at]]);
  entries.sort(([, first], [, second]) => first.time - second.time);
  for (const [key, value] of entries) {
    if (isOpen(key)) continue;
    state.outbox.push(...value.outbox);
    Object.assign(state.made, value.made);
    Object.assign(state.drafts, value.drafts);
    kept.delete(key);
  }
  keep();
}

/**
 * Forgets what is not sent, after that was offered to be copied; returns whether it was forgotten. `others` are choices
 * with which it is not.
 */
export async function offerKept(title, others = []) {
  finish();
  for (let tries = 0; !state.offline && state.outbox.length && tries < 100; tries += 1) await sleep(20);
  const drafts = Object.values(state.drafts).map(({ text }) => text);
  const typed = joined(...state.outbox.map(({ edits }) => typedIn(edits)), ...drafts);
  const answers = [["copy", "Copy it, and delete it here"], ["delete", "Delete it here", "", "danger"]];
  const shown = { "Not sent": typed || "ticks and moves" };
  const isKept = state.outbox.length || drafts.length;
  const answer = isKept ? await choose(title, [...others, ...answers], Object.entries(shown)) : "delete";
  if (answer === "copy") await copyText(typed, "Copied what was not sent.");
  if (!answer) return false;
  [state.outbox, state.drafts, state.editor, state.draft] = [[], {}, null, null];
  store()?.delete(ofPage());
  return true;
}

/** Whether something would be gone from the page, though it is kept, if the page were left now. */
export const isUnsent = () =>
  state.outbox.length > 0 ||
  (state.editor && state.editor.box.value !== state.editor.was) ||
  Boolean(state.draft?.box.value.trim());

/** Says that a draft is kept, which goes on where it was left. */
export function tellOfDraft(name, run) {
  dismiss(".draft");
  if (name in state.drafts) tell("What you typed is kept as a draft.", "draft", ["Go on", run]);
}
