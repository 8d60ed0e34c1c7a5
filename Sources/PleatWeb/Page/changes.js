// Follows a list by its view changes, as docs/changes.md specifies them: pure functions on plain arrays, without a page; `events` reads the changes.
//
// A list in the layout `flat` is an array of lines; in `headerRows`, an array of sections, each an array of rows whose
// first is the header; in `grouped`, an array of sections {header, rows}.

/**
 * Returns the list after, and leaves the list before as it is.
 *
 * Of `after`, only what is inserted or reloaded is read; what it does not have there arrives as undefined. Null as
 * changes means that nothing changes. Throws a RangeError for changes that do not fit the list before.
 */
export function replay(before, changes, after) {
  if (!changes) return before;
  if (changes.layout === "flat") return replayLines(before, changes, after);
  if (changes.layout === "headerRows") return replaySections(before, changes, after, (section) => section, (rows) => rows);
  const sections = replaySections(before, changes, after, (section) => section.rows, (rows, { header }) => ({ header, rows }));
  for (const index of indices(changes.reloadedHeaders)) {
    sections[index] = { header: after[index]?.header, rows: at(sections, index).rows };
  }
  return sections;
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
      const { id, event, data } = Object.fromEntries(block.split(/\r?\n/).map((line) => [line.split(":")[0], line.replace(/^[^:]*: ?/, "")]));
      if (data) yield { id: Number(id), name: event ?? "changes", data: JSON.parse(data) };
    }
  }
}

function replayLines(before, changes, after) {
  const lines = rearranged(before, changes.deletedLines, changes.insertedLines, changes.movedLines, (index) => after[index]);
  for (const index of indices(changes.reloadedLines)) {
    at(lines, index);
    lines[index] = after[index];
  }
  return lines;
}

function replaySections(before, changes, after, rowsOf, withRows) {
  const rows = (section) => (section === undefined ? undefined : rowsOf(section));
  const leaving = new Map(), arriving = new Map();
  for (const [section, row] of paths(changes.deletedRows)) take(leaving, rows(at(before, section)), section, row);
  for (const [section, row] of paths(changes.insertedRows)) put(arriving, section, row, rows(after[section])?.[row]);
  for (const move of changes.movedRows ?? []) {
    for (let step = 0; step < move.count; step += 1) {
      const row = take(leaving, rows(at(before, move.from.section)), move.from.section, move.from.row + step);
      put(arriving, move.to.section, move.to.row + step, row);
    }
  }
  const left = before.map((section, index) => {
    const gone = leaving.get(index);
    return gone ? withRows(rows(section).filter((_, row) => !gone.has(row)), section) : section;
  });
  const sections = rearranged(left, changes.deletedSections, changes.insertedSections, changes.movedSections, (index) => after[index]);
  for (const [index, arrivals] of arriving) {
    const section = at(sections, index);
    sections[index] = withRows(merged(rows(section), arrivals), section);
  }
  for (const [index, row] of paths(changes.reloadedRows)) {
    const section = at(sections, index), changed = [...rows(section)];
    at(changed, row);
    changed[row] = rows(after[index])?.[row];
    sections[index] = withRows(changed, section);
  }
  return sections;
}

/** Deletes, inserts and moves elements of one array; the others keep their order and fill what is left. */
function rearranged(before, deleted, inserted, moved, arrival) {
  const gone = new Map(), arrivals = new Map();
  for (const index of indices(deleted)) take(gone, before, 0, index);
  for (const index of indices(inserted)) put(arrivals, 0, index, arrival(index));
  for (const move of moved ?? []) {
    for (let step = 0; step < move.count; step += 1) {
      put(arrivals, 0, move.to + step, take(gone, before, 0, move.from + step));
    }
  }
  const taken = gone.get(0) ?? new Set();
  const kept = taken.size ? Array.from(before).filter((_, index) => !taken.has(index)) : before;
  return merged(kept, arrivals.get(0) ?? new Map());
}

/** Puts every arrival at its index, and the kept elements, in their order, at all the others. */
function merged(kept, arrivals) {
  if (arrivals.size === 0) return [...kept];
  const result = [], length = kept.length + arrivals.size;
  let next = 0;
  for (let index = 0; index < length; index += 1) {
    if (arrivals.has(index)) result.push(arrivals.get(index));
    else if (next < kept.length) result.push(kept[next++]);
    else throw new RangeError("something arrives after the end of the list");
  }
  return result;
}

function take(taken, list, section, index) {
  if (!taken.has(section)) taken.set(section, new Set());
  if (taken.get(section).has(index)) throw new RangeError(`${index} leaves twice`);
  taken.get(section).add(index);
  return at(list, index);
}

function put(arriving, section, index, element) {
  if (!arriving.has(section)) arriving.set(section, new Map());
  if (arriving.get(section).has(index)) throw new RangeError(`two things arrive at ${index}`);
  arriving.get(section).set(index, element);
}

function at(list, index) {
  if (!(index >= 0 && index < list.length)) throw new RangeError(`there is no ${index}`);
  return list[index];
}

function* indices(runs) {
  for (const run of runs ?? []) for (let step = 0; step < run.count; step += 1) yield run.start + step;
}

function* paths(runs) {
  for (const run of runs ?? []) for (let step = 0; step < run.count; step += 1) yield [run.section, run.start + step];
}
