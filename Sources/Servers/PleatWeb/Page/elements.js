// Makes elements, of texts with tags, of rendered Markdown, and of days.

/** Makes an element with attributes, and with texts and elements in it. */
export function h(name, attributes, ...children) {
  const element = set(document.createElement(name), attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
  return element;
}

/** One of the drawn signs of the page. */
export function sign(name) {
  const element = h("span", { class: "sign" });
  element.innerHTML = `<svg aria-hidden="true"><use href="#sign-${name}"/></svg>`;
  return element;
}

const TAGS = /(?<![^\s])(#\p{L}[\p{L}\p{N}_/-]*)/u;
const LINK = { class: "link", target: "_blank", rel: "noopener noreferrer nofollow", tabindex: -1 };

/** A text with its tags. */
export const written = (className, text, name = "span") => tagged(h(name, { class: className, dir: "auto" }, text));

/**
 * A text of a line as the server has rendered its Markdown, which leaves nothing in it that could do harm, with its
 * tags.
 */
export function rendered(className, text, html) {
  if (html === undefined) return written(className, text);
  const element = Object.assign(h("span", { class: className, dir: "auto" }), { innerHTML: html });
  for (const link of element.querySelectorAll("a")) set(link, LINK);
  return tagged(element);
}

function tagged(element) {
  const tag = (text) => h("span", { class: "tag", "data-do": "tag" }, text);
  replaceParts(element, TAGS, tag, (node) => !node.parentElement.closest("a, code"));
  return element;
}

/** Replaces the parts of texts that a pattern captures by elements. */
function replaceParts(element, pattern, make, isFit = () => true) {
  const texts = [];
  for (const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT); walker.nextNode(); )
    texts.push(walker.currentNode);
  for (const node of texts.filter((each) => isFit(each) && pattern.test(each.data)))
    node.replaceWith(...node.data.split(pattern).map((part, at) => (at % 2 ? make(part) : part)));
}

/** Marks the words of a search in texts. */
export function highlight(element, words) {
  if (!words.length) return;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|")})`, "iu");
  replaceParts(element, pattern, (part) => h("mark", {}, part));
}

/** How many days there are from today to a day. */
export function daysTo(due) {
  return Math.round((new Date(`${due.slice(0, 10)}T00:00`) - new Date().setHours(0, 0, 0, 0)) / 864e5);
}

/** A day in words, with its year if that is another one than this. */
export function inWords(due, format) {
  const date = new Date(`${due.slice(0, 10)}T00:00`);
  const year = date.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
  return isNaN(date) ? due : date.toLocaleDateString("en-GB", format.day ? { ...format, ...year } : format);
}

/** The heading of a day in the list of what is due: all that is late comes first. */
export function dayHeading(due) {
  const days = daysTo(due);
  if (days < 0) return "Late";
  const name = ["Today", "Tomorrow"][days] ?? inWords(due, { weekday: "long" });
  return `${name}, ${inWords(due, { day: "numeric", month: "long" })}`;
}

export function dueElement({ due, repeat, repeatWords, done }) {
  const time = due.split("T")[1];
  const days = daysTo(due);
  const format = days > 1 && days < 7 ? { weekday: "long" } : { day: "numeric", month: "short" };
  const said = { 0: "today", 1: "tomorrow", "-1": "yesterday" }[days] ?? inWords(due, format);
  const isLate = !done && (days < 0 || (days === 0 && time && new Date(due) < new Date()));
  const title = `${isLate ? "late, " : ""}due ${due}${repeat ? `, repeats: ${repeat}` : ""}`;
  return h(
    "time",
    { class: `due${isLate ? " late" : days === 0 && !done ? " today" : ""}`, datetime: due, title, "data-do": "due" },
    isLate ? h("span", { class: "label" }, "late, ") : "",
    said,
    time ? ` ${time.slice(0, 5)}` : "",
    repeat && !done ? `, ${repeatWords}` : "",
  );
}
