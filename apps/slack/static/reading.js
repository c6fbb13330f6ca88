// From elements of a page (the field itself, what was pasted) to lines, and where given points are in them.
import { plainLine } from "./lines.js";
import { escaped } from "./work.js";

const BLOCKS = new Set("ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TBODY TFOOT THEAD TR UL".split(" "));
const SKIPPED = new Set("BUTTON HEAD IFRAME INPUT LINK META NOSCRIPT OBJECT SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA TITLE".split(" "));
const STYLES = {
  B: { bold: true }, STRONG: { bold: true }, I: { italic: true }, EM: { italic: true }, S: { strike: true },
  STRIKE: { strike: true }, DEL: { strike: true }, CODE: { code: true }, KBD: { code: true }, SAMP: { code: true },
  TT: { code: true }, H1: { bold: true }, H2: { bold: true }, H3: { bold: true }, H4: { bold: true },
  H5: { bold: true }, H6: { bold: true }, TH: { bold: true },
};
const TOKEN = /^(?:<@[UW][A-Z0-9]+>|<#[CDG][A-Z0-9]+(?:\|[^<>\n]*)?>|<!(?:here|channel|everyone)(?:\|[^<>\n]*)?>|<!subteam\^S[A-Z0-9]+(?:\|[^<>\n]*)?>|<!date\^[^<>\n]+>|:[a-z0-9_+'-]+(?:::skin-tone-[2-6](?:-[2-6])?)?:)$/;
const GUARDS = /[\u200b\ufeff]/g;

export function read(root, points = [], { collapse = false } = {}) {
  const reader = new Reader(points, collapse);
  reader.children(root, { kind: "plain", indent: 0, list: -1, style: {}, pre: false });
  return reader.finish();
}

class Reader {
  constructor(points, collapse) {
    this.points = points;
    this.collapse = collapse;
    this.lines = [];
    this.places = points.map(() => null);
    this.waiting = [];
    this.open = false;
    this.broken = false;
  }

  finish() {
    if (!this.lines.length) this.begin({ kind: "plain", indent: 0 });
    for (const number of this.waiting) this.bind(number);
    return { lines: this.lines, places: this.places };
  }

  begin({ kind, indent }) {
    if (this.open) return;
    this.lines.push({ ...plainLine(), kind, indent });
    [this.open, this.length] = [true, 0];
    for (const number of this.waiting.splice(0)) this.bind(number);
  }

  close() {
    [this.open, this.broken] = [false, false];
  }

  bind(number) {
    this.places[number] = { line: this.lines.length - 1, at: this.length };
  }

  mark(node, offset) {
    this.points.forEach((point, number) => {
      if (point[0] !== node || point[1] !== offset) return;
      if (this.open) this.bind(number);
      else this.waiting.push(number);
    });
  }

  children(node, state) {
    [...node.childNodes].forEach((child, number) => {
      this.mark(node, number);
      if (child.nodeType === Node.TEXT_NODE) this.text(child, state);
      else if (child.nodeType === Node.ELEMENT_NODE && !SKIPPED.has(child.nodeName.toUpperCase())) this.element(child, state);
    });
    this.mark(node, node.childNodes.length);
  }

  element(node, state) {
    const chip = chipOf(node);
    if (chip) this.add({ ...chip, ...state.style }, state);
    else if (node.nodeName === "BR") this.lineBreak(state);
    else if (BLOCKS.has(node.nodeName)) this.block(node, state);
    else {
      if (["TD", "TH"].includes(node.nodeName) && node.previousElementSibling) this.add({ text: " " }, state);
      this.children(node, within(node, state));
    }
  }

  block(node, state) {
    this.close();
    const before = this.lines.length;
    const inner = within(node, state);
    this.children(node, inner);
    if (before === this.lines.length && ["P", "LI", "DIV"].includes(node.nodeName) && !(this.collapse && !node.textContent)) this.begin(inner);
    this.close();
  }

  // A break is one when something follows it: the last of a block only holds its line open.
  lineBreak(state) {
    this.settle(state);
    this.begin(state);
    this.broken = true;
  }

  settle(state) {
    if (!this.broken) return;
    this.close();
    this.begin(state);
  }

  text(node, state) {
    const cuts = this.points.filter(([of]) => of === node).map(([, offset]) => offset).sort((one, other) => one - other);
    let from = 0;
    for (const cut of [...cuts, node.data.length]) {
      this.characters(node.data.slice(from, cut), state);
      if (cuts.length) this.mark(node, cut);
      from = cut;
    }
  }

  characters(data, state) {
    const clean = data.replace(GUARDS, "").replaceAll("\u00a0", " ").replaceAll("\r", "");
    if (this.collapse && !state.pre) return this.flowing(clean, state);
    clean.split("\n").forEach((part, number) => {
      if (number) this.lineBreak(state);
      if (part) this.add({ text: part }, state);
    });
    if (clean.endsWith("\n") && !state.pre) this.settle(state);
    return undefined;
  }

  flowing(data, state) {
    let text = data.replace(/\s+/g, " ");
    const last = this.open && !this.broken && this.lines.at(-1).runs.at(-1);
    if (!last || (!last.token && last.text.endsWith(" "))) text = text.trimStart();
    if (text) this.add({ text }, state);
  }

  add(run, state) {
    this.settle(state);
    this.begin(state);
    const styles = state.kind === "code" ? {} : state.style;
    this.lines.at(-1).runs.push(run.token ? run : { ...styles, ...run });
    this.length += run.token ? 1 : run.text.length;
  }
}

function within(node, state) {
  const inner = { ...state, style: { ...state.style, ...styleOf(node) } };
  const { nodeName } = node;
  if (nodeName === "PRE" || /^(?:pre|break-spaces)/.test(node.style?.whiteSpace || "")) inner.pre = true;
  if (nodeName === "PRE") Object.assign(inner, { kind: "code", indent: 0 });
  else if (nodeName === "BLOCKQUOTE") Object.assign(inner, { kind: "quote", indent: 0 });
  else if (nodeName === "UL" || nodeName === "OL") {
    inner.list = state.list + 1;
    Object.assign(inner, { kind: nodeName === "UL" ? "bullet" : "ordered", indent: Number(node.dataset.indent || inner.list) });
  }
  return inner;
}

function styleOf(node) {
  const { style = {}, nodeName } = node;
  const found = { ...STYLES[nodeName] };
  if (nodeName === "CODE" && node.closest("pre")) delete found.code;
  if (/^(?:bold|[6-9]00)/.test(style.fontWeight)) found.bold = true;
  if (/^(?:normal|[1-5]00)/.test(style.fontWeight)) found.bold = false;
  if (style.fontStyle === "italic") found.italic = true;
  if ((style.textDecorationLine || style.textDecoration || "").includes("line-through")) found.strike = true;
  const href = nodeName === "A" && node.getAttribute("href");
  if (href && /^(?:https?:\/\/|mailto:|tel:)[^\s<>|]+$/i.test(href)) found.link = href;
  return found;
}

// What the field holds as one piece, and what messages on the page show of it.
function chipOf(node) {
  const { dataset } = node;
  let token = dataset?.token || dataset?.stringifyEmoji || "";
  if (dataset?.memberId) token = `<@${dataset.memberId}>`;
  if (dataset?.channelId && node.matches(".c-channel_entity")) token = `<#${dataset.channelId}|${escaped(node.textContent.slice(1))}>`;
  if (!TOKEN.test(token)) return null;
  const picture = node.nodeName === "IMG" ? node : node.querySelector("img");
  return { token, shown: node.textContent, picture: picture?.getAttribute("src") || "" };
}
