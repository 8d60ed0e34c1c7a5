// Drags lines with what is below them, by mouse, or by a finger that has rested on a line. A line shows where they go,
// and how deep; the list scrolls at its edges, and Escape ends it. A finger that swipes a line ticks it, or asks for
// its day.
import { setDue, tick } from "./actions.js";
import { say } from "./dialogs.js";
import { saveEdit } from "./editing.js";
import { h, set } from "./elements.js";
import { indentOf, isSection, keyOf } from "./fields.js";
import { chosen, focus, mark, showCurrent } from "./navigation.js";
import { edit } from "./sending.js";
import { $, count, elements, endOf, headerOf, indexOf, isReadOnly, lineAt, list, parentOf, state } from "./state.js";

const REST = 400; // milliseconds after which a finger lifts a line
const EDGE = 70; // pixels from an edge of the window at which the list scrolls
const SWIPE = 72; // pixels after which a swipe counts
const drop = h("div", { class: "drop", hidden: true });
let grip = null; // what is held, as {key, x, y, now, pointer, isTouch, isLifted, timer, keys, ids, from, place}

/** The indices of the lines that are dragged, each with all that is shown below it, as {start, end}. */
const held = () => grip.keys.map((key) => ({ start: indexOf(key), end: endOf(indexOf(key)) }));

/** The nearest index from one on in a way whose line is not dragged. */
function beyond(index, way, runs) {
  for (let run; (run = runs.find(({ start, end }) => index >= start && index <= end)); )
    index = way < 0 ? run.start - 1 : run.end + 1;
  return index;
}

/**
 * Where lines go that are dropped before an index, as deep as wanted if that is possible there: as {place, level,
 * index}, or null. Rows go below the row above them, beside it, or beside what that is in; sections between sections.
 */
function target(index, wanted) {
  const runs = held();
  const areSections = isSection(lineAt(runs[0].start) ?? {});
  while (areSections && lineAt(index)?.id && !isSection(lineAt(index))) index += 1;
  const [above, below] = [beyond(index - 1, -1, runs), beyond(index, 1, runs)];
  const next = lineAt(below);
  if ((above >= 0 && !lineAt(above)?.id) || (below < count() && !next?.id)) return null;
  const holder = areSections ? headerOf(above) : above;
  if (holder < 0 && (!areSections || !next || state.zoom)) return null;
  if (holder < 0) return { place: { before: next.id }, level: 0, index: below };
  const chain = [holder]; // what they may be beside or in, from the inside out
  const isLast = (at) => (!areSections && isSection(lineAt(at))) || parentOf(at) < 0;
  while (!isLast(chain.at(-1))) chain.push(parentOf(chain.at(-1)));
  const line = lineAt(holder);
  const most = indentOf(line) + (line.collapsed && !isSection(line) ? 0 : 1);
  const outermost = areSections ? (state.zoom?.level ?? 0) : indentOf(lineAt(headerOf(holder))) + 1;
  const isAhead = next && isSection(next) === areSections; // they cannot be less deep than what follows
  const least = isAhead ? Math.max(outermost, indentOf(next)) : outermost;
  const depth = Math.max(Math.min(wanted, most), Math.min(least, most));
  const found = { level: depth - (state.zoom ? state.zoom.level - 1 : 0), index: below };
  const beside = chain.find((at) => indentOf(lineAt(at)) === depth && isSection(lineAt(at)) === areSections);
  if (beside !== undefined) return { ...found, place: { after: lineAt(beside).id } };
  if (areSections && isAhead && indentOf(next) === depth) return { ...found, place: { before: next.id } };
  const inside = chain.find((at) => indentOf(lineAt(at)) < depth);
  return { ...found, place: { in: lineAt(inside).id, ...(!areSections && { first: true }) } };
}

/** Shows where the lines would go from a place of the pointer. */
function show(x, y) {
  const area = list.getBoundingClientRect();
  const style = getComputedStyle(list);
  const size = (name) => parseFloat(style.getPropertyValue(name)) * parseFloat(style.fontSize);
  const step = size("--step");
  const last = [...list.querySelectorAll(":scope > .line:not(.ghost)")].at(-1);
  const element = document.elementFromPoint(area.left + 40, y)?.closest("#list > .line");
  const hit = element ?? (last && y > last.getBoundingClientRect().bottom ? last : null);
  const box = hit?.getBoundingClientRect();
  const at = hit?.key ? indexOf(hit.key) + (y > box.top + box.height / 2 ? 1 : 0) : -1;
  const found = at < 0 ? null : target(at, grip.from + Math.round((x - grip.x) / step));
  grip.place = found?.place;
  drop.hidden = !found;
  if (!found) return;
  const next = elements.get(keyOf(lineAt(found.index)));
  const top = next?.isConnected ? next.getBoundingClientRect().top : last.getBoundingClientRect().bottom;
  const left = area.left + size("--fold") + found.level * step;
  Object.assign(drop.style, { top: `${top - 1.5}px`, left: `${left}px`, width: `${area.right - left - 8}px` });
}

