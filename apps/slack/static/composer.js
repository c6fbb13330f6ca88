// The field that messages are written in: what is typed stands for itself, chosen names become tokens.
import { $, $$, Refused, busy, escaped, post } from "./work.js";
import { closeSuggestions, suggest, suggesting } from "./suggestions.js";

const LONGEST = 40000;
const MARKS = { B: "*", STRONG: "*", I: "_", EM: "_", S: "~", STRIKE: "~", DEL: "~", CODE: "`" };
const COMMANDS = { bold: "bold", italic: "italic", strike: "strikeThrough" };
const BLOCKS = new Set(["DIV", "P", "LI", "PRE", "BLOCKQUOTE", "UL", "OL"]);
const store = (name) => `slack-draft:${document.body.dataset.root}:${name}`;

// --- from the field to a message's text ------------------------------------------------------------------

export function spelled(node) {
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) text += escaped(child.data);
    else if (child.nodeName === "BR") text += "\n";
    else if (child.dataset?.token) text += child.dataset.token;
    else if (MARKS[child.nodeName]) text += marked(MARKS[child.nodeName], spelled(child));
    else if (BLOCKS.has(child.nodeName)) text += (text && !text.endsWith("\n") ? "\n" : "") + line(spelled(child));
    else text += spelled(child);
  }
  return text;
}

const line = (text) => (text.endsWith("\n") ? text : `${text}\n`);

// A mark holds on to words, not to the blanks around them, and does not reach over the end of a line.
function marked(mark, text) {
  return text.replace(/[^\n]+/g, (each) => {
    const [, before, words, after] = each.match(/^(\s*)(.*?)(\s*)$/);
    return words ? `${before}${mark}${words}${mark}${after}` : each;
  });
}

// --- the caret -------------------------------------------------------------------------------------------

function lineBefore(editor) {
  const range = getSelection().getRangeAt(0).cloneRange();
  range.setStart(editor, 0);
  return spelled(range.cloneContents()).split("\n").at(-1);
}

function textBefore(editor) {
  const range = getSelection().getRangeAt(0).cloneRange();
  range.setStart(editor, 0);
  return spelled(range.cloneContents());
}

function insertText(text) {
  document.execCommand("insertText", false, text);
}

function breakLine(editor) {
  const found = lineBefore(editor).match(/^(\s*)(?:([•◦▪-])|(\d+)\.|(&gt;)) (.*)$/);
  if (found && !found[5]) {
    for (let left = found[0].replace("&gt;", ">").length; left; left -= 1) document.execCommand("delete");
    return;
  }
  document.execCommand("insertLineBreak");
  if (found) insertText(`${found[1]}${found[2] || (found[3] ? `${Number(found[3]) + 1}.` : ">")} `);
}

function insertChip(token, shown, kind) {
  const chip = document.createElement("span");
  chip.className = `c-chip c-chip--${kind}`;
  chip.contentEditable = "false";
  chip.dataset.token = token;
  chip.textContent = shown;
  document.execCommand("insertHTML", false, `${chip.outerHTML}\u200b`);
}

// --- one composer ----------------------------------------------------------------------------------------

class Composer {
  constructor(form) {
    this.form = form;
    this.editor = $(".ql-editor", form);
    this.button = $(".c-composer__send, [data-qa=save_edit]", form);
    this.editing = form.classList.contains("c-composer--edit");
    this.sending = Promise.resolve();
    this.done = () => {};
    if (form.dataset.draft) this.restore();
    this.listen();
    this.changed();
    this.nameFormatting();
  }

  listen() {
    const { editor } = this;
    editor.addEventListener("input", () => this.typed());
    editor.addEventListener("keydown", (event) => this.key(event));
    for (const kind of ["keyup", "pointerup"]) editor.addEventListener(kind, () => this.showStyles());
    editor.addEventListener("paste", (event) => this.paste(event));
    editor.addEventListener("drop", (event) => {
      event.preventDefault();
      editor.focus();
      insertText(event.dataTransfer.getData("text/plain"));
    });
    editor.addEventListener("blur", () => closeSuggestions());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    for (const tool of $$("[data-format]", this.form)) {
      tool.addEventListener("pointerdown", (event) => event.preventDefault());
      tool.addEventListener("click", () => this.format(tool.dataset.format, tool));
    }
  }

