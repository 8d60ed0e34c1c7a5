// What the reader has chosen for this browser: the colours, the size of texts, the day on which a week begins, and
// whether letters are keys.
import { answering, open } from "./dialogs.js";
import { $ } from "./state.js";
import { recall, remember } from "./storage.js";

const kept = (name) => `pleat: ${name}`;

/** Asks for the choices, which page.html has, and which hold at once. */
export function showChoices() {
  const fields = $("choices").content.cloneNode(true);
  for (const field of fields.querySelectorAll("select")) field.value = recall(kept(field.name));
  fields.firstElementChild.addEventListener("change", ({ target }) => {
    remember(kept(target.name), target.value);
    applyChoices();
    dispatchEvent(new Event("resize")); // lines have another height
  });
  return open("View", fields, answering(["", "Close", "", "quiet"]));
}

export const applyChoices = () =>
  Object.assign(document.documentElement.dataset, { colors: recall(kept("colors")), size: recall(kept("size")) });

/** Whether letters and signs are no keys, as they are in the way of who speaks what is typed. */
export const hasNoLetters = () => recall(kept("letters")) === "no";

/** The day on which a week begins, 0 for Sunday: the reader's choice, or what is usual in the language. */
export function firstDay() {
  const locale = new Intl.Locale(navigator.language);
  const { firstDay: usual = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return Number(recall(kept("week")) || usual) % 7;
}
