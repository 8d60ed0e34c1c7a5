// Asks by dialogs, and tells by notices.
import { finish } from "./editing.js";
import { h, written } from "./elements.js";
import { ask } from "./loading.js";
import { focus } from "./navigation.js";
import { $, dialog } from "./state.js";

/** Shows a dialog until it is answered; the value of the answer, or null. */
export function open(title, ...parts) {
  finish();
  dialog.replaceChildren(h("h2", { id: "dialog-title", dir: "auto" }, title), ...parts);
  dialog.returnValue = "";
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("input, textarea, select, button:not(.quiet), button").focus();
  dialog.scrollTop = 0;
  return new Promise((resolve) => {
    dialog.onclose = () => {
      focus();
      resolve(dialog.returnValue || null);
    };
  });
}

/** Leads by arrows from one choice of a dialog to the next. */
dialog?.addEventListener("keydown", (event) => {
  const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const choices = [...dialog.querySelectorAll("button:not(.month button)")];
  const at = choices.indexOf(event.target);
  if (!way || at < 0) return;
  event.preventDefault();
  choices[(at + way + choices.length) % choices.length].focus();
});

export const button = (label, onclick, attributes = {}, hint = "") =>
  Object.assign(h("button", { type: "button", ...attributes }, label, hint && h("kbd", {}, hint)), { onclick });
export const answering = ([value, label, hint, className = null]) =>
  button(label, () => dialog.close(value), { class: className }, hint);

/** Shows choices, as [value, label, hint, class], after an explanation: a text, or pairs of a name and a text. */
export function choose(title, choices, explanation = "") {
  const isText = typeof explanation === "string";
  const pairs = isText
    ? [explanation]
    : explanation.map(([name, text]) => [h("dt", {}, name), written(null, text, "dd")]);
  return open(
    title,
    h(isText ? "p" : "dl", {}, ...pairs),
    ...choices.map(answering),
    answering(["", choices.length ? "Cancel" : "Close", "", "quiet"]),
  );
}

/** Copies a text, or shows it where the browser does not let the page copy it. */
export async function copyText(text, said) {
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (isCopied) return say(said);
  const field = Object.assign(h("textarea", { readonly: true, "aria-label": "Text" }), { value: text });
  const closed = open("Copy this", field, answering(["", "Close", "", "quiet"]));
  field.select();
  return closed;
}

/** Sections with words in their titles or in those around them, the best first. */
export const sectionsLike = async (words, most) =>
  (await ask(`sections?words=${encodeURIComponent(words)}&limit=${most}`)).body;

/** Picks a section by typing a part of its title. */
export function pick(title) {
  const field = h("input", { autocomplete: "off" });
  const found = h("div", {});
  const form = h("form", {}, h("label", {}, "A part of its title", field), found);
  const fillFound = async () => {
    const words = field.value.trim();
    const sections = await sectionsLike(words, 12).catch(() => []);
    if (field.value.trim() !== words) return;
    found.replaceChildren(...sections.map((line) => answering([line.id, line.title, line.path])));
  };
  field.addEventListener("input", fillFound);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    found.firstElementChild?.click();
  });
  fillFound();
  return open(title, form);
}

let silence; // the timer that ends what is said

/** Says something for some seconds at the bottom of the page. */
export function say(text) {
  $("status").textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => ($("status").textContent = ""), 4000);
}

/** Shows a message for some seconds, with one thing to do about it. */
export function tell(text, className = "", [label, run] = []) {
  const close = () => notice.remove();
  const action = label ? button(label, () => (close(), run())) : "";
  const notice = h(
    "p",
    { class: `notice ${className}` },
    written("text", text),
    action,
    button("×", close, { class: "quiet", "aria-label": "Close" }),
  );
  if ($("notices").children.length > 2) $("notices").firstElementChild.remove();
  $("notices").append(notice);
  if (!className.includes("typed")) setTimeout(close, className === "error" ? 12_000 : 6000);
}

/** Takes notices of a kind away; returns how many there were. */
export const dismiss = (kind) => [...$("notices").querySelectorAll(kind)].map((notice) => notice.remove()).length;
