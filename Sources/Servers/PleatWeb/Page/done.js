// Hides what is done: rows with only done rows below them, and sections with everything in them.
import { say } from "./dialogs.js";
import { isSection } from "./fields.js";
import { settle } from "./loading.js";
import { count, endOf, headerOf, lineAt, parentOf, state } from "./state.js";
import { recall, remember } from "./storage.js";

const NAME = "pleat hides what is done";

/** Hides what is done, or shows it again; the browser remembers which. */
export function hideDone() {
  state.hidesDone = !state.hidesDone;
  remember(NAME, state.hidesDone ? "yes" : "");
  say(state.hidesDone ? "What is done is hidden; H shows it again." : "What is done is shown again.");
  settle();
}

export const recallDone = () => (state.hidesDone = recall(NAME) === "yes");

/** Whether the line at an index is hidden, as far as the lines around it are known. */
export function isHidden(index) {
  const line = state.hidesDone ? lineAt(index) : null;
  if (!line?.id) return false;
  if (state.hits) return line.done === true;
  for (let at = isSection(line) ? index : headerOf(index); at >= 0; at = parentOf(at))
    if (lineAt(at).done && !(state.zoom && at === 0)) return true;
  if (isSection(line) || !line.done || (line.hidden ?? 0) !== (line.doneTasks ?? 0)) return false;
  for (let at = endOf(index); at > index; at -= 1) if (!lineAt(at).done) return false;
  return true;
}

/** The index of the nearest line that is not hidden: from an index on in a way, or else in the other one. */
export function shownFrom(index, way) {
  const search = (step) => {
    let at = index;
    while (at >= 0 && at < count() && isHidden(at)) at += step;
    return at >= 0 && at < count() ? at : -1;
  };
  const found = search(way);
  return found >= 0 ? found : Math.max(0, search(-way));
}

/** The index up to which lines fill a height, from an index on in a way. */
export function filled(index, way, height) {
  let room = Math.ceil(height / state.rowHeight);
  if (!state.hidesDone) return index + way * room;
  for (let steps = 0; room > 0 && steps < 3000 && index >= 0 && index <= count(); steps += 1) {
    index += way;
    if (!isHidden(index)) room -= 1;
  }
  return index;
}
