// Follows a list by its view changes in the layout `flat`, as docs/changes.md specifies them: pure functions on plain
// arrays, without a page; `events` reads the changes.

/**
 * Returns the list after, and leaves the list before as it is.
 *
 * Of `after`, only what is inserted or reloaded is read; what it does not have there arrives as undefined. Throws a
 * RangeError for changes that do not fit the list before.
 */
export function replay(before, changes, after) {
  const { deletedLines = [], insertedLines = [], movedLines = [], reloadedLines = [] } = changes;
  const ofAfter = ({ start, count }) => ({ start, elements: taken(after, start, count) });
  const moved = movedLines.map(({ from, to, count }) => ({ start: to, elements: taken(before, from, count) }));
  const gone = [...deletedLines, ...movedLines.map(({ from, count }) => ({ start: from, count }))];
  const list = rearranged(before, gone, [...insertedLines.map(ofAfter), ...moved]);
  return rearranged(list, reloadedLines, reloadedLines.map(ofAfter));
}

/** The events in a body of the server, as {id, name, data}; `alive` is called whenever something comes. */
export async function* events(body, alive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = "", blocks; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    [text, ...blocks] = (text + value).split(/\r?\n\r?\n/).reverse();
    for (const block of blocks.reverse()) {
      const { id, event, data } = Object.fromEntries(
        block.split(/\r?\n/).map((line) => [line.split(":")[0], line.replace(/^[^:]*: ?/, "")]),
      );
      if (data) yield { id: Number(id), name: event ?? "changes", data: JSON.parse(data) };
    }
  }
}

const taken = (list, start, count) => Array.from({ length: count }, (_, step) => list[start + step]);

/**
 * The list without the runs that leave, by old indices, and with those that arrive at new indices; the others fill what
 * is left.
 */
export function rearranged(list, leaving, arriving) {
  const kept = [];
  const result = [];
  const inOrder = (runs) => runs.toSorted((first, second) => first.start - second.start);
  let end = 0;
  let used = 0;
  let length = 0;
  for (const { start, count } of inOrder(leaving)) {
    if (!(start >= end && start + count <= list.length))
      throw new RangeError(`there is no run of ${count} at ${start}, or it leaves twice`);
    kept.push(list.slice(end, start));
    end = start + count;
  }
  const rest = [].concat(...kept, list.slice(end));
  for (const { start, elements } of inOrder(arriving)) {
    const gap = start - length;
    if (!(gap >= 0 && used + gap <= rest.length))
      throw new RangeError(`something arrives at ${start}, twice or after the end`);
    result.push(rest.slice(used, used + gap), elements);
    [used, length] = [used + gap, start + elements.length];
  }
  return [].concat(...result, rest.slice(used));
}
