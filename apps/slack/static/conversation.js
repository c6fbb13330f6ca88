// The open conversation: its list kept as the server has it, further pages, the thread beside it.
import { $, $$, Refused, data, failed, getJSON, post, toast } from "./work.js";
import { parse, patch, remember } from "./patch.js";
import { startComposers } from "./composer.js";

const pane = $("#conversation");
const scroller = $("#messages");
const secondary = $("#secondary");
export const here = pane && { ...pane.dataset };
let seen = pane ? pane.dataset.seen : "";
let unread = false;
let held = false;
let running = null;
let again = false;
let followed = false;

export const list = () => $(".p-message_list__items");
export const threadTs = () => $(".p-flexpane")?.dataset.thread || "";
const threadList = () => $(".p-thread__items");

// --- keeping the eye where it is ---------------------------------------------------------------------

const nearEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 60;

function steady(box, change) {
  const following = nearEnd(box) && !list()?.dataset.until;
  const top = box.getBoundingClientRect().top;
  const rows = $$("[data-qa=virtual-list-item]", box);
  const anchor = rows.find((row) => row.getBoundingClientRect().bottom > top);
  const before = anchor?.getBoundingClientRect().top;
  change();
  if (following && !list()?.dataset.until) box.scrollTop = box.scrollHeight;
  else if (anchor?.isConnected) box.scrollTop += anchor.getBoundingClientRect().top - before;
  else if (anchor) {
    const next = $(`[data-key="${CSS.escape(anchor.dataset.key)}"]`, box);
    if (next) box.scrollTop += next.getBoundingClientRect().top - before;
  }
}

const options = {
  held: (row) => row.dataset.held !== undefined || row.querySelector(".c-composer--edit") !== null,
  replaced(old, row) {
    const tools = old.querySelector(".c-message_actions__container");
    if (tools) row.querySelector("[data-qa=message_container]")?.append(tools);
    const focused = old.dataset.focus;
    if (focused) row.querySelector(focused)?.focus({ preventScroll: true });
  },
};

// What is focused in a row, said so that it can be found again in the row's next edition.
function noteFocus() {
  for (const row of $$("[data-focus]")) delete row.dataset.focus;
  const focused = document.activeElement;
  const row = focused?.closest("[data-key]");
  if (!row || focused.closest(".c-composer")) return;
  const label = focused.getAttribute("aria-label");
  const name = focused.dataset.do ? `[data-do="${focused.dataset.do}"]` : "";
  row.dataset.focus = focused.dataset.qa === "message_container" ? "[data-qa=message_container]"
    : name || (label ? `[aria-label="${CSS.escape(label)}"]` : "[data-qa=message_container]");
}

// --- asking again --------------------------------------------------------------------------------------

export function refresh(extra = {}) {
  if (running) {
    again = true;
    return running.then(() => (Object.keys(extra).length ? refresh(extra) : running));
  }
  running = ask(extra).catch(lost).finally(async () => {
    running = null;
    if (again) {
      again = false;
      await refresh();
    }
  });
  return running;
}

async function ask(extra) {
  if (!pane) return showSidebar(await getJSON(`${document.body.dataset.root}fragments`));
  const { since, until } = list().dataset;
  const fields = { since, until, seen, thread: threadTs(), ...(held && { held: "1" }), ...extra };
  const told = await getJSON(`${here.address}/fragments?${new URLSearchParams(fields)}`);
  show(told, fields);
}

function lost(error) {
  if (!(error instanceof Refused)) throw error;
  if (threadTs()) {
    closeThread();
    toast("This thread is no longer there.");
    again = true;
  }
}

function show(told, fields) {
  if (told.footer !== here.footer) return location.reload();
  const last = list().dataset.last;
  noteFocus();
  showSidebar(told);
  showHeader(told.header);
  steady(scroller, () => patch(list(), parse(told.messages).firstElementChild, options));
  if (told.thread && fields.thread === threadTs()) showReplies(told.thread);
  $("#jump").hidden = !list().dataset.until;
  if (list().dataset.last > last && !list().dataset.until) unread = true;
  return undefined;
}

function showReplies(html) {
  const box = $(".p-flexpane__body");
  const fresh = $(".p-thread__items", parse(html));
  steady(box, () => patch(threadList(), fresh, options));
}

let header = "";
function showHeader(html) {
  if (html === header) return;
  if (header) $("#header").innerHTML = html;
  header = html;
}

function showSidebar({ sidebar, directory }) {
  Object.assign(data, directory);
  const fresh = parse(sidebar);
  for (const rows of $$(".p-channel_sidebar__rows", fresh)) {
    const section = rows.closest("[data-section]").dataset.section;
    patch($(`[data-section="${section}"] .p-channel_sidebar__rows`), rows);
  }
  const directs = fresh.firstElementChild.dataset.unreadDirects;
  const badge = $("#rail-badge");
  badge.textContent = directs;
  badge.hidden = directs === "0";
}

