// A box for typing, which lines that are edited and new lines use.
import { close, steer, suggest } from "./completing.js";
import { h } from "./elements.js";
import { explain } from "./meaning.js";
import { reveal } from "./navigation.js";

/** Makes a box as high as its text. */
export function grow(box) {
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}

/**
 * A box for a text, which `typed` receives, and which is left by `leaving` when the focus goes elsewhere on the page.
 * `keys` receives what is pressed in it, and the way by which Tab changes the level: 1, -1, or 0 for another key.
 */
export function boxFor(text, label, keys, typed, leaving) {
  const hints = { "aria-label": label, "aria-autocomplete": "list", enterkeyhint: "enter" };
  const box = Object.assign(h("textarea", { class: "editor", rows: 1, ...hints }), { value: text });
  box.addEventListener("input", () => {
    grow(box);
    typed(box.value);
    suggest(box, label !== "Note");
    if (label !== "Note") explain(box);
  });
  box.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    const level = event.key === "Tab" ? (event.shiftKey ? -1 : 1) : 0;
    if (steer(event) || keys(event, level) !== false) event.preventDefault();
  });
  box.addEventListener("blur", close);
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

/** Whether nothing is selected, and there is nothing before the cursor. */
export const isAtStart = (box) => box.selectionEnd === 0;

/** The way by which an arrow leaves a box: 1 down, -1 up, and 0 if it moves in the text. */
export function wayOut(box, { key, altKey, ctrlKey, metaKey }) {
  const { value, selectionStart: start, selectionEnd: end } = box;
  if (altKey || ctrlKey || metaKey) return 0;
  if (key === "ArrowLeft") return end === 0 ? -1 : 0;
  if (key === "ArrowRight") return start === value.length ? 1 : 0;
  const way = { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0;
  return way && isOnEdge(box, way < 0 ? start : end, way) ? way : 0;
}

/** Whether a place in a text is on its first row, or its last one, as the box has broken it into rows. */
function isOnEdge(box, place, way) {
  const { top, height, whole } = caretIn(box, place);
  return way < 0 ? top < height : top + 2 * height > whole;
}

/** Where a place in a text is in its box, the height of a row, and that of the whole text. */
export function caretIn(box, place) {
  const mark = h("span", {}, "\u200b");
  const after = `${box.value.slice(place)}\u200b`;
  const mirror = h("div", { class: "editor mirror" }, box.value.slice(0, place), mark, after);
  box.after(mirror);
  const found = { top: mark.offsetTop, left: mark.offsetLeft, height: mark.offsetHeight, whole: mirror.scrollHeight };
  mirror.remove();
  return found;
}