  get text() {
    return spelled(this.editor).replaceAll("\u200b", "").replace(/^\s+|\s+$/g, "");
  }

  typed() {
    this.changed();
    suggest(this);
  }

  changed() {
    const { text } = this;
    if (!this.editor.textContent && !$("[data-token]", this.editor)) this.editor.replaceChildren();
    this.button.setAttribute("aria-disabled", String(!text));
    this.button.classList.toggle("c-composer__send--ready", Boolean(text));
    if (text) this.tell("");
    this.keep(text);
  }

  // --- drafts ---

  keep(text) {
    const { draft } = this.form.dataset;
    if (!draft) return;
    if (text) localStorage.setItem(store(draft), this.editor.innerHTML);
    else localStorage.removeItem(store(draft));
    showDrafts();
  }

  restore() {
    const kept = localStorage.getItem(store(this.form.dataset.draft));
    if (kept) this.editor.innerHTML = kept;
  }

  // --- sending ---

  tell(message) {
    const told = $(".c-composer__error", this.form);
    told.hidden = !message;
    told.textContent = message;
  }

  send() {
    const { text } = this;
    if (!text) {
      this.editor.focus();
      return;
    }
    if (text.length > LONGEST) {
      this.tell(`Your message is ${text.length - LONGEST} characters too long. Shorten it, or send it in parts.`);
      return;
    }
    closeSuggestions();
    if (this.editing) this.save(text);
    else this.dispatch(text);
  }

  fields(text) {
    const fields = { mrkdwn: text };
    for (const input of $$("input", this.form)) {
      if (input.name && (input.type !== "checkbox" || input.checked)) fields[input.name] = input.value;
    }
    return fields;
  }

  // The field is free at once; what could not be sent comes back into it.
  dispatch(text) {
    const kept = this.editor.innerHTML;
    const fields = this.fields(text);
    const broadcast = $("[name=broadcast]", this.form);
    this.clear();
    if (broadcast) broadcast.checked = false;
    const sent = this.sending.then(() => post(this.form.action, fields)).then((told) => this.done(told));
    this.sending = busy(sent.catch((error) => {
      if (!(error instanceof Refused)) throw error;
      this.editor.innerHTML = kept + (this.editor.innerHTML ? `<br>${this.editor.innerHTML}` : "");
      if (broadcast) broadcast.checked = Boolean(fields.broadcast);
      this.changed();
      this.tell(error.message);
    }));
  }

