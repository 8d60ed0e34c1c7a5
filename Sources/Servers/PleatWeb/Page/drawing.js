// Draws the lines that are on the screen and some around them, and moves those that have changed their places.
import { draftPlace } from "./adding.js";
import { filled, isHidden } from "./done.js";
import { h, set } from "./elements.js";
import { keyOf } from "./fields.js";
import { lineElement } from "./line.js";
import { showCurrent } from "./navigation.js";
import { addition, isAdding, placed, sentLines } from "./sending.js";
import { $, count, elements, indexOf, isReadOnly, lineAt, list, state } from "./state.js";

const MOST = 270; // lines in the document at a time
const MARGIN = 24; // lines above and below those on the screen
const MOTION = { duration: 180, easing: "cubic-bezier(.2, .7, .3, 1)" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Very long lists are drawn shorter than they are, because browsers limit the height of an element. */
export const drawnHeight = () => Math.min(state.rowHeight, 12e6 / Math.max(1, count()));

export const inDocument = () =>
  [...list.children].filter((element) => element.key && elements.get(element.key) === element);
export const topOf = (element) => element.getBoundingClientRect().top;
const isOnScreen = (top) => top > -state.rowHeight && top < innerHeight;
const px = (number) => `${number}px`;

/** The line that stays where it is on the screen, or the place in the list after a jump. */
function anchor() {
  const top = $("head").offsetHeight;
  const last = Math.max(0, count() - 1);
  const box = list.getBoundingClientRect();
  const isSeen = (element) => element.getBoundingClientRect().bottom > top && topOf(element) < innerHeight;
  const seen = inDocument().filter((element) => isSeen(element) && !element.classList.contains("held"));
  for (const element of [...seen.filter((each) => each.key === state.current), ...seen]) {
    const index = indexOf(element.key);
    if (index >= 0) return { index, key: element.key, top: topOf(element) };
  }
  if (seen.length) return { index: Math.min(state.shown.first, last), top: topOf(seen[0]) };
  const share = Math.min(1, Math.max(0, (top - box.top) / Math.max(1, box.height - innerHeight + top)));
  return {
    index: Math.round(share * last),
    top: share ? top + share * (innerHeight - top - state.rowHeight) : Math.max(top, box.top),
  };
}

export function range(fixed = anchor()) {
  const margin = MARGIN * state.rowHeight;
  const first = Math.max(0, filled(fixed.index, -1, Math.max(0, fixed.top) + margin));
  const last = filled(fixed.index, 1, Math.max(0, innerHeight - fixed.top) + margin);
  return { first, last: Math.min(count(), last, state.hidesDone ? Infinity : first + MOST) };
}

export function draw(fixed = anchor()) {
  const hadFocus = list.contains(document.activeElement);
  const moving = calm.matches ? null : state.motion;
  const wanted = [];
  const before = new Map(moving ? inDocument().map((element) => [element.key, topOf(element)]) : []);
  [state.motion, state.shown] = [null, range(fixed)];
  for (let index = state.shown.first; index < state.shown.last; index += 1) {
    if (isHidden(index)) continue;
    wanted.push(
      lineAt(index)?.id ? lineElement(lineAt(index), index) : h("div", { class: "line hole", "aria-hidden": true }),
    );
  }
  const put = (added, anchor) => {
    if (!added.length) return;
    if (anchor === "start") return wanted.unshift(...added);
    const at = [anchor, added[0].previousElementSibling]
      .map((element) => wanted.indexOf(element))
      .find((found) => found >= 0);
    wanted.splice((at ?? wanted.length - 1) + 1, 0, ...added);
  };
  // The editor keeps the focus, also when its line was deleted.
  const { editor } = state;
  for (const entry of state.hits ? [] : state.outbox.filter(isAdding)) put(sentLines(entry), placed(addition(entry)));
  if (editor && !wanted.includes(editor.element))
    put([editor.element], editor.id[0] === "~" ? placed(editor.place) : undefined);
  if (state.draft) put([state.draft.element], placed(draftPlace()));
  const space = fixed.top - topOf(list) - (fixed.index - state.shown.first) * state.rowHeight;
  // The list is never shorter than where it is scrolled to.
  if (!fixed.key) list.style.paddingTop = px(Math.max(0, space));
  arrange(wanted, before, moving);
  list.style.paddingBottom = `${(count() - state.shown.last) * drawnHeight()}px`;
  const held = fixed.key ?? (state.hidesDone ? keyOf(lineAt(fixed.index)) : null);
  hold(held ? elements.get(held) : wanted[fixed.index - state.shown.first], fixed.top);
  const isKnown = state.hits ? state.hits.isKnown : state.revision >= 0;
  const nothing = !isKnown
    ? "This needs a connection."
    : !state.hits
      ? `Nothing here yet.${isReadOnly ? "" : " Press Enter, or +, to add a line."}`
      : state.hits.path === "due"
        ? "Nothing is due."
        : `Nothing fits “${state.hits.title}”.`;
  Object.assign($("empty"), { hidden: wanted.length > 0 || !(isKnown || state.offline), textContent: nothing });
  showCurrent(hadFocus);
  // All places are measured before anything moves.
  const places = moving ? inDocument().map((element) => [element, topOf(element)]) : [];
  for (const [element, top] of places) enter(element, top, before, moving);
}

/** Puts elements in place; those on the screen that leave fade out where they were. */
function arrange(wanted, before, moving) {
  const staying = new Set(wanted);
  const origin = topOf(list);
  const isGhost = (element) => element?.classList.contains("ghost");
  for (const element of [...list.children].filter((each) => !staying.has(each) && !isGhost(each))) {
    if (elements.get(element.key) === element && element !== state.editor?.element) elements.delete(element.key);
    if (isOnScreen(before.get(element.key) ?? -1e9)) leave(element, before.get(element.key) - origin, moving);
    else element.remove();
  }
  let next = list.firstElementChild;
  for (const element of wanted) {
    while (isGhost(next)) next = next.nextElementSibling;
    if (next === element) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
}

/** Corrects the space above the lines, so that one of them is where it was on the screen. */
function hold(element, top) {
  const space = (parseFloat(list.style.paddingTop) || 0) - (element?.isConnected ? topOf(element) - top : 0);
  const right = state.shown.first === 0 ? 0 : Math.max(space, state.shown.first * drawnHeight() * 0.05);
  list.style.paddingTop = px(right);
  if (Math.abs(right - space) >= 1) scrollBy({ top: right - space, behavior: "instant" });
}

function leave(element, top, moving) {
  element.classList.add("ghost");
  set(element, { "aria-hidden": true, role: null, id: null, tabindex: null });
  element.style.top = px(top);
  const end = { opacity: 0, transform: `translateY(${moving.deletesTowards === "bottom" ? 10 : -10}px)` };
  element
    .animate([{ opacity: 1 }, end], MOTION)
    .finished.catch(() => {})
    .then(() => element.remove());
}

function enter(element, top, before, moving) {
  const from = before.get(element.key);
  const way = from !== undefined ? from - top : moving.insertsFrom === "bottom" ? 10 : -10;
  const start = {
    transform: `translateY(${Math.max(-innerHeight, Math.min(way, innerHeight))}px)`,
    ...(from === undefined ? { opacity: 0 } : {}),
  };
  if (isOnScreen(top) && Math.abs(way) >= 1) element.animate([start, { transform: "none" }], MOTION);
}
