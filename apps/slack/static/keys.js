// The keyboard, outside of fields and messages.
import { $, $$, leave } from "./work.js";
import { closeThread, here, markRead, threadTs } from "./conversation.js";
import { jump } from "./switcher.js";

const root = () => document.body.dataset.root;

export function toggleSidebar() {
  document.body.classList.toggle("p-client--wide");
}

export function showShortcuts() {
  $("#shortcuts").showModal();
}

function search(scoped) {
  const field = $(".p-top_nav__search input");
  if (scoped && here) field.value = `in:${here.label.startsWith("#") ? here.label : here.channel} `;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function neighbour(by, unread) {
  const rows = $$(".p-channel_sidebar__channel");
  const at = rows.findIndex((row) => row.getAttribute("aria-selected") === "true");
  const wanted = (row) => !unread || row.classList.contains("p-channel_sidebar__channel--unread");
  for (let step = 1; step <= rows.length; step += 1) {
    const row = rows[(at + by * step + rows.length * 2) % rows.length];
    if (row && wanted(row) && row !== rows[at]) return leave(row.href);
  }
  return undefined;
}

const CONTROL = {
  k: jump,
  g: () => search(false),
  f: () => search(true),
  "/": showShortcuts,
};
const CONTROL_SHIFT = {
  KeyL: () => leave(`${root()}channels`),
  KeyK: () => leave(`${root()}dms`),
  KeyD: toggleSidebar,
};

function escape(event) {
  if ($(":popover-open, dialog[open]") || event.defaultPrevented) return;
  const editing = event.target.closest?.(".c-composer--edit");
  if (editing) $("[data-do=cancel-edit]", editing).click();
  else if (threadTs()) closeThread();
  else if (here) markRead();
}

function key(event) {
  const { key: name, code, altKey, shiftKey } = event;
  const control = event.ctrlKey || event.metaKey;
  let act;
  if (control && !altKey) act = shiftKey ? CONTROL_SHIFT[code] : CONTROL[name.toLowerCase()];
  else if (altKey && !control && ["ArrowUp", "ArrowDown"].includes(name)) act = () => neighbour(name === "ArrowUp" ? -1 : 1, shiftKey);
  else if (name === "Escape" && !shiftKey) return escape(event);
  if (!act || $("dialog[open]")) return undefined;
  event.preventDefault();
  return act();
}

export function start() {
  document.addEventListener("keydown", key);
}