  async save(text) {
    if (this.saving) return;
    this.saving = true;
    try {
      this.done(await post(this.form.action, this.fields(text)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell(error.message);
    } finally {
      this.saving = false;
    }
  }

  clear() {
    this.editor.replaceChildren();
    this.changed();
  }

  // --- keys ---

  key(event) {
    if (event.isComposing) return;
    if (suggesting(event)) return;
    const control = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !event.altKey) this.enter(event, control);
    else if (control && this.shortcut(event)) event.preventDefault();
    else if (event.key === "ArrowUp" && !this.text && !this.editing && !control && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      this.form.dispatchEvent(new CustomEvent("edit-last", { bubbles: true }));
    }
  }

  enter(event, control) {
    event.preventDefault();
    const inCode = (textBefore(this.editor).match(/```/g) || []).length % 2 === 1;
    if ((event.shiftKey || inCode) && !control) breakLine(this.editor);
    else this.send();
  }

  shortcut({ key, code, shiftKey, altKey }) {
    const plain = { b: "bold", i: "italic", u: "" };
    const shifted = {
      KeyX: "strike", KeyC: "code", KeyU: "link", Digit7: "ordered", Digit8: "bullets", Digit9: "quote",
    };
    if (altKey && shiftKey && code === "KeyC") return this.format("codeblock"), true;
    const name = shiftKey ? shifted[code] : plain[key.toLowerCase()];
    if (name === undefined || altKey) return false;
    if (name) this.format(name);
    return true;
  }

  paste(event) {
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    const chosen = getSelection().toString();
    if (chosen && !chosen.includes("\n") && /^https?:\/\/[^\s<>|]+$/.test(text)) {
      insertChip(`<${escaped(text)}|${escaped(chosen)}>`, chosen, "link");
    } else insertText(text);
  }

  // --- formatting ---

  format(name, tool) {
    const { editor } = this;
    if (name === "formatting") {
      this.form.classList.toggle("c-composer--toggled");
      return this.nameFormatting();
    }
    if (!editor.contains(getSelection().anchorNode)) this.focusEnd();
    else editor.focus();
    const wraps = { code: ["`", "`"], codeblock: ["```\n", "\n```"] };
    const prefixes = { quote: () => "> ", bullets: () => "• ", ordered: (number) => `${number}. ` };
    if (COMMANDS[name]) document.execCommand(COMMANDS[name]);
    else if (wraps[name]) this.wrap(...wraps[name]);
    else if (prefixes[name]) this.prefix(prefixes[name]);
    else if (name === "mention") insertText(/\S$/.test(lineBefore(editor)) ? " @" : "@");
    else this.form.dispatchEvent(new CustomEvent(`composer-${name}`, { bubbles: true, detail: { composer: this, tool } }));
    this.showStyles();
    return undefined;
  }

  // Which styles the next character will have.
  showStyles() {
    for (const [name, command] of Object.entries(COMMANDS)) {
      const tool = $(`[data-format=${name}]`, this.form);
      tool?.setAttribute("aria-pressed", String(document.queryCommandState(command)));
    }
  }

  nameFormatting() {
    const tool = $("[data-format=formatting]", this.form);
    if (!tool) return;
    const shown = $(".c-composer__formatting", this.form).checkVisibility();
    tool.title = shown ? "Hide formatting" : "Show formatting";
    tool.setAttribute("aria-label", tool.title);
  }

  wrap(before, after) {
    const chosen = getSelection().toString();
    insertText(before);
    if (chosen) insertText(chosen);
    insertText(after);
    if (!chosen) for (let left = after.length; left; left -= 1) getSelection().modify("move", "backward", "character");
  }

  prefix(make) {
    const selection = getSelection();
    const chosen = selection.toString();
    if (chosen) {
      insertText(chosen.split("\n").map((each, number) => make(number + 1) + each).join("\n"));
      return;
    }
    const length = lineBefore(this.editor).length;
    selection.modify("move", "backward", "lineboundary");
    insertText(make(1));
    if (length) selection.modify("move", "forward", "lineboundary");
  }

  focusEnd() {
    this.editor.focus();
    getSelection().selectAllChildren(this.editor);
    getSelection().collapseToEnd();
  }

  put(token, shown, kind) {
    if (!this.editor.contains(getSelection().anchorNode)) this.focusEnd();
    else this.editor.focus();
    insertChip(token, shown, kind);
  }
}

// --- all of them -----------------------------------------------------------------------------------------

const composers = new WeakMap();
let afterwards = () => {};

export function composerOf(form) {
  if (!composers.has(form)) composers.set(form, new Composer(form));
  return composers.get(form);
}

export function startComposers(within = document, done = afterwards) {
  afterwards = done;
  for (const form of $$(".c-composer:not(.c-composer--edit)", within)) composerOf(form).done = done;
}

export function showDrafts() {
  const names = new Set(Object.keys(localStorage).filter((name) => name.startsWith(store(""))));
  const selected = $("#conversation")?.dataset.channel;
  for (const row of $$(".p-channel_sidebar__channel")) {
    const draft = row.dataset.key !== selected && names.has(store(row.dataset.key));
    $(".p-channel_sidebar__draft", row).hidden = !draft;
  }
}
