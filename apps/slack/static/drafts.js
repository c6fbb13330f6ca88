// What has been begun is kept on the server, for each conversation and thread.
//
// A moment after the last letter it is on its way there; until it has arrived a copy lies in the browser, so that
// leaving, reloading or a lost connection loses nothing.  The page says that it is busy until then: whoever
// drives it sees the same rows each time.
import { read } from "./reading.js";
import { spell } from "./spelling.js";
import { $, $$, Refused, busy, getJSON, post } from "./work.js";

const PAUSE = 100;
const NEWS = new Set(["slack_draft", "slack_scheduled"]);
const prefix = () => `slack-unsaved:${document.body.dataset.root}:`;

export class Keeper {
  constructor(composer) {
    this.composer = composer;
    this.url = composer.form.dataset.keep;
    this.thread = composer.form.dataset.thread || "";
    this.name = prefix() + composer.form.dataset.draft;
    this.saved = composer.text;
    this.queue = Promise.resolve();
    this.restore();
    addEventListener("pagehide", () => this.leaving());
    document.addEventListener("workaday:change", ({ detail }) => {
      if (this.composer.form.isConnected && detail.tables.some((table) => NEWS.has(table))) this.look();
    });
  }

  restore() {
    const copy = JSON.parse(localStorage.getItem(this.name) || "null");
    if (!copy) return;
    this.composer.editor.lines = copy.lines;
    this.changed();
  }

  changed() {
    this.settle?.();
    let timer = 0;
    busy(new Promise((done) => {
      this.settle = () => {
        clearTimeout(timer);
        done();
      };
      timer = setTimeout(() => {
        this.save();
        done();
      }, PAUSE);
    }));
    this.waits = true;
  }

  save() {
    this.waits = false;
    const { text } = this.composer;
    if (text === this.saved) {
      localStorage.removeItem(this.name);
      return;
    }
    this.copy(text);
    this.after(() => post(this.url, { mrkdwn: text, thread_ts: this.thread })).then(() => {
      this.saved = text;
      if (JSON.parse(localStorage.getItem(this.name) || "null")?.text === text) localStorage.removeItem(this.name);
    }, (error) => {
      if (!(error instanceof Refused)) throw error;
    });
  }

  copy(text) {
    const { lines } = this.composer.editor;
    localStorage.setItem(this.name, JSON.stringify({ text, lines, url: this.url, thread: this.thread }));
  }

  // One thing after the other: a draft must not arrive after the message that it became.
  after(run) {
    const ran = this.queue.then(run);
    this.queue = busy(ran.catch(() => {}));
    return ran;
  }

  // The server forgets the draft with the message; `drop` is for what was no message.
  sent() {
    this.settle?.();
    [this.waits, this.saved] = [false, ""];
    localStorage.removeItem(this.name);
  }

  drop() {
    return this.after(() => post(this.url, { mrkdwn: "", thread_ts: this.thread }));
  }

  // What is scheduled here now; and the draft, if another window has gone on with it while nobody writes in this.
  async look() {
    const { form, field, editor } = this.composer;
    const told = await getJSON(`${form.dataset.now}?${new URLSearchParams({ thread_ts: this.thread })}`).catch(() => null);
    if (!told) return;
    const banner = $(".c-composer__banner", form);
    banner.hidden = !told.banner;
    $("span", banner).textContent = told.banner;
    const { lines } = read(new DOMParser().parseFromString(told.draft, "text/html").body);
    if (this.waits || field === document.activeElement || spell(lines) === this.saved) return;
    this.saved = spell(lines);
    editor.lines = lines;
    this.composer.showReady();
  }

  leaving() {
    if (!this.waits || !this.composer.form.isConnected) return;
    const { text } = this.composer;
    this.copy(text);
    navigator.sendBeacon(this.url, new URLSearchParams({ mrkdwn: text, thread_ts: this.thread }));
  }
}

// What was left behind on the way to this page.
export function flushDrafts() {
  const here = new Set($$("[data-draft]").map((form) => prefix() + form.dataset.draft));
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(prefix()) || here.has(name)) continue;
    const { text, url, thread } = JSON.parse(localStorage.getItem(name));
    post(url, { mrkdwn: text, thread_ts: thread }).then(() => localStorage.removeItem(name), () => {});
  }
}
