// The address of what is shown: a section alone, a line, what was found, or what is due. The history of the browser
// leads back to each, and to the line that was the current one there.
import { copyText, say } from "./dialogs.js";
import { h } from "./elements.js";
import { isSection, order } from "./fields.js";
import { ask, locate } from "./loading.js";
import { find, goTo, reach, sectionAlone, show } from "./navigation.js";
import { $, elements, filter, indexOf, state } from "./state.js";

/** The name of the outline: that of its folder in the address. */
const NAME = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "pleat");

function address({ hits, zoom } = state) {
  const words = hits?.path === "due" ? "?due" : hits ? `?where=${encodeURIComponent(hits.title)}` : "";
  return new URL(`./${words}${zoom ? `#@s${zoom.key}` : ""}`, location).href;
}

/** Notes in the history which line is the current one, so that the way back leads to it. */
function notePlace() {
  const top = elements.get(state.current)?.getBoundingClientRect().top;
  history.replaceState({ ...history.state, at: state.current, top }, "");
}

/** Adds what is shown now to the history; a search that is typed on is one step. */
export function noteAddress() {
  const isTypedOn = location.search.startsWith("?where=") && state.hits?.path.startsWith("find");
  if (address() === location.href) return;
  if (isTypedOn) return history.replaceState(history.state, "", address());
  notePlace();
  history.pushState({ isInner: true }, "", address());
}

/** Goes back to where one was before something was found, or a section shown alone. */
export const goBack = () => (history.state?.isInner ? history.back() : show(null, "", state.hits ? state.zoom : null));

/** Shows what the address says. */
export async function restore() {
  const query = new URLSearchParams(location.search);
  const words = query.get("where")?.trim();
  const [, kind, key] = /^#@([rs])(\d+)$/.exec(location.hash) ?? [];
  const { at, top } = history.state ?? {};
  const section = kind === "s" ? sectionAlone({ id: `@s${key}` }) : null;
  if (words) await find((filter.value = words), section, true);
  else await show(query.has("due") ? "due" : null, "Due", section, true);
  if ((at ?? kind === "r") && !(state.editor ?? state.draft)) await goToKey(at ?? key, top); // nobody types yet
}

/** Goes to a line, and expands what hides it if a link leads there. */
async function goToKey(key, top) {
  if (indexOf(key) >= 0) return goTo(indexOf(key), false, top);
  const { body } = state.hits ? {} : await ask(`item?id=@${key}`).catch(() => ({}));
  const isThere = body?.number !== undefined; // the server also knows what was deleted
  if (isThere && top === undefined) return isSection(body) ? show(null, "", sectionAlone(body)) : reach(body);
  if (isThere) return goTo(await locate(order(body.number)), false, top);
  if (!state.hits) say("The line that this is about is not there any more.");
}

/** Shows the path of what is shown in the head of the page, and its name in the title. */
export function showTrail() {
  const { hits, zoom } = state;
  const own = [...$("trail").querySelectorAll("a:not(.step)")];
  const step = ({ key, title }) => h("a", { class: "step", href: `./#@s${key}`, dir: "auto" }, title);
  const last = (title) => h("bdi", { class: "step", "aria-current": "page" }, title);
  const path = zoom ? [...(zoom.path ?? []).map(step), hits ? step(zoom) : last(zoom.title)] : [];
  own.at(-1).textContent = NAME;
  $("trail").replaceChildren(...own, ...path, ...(hits?.path === "due" ? [last(hits.title)] : []));
  $("back").hidden = !hits && !zoom;
  $("found").textContent = "";
  $("name").textContent = hits?.title ?? zoom?.title ?? NAME;
  document.title = [hits?.title, zoom?.title, NAME].filter(Boolean).join(" — ");
}

/** Copies the address of a line, which leads to it also when it moves. */
export const copyLink = (line) =>
  copyText(new URL(`./#${line.id}`, location.origin + location.pathname).href, "Copied the link.");

export function followHistory() {
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => restore());
  addEventListener("beforeunload", notePlace); // later, the browser takes no note
  $("back").addEventListener("click", goBack);
  $("trail").addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='./']");
    const key = /#@s(\d+)$/.exec(link?.href)?.[1];
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(null, "", key ? sectionAlone({ id: `@s${key}` }) : null);
  });
}
