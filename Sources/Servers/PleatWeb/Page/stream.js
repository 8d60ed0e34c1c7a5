// Follows the changes that the server streams, for all tabs of the browser.
import { events, replay } from "./changes.js";
import { dismiss, say } from "./dialogs.js";
import { draw } from "./drawing.js";
import { signed } from "./fields.js";
import { refusal, request, settle } from "./loading.js";
import { tellWorker } from "./offline.js";
import { $, sleep, state } from "./state.js";
import { offerKept } from "./storage.js";

let me = null; // the user's name
const channel = window.BroadcastChannel ? new BroadcastChannel(`pleat ${location.pathname}`) : null;
if (channel) channel.onmessage = ({ data }) => receive(data);

/** Says whether the server answers; if not, why, since when, and whether that is because nobody is signed in. */
export function setOnline(value, reason = "No connection.", isSignedOut = false) {
  const { offline } = state;
  state.offline = value ? null : { since: offline?.since ?? Date.now(), isSignedOut };
  if (value && offline) settle();
  if (isSignedOut && !offline?.isSignedOut) {
    tellWorker({}); // it deletes what it has kept
    offerKept("You are signed out", [["", "Keep it until I sign in again"]]);
  }
  const time = new Date(state.offline?.since).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  const kept = `You see the list as of ${time}. What you type is kept, and sent when the connection is back.`;
  Object.assign($("offline"), { hidden: value, textContent: value ? "" : `${reason} ${isSignedOut ? "" : kept}` });
}

/** Takes an event of the server. One that comes after a gap is left to the next answer, which has all of it. */
function receive({ id, previous, name, data }) {
  if (name === "online") return setOnline(...data);
  me = data.changes?.user ?? me;
  const by = data.by && data.by !== me ? data.by : undefined;
  if (!by) state.latest = Math.max(state.latest, id);
  if (state.latest > state.undoable) dismiss(".undo");
  if (name === "reset") [state.lines, state.revision] = [new Array(data.total ?? 0), id];
  else if (id > state.revision && previous <= state.revision) {
    try {
      if (data.changes) take(data.changes, data.content ?? [], by);
      state.revision = id;
    } catch {
      [state.lines, state.revision] = [new Array(state.lines.length), -1];
    }
    state.motion = { ...state.motion, ...data.motion };
    // It is drawn at once; numbers that follow from other lines are asked for.
    if (state.revision === id && !state.zoom && !state.hits && !document.hidden) draw();
    if (by && typeof data.what === "string") say(`${by}: ${data.what}`);
  }
  settle();
}

function take(changes, content, by) {
  const { insertedLines = [], reloadedLines = [], movedLines = [] } = changes;
  const arriving = [];
  const drawn = [...insertedLines, ...reloadedLines].flatMap(({ start, count }) =>
    Array.from({ length: count }, (_, step) => start + step),
  );
  drawn
    .sort((first, second) => first - second)
    .forEach((index, at) => (arriving[index] = Object.assign(signed(content[at]), { by })));
  state.lines = replay(state.lines, changes, arriving);
  for (const { to, count } of by ? movedLines : [])
    for (const line of state.lines.slice(to, to + Math.min(count, 500))) if (line) line.by = by;
}

/** Listens to the server for as long as the page is open, for all tabs of the browser. */
export async function listen() {
  const pass = (message) => {
    receive(message);
    channel?.postMessage(message);
  };
  for (let wait = 100; ; wait = Math.min(2 * wait, 1000)) {
    const silence = new AbortController();
    const { signal } = silence;
    let alarm;
    let reason;
    const alive = () => {
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), 60_000);
    };
    try {
      alive();
      if (state.revision < 0) await settle();
      let previous = state.revision;
      const response = await request("changes", { headers: { "Last-Event-ID": String(previous) }, signal });
      if (!response.ok) throw refusal(response.status, (await response.json().catch(() => null))?.error);
      wait = 100;
      pass({ name: "online", data: [true] });
      for await (const event of events(response.body, alive)) {
        pass({ ...event, previous });
        previous = event.id;
      }
    } catch (error) {
      // The next attempt says whether the server is there.
      if (error.status === 401) [reason, wait] = [error.message, 20_000];
    }
    clearTimeout(alarm);
    pass({ name: "online", data: [false, reason, Boolean(reason)] });
    await sleep(wait);
  }
}
