// A field that messages are written in, with its tools and keys; what it holds is sent as mrkdwn.
import { faced, mayHaveFaces } from "./autoformat.js";
import { Attachments, askSnippet, startUploads } from "./uploads.js";
import { Keeper } from "./drafts.js";
import { Editor } from "./editor.js";
import { chipOf, emojiNames, faceOf } from "./emoji.js";
import { at, insertLines, insertRuns, insertText, isBlank, words } from "./lines.js";
import { askLink, isURL, linked } from "./links.js";
import { pickEmoji } from "./picker.js";
import { read } from "./reading.js";
import { scheduling } from "./schedule.js";
import { spell } from "./spelling.js";
import { closeSuggestions, suggest, suggesting } from "./suggestions.js";
import { mayNotify, offerInvitations } from "./warnings.js";
import { dispatch } from "./outbox.js";
import { $, $$, Refused, failed, post, settings } from "./work.js";

const LONGEST = 40000;
const NEAR = 1000;
const STYLES = new Set(["bold", "italic", "strike", "code"]);
const KINDS = { ordered: "ordered", bullets: "bullet", quote: "quote", codeblock: "code" };
const FORMATTING = { shown: true, hidden: false };
const PLAIN_KEYS = { b: "bold", i: "italic", u: "upload", z: "undo", y: "redo" };
const SHIFTED_KEYS = {
  KeyX: "strike", KeyC: "code", KeyU: "link", Digit7: "ordered", Digit8: "bullets", Digit9: "quote", KeyZ: "redo",
};
const shownFormatting = () => `slack-formatting:${document.body.dataset.root}`;

class Composer {
  constructor(form) {
    this.form = form;
    this.field = $(".ql-editor", form);
    this.button = $(".c-composer__send, [data-qa=save_edit]", form);
    this.editing = form.classList.contains("c-composer--edit");
    this.editor = new Editor(this.field, { emoji: { chipOf, faceOf }, changed: () => this.changed(), moved: () => this.showStyles() });
    this.attachments = this.editing ? null : new Attachments(this);
    this.keeper = form.dataset.draft ? new Keeper(this) : null;
    this.done = () => {};
    this.opened = this.text;
    this.listen();
    this.showReady();
    this.showFormatting(FORMATTING[localStorage.getItem(shownFormatting())]);
  }

