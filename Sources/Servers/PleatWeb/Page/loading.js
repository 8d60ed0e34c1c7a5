// Asks the server, and fetches the lines that the window lacks.
import { showTrail } from "./addresses.js";
import { tell } from "./dialogs.js";
import { draw, range } from "./drawing.js";
import { dayHeading } from "./elements.js";
import { isSection, keyOf, order, signed } from "./fields.js";
import { leaveZoom, showFound } from "./navigation.js";
import { keepList, recallList } from "./offline.js";
import { base, sleep, state } from "./state.js";
import { isUnsent, PAGE } from "./storage.js";
import { setOnline } from "./stream.js";

const isFresh = (index) => state.lines[index]?.revision === state.revision;
export const isFilled = () =>
  state.hits !== null ||
  document.hidden ||
  Array.from({ length: state.shown.last - state.shown.first }, (_, at) => base() + state.shown.first + at).every(
    isFresh,
  );

/** An error that the server has answered; its hint is about the command line. */
export function refusal(status, error = {}) {
  const message = error.reason ?? error.message;
  return Object.assign(new Error(message || `This cannot be done (${status}).`), { status, error });
}

/** Asks the server for something, in the time zone of the reader. */
export async function request(path, { headers, ...options } = {}) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const response = await fetch(path, {
    cache: "no-store",
    ...options,
    headers: { ...(/^[\w+/-]+$/.test(zone) && { "Time-Zone": zone }), "Pleat-Key": PAGE, ...headers },
  }).catch(() => Promise.reject(new Error("There is no connection.")));
  const { cache } = document.body.dataset; // the page is of another version where the server names another one
  if ((response.headers.get("Pleat-Cache") ?? cache) !== cache && !isUnsent()) location.reload();
  return response;
}

export async function ask(path) {
  const response = await request(path, { headers: { Accept: "application/json" } });
  const body = await response.json().catch(() => null);
  if (!response.ok || !body) throw refusal(response.status, body?.error);
  return { body, headers: response.headers };
}

/** How many lines a search shows at most. */
export const MOST_HITS = 1000;

/** The address of what a filter finds. */
export const query = (words) => `find?limit=${MOST_HITS}&where=${encodeURIComponent(words)}`;

/** Fetches lines; false if they were not taken, because the list has changed meanwhile. */
export async function load(from, limit) {
  const { body, headers } = await ask(`lines?from=${from}&limit=${limit}`);
  const total = Number(headers.get("Pleat-Total"));
  const newest = Number(headers.get("Pleat-Revision"));
  for (let wait = 0; newest > state.revision && state.revision >= 0 && !state.offline && wait < 5; wait += 1)
    await sleep(20);
  if (newest < state.revision) return false;
  if (state.lines.length !== total) state.lines = new Array(total); // the stream has not said so: begin anew
  state.revision = newest;
  body.forEach((line, at) => {
    const by = state.lines[from + at]?.by;
    state.lines[from + at] = Object.assign(signed(line), { by, revision: newest });
  });
  return true;
}

/** The index of the first line that does not come before a position, as `order` has it; it may be near a guess. */
export async function locate(position, guess = -1) {
  let low = 0;
  let high = state.lines.length;
  const [start, end] = [Math.max(0, guess - 20), Math.min(high, guess + 20)];
  if (guess >= 0 && end > start && (await load(start, end - start))) {
    if (order(state.lines[start].number) < position) low = start;
    if (order(state.lines[end - 1].number) >= position) high = end - 1;
  }
  for (let tries = 0; low < high && tries < 100; tries += 1) {
    const middle = (low + high) >> 1;
    if (!isFresh(middle)) await load(Math.max(0, middle - 20), 40);
    else if (order(state.lines[middle].number) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

let isAgain = false; // whether `settle` begins anew when it is done
let settling = null; // the promise of `settle`, until it is done

/** Fetches what the window lacks, and draws; what cannot be fetched is asked again once the connection is there. */
export function settle() {
  isAgain = true;
  return (settling ??= fillAll().finally(() => (settling = null)));
}

function failed({ status, message }) {
  if (status === 401) setOnline(false, message, true);
  else if (status) tell(message, "error");
  return null;
}

async function fillAll() {
  while (isAgain) {
    isAgain = false;
    const isTaken = await fill().catch(failed);
    if (isTaken === null && state.revision < 0) isAgain = await recallList();
    draw();
    isAgain ||= isTaken !== null && !(isTaken && isFilled()); // what is shown may have moved meanwhile
  }
  keepList();
}

/** Lines that were found, of which the first on each path, or of each day, has that as a heading. */
function grouped(lines) {
  const headingOf = (line) => (state.hits.path === "due" ? dayHeading(line.due) : line.path);
  return lines.map((line, at) => {
    const heading = headingOf(line);
    return signed({ ...line, heading: at && heading === headingOf(lines[at - 1]) ? "" : heading });
  });
}

async function fill() {
  const asked = state.hits;
  if (asked && state.zoom?.title === "") {
    if (state.revision < 0) await load(0, 60);
    await fillZoom();
  }
  if (asked) return fillHits(asked);
  if (document.hidden && state.revision >= 0) return true;
  if (state.zoom && state.zoom.revision !== state.revision) await fillZoom();
  const { first, last } = range();
  let from = base() + first;
  let to = base() + last;
  while (from < to && isFresh(from)) from += 1;
  while (from < to && isFresh(to - 1)) to -= 1;
  return from === to && state.revision >= 0 ? true : load(from, to - from || 60);
}

/** Fetches what was found; how much that is, if it is more than is shown, is asked once. */
async function fillHits(asked) {
  const { body } = await ask(asked.path);
  if (asked !== state.hits) return false;
  Object.assign(asked, { lines: grouped(body), isKnown: true });
  if (asked.path.startsWith("find") && body.length === MOST_HITS) asked.counting ??= countHits(asked).catch(() => {});
  showFound(asked);
  return true;
}

async function countHits(asked) {
  const { headers } = await ask(asked.path.replace(/limit=\d+/, "limit=1&total=yes"));
  asked.total = Number(headers.get("Pleat-Total"));
  if (asked === state.hits) showFound(asked);
}

/** Finds out where the section that is shown alone begins and ends. */
async function fillZoom() {
  const began = state.revision;
  const asked = state.zoom;
  let start = state.lines.findIndex((line) => keyOf(line) === state.zoom.key);
  if (start < 0) {
    const { body } = await ask(`item?id=@s${state.zoom.key}`).catch(() => ({}));
    if (body) start = await locate(order(body.number));
  }
  if (start >= 0 && !isFresh(start)) await load(start, 60);
  if (keyOf(state.lines[start]) !== asked.key || !isSection(state.lines[start]))
    return void leaveZoom("The section that was shown is not there any more."); // which waits until all is filled
  const next = state.lines[start].number.replace(/\d+$/, (part) => Number(part) + 1);
  const end = await locate(order(next), state.zoom.end);
  if (state.zoom === asked) {
    const { level, title, number } = state.lines[start];
    Object.assign(state.zoom, { start, end, level, title, revision: began, path: await pathTo(number) });
  }
  showTrail();
}

/** The sections that a section is in, outermost first, as {key, title}. */
async function pathTo(number) {
  const numbers = [...number.matchAll(/\./g)].map(({ index }) => number.slice(0, index));
  const known = (each) => state.lines.find((line) => line?.number === each);
  const asked = async (each) => known(each) ?? (await ask(`item?id=${each}`)).body;
  const path = await Promise.all(numbers.map(asked)).catch(() => []);
  return path.map((line) => ({ key: keyOf(line), title: line.title }));
}
