// What apps have put before one: buttons, menus and fields in messages and views, modals, homes, commands.
import { $, $$, Refused, failed, getHTML, getJSON, leave, post } from "./work.js";
import { parse } from "./patch.js";
import { refresh } from "./conversation.js";
import { showShortcuts } from "./keys.js";

const dialog = $("#view-dialog");
const confirming = $("#confirm-dialog");
const PATIENCE = 3000;

// --- what is filled in -----------------------------------------------------------------------------------

function valueOf(control) {
  if (control.matches("fieldset")) {
    const chosen = $$("input:checked", control).map((box) => box.value);
    return $("input[type=radio]", control) ? chosen[0] || "" : chosen;
  }
  if (control.matches("select[multiple]")) return [...control.selectedOptions].map((option) => option.value);
  return control.value ?? "";
}

function valuesIn(box) {
  const values = {};
  for (const control of $$("[data-action-id]:not(button, a)", box)) {
    const { blockId, actionId } = control.dataset;
    (values[blockId] ??= {})[actionId] = valueOf(control);
  }
  return values;
}

const fieldsOf = (control, value) => ({
  block_id: control.dataset.blockId,
  action_id: control.dataset.actionId,
  value: Array.isArray(value) ? JSON.stringify(value) : value,
});

// --- using a control -------------------------------------------------------------------------------------

function confirmed({ confirm, confirmTitle, confirmYes, confirmNo }) {
  if (confirm === undefined) return Promise.resolve(true);
  $("h2", confirming).textContent = confirmTitle;
  $(".c-dialog__text", confirming).textContent = confirm;
  const [no, yes] = $$("button", confirming);
  [no.textContent, yes.textContent] = [confirmNo, confirmYes];
  confirming.returnValue = "no";
  confirming.showModal();
  return new Promise((resolve) => {
    confirming.addEventListener("close", () => resolve(confirming.returnValue === "yes"), { once: true });
  });
}

async function act(control) {
  const box = control.closest("[data-blocks]");
  if (!(await confirmed(control.dataset))) return;
  const value = control.matches("button, a") ? "" : valueOf(control);
  await post(box.dataset.act, { ...fieldsOf(control, value), values: JSON.stringify(valuesIn(box)) });
  if (control.dataset.actionType === "overflow") control.value = "";
}

function clicked(event) {
  const control = event.target.closest?.("[data-blocks] :is(button, a)[data-action-id]");
  if (control) act(control).catch(failed);
}

function changed(event) {
  const control = event.target.closest?.("[data-blocks] [data-action-id][data-acts]:not(button, a)");
  if (control) act(control).catch(failed);
}

// --- options that an app offers while one types ----------------------------------------------------------