  listen() {
    const { field, form } = this;
    field.addEventListener("keydown", (event) => this.key(event));
    field.addEventListener("paste", (event) => this.paste(event));
    field.addEventListener("focus", () => emojiNames().catch(() => {}), { once: true });
    field.addEventListener("click", (event) => this.clicked(event));
    field.addEventListener("blur", () => closeSuggestions());
    field.addEventListener("drop", (event) => this.dropped(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    for (const tool of $$("[data-format]", form)) {
      tool.addEventListener("pointerdown", (event) => event.preventDefault());
      tool.addEventListener("click", () => this.format(tool.dataset.format, tool));
    }
  }

  get text() {
    return spell(this.editor.lines);
  }

  get empty() {
    return isBlank(this.editor.lines) && !this.attachments?.any;
  }

  changed() {
    this.showReady();
    this.keeper?.changed();
    suggest(this);
  }

  showReady() {
    const { empty } = this;
    for (const button of [this.button, $(".c-composer__later", this.form)]) button?.setAttribute("aria-disabled", String(empty));
    this.button.classList.toggle("c-composer__send--ready", !empty);
    if (!empty) this.tell("");
    this.showLength();
  }

  showLength() {
    const shown = $(".c-composer__left", this.form);
    if (!shown) return;
    const left = this.field.textContent.length > LONGEST - 2 * NEAR ? LONGEST - this.text.length : LONGEST;
    shown.hidden = left >= NEAR;
    shown.textContent = shown.hidden ? "" : String(left);
    shown.classList.toggle("c-composer__left--over", left < 0);
  }

  tell(message) {
    const told = $(".c-composer__error", this.form);
    told.hidden = !message;
    told.textContent = message;
  }

  // --- sending ---

  // Once at a time: what has to be asked first is asked once.
  async send(more = {}) {
    if (this.asking) return;
    this.asking = true;
    try {
      await this.attempt(more);
    } finally {
      this.asking = false;
    }
  }

  async attempt(more) {
    closeSuggestions();
    await this.convertFaces();
    const { text } = this;
    if (this.empty) {
      this.field.focus();
      return;
    }
    if (text.length > LONGEST) {
      this.tell(`Your message is ${text.length - LONGEST} characters too long. Shorten it, or send it in parts.`);
      return;
    }
    if (this.editing) await this.save(text);
    else if (this.isCommand()) this.command(text);
    else if (await mayNotify(this.form, text)) this.dispatch(more);
  }

  async convertFaces() {
    const { lines } = this.editor;
    if (!settings.convert_emoticons || !mayHaveFaces(lines)) return;
    await emojiNames().catch(() => {});
    if (spell(this.editor.lines) === spell(lines)) this.editor.lines = faced(lines, faceOf);
  }

  isCommand() {
    const [first] = this.editor.lines;
    return !this.attachments.any && first.kind === "plain" && /^\/[^\s/]/.test(words(first));
  }

  fields(text) {
    const fields = { mrkdwn: text };
    for (const input of $$("input", this.form)) {
      if (input.name && (input.type !== "checkbox" || input.checked)) fields[input.name] = input.value;
    }
    return fields;
  }

  // The field is free at once; what was refused comes back into it.
  dispatch(more) {
    const { lines } = this.editor;
    const text = spell(lines);
    const kept = { lines, files: this.attachments.take(), broadcast: this.broadcast?.checked };
    const fields = { ...this.fields(text), ...more };
    this.clear();
    if (this.broadcast) this.broadcast.checked = false;
    const url = more.post_at ? this.form.dataset.schedule : this.form.action;
    const sent = dispatch({ form: this.form, url, fields, ...kept, keeper: this.keeper });
    sent.then((told) => {
      this.done(told);
      if (more.post_at) this.keeper.look();
      else offerInvitations(this.form, text).catch(failed);
    }, (error) => this.giveBack(error, kept));
  }

  get broadcast() {
    return $("[name=broadcast]", this.form);
  }

  giveBack(error, { lines, files, broadcast }) {
    if (!(error instanceof Refused)) throw error;
    const since = this.editor.lines;
    this.editor.lines = isBlank(since) ? lines : [...lines, ...since];
    if (this.broadcast) this.broadcast.checked = Boolean(broadcast);
    this.attachments.giveBack(files);
    this.keeper?.changed();
    this.showReady();
    this.tell(error.message);
  }

  command(text) {
    const { lines } = this.editor;
    this.clear();
    const fields = { text, thread_ts: this.form.dataset.thread };
    this.keeper.after(() => post(this.form.dataset.command, fields)).then((told) => {
      this.keeper.drop().catch(failed);
      document.dispatchEvent(new CustomEvent("slack:command", { detail: told }));
      this.done(told);
    }, (error) => this.giveBack(error, { lines, files: [] }));
  }

  async save(text) {
    if (this.saving) return;
    this.saving = true;
    try {
      this.done(text === this.opened ? {} : await post(this.form.action, this.fields(text)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell(error.message);
    } finally {
      this.saving = false;
    }
  }

  clear() {
    this.editor.clear();
    this.keeper?.sent();
    this.showReady();
  }

  // --- keys ---

  key(event) {
    if (event.isComposing || suggesting(event)) return;
    const control = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !event.altKey) this.enter(event, control);
    else if (event.key === "Tab" && this.editor.inList()) this.tab(event);
    else if (event.key === "ArrowRight" && !control && !event.shiftKey && this.editor.leaveCode()) event.preventDefault();
    else if (event.key === "ArrowDown" && !control && !event.shiftKey && this.editor.leaveBox()) event.preventDefault();
    else if (control && this.shortcut(event)) event.preventDefault();
    else if (event.key === "ArrowUp" && this.empty && !this.editing && !control && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      this.form.dispatchEvent(new CustomEvent("edit-last", { bubbles: true }));
    }
  }

  tab(event) {
    event.preventDefault();
    this.editor.indent(event.shiftKey ? -1 : 1);
  }

  enter(event, control) {
    event.preventDefault();
    const sends = control || (!event.shiftKey && settings.enter_sends && this.editor.kind() !== "code");
    if (control && event.shiftKey) this.snippet();
    else if (sends) this.send();
    else this.editor.newLine();
  }

  shortcut({ key, code, shiftKey, altKey }) {
    if (altKey) {
      if (shiftKey && code === "KeyC") this.format("codeblock");
      return shiftKey && code === "KeyC";
    }
    const name = shiftKey ? SHIFTED_KEYS[code] : PLAIN_KEYS[key.toLowerCase()];
    if (name) this.format(name);
    return Boolean(name);
  }

  // --- what comes from elsewhere ---

  paste(event) {
    event.preventDefault();
    const { clipboardData: pasted } = event;
    if (pasted.files.length && !this.editing) {
      this.attachments.add([...pasted.files]);
      return;
    }
    const [plain, html] = ["text/plain", "text/html"].map((type) => pasted.getData(type));
    const chosen = getSelection().toString();
    if (chosen && !chosen.includes("\n") && isURL(plain.trim())) this.link(plain.trim());
    else this.insert(plain, html);
  }

  insert(plain, html) {
    const rich = html && read(new DOMParser().parseFromString(html, "text/html").body, [], { collapse: true }).lines;
    if (rich && !isBlank(rich)) this.editor.edit((lines, range) => insertLines(lines, range, rich));
    else if (plain) this.editor.edit((lines, range) => insertText(lines, range, plain.replaceAll("\r\n", "\n")));
  }

  dropped(event) {
    event.preventDefault();
    if (event.dataTransfer.files.length) return;
    this.focus();
    this.insert(event.dataTransfer.getData("text/plain"), event.dataTransfer.getData("text/html"));
  }

  link(url, label = "") {
    this.editor.edit((lines, range) => linked(lines, range, url, label));
  }

  clicked(event) {
    const link = event.target.closest?.("a");
    if (!link) return;
    event.preventDefault();
    askLink(this, link);
  }

  // --- tools ---

  format(name, tool) {
    if (name === "formatting") this.toggleFormatting();
    else {
      if (!this.editor.holdsCaret()) this.focusEnd();
      else this.field.focus({ preventScroll: true });
      this.use(name, tool);
      this.showStyles();
    }
  }

  use(name, tool) {
    if (STYLES.has(name)) this.editor.toggleStyle(name);
    else if (KINDS[name]) this.editor.toggleKind(KINDS[name]);
    else if (name === "mention") this.begin("@");
    else if (name === "command") this.begin("/");
    else {
      const tools = {
        undo: () => this.editor.undo(),
        redo: () => this.editor.redo(),
        link: () => askLink(this),
        emoji: () => pickEmoji(tool, (name, character, chip) => this.putEmoji(chip)).catch(failed),
        attach: () => this.attachments?.menu(tool),
        upload: () => this.attachments?.choose(),
        schedule: () => scheduling(this, tool),
      };
      tools[name]();
    }
  }

  // A sign that begins a completion, apart from the word before it.
  begin(sign) {
    this.editor.edit((lines, range) => {
      const before = words(lines[range.start.line]).slice(0, range.start.at);
      if (sign === "/") return insertText(lines, at(0, 0), sign);
      return insertText(lines, range, /\S$/.test(before) ? ` ${sign}` : sign);
    });
  }

  snippet() {
    if (this.attachments) askSnippet(this);
  }

  showStyles() {
    const [style, kind] = [this.editor.style(), this.editor.kind()];
    for (const tool of $$("[data-format][aria-pressed]", this.form)) {
      const { format } = tool.dataset;
      tool.setAttribute("aria-pressed", String(format === "link" ? Boolean(style.link) : Boolean(style[format]) || KINDS[format] === kind));
    }
  }

  // Shown or hidden as one has said; where nobody has, as there is room.
  showFormatting(shown) {
    this.form.classList.toggle("c-composer--formatted", shown === true);
    this.form.classList.toggle("c-composer--plain", shown === false);
    const tool = $("[data-format=formatting]", this.form);
    tool.title = this.formatted ? "Hide formatting" : "Show formatting";
    tool.setAttribute("aria-label", tool.title);
  }

  get formatted() {
    return $(".c-composer__formatting", this.form).checkVisibility();
  }

  toggleFormatting() {
    localStorage.setItem(shownFormatting(), this.formatted ? "hidden" : "shown");
    this.showFormatting(!this.formatted);
  }

  // --- the field ---

  focus() {
    if (this.editor.holdsCaret()) this.field.focus();
    else this.focusEnd();
  }

  focusEnd() {
    this.editor.focusEnd();
  }

  putEmoji(chip) {
    this.focus();
    this.editor.edit((lines, range) => insertRuns(lines, range, [chip]));
  }

  // In place of what was typed of a name.
  complete(length, run) {
    this.editor.edit((lines, { start }) => {
      const range = { start: { ...start, at: start.at - length }, end: start };
      return insertRuns(lines, range, [run, { text: " " }]);
    });
  }
}

// --- all of them -----------------------------------------------------------------------------------------

const composers = new WeakMap();
let afterwards = () => {};

export function composerOf(form) {
  if (!composers.has(form)) composers.set(form, new Composer(form));
  return composers.get(form);
}

startUploads(composerOf);

export function startComposers(within = document, done = afterwards) {
  afterwards = done;
  for (const form of $$(".c-composer:not(.c-composer--edit)", within)) composerOf(form).done = done;
}
