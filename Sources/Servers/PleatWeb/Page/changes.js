// Follows a list by its view changes, as docs/changes.md specifies them: pure functions on plain arrays, without a
// page; `events` reads the changes.
//
// A list in the layout `flat` is an array of lines; in `headerRows`, an array of sections, each an array of rows whose
// first is the header; in `grouped`, an array of sections {header, rows}.

/** A list as arrays of lines, and the other way round. */
const LAYOUTS = {
  flat: { apart: (lines) => [lines], together: ([lines]) => lines },
  headerRows: { apart: (sections) => sections, together: (parts) => parts },
  grouped: {
    apart: (sections) => Array.from(sections, (section) => section && [section.header, ...section.rows]),
    together: (parts) => parts.map(([header, ...rows]) => ({ header, rows })),
  },
};

/**
 * Returns the list after, and leaves the list before as it is.
 *
 * Of `after`, only what is inserted or reloaded is read; what it does not have there arrives as undefined. Null as
 * changes means that nothing changes. Throws a RangeError for changes that do not fit the list before.
 */
export function replay(before, changes, after) {
  if (!changes) return before;
  const { apart, together } = LAYOUTS[changes.layout];
  const old = apart(before);
  const fresh = apart(after);
  const leaving = [];
  const arriving = [];
  const reloaded = []; // of each part
  const place = (at) =>
    typeof at === "number"
      ? { part: 0, start: at }
      : { part: at.section ?? 0, start: (at.row ?? at.start) + (changes.layout === "grouped" ? 1 : 0) };
  const note = (runs, { part, start }, count, source) =>
    (runs[part] ??= []).push({ start, count, elements: taken(source, start, count) });
  for (const name of ["Rows", "Lines"]) {
    for (const run of changes[`deleted${name}`] ?? []) note(leaving, place(run), run.count);
    for (const run of changes[`inserted${name}`] ?? []) note(arriving, place(run), run.count, fresh[place(run).part]);
    for (const run of changes[`reloaded${name}`] ?? []) note(reloaded, place(run), run.count, fresh[place(run).part]);
    for (const { from, to, count } of changes[`moved${name}`] ?? []) {
      note(leaving, place(from), count);
      (arriving[place(to).part] ??= []).push({
        start: place(to).start,
        count,
        elements: taken(old[place(from).part], place(from).start, count),
      });
    }
  }
  for (const { start, count } of changes.reloadedHeaders ?? []) {
    for (let part = start; part < start + count; part += 1) note(reloaded, { part, start: 0 }, 1, fresh[part]);
  }
  const kept = changedParts(old, leaving, (runs) => [runs, []]);
  const moved = changes.movedSections ?? [];
  const gone = [...(changes.deletedSections ?? []), ...moved.map(({ from, count }) => ({ start: from, count }))];
  const come = (changes.insertedSections ?? []).map(({ start, count }) => ({
    start,
    elements: taken(fresh, start, count),
  }));
  const sections = rearranged(kept, gone, [
    ...come,
    ...moved.map(({ from, to, count }) => ({ start: to, elements: taken(kept, from, count) })),
  ]);
  return together(
    changedParts(
      changedParts(sections, arriving, (runs) => [[], runs]),
      reloaded,
      (runs) => [runs, runs],
    ),
  );
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

const taken = (list, start, count) => Array.from({ length: count }, (_, step) => list?.[start + step]);

/**
 * The parts of a list, of which some are rearranged: by runs of each, from which `split` makes what leaves and what
 * arrives.
 */
function changedParts(parts, changes, split) {
  if (changes.length > parts.length) throw new RangeError(`there is no part ${changes.length - 1}`);
  const result = [...parts];
  changes.forEach((runs, index) => (result[index] = rearranged(parts[index], ...split(runs))));
  return result;
}

/**
 * The list without the runs that leave, by old indices, and with those that arrive at new indices; the others fill what
 * is left.
 */
function rearranged(list, leaving, arriving) {
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
