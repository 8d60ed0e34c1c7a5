// Says what a line means while it is typed: its box, its day and its rule, as the server reads them, and where it goes.
import { button } from "./dialogs.js";
import { dueElement, h, set } from "./elements.js";
import { cut } from "./fields.js";
import { ask } from "./loading.js";
import { reveal } from "./navigation.js";
import { state } from "./state.js";

let waiting; // the timer after which the server is asked

/** Shows below a box what its text means; the server is asked where there may be something in it. */
export function explain(box) {
  const [text] = cut(box.value.trim());
  const mayMean = text.length < 2000 && /^\[|\S:\S/.test(text);
  clearTimeout(waiting);
  if (!mayMean) return show(box, {});
  waiting = setTimeout(async () => {
    const { body } = await ask(`read?text=${encodeURIComponent(text)}`).catch(() => ({}));
    if (body && box.isConnected && text === cut(box.value.trim())[0]) show(box, body);
  }, 200);
}

function show(box, { done = null, due, repeat, repeatWords, remark }) {
  const typing = state.editor ?? state.draft;
  const target = typing?.box === box ? typing.target : null;
  const chip = (...content) => h("span", { class: "chip" }, ...content);
  const forget = () => ((typing.target = null), explain(box));
  const chips = [
    done === null ? null : chip(done ? "task, done" : "task"),
    due ? set(dueElement({ due, repeat, repeatWords, done }), { "data-do": null }) : null,
    remark ? chip(remark) : null,
    target ? button(`to ${target.title} ×`, forget, { class: "chip target", tabindex: -1 }) : null,
  ];
  const shown = box.parentElement.querySelector(".chips") ?? h("span", { class: "chips", role: "status" });
  if (!shown.isConnected) {
    shown.addEventListener("pointerdown", (event) => event.preventDefault()); // the focus stays in the box
    box.after(shown);
  }
  shown.replaceChildren(...chips.filter(Boolean));
  if (shown.firstChild) reveal(box.closest(".line"));
}
