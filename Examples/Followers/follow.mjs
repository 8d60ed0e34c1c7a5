// Follows a list as docs/changes.md says: reads what `pleat watch --json` prints, in any layout, and prints the list after each line
// of it as a JSON array. The page of `pleat web`, whose list is flat, has the function for the runs that leave and arrive in a list.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// The page's script is a module for browsers, and Node takes the ending .js for another kind.
const source = readFileSync(new URL("../../Sources/Servers/PleatWeb/Page/changes.js", import.meta.url), "utf8");
const { rearranged, replay } = await import("data:text/javascript," + encodeURIComponent(source));

// The list as parts, one for each section, which begins with its header.
function sections(lines) {
  const parts = [];
  for (const line of lines) {
    if (line.kind === "section") parts.push([]);
    parts.at(-1).push(line);
  }
  return parts;
}

const taken = (list, start, count) => Array.from({ length: count }, (_, step) => list?.[start + step]);

// The parts after; of `fresh`, only what is inserted or reloaded is read. Throws a RangeError for changes that do not fit.
function replayParts(old, changes, fresh) {
  const [leaving, arriving, reloaded] = [[], [], []]; // of each part
  const place = ({ section, start, row = start }) => [section, row + (changes.layout === "grouped" ? 1 : 0)];
  const note = (runs, to, count, list, from) =>
    (runs[to[0]] ??= []).push({ start: to[1], count, elements: taken(list[from[0]], from[1], count) });
  for (const run of changes.deletedRows ?? []) note(leaving, place(run), run.count, old, place(run));
  for (const run of changes.insertedRows ?? []) note(arriving, place(run), run.count, fresh, place(run));
  for (const run of changes.reloadedRows ?? []) note(reloaded, place(run), run.count, fresh, place(run));
  for (const { from, to, count } of changes.movedRows ?? []) {
    note(leaving, place(from), count, old, place(from));
    note(arriving, place(to), count, old, place(from));
  }
  for (const { start, count } of changes.reloadedHeaders ?? [])
    for (let part = start; part < start + count; part += 1) note(reloaded, [part, 0], 1, fresh, [part, 0]);
  const kept = changed(old, leaving, (runs) => [runs, []]);
  const moved = changes.movedSections ?? [];
  const gone = [...(changes.deletedSections ?? []), ...moved.map(({ from, count }) => ({ start: from, count }))];
  const come = (changes.insertedSections ?? []).map(({ start, count }) => ({ start, elements: taken(fresh, start, count) }));
  const back = moved.map(({ from, to, count }) => ({ start: to, elements: taken(kept, from, count) }));
  const parts = changed(rearranged(kept, gone, [...come, ...back]), arriving, (runs) => [[], runs]);
  return changed(parts, reloaded, (runs) => [runs, runs]);
}

// The parts, of which some are rearranged: by runs of each, from which `split` makes what leaves and what arrives.
function changed(parts, runs, split) {
  if (runs.length > parts.length) throw new RangeError(`there is no part ${runs.length - 1}`);
  return parts.map((part, index) => (runs[index] ? rearranged(part, ...split(runs[index])) : part));
}

// The places, each a section and a line of it, that a list of the changes names; a whole section is its line -1.
function places(changes, name, line) {
  const below = changes.layout === "grouped" ? 1 : 0;
  return (changes[name] ?? []).flatMap(({ section, start, count }) =>
    Array.from({ length: count }, (_, step) =>
      section !== undefined ? [section, start + step + below] : line === undefined ? [0, start + step] : [start + step, line]));
}

// The new list, as far as the content has it.
function sparse(changes, content) {
  const drawn = [
    ...places(changes, "insertedLines"), ...places(changes, "reloadedLines"), ...places(changes, "insertedRows"),
    ...places(changes, "reloadedRows"), ...places(changes, "reloadedHeaders", 0), ...places(changes, "insertedSections", -1),
  ].sort(([a, b], [c, d]) => a - c || b - d);
  const parts = [];
  let next = 0;
  for (const [part, index] of drawn) {
    parts[part] ??= [];
    if (next >= content.length) throw new RangeError("the content is too short");
    parts[part][Math.max(index, 0)] = content[next++];
    const isRow = (line) => line?.kind === "row" && line.section_id === parts[part][0].section_id;
    while (index < 0 && isRow(content[next])) parts[part].push(content[next++]);
  }
  if (next < content.length) throw new RangeError("the content is too long");
  return parts;
}

let lines = [];
for await (const text of createInterface({ input: process.stdin })) {
  const { snapshot, reset, changes, content } = JSON.parse(text);
  const fresh = changes && sparse(changes, content);
  if (changes?.layout === "flat") lines = replay(lines, changes, fresh[0] ?? []);
  else if (changes) lines = replayParts(sections(lines), changes, fresh).flat();
  else lines = snapshot ?? reset ?? lines;
  process.stdout.write(JSON.stringify(lines) + "\n");
}
