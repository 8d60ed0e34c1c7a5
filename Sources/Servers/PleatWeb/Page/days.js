// Picks a day, a time or a rule: by buttons, in a month, or typed in the field beside them.
import { firstDay } from "./choices.js";
import { button } from "./dialogs.js";
import { h, inWords, set } from "./elements.js";
import { request } from "./loading.js";

const RULES = ["daily", "weekdays", "weekly", "monthly", "yearly"];
const isoOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(padded).join("-");
const padded = (number) => String(number).padStart(2, "0");
const after = (date, days) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
/** How many days a day is after the first one of its week, 0 for Sunday. */
const daysIn = (date, first) => (date.getDay() - first + 7) % 7;

/** The parts of a dialog that fill a field with a day or a rule for a line; `submit` takes a day at once. */
export function dayPicker(field, line, submit) {
  const today = new Date();
  const time = h("input", { type: "time", "aria-label": "Time", value: line.due?.split("T")[1]?.slice(0, 5) });
  const next = h("p", { class: "next", role: "status" });
  const fill = (text) => {
    field.value = text;
    preview();
  };
  const take = (date) => {
    fill(isoOf(date) + (time.value && ` ${time.value}`));
    submit();
  };
  const names = { Today: 0, Tomorrow: 1, Weekend: 6 - daysIn(today, 0), "Next week": 7 - daysIn(today, 1) };
  const quick = Object.entries(names).map(([name, days]) => button(name, () => take(after(today, days))));
  const rules = RULES.map((rule) => button(rule, () => fill(rule)));
  time.addEventListener("change", () => {
    const day = /^\d{4}-\d\d-\d\d/.exec(field.value)?.[0] ?? isoOf(today);
    fill(day + (time.value && ` ${time.value}`));
  });
  let waiting; // the timer after which the server is asked for the next days
  const preview = () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const rule = field.value.trim();
      const days = rule && !/^\d{4}-/.test(rule) ? await nextDays(line.id, rule).catch(() => []) : [];
      if (field.value.trim() === rule) next.textContent = days.length ? `Then ${days.join(", ")}` : "";
    }, 200);
  };
  field.addEventListener("input", preview);
  const day = line.due ? new Date(`${line.due.slice(0, 10)}T00:00`) : null;
  return [
    h("div", { class: "choices" }, quick),
    month(isNaN(day ?? NaN) ? today : day, day, take),
    h("div", { class: "choices" }, rules),
    next,
    h("label", { class: "time" }, "Time", time),
  ];
}

/** The next three days of a rule, as the server finds them in a trial. */
async function nextDays(id, rule) {
  const done = { verb: "done", arguments: [id] };
  const edits = [{ verb: "edit", arguments: [id], repeat: rule }, done, done, done];
  const body = edits.map((edit) => JSON.stringify(edit)).join("\n");
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  const response = await request("apply?dry-run=yes", { method: "POST", headers, body });
  const { repeats = [] } = response.ok ? await response.json() : {};
  return repeats.map(({ due }) => inWords(due, { weekday: "short", day: "numeric", month: "short" }));
}

/** A month as weeks of buttons, among which arrows lead; they and two buttons lead to other months. */
function month(shown, chosen, take) {
  const element = h("div", { class: "month", role: "group", "aria-label": "Month" });
  const draw = (date, hasFocus) => {
    const start = new Date(date.getFullYear(), date.getMonth(), 1);
    const name = start.toLocaleDateString("en-GB", { month: "long", year: "numeric" });
    const turn = (label, months, sign) =>
      button(sign, () => draw(new Date(start.getFullYear(), start.getMonth() + months, 1)), { "aria-label": label });
    const days = Array.from({ length: 42 }, (_, at) => after(start, at - daysIn(start, firstDay())));
    const cells = days.slice(0, days[35].getMonth() === start.getMonth() ? 42 : 35).map((day) => {
      const isChosen = chosen && isoOf(day) === isoOf(chosen);
      const isToday = isoOf(day) === isoOf(new Date());
      const kind = [day.getMonth() !== start.getMonth() && "other", isToday && "today", isChosen && "chosen"];
      const label = day.toLocaleDateString("en-GB", { dateStyle: "full" });
      const state = { "aria-label": label, "aria-pressed": isChosen || null, "aria-current": isToday ? "date" : null };
      const cell = button(String(day.getDate()), () => take(day), { class: kind.filter(Boolean).join(" "), ...state });
      return Object.assign(set(cell, { tabindex: isoOf(day) === isoOf(date) ? 0 : -1 }), { day });
    });
    const names = days.slice(0, 7).map((day) => h("span", {}, day.toLocaleDateString("en-GB", { weekday: "narrow" })));
    const [before, next] = [turn("The month before", -1, "‹"), turn("The next month", 1, "›")];
    element.replaceChildren(h("p", {}, before, h("strong", { role: "status" }, name), next), ...names, ...cells);
    if (hasFocus) cells.find(({ day }) => isoOf(day) === isoOf(date))?.focus();
  };
  element.addEventListener("keydown", (event) => {
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (!days || !event.target.day) return;
    event.preventDefault();
    draw(after(event.target.day, days), true);
  });
  draw(shown);
  return element;
}