let asked = 0;
async function suggest(search) {
  const [box, menu, turn] = [search.closest("[data-blocks]"), search.nextElementSibling, (asked += 1)];
  const { url } = await post(box.dataset.suggest, fieldsOf(menu, search.value));
  for (let tries = 0; tries < 30 && turn === asked; tries += 1) {
    const { options } = await getJSON(url);
    if (options && turn === asked) return offer(menu, options);
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  return undefined;
}

function offer(menu, options) {
  const kept = [...menu.options].filter((option) => !option.value || option.selected);
  const fresh = options.filter(({ value }) => !kept.some((option) => option.value === value));
  menu.replaceChildren(...kept, ...fresh.map(({ value, text }) => new Option(text, value)));
}

function typed(event) {
  if (event.target.matches?.("[data-suggests]")) suggest(event.target).catch(failed);
}

// --- modals ----------------------------------------------------------------------------------------------

const form = () => $("form", dialog);

async function showTop() {
  const html = await getHTML(dialog.dataset.top);
  if (!html) return dialog.open && dialog.close();
  const fresh = parse(html).firstElementChild;
  const shown = form();
  if (shown?.dataset.view === fresh.dataset.view && shown.dataset.hash === fresh.dataset.hash) return undefined;
  const typedIn = shown?.dataset.view === fresh.dataset.view ? valuesIn(shown) : {};
  dialog.replaceChildren(fresh);
  fillAgain(fresh, typedIn);
  if (!dialog.open) dialog.showModal();
  ($(".c-input__error:not([hidden])", fresh)?.closest(".c-input") || fresh).querySelector("[data-action-id]")?.focus();
  return undefined;
}

// What has been typed stays where the app has put the same field again.
function fillAgain(fresh, values) {
  for (const control of $$("input[data-action-id], textarea[data-action-id]", fresh)) {
    const { blockId, actionId } = control.dataset;
    control.value = values[blockId]?.[actionId] ?? control.value;
  }
}

function tell(errors) {
  for (const block of $$(".c-block--input", dialog)) {
    const told = $(".c-input__error", block);
    told.textContent = errors[block.dataset.block] || "";
    told.hidden = !told.textContent;
  }
  $(".c-input__error:not([hidden])", dialog)?.closest(".c-input").querySelector("[data-action-id]")?.focus();
}

async function submitted(event) {
  event.preventDefault();
  event.stopPropagation();
  const [sent, button] = [form(), $("[data-qa=dialog_go]", dialog)];
  const { errors } = await post(sent.dataset.submit, { values: JSON.stringify(valuesIn(sent)) });
  tell(errors);
  if (Object.keys(errors).length) return;
  button.disabled = true;
  setTimeout(() => despair(sent), PATIENCE);
}

// The app has said nothing: one may try again.
function despair(sent) {
  if (form() !== sent || !dialog.open) return;
  const told = $(".c-dialog__error", sent);
  [told.hidden, told.textContent] = [false, "We had some trouble connecting. Try again?"];
  $("[data-qa=dialog_go]", sent).disabled = false;
}

async function closeTop(fields = {}) {
  await post(form().dataset.close, fields);
  await showTop();
}

// --- homes and commands ----------------------------------------------------------------------------------

async function showHome() {
  const home = $("#app-home[data-home]");
  if (!home?.dataset.home) return;
  const html = await getHTML(`${home.dataset.home}?again=1`);
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#app-home");
  if (fresh.innerHTML !== home.innerHTML) home.replaceChildren(...fresh.children);
}

const outcomes = {
  channel: ({ to }) => leave(to),
  search: ({ to }) => leave(to),
  shortcuts: () => showShortcuts(),
  collapse: () => document.body.classList.add("p-client--collapsed"),
  expand: () => document.body.classList.remove("p-client--collapsed"),
};

function ran({ detail }) {
  (outcomes[detail.outcome] || (() => refresh()))(detail);
}

// A message's menu ends with what apps can do with it.
const menu = $("#more-menu");
async function listShortcuts(event) {
  if (event.newState !== "open") return;
  const found = await getJSON(dialog.dataset.shortcuts);
  for (const item of $$("[data-do=use-shortcut]", menu)) item.remove();
  menu.append(...found.map((each) => {
    const item = document.createElement("button");
    Object.assign(item, { type: "button", role: "menuitem" });
    Object.assign(item.dataset, { do: "use-shortcut", app: each.app, callback: each.callback_id });
    const [name, by] = [document.createElement("span"), document.createElement("small")];
    [name.textContent, by.textContent] = [each.name, each.by];
    item.append(name, by);
    return item;
  }));
}

function useShortcut(item) {
  const { msgTs, msgChannelId } = $(".c-message_actions__container").closest("[data-qa=message_container]").dataset;
  const { app, callback } = item.dataset;
  menu.hidePopover();
  return post(dialog.dataset.shortcut, { app, callback_id: callback, channel: msgChannelId, ts: msgTs });
}

async function shortcut(sent) {
  await post(sent.action, Object.fromEntries(new FormData(sent)));
}

export const deeds = {
  "close-view": () => closeTop().catch(failed),
  "use-shortcut": (item) => useShortcut(item).catch(failed),
  "clear-views": () => closeTop({ cleared: "1" }).catch(failed),
};

export function start() {
  document.addEventListener("click", clicked);
  document.addEventListener("change", changed);
  document.addEventListener("input", typed);
  menu.addEventListener("beforetoggle", (event) => listShortcuts(event).catch(failed));
  document.addEventListener("slack:command", ran);
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.do !== "shortcut") return;
    event.preventDefault();
    shortcut(event.target).catch(failed);
  }, { capture: true });
  dialog.addEventListener("submit", (event) => submitted(event).catch(failed));
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    deeds["close-view"]();
  });
  document.addEventListener("workaday:change", ({ detail }) => {
    if (detail.tables.includes("slack_view")) Promise.all([showTop(), showHome()]).catch(failed);
  });
  showTop().catch((error) => { if (!(error instanceof Refused)) throw error; });
}
