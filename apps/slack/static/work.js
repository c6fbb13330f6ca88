// Talking to the server, and saying so while it lasts.
const root = document.documentElement;
let running = 0;

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// As a message's text is stored.
export const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

function show() {
  if (running) root.dataset.pending = String(running);
  else delete root.dataset.pending;
}

export function busy(promise) {
  running += 1;
  show();
  return promise.finally(() => {
    running -= 1;
    show();
  });
}

export function ready() {
  show();
}

export class Refused extends Error {}

// Nobody has said no: it may be tried again.
export class Unreached extends Refused {}

async function asked(url, options) {
  let answer;
  try {
    answer = await fetch(url, options);
  } catch {
    throw new Unreached("Slack cannot be reached. Check the connection and try again.");
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  if (answer.status >= 500) throw new Unreached("Something went wrong. Try again.");
  throw new Refused(told.message || "Something went wrong. Try again.");
}

const json = { Accept: "application/json" };

export function getJSON(url) {
  return busy(asked(url, { headers: json }).then((answer) => answer.json()));
}

export function getHTML(url) {
  return busy(asked(url, { headers: { Accept: "text/html" } }).then((answer) => answer.text()));
}

export function post(url, fields = {}) {
  const body = new URLSearchParams(fields);
  return busy(asked(url, { method: "POST", headers: json, body }).then((answer) => answer.json()));
}

// A page that is being left is not ready until the next one is.
export function leave(url) {
  running += 1;
  show();
  location.assign(url);
}

// A note stays until its reader does something: it does not depend on how long they look.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => $("#toasts")?.replaceChildren(), { capture: true });

export function toast(text, kind = "note") {
  const shown = document.createElement("div");
  shown.className = `c-toast c-toast--${kind}`;
  shown.textContent = text;
  $("#toasts").replaceChildren(shown);
}

export function failed(error) {
  if (!(error instanceof Refused)) throw error;
  toast(error.message, "error");
}

export const data = JSON.parse($("#directory")?.textContent || '{"people": [], "places": []}');

// What one has chosen for writing: see pages/composing.py.
export const settings = JSON.parse($("#writing-settings")?.textContent || "{}");