function lift() {
  grip.isLifted = true;
  const isMarked = state.marked.has(grip.key);
  const lines = isMarked ? chosen() : [lineAt(indexOf(grip.key))];
  if (lines.some(isSection) && !lines.every(isSection)) return end(), say("Drag rows or sections, not both at once.");
  if (state.editor) saveEdit();
  grip.keys = lines.map(keyOf);
  grip.ids = lines.map((line) => line.id);
  grip.from = indentOf(lines[0]);
  getSelection().removeAllRanges();
  document.body.classList.add("dragging");
  for (const run of held())
    for (let at = run.start; at <= run.end; at += 1) elements.get(keyOf(lineAt(at)))?.classList.add("held");
  requestAnimationFrame(scroll);
}

/** Scrolls while the pointer is near an edge, faster the nearer it is. */
function scroll() {
  if (!grip?.isLifted) return;
  const top = $("head").getBoundingClientRect().bottom;
  const way = Math.max(0, EDGE - (innerHeight - grip.now.y)) - Math.max(0, EDGE - (grip.now.y - top));
  if (way) scrollBy({ top: way / 4, behavior: "instant" });
  if (way || grip.isMoved) show(grip.now.x, grip.now.y);
  grip.isMoved = false;
  requestAnimationFrame(scroll);
}

function end() {
  clearTimeout(grip?.timer);
  if (grip?.swiped) set(grip.swiped, { "data-swipe": null, "data-counts": null }).style.translate = "";
  grip = null;
  drop.hidden = true;
  document.body.classList.remove("dragging");
  leave();
}

function leave() {
  for (const element of list.querySelectorAll(".held")) element.classList.remove("held");
}

function press(event) {
  const element = event.target.closest("#list > .line");
  if (isReadOnly || state.hits || !element?.key || event.button !== 0) return;
  if (event.target.closest("a, textarea")) return;
  end();
  const isTouch = event.pointerType === "touch";
  grip = { key: element.key, x: event.clientX, y: event.clientY, isTouch, pointer: event.pointerId };
  grip.now = { x: event.clientX, y: event.clientY };
  if (isTouch) grip.timer = setTimeout(lift, REST);
}

function move(event) {
  if (!grip || event.pointerId !== grip.pointer) return;
  const [across, down] = [Math.abs(event.clientX - grip.x), Math.abs(event.clientY - grip.y)];
  grip.now = { x: event.clientX, y: event.clientY };
  grip.isMoved ||= across > 6 || down > 6;
  grip.wasMoved ||= grip.isMoved;
  if (grip.swiped || (grip.isTouch && !grip.isLifted && grip.isMoved && across > 2 * down)) swipe();
  else if (!grip.isLifted && grip.isMoved) grip.isTouch || across > down ? end() : lift();
}

/** Moves a line with the finger: to the right where it will be ticked, to the left where its day is asked for. */
function swipe() {
  clearTimeout(grip.timer);
  const way = Math.max(-1.5 * SWIPE, Math.min(1.5 * SWIPE, grip.now.x - grip.x));
  grip.swiped = elements.get(grip.key);
  grip.swipe = Math.abs(way) < SWIPE ? null : way > 0 ? tick : setDue;
  if (!grip.swiped) return end();
  grip.swiped.style.translate = `${way}px`;
  set(grip.swiped, { "data-swipe": way > 0 ? "tick" : "due", "data-counts": grip.swipe ? "" : null });
}

async function release() {
  if (grip?.swipe) {
    const { swipe: act, key } = grip;
    end();
    if (!state.marked.has(key)) state.marked.clear();
    state.current = key;
    showCurrent(false);
    return act();
  }
  if (!grip?.isLifted) return end();
  if (grip.isMoved) show(grip.now.x, grip.now.y);
  const { ids, keys, place, key, wasMoved } = grip;
  const lines = keys.map((each) => elements.get(each));
  end();
  addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
  setTimeout(() => dispatchEvent(new Event("click")), 50); // where no click follows
  if (!wasMoved) {
    state.current = key;
    return mark();
  }
  if (!place) return;
  for (const element of lines) element?.classList.add("held"); // the others stay where they are on the screen
  await edit({ verb: "move", arguments: ids, ...place });
  leave();
  state.current = key;
  showCurrent(false);
  focus();
}

export function useDragging() {
  document.body.append(drop);
  list.addEventListener("pointerdown", press);
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", end);
  list.addEventListener("touchmove", (event) => grip?.isLifted && event.preventDefault(), { passive: false });
  list.addEventListener("contextmenu", (event) => grip?.isLifted && event.preventDefault());
  list.addEventListener("dragstart", (event) => event.preventDefault());
  const cancel = (event) => {
    if (event.key !== "Escape" || !grip?.isLifted) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    end();
  };
  addEventListener("keydown", cancel, true);
}
