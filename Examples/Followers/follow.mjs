// Follows a list as docs/changes.md says, by the functions of pleat's own page: reads what `pleat watch --json` prints, in any
// layout, and prints the list after each line of it as a JSON array.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// The page's script is a module for browsers, and Node takes the ending .js for another kind.
const source = readFileSync(new URL("../../Sources/Servers/PleatWeb/Page/changes.js", import.meta.url), "utf8");
const { replay } = await import("data:text/javascript," + encodeURIComponent(source));

const layouts = {
  flat: { parted: (lines) => lines, joined: (lines) => lines },
  headerRows: { parted: sections, joined: (parts) => parts.flat() },
  grouped: {
    parted: (lines) => sections(lines).map(([header, ...rows]) => ({ header, rows })),
    joined: (parts) => parts.flatMap(({ header, rows }) => [header, ...rows]),
  },
};

function sections(lines) {
  const parts = [];
  for (const line of lines) {
    if (line.kind === "section") parts.push([]);
    parts.at(-1).push(line);
  }
  return parts;
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
  if (changes.layout === "flat") return parts[0] ?? [];
  return changes.layout === "headerRows" ? parts : parts.map(([header, ...rows]) => ({ header, rows }));
}

let lines = [];
for await (const text of createInterface({ input: process.stdin })) {
  const { snapshot, reset, changes, content } = JSON.parse(text);
  if (changes) {
    const { parted, joined } = layouts[changes.layout];
    lines = joined(replay(parted(lines), changes, sparse(changes, content)));
  } else {
    lines = snapshot ?? reset ?? lines;
  }
  process.stdout.write(JSON.stringify(lines) + "\n");
}
