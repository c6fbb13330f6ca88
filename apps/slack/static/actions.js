// What can be done with a message: the bar over it, its menu, its keys.
import { $, $$, failed, getHTML, post, toast } from "./work.js";
import { forget, parse } from "./patch.js";
import { composerOf } from "./composer.js";
import { closeThread, here, list, markUnread, openThread, refresh, threadTs } from "./conversation.js";
import { pickEmoji } from "./picker.js";
import { place, walk } from "./popovers.js";

const bar = $("#message-actions").content.firstElementChild.cloneNode(true);
const menu = $("#more-menu");
const dialog = $("#delete-dialog");
const SELECTOR = "[data-qa=message_container]";
let current = null;

const messageOf = (element) => element.closest(SELECTOR);
const address = (message, what) => `${here.address}/${what}/${message.dataset.msgTs}`;
const mayReact = () => here.footer !== "archived";
const mayMark = () => here.footer === "composer";
const row = (message) => message.closest("[data-key]");

// --- the bar ---------------------------------------------------------------------------------------------

function showBar(message) {
  if (bar.parentElement === message || message.dataset.dead !== undefined) return;
  if ($(".c-composer--edit", message)) return;
  for (const button of $$("[data-do=quick], [data-do=pick-reaction]", bar)) button.hidden = !mayReact();
  message.append(bar);
}

function hideBar() {
  const open = $(":popover-open:not(.c-autocomplete)");
  const message = bar.parentElement;
  if (message && !open && !message.contains(document.activeElement)) bar.remove();
}

function startBar() {
  document.addEventListener("pointerover", (event) => {
    const message = event.target.closest?.(SELECTOR);
    if (message) showBar(message);
    else if (!event.target.closest?.(":popover-open")) hideBar();
  });
  document.addEventListener("focusin", (event) => {
    const message = event.target.closest(SELECTOR);
    if (message) showBar(message);
  });
}

// --- deeds -----------------------------------------------------------------------------------------------

const reacting = new Set();
export async function react(message, name) {
  const key = `${message.dataset.msgTs} ${name}`;
  if (reacting.has(key)) return;
  reacting.add(key);
  await post(address(message, "react"), { name }).then(() => refresh()).catch(failed);
  reacting.delete(key);
}

function pickReaction(message, anchor) {
  pickEmoji(anchor, (name) => react(message, name)).catch(failed);
}

function showMenu(message, anchor) {
  current = message;
  const allowed = {
    edit: message.dataset.mine !== undefined && mayMark(),
    delete: message.dataset.deletable !== undefined,
    unread: mayMark() && row(message).closest(".p-message_list__items") !== null,
    copy: true,
  };
  for (const item of $$("[role=menuitem]", menu)) item.hidden = !allowed[item.dataset.do];
  place(menu, anchor);
  $("[role=menuitem]:not([hidden])", menu).focus();
}

async function copyLink(message) {
  const link = message.dataset.permalink;
  try {
    await navigator.clipboard.writeText(link);
    toast("Link copied");
  } catch {
    toast(link);
  }
}

export async function edit(message) {
  if ($(".c-composer--edit", message)) return;
  const form = parse(await getHTML(address(message, "edit"))).firstElementChild;
  bar.remove();
  message.classList.add("c-message_kit--editing");
  $(".c-message_kit__gutter__right", message).append(form);
  const composer = composerOf(form);
  composer.done = () => finish(form);
  composer.focusEnd();
  form.scrollIntoView({ block: "nearest" });
}

function finish(form) {
  const message = messageOf(form);
  form.remove();
  message.classList.remove("c-message_kit--editing");
  forget(row(message));
  const composer = $(".ql-editor", message.closest(".p-flexpane") || $("#footer"));
  (composer || message).focus();
  return refresh();
}

function editLast(from) {
  const within = from.closest(".p-flexpane") || list();
  const own = $$(`${SELECTOR}[data-mine]`, within);
  if (own.length) edit(own.at(-1)).catch(failed);
}

function askDelete(message) {
  const form = $("form", dialog);
  form.action = address(message, "delete");
  form.dataset.ts = message.dataset.msgTs;
  const quote = $(".c-message__body", message).cloneNode(true);
  $(".c-dialog__quote", dialog).replaceChildren(document.createTextNode(message.dataset.author), quote);
  $(".c-dialog__error", dialog).hidden = true;
  dialog.showModal();
  $("[data-qa=dialog_go]", dialog).focus();
}

let deleting = false;
async function reallyDelete(event) {
  event.preventDefault();
  if (deleting) return;
  deleting = true;
  const { action, dataset } = event.target;
  try {
    await post(action);
    dialog.close();
    if (dataset.ts === threadTs()) closeThread();
    await refresh();
  } catch (error) {
    const told = $(".c-dialog__error", dialog);
    told.hidden = false;
    told.textContent = error.message;
  } finally {
    deleting = false;
  }
}

// --- who asks for it -------------------------------------------------------------------------------------

const thread = (ts) => openThread(ts).catch(failed);
export const deeds = {
  quick: (button) => react(messageOf(button), button.dataset.name),
  react: (form) => react(messageOf(form), $("[name=name]", form).value),
  "pick-reaction": (button) => pickReaction(messageOf(button), button),
  thread: (link) => thread(link.dataset.thread || messageOf(link).dataset.thread),
  more: (button) => showMenu(messageOf(button), button),
  copy: () => closing(copyLink),
  edit: () => closing(edit),
  delete: () => closing(askDelete),
  unread: () => closing((message) => markUnread(message.dataset.msgTs)),
  "cancel-edit": (button) => finish(button.closest("form")),
};

function closing(deed) {
  menu.hidePopover();
  return Promise.resolve(deed(current)).catch(failed);
}

const KEYS = {
  e: (message) => message.dataset.mine !== undefined && mayMark() && edit(message),
  r: (message) => mayReact() && pickReaction(message, message),
  t: (message) => thread(message.dataset.thread),
  l: copyLink,
  u: (message) => mayMark() && markUnread(message.dataset.msgTs),
  delete: (message) => message.dataset.deletable !== undefined && askDelete(message),
};

function step(message, by) {
  const all = $$(SELECTOR, row(message).parentElement);
  const next = all[all.indexOf(message) + by];
  next?.focus();
  return Boolean(next);
}

function key(event) {
  const message = event.target;
  if (!message.matches?.(SELECTOR) || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowUp: -1, ArrowDown: 1 };
  const deed = KEYS[event.key.toLowerCase()];
  if (steps[event.key]) {
    if (step(message, steps[event.key])) event.preventDefault();
  } else if (deed && message.dataset.dead === undefined && !event.shiftKey) {
    event.preventDefault();
    Promise.resolve(deed(message)).catch(failed);
  }
}

export function start() {
  if (!here) return;
  startBar();
  menu.addEventListener("keydown", (event) => walk(event, $$("[role=menuitem]:not([hidden])", menu)));
  dialog.addEventListener("submit", reallyDelete);
  document.addEventListener("keydown", key);
  document.addEventListener("edit-last", (event) => editLast(event.target));
}
