// What a line of the outline says: pure functions on its JSON.

/** The key of a line, which stays when somebody makes a section of a row. */
export const keyOf = (line) => line?.id?.slice(2);

export const isSection = (line) => line.kind === "section";
export const isFull = (line) => (isSection(line) ? line.rows + line.below > 0 : "collapsed" in line);
export const isFoldable = (line) => isFull(line) && line.collapsible !== false;
/** Whether a line is a block of Markdown as import has read it, which is shown as a whole. */
export const isBlock = (line) => "markdown" in line.attributes;

export const cut = (text) => [text.split("\n", 1)[0], text.slice(text.split("\n", 1)[0].length + 1)];
export const joined = (...parts) => parts.filter(Boolean).join("\n");
/** Whether a text that is typed begins with a box, which makes a task of it. */
export const isBoxed = (text) => /^\[[ xX]\]\s/.test(text);
export const nameOf = (line) => line.title ?? cut(line.text)[0];
/** The note in an attribute, where an earlier page, and other programs, have put it. */
export const ownNote = ({ attributes: { note } }) => (typeof note === "string" ? note : "");
export const noteOf = (line) => joined(isSection(line) ? line.detail : cut(line.text)[1], ownNote(line));
export const textOf = (line) => line.title ?? (noteOf(line) ? `${nameOf(line)}\n${noteOf(line)}` : nameOf(line));
export const pathOf = (number) => number.split(":")[0].split(".");
export const indentOf = (line) => line.indent ?? pathOf(line.number).length + (isSection(line) ? 0 : line.level) - 1;
/** Whether a new row below a line is in it. */
export const opens = (line) => isSection(line) || (isFull(line) && !line.collapsed);
/** A line with a signature, which is the same as long as the line looks the same, and how far it is in. */
export const signed = (line) =>
  Object.assign(line, { signature: JSON.stringify({ ...line, line: 0 }), indent: indentOf(line) });

/**
 * A number as a text that sorts as the lines do: rows come before the sections beside them; what has no number yet
 * comes last.
 */
export const order = (number = "~") => number.replace(/\d+/g, (part) => part.padStart(10, "0")).replace(":", "!");