// --- reading -------------------------------------------------------------------------------------------

export async function markRead() {
  if (!pane || here.footer !== "composer" || !(seen || unread)) return;
  [seen, held, unread] = ["", false, false];
  const { last } = list().dataset;
  await post(`${here.address}/mark`, { ts: last }).catch(failed);
  await refresh();
}

export async function markUnread(ts) {
  const told = await post(`${here.address}/mark`, { ts, before: "1" });
  [seen, held] = [told.ts, true];
  await refresh();
}

// What came while the page was open has been read once its reader does something.
function active() {
  if (!unread || held) return;
  unread = false;
  post(`${here.address}/mark`, { ts: list().dataset.last }).catch(failed);
}

export function answered() {
  seen = "";
  held = false;
  return refresh().then(() => {
    unread = false;
  });
}

// --- further pages -------------------------------------------------------------------------------------

let extending = false;
export async function extend(which) {
  if (extending || !$(`[data-key="${which}"]`, list())) return;
  extending = true;
  const { since, last } = list().dataset;
  const until = which === "newer" ? last : list().dataset.until;
  await refresh({ extend: which, since, until });
  extending = false;
}

export async function latest() {
  await refresh({ since: "", until: "", at: "" });
  scroller.scrollTop = scroller.scrollHeight;
  scroller.focus({ preventScroll: true });
}

// Of the days above, only the last keeps its label at the top.
function markDays() {
  const top = scroller.getBoundingClientRect().top + 1;
  const passed = $$(".c-message_list__day_divider", scroller).filter((day) => day.getBoundingClientRect().top <= top);
  for (const day of $$(".c-message_list__day_divider", scroller)) {
    day.classList.toggle("c-message_list__day_divider--stuck", day === passed.at(-1));
    day.classList.toggle("c-message_list__day_divider--passed", passed.includes(day) && day !== passed.at(-1));
  }
}

function scrolled() {
  markDays();
  if (scroller.scrollTop < 200) extend("older");
  if (list().dataset.until && nearEnd(scroller)) extend("newer");
}

// --- the thread ----------------------------------------------------------------------------------------

const threadURL = (ts) => `${here.address}/thread/${here.channel}-${ts}`;

export async function openThread(ts, { record = true } = {}) {
  if (!pane) return;
  if (threadTs() !== ts) {
    const fields = { ...list().dataset, seen, thread: ts };
    const told = await getJSON(`${here.address}/fragments?${new URLSearchParams(fields)}`);
    secondary.replaceChildren(parse(told.thread));
    secondary.hidden = false;
    document.body.classList.replace("p-client--view", "p-client--thread");
    startThread();
    if (record) history.pushState(null, "", threadURL(ts));
    show(told, fields);
  }
  $(".ql-editor", secondary)?.focus();
}

function startThread() {
  remember(threadList());
  startComposers(secondary);
  const box = $(".p-flexpane__body");
  const target = $(".c-message_kit--target", box);
  if (target) target.scrollIntoView({ block: "center" });
  else box.scrollTop = box.scrollHeight;
}

export function closeThread({ record = true } = {}) {
  const ts = threadTs();
  if (!ts) return;
  secondary.hidden = true;
  secondary.replaceChildren();
  document.body.classList.replace("p-client--thread", "p-client--view");
  if (record) history.pushState(null, "", here.address);
  const row = $(`#${CSS.escape(`m-${ts}`)} [data-qa=message_container]`);
  (row || scroller).focus({ preventScroll: true });
}

function travelled() {
  const path = location.pathname;
  if (!pane || !path.startsWith(here.address)) return location.reload();
  const found = path.match(/\/thread\/[A-Z0-9]+-(\d{10}\.\d{6})$/);
  if (found) return openThread(found[1], { record: false }).catch(failed);
  return path === here.address ? closeThread({ record: false }) : location.reload();
}

// --- the start -----------------------------------------------------------------------------------------

function settle() {
  const target = here.at && $(`#${CSS.escape(`m-${here.at}`)}`);
  const line = $("#new");
  if (target) {
    target.scrollIntoView({ block: "center" });
    $("[data-qa=message_container]", target).focus({ preventScroll: true });
  } else scroller.scrollTop = scroller.scrollHeight;
  if (!target && line && line.offsetTop < scroller.scrollTop) scroller.scrollTop = line.offsetTop - 60;
}

export function start() {
  for (const rows of $$(".p-channel_sidebar__rows")) remember(rows);
  document.addEventListener("workaday:change", () => refresh());
  if (!pane) return;
  header = $("#header").innerHTML;
  remember(list());
  settle();
  if (threadTs()) startThread();
  scroller.addEventListener("scroll", scrolled, { passive: true });
  addEventListener("popstate", travelled);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, active, { capture: true });
  new ResizeObserver(() => { if (followed) scroller.scrollTop = scroller.scrollHeight; }).observe(scroller);
  scroller.addEventListener("scroll", () => { followed = nearEnd(scroller); }, { passive: true });
}

