// Pastes lists with their levels and boxes, and copies lines as Markdown and HTML.
import { removeAll } from "./actions.js";
import { commit, endDraft, startDraft } from "./adding.js";
import { say, tell } from "./dialogs.js";
import { saveEdit } from "./editing.js";
import { indentOf, isFull, isSection, keyOf, nameOf, noteOf } from "./fields.js";
import { ask } from "./loading.js";
import { read, write } from "./markdown.js";
import { chosen } from "./navigation.js";
import { count, dialog, endOf, indexOf, isReadOnly, lineAt, lineOf, list, state } from "./state.js";
import { NEW, noteDraft } from "./storage.js";

const isOnList = () =>
  !dialog.open &&
  getSelection().isCollapsed &&
  (document.activeElement === document.body || (list.contains(document.activeElement) && !boxOf()));
const boxOf = () => (document.activeElement?.matches("textarea.editor") ? document.activeElement : null);

/** Adds what is pasted, if it has several lines or is pasted where nothing is typed; the browser pastes other texts. */
function paste(event) {
  const items = read(event.clipboardData.getData("text/plain"));
  const isTyping = Boolean(boxOf()) && (state.editor ?? state.draft)?.box === boxOf();
  if (isReadOnly || !items.length || (!isTyping && !isOnList())) return;
  if (isTyping && items.length === 1 && (state.editor || state.draft.box.value.trim())) return;
  event.preventDefault();
  if (state.editor) saveEdit();
  const kept = isTyping ? null : state.drafts[NEW]; // what was left as a draft stays one
  if (kept) noteDraft(NEW, "");
  if (!state.draft) startDraft(lineOf(state.current));
  commit();
  commit(items);
  if (!isTyping && state.draft) endDraft();
  if (kept) noteDraft(NEW, kept.text, kept);
}

/** The lines that are chosen, each with what is shown below it; undefined if something below them is not loaded. */
function loadedLines() {
  const lines = new Set();
  for (const line of chosen()) {
    const [start, end] = [indexOf(keyOf(line)), endOf(indexOf(keyOf(line)))];
    for (let index = start; index <= end && !state.hits; index += 1) lines.add(lineAt(index));
    if (!state.hits && !lineAt(end + 1)?.id && end + 1 < count()) return undefined;
    lines.add(line);
  }
  return [...lines].some((line) => isFull(line) && (state.hits || line.collapsed)) ? undefined : [...lines];
}

/** The same lines as the server has them, with those that are not shown. */
async function wholeLines() {
  const all = new Map();
  for (const line of chosen()) {
    const { body } = isFull(line) ? await ask(`find?where=${encodeURIComponent(`in:${line.id}`)}`) : { body: [] };
    for (const each of [line, ...body]) all.set(each.id, each);
  }
  return [...all.values()];
}

const written = (lines) =>
  write(
    lines.map((line) => {
      const content = { name: nameOf(line), note: noteOf(line), indent: indentOf(line), isSection: isSection(line) };
      return { ...line, ...content };
    }),
  );

/** Copies the chosen lines, and returns whether that was done; what is not loaded is asked for first. */
async function copy({ clipboardData }) {
  const lines = loadedLines();
  if (lines) {
    const { text, html } = written(lines);
    clipboardData.setData("text/plain", text);
    clipboardData.setData("text/html", html);
    return true;
  }
  const content = wholeLines().then(written);
  const part = (name, type) => content.then((all) => new Blob([all[name]], { type }));
  const parts = { "text/plain": part("text", "text/plain"), "text/html": part("html", "text/html") };
  try {
    await navigator.clipboard.write([new ClipboardItem(parts)]);
    return true;
  } catch {
    tell("The browser copies only what is shown. Expand it, and copy it again.", "error");
    return false;
  }
}

async function take(event) {
  const all = chosen();
  if (!all.length || !isOnList() || (event.type === "cut" && isReadOnly)) return;
  event.preventDefault();
  if (!(await copy(event))) return;
  const name = all.length === 1 ? `“${nameOf(all[0])}”` : `${all.length} lines`;
  if (event.type === "cut") removeAll(all, `Cut ${name}.`);
  else say(`Copied ${name}.`);
}

export function useClipboard() {
  document.addEventListener("paste", paste);
  document.addEventListener("copy", take);
  document.addEventListener("cut", take);
}
