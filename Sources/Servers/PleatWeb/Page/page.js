// The page of `pleat web`: the lines that the user sees, in a window, followed by the changes of the server. This
// module takes what is pressed, clicked and typed, and starts the page.
import { followHistory, goBack, restore } from "./addresses.js";
import { applyChoices } from "./choices.js";
import { useClipboard } from "./clipboard.js";
import { dismiss } from "./dialogs.js";
import { recallDone } from "./done.js";
import { useDragging } from "./dragging.js";
import { draw, inDocument } from "./drawing.js";
import { finish, retype, startEdit, startNote } from "./editing.js";
import { set } from "./elements.js";
import { keyOf } from "./fields.js";
import { ACTIONS, press } from "./keys.js";
import { isFilled, settle } from "./loading.js";
import { find, focus, goTo, goToHit, mark, showCurrent, showMarked } from "./navigation.js";
import { install } from "./offline.js";
import { flush } from "./sending.js";
import { $, count, dialog, filter, indexOf, lineAt, list, sleep, state } from "./state.js";
import { isUnsent, offerKept, takeOver } from "./storage.js";
import { listen } from "./stream.js";

useDragging(); // whose keys come first

addEventListener(
  "keydown",
  (event) => {
    // Escape takes errors away first, and leaves nothing else then.
    if (event.key === "Escape" && !dialog.open && dismiss(".error")) return event.stopPropagation();
    if (event.target === document.body && (state.editor ?? state.draft) && !dialog.open)
      return (state.editor ?? state.draft).box.focus();
    const isOurs =
      event.target === document.body || (list.contains(event.target) && !event.target.matches("textarea, a"));
    if (isOurs && !dialog.open && !event.isComposing && press(event) !== false) event.preventDefault();
  },
  true,
);

list.addEventListener("click", (event) => {
  const element = event.target.closest(".line");
  const action = event.target.closest("[data-do]")?.dataset.do;
  if (!element?.key || event.target.closest("a, textarea")) return;
  if (action === "tag") return find((filter.value = event.target.textContent));
  const { key } = element;
  const wasCurrent = state.current === key && element === document.activeElement;
  const index = indexOf(key);
  const from = indexOf(state.current);
  if (state.editor?.key !== key) finish();
  state.current = key;
  showCurrent(false);
  focus();
  if (event.shiftKey) {
    for (let each = Math.min(from, index); each <= Math.max(from, index); each += 1)
      if (lineAt(each)?.id) state.marked.add(keyOf(lineAt(each)));
    showMarked();
  } else if (event.ctrlKey || event.metaKey || (state.marked.size && !action)) mark();
  else if (action) ACTIONS[action]();
  else if (wasCurrent && state.hits) goToHit(lineAt(index));
  else if (wasCurrent) event.target.closest(".note, .detail") ? startNote() : startEdit();
});

$("bar").addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard of a phone stays
$("bar").addEventListener("click", (event) => ACTIONS[event.target.closest("[data-do]")?.dataset.do]?.());
$("search").addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && state.hits) goBack();
  if (!["ArrowDown", "Enter"].includes(event.key)) return;
  event.preventDefault();
  goTo(0);
});
let typing; // the timer after which is found what is typed
filter.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => find(filter.value.trim()), 200);
});

addEventListener("scroll", () => requestAnimationFrame(scrolled), { passive: true }); // it comes once a frame

/** Draws if little is left above or below what is on the screen, and fetches what was not there. */
function scrolled() {
  const all = [...list.children].filter((element) => !element.classList.contains("ghost"));
  const room = 10 * state.rowHeight;
  const top = all[0]?.getBoundingClientRect().top ?? 0;
  const bottom = all.at(-1)?.getBoundingClientRect().bottom ?? 0;
  if ((state.shown.first > 0 && top > -room) || (state.shown.last < count() && bottom < innerHeight + room)) draw();
  if (!isFilled()) settle();
}

function measure() {
  state.rowHeight = Math.max(20, Math.min(48, ...inDocument().map((element) => element.offsetHeight)));
  settle();
}

addEventListener("resize", measure);
addEventListener("beforeunload", (event) => isUnsent() && event.preventDefault());

$("leave")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await offerKept("Sign out?")) event.target.submit();
});

document.addEventListener("visibilitychange", () => document.hidden || settle());

document.body.className = "live";
$("bar").hidden = false;
set(list, { role: "tree", "aria-multiselectable": true, "aria-labelledby": "name" });
useClipboard();
await Promise.race([takeOver().catch(() => {}), sleep(2000)]);
recallDone();
applyChoices();
followHistory();
const restored = restore();
if (!location.hash.startsWith("#@r")) await restored; // a line that is hidden is shown once the page listens
measure();
flush();
const begun = Object.keys(state.drafts).find((key) => state.drafts[key].isOpen);
if (begun) retype(begun);
install();
navigator.locks ? navigator.locks.request(`pleat ${location.pathname}`, listen) : listen();
