// Completes tags and targets while they are typed: a list below the word, through which the arrows lead.
import { caretIn } from "./box.js";
import { sectionsLike } from "./dialogs.js";
import { h, set } from "./elements.js";
import { ask } from "./loading.js";
import { $, state } from "./state.js";

const TAG = /(?<!\S)#([\p{L}\p{N}_/-]*)$/u;
const TARGET = /(?<!\S)@(|[^\s@][^@\n]{0,60})$/u;
const MOST = 8;
const popup = $("suggestions");
let word = null; // what is completed, as {box, start, options, at}
let left = null; // the beginning of a word whose list was closed, which stays so
let known = { revision: -2, tags: [] };

/** Offers what begins like the word before the cursor, as {label, hint, target}. */
export async function suggest(box, hasTargets) {
  const before = box.value.slice(0, box.selectionEnd);
  const tag = TAG.exec(before);
  const found = tag ?? (hasTargets ? TARGET.exec(before) : null);
  if (!found) return close();
  if (found.index === left) return;
  const options = await (tag ? tagsLike(tag[1]) : targetsLike(found[1])).catch(() => []);
  if (before !== box.value.slice(0, box.selectionEnd) || document.activeElement !== box) return;
  if (!options.length) return close();
  word = { box, start: found.index, options };
  popup.replaceChildren(...options.map(option));
  popup.hidden = false;
  const { top, left: across, height } = caretIn(box, found.index);
  const area = box.getBoundingClientRect();
  const most = document.documentElement.clientWidth - popup.offsetWidth - 8;
  popup.style.left = `${Math.max(8, Math.min(area.left + across, most))}px`;
  popup.style.top = `${scrollY + area.top + top + height + 4}px`;
  set(box, { "aria-controls": popup.id });
  choose(0);
  popup.scrollIntoView({ block: "nearest", behavior: "instant" });
}

const option = ({ label, hint }, at) =>
  h("div", { id: `suggestion-${at}`, role: "option" }, h("span", { dir: "auto" }, label), h("small", {}, hint));

/** The tags that begin with a word, those that are used most first; none if the word is one of them. */
async function tagsLike(typed) {
  const { revision } = state;
  if (known.revision !== revision) known = { revision, tags: (await ask("tags")).body };
  const wanted = typed.toLowerCase();
  const fitting = known.tags.filter(({ tag }) => tag.toLowerCase().startsWith(wanted));
  if (fitting.some(({ tag }) => tag.toLowerCase() === wanted)) return [];
  fitting.sort((first, second) => second.items - first.items);
  return fitting.slice(0, MOST).map(({ tag, items }) => ({ label: `#${tag}`, hint: items }));
}

const targetsLike = async (typed) =>
  (await sectionsLike(typed.trim(), MOST)).map((line) => ({
    label: line.title,
    hint: line.path === line.title ? "" : line.path?.replaceAll("/", " / "),
    target: line,
  }));

function choose(at) {
  word.at = at;
  for (const [each, element] of [...popup.children].entries()) set(element, { "aria-selected": each === at });
  set(word.box, { "aria-activedescendant": `suggestion-${at}` });
}

/** Takes what is chosen: a tag into the text, a target out of it, as that is where the line goes. */
function take() {
  const { box, start, options, at } = word;
  const { label, target } = options[at];
  close();
  if (target) (state.editor ?? state.draft).target = { id: target.id, title: target.title };
  const isSpaced = /\s/.test(box.value[box.selectionEnd] ?? "");
  if (target) box.setRangeText("", Math.max(0, start - 1), box.selectionEnd, "end");
  else box.setRangeText(label + (isSpaced ? "" : " "), start, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input"));
}

export function close() {
  if (word) set(word.box, { "aria-controls": null, "aria-activedescendant": null });
  word = left = null;
  popup.hidden = true;
}

/** Does what a key says in the list; false if it says nothing there. */
export function steer({ key, shiftKey, altKey, ctrlKey, metaKey }) {
  const way = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (!word || shiftKey || altKey || ctrlKey || metaKey) return false;
  if (way) choose((word.at + way + word.options.length) % word.options.length);
  else if (key === "Enter" || key === "Tab") take();
  else if (key === "Escape") {
    const { start } = word;
    close();
    left = start;
  } else return false;
  return true;
}

popup?.addEventListener("pointerdown", (event) => event.preventDefault()); // the focus stays in the box
popup?.addEventListener("click", (event) => {
  const at = [...popup.children].indexOf(event.target.closest("[role=option]"));
  if (at < 0) return;
  choose(at);
  take();
});
