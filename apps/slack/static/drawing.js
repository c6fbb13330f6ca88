// From lines to elements: in the field, and as a sent message shows them.
import { isList, numbering } from "./lines.js";

const TAGS = [["code", "code", "c-mrkdwn__code"], ["strike", "s", ""], ["italic", "i", ""], ["bold", "b", ""]];
const KINDS = { "<@": "user", "<#": "channel", "<!": "broadcast" };
const URLS = /https?:\/\/[^\s<>"`|]+[^\s<>"`|.,;:!?'*_~)]/g;

export const LINE = ":scope > p, :scope > * > p, :scope > pre > div, :scope > * > li";

export function element(name, className = "", ...inside) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...inside);
  return made;
}

// --- the field ---------------------------------------------------------------------------------------------

export function draw(lines) {
  const drawn = document.createDocumentFragment();
  const numbers = numbering(lines);
  let box = null;
  lines.forEach((line, number) => {
    if (!number || !together(lines[number - 1], line)) {
      box = boxOf(line, numbers[number]);
      if (box) drawn.append(box);
    }
    (box || drawn).append(drawLine(line));
  });
  return drawn;
}

const together = (one, other) => one.kind === other.kind && one.indent === other.indent && one.kind !== "plain";

function boxOf(line, number) {
  if (line.kind === "quote") return element("blockquote", "c-mrkdwn__quote");
  if (line.kind === "code") return element("pre", "c-mrkdwn__pre");
  return isList(line) ? listOf(line, number) : null;
}

function listOf(line, number) {
  const ordered = line.kind === "ordered";
  const list = element(ordered ? "ol" : "ul", `p-rich_text_list p-rich_text_list__${ordered ? "ordered" : "bullet"}`);
  list.dataset.indent = line.indent;
  if (ordered) list.start = number;
  return list;
}

function drawLine(line) {
  const made = document.createElement(isList(line) ? "li" : line.kind === "code" ? "div" : "p");
  if (!line.runs.length) made.append(document.createElement("br"));
  line.runs.forEach((run, number) => {
    made.append(drawRun(run));
    // The caret needs something to stand in after what cannot be edited.
    if (run.token && (!line.runs[number + 1] || line.runs[number + 1].token)) made.append("\u200b");
  });
  return made;
}

function drawRun(run) {
  return wrapped(run, run.token ? chip(run) : document.createTextNode(run.text));
}

function wrapped(run, inside) {
  let made = inside;
  for (const [style, tag, className] of TAGS) if (run[style]) made = element(tag, className, made);
  if (run.link) {
    made = element("a", "c-link", made);
    made.href = run.link;
  }
  return made;
}

export function chip({ token, shown, picture }) {
  const made = element("span", `c-chip c-chip--${KINDS[token.slice(0, 2)] || "emoji"}`);
  made.contentEditable = "false";
  made.dataset.token = token;
  made.append(picture ? image(picture, token) : shown);
  return made;
}

export function image(source, name) {
  const made = element("img", "c-emoji__picture");
  made.src = source;
  made.alt = name;
  return made;
}

// --- where the caret is -----------------------------------------------------------------------------------

export function pointIn(root, { line, at }) {
  const lines = [...root.querySelectorAll(LINE)];
  const found = lines[Math.min(line, lines.length - 1)] || root;
  let left = at;
  let last = [found, 0];
  const walker = document.createTreeWalker(found, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node.parentElement.closest("[data-token]")) return NodeFilter.FILTER_REJECT;
    return node.nodeType === Node.TEXT_NODE || node.dataset.token ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  });
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) {
      const length = node.data.replaceAll("\u200b", "").length;
      if (length && left <= length) return [node, left];
      last = [node, node.data.length];
      left -= length;
    } else {
      left -= 1;
      const next = node.nextSibling;
      last = next?.nodeType === Node.TEXT_NODE ? [next, Number(next.data === "\u200b")] : [node.parentNode, [...node.parentNode.childNodes].indexOf(node) + 1];
      if (!left) return last;
    }
  }
  return last;
}

// --- as a message -----------------------------------------------------------------------------------------

export function show(lines) {
  const body = element("div", "p-rich_text_block");
  body.dir = "auto";
  const numbers = numbering(lines);
  let box = null;
  lines.forEach((line, number) => {
    const before = lines[number - 1];
    const same = before && before.kind === line.kind && before.indent === line.indent;
    if (!same) {
      box = boxOf(line, numbers[number]) || element("div", "p-rich_text_section");
      body.append(box);
    } else if (!isList(line)) box.append(line.kind === "code" ? "\n" : element("br"));
    const inside = line.runs.flatMap(line.kind === "code" ? (run) => [run.text] : showRun);
    box.append(...(isList(line) ? [element("li", "", ...inside)] : inside));
  });
  if (emojiOnly(lines)) body.classList.add("p-rich_text_block--jumbo");
  return body;
}

function emojiOnly(lines) {
  const shown = lines.flatMap((line) => line.runs).filter((run) => run.token || run.text.trim());
  const plain = lines.every((line) => line.kind === "plain");
  return plain && shown.length > 0 && shown.length <= 23 && shown.every((run) => run.token?.startsWith(":"));
}

const MENTIONS = { user: "c-member_slug c-member_slug--mention", channel: "c-channel_entity", broadcast: "c-mrkdwn__broadcast--mention" };

function showRun(run) {
  if (run.link || !run.token) return shownText(run);
  const kind = KINDS[run.token.slice(0, 2)];
  const made = element("span", kind ? MENTIONS[kind] : "c-emoji");
  made.append(run.picture ? image(run.picture, run.token) : run.shown);
  return [wrapped(run, made)];
}

function shownText(run) {
  if (run.link || run.code) return [wrapped(run, document.createTextNode(run.text))];
  const parts = [];
  let from = 0;
  for (const { 0: url, index } of run.text.matchAll(URLS)) {
    parts.push(drawRun({ ...run, text: run.text.slice(from, index) }), drawRun({ ...run, text: url, link: url }));
    from = index + url.length;
  }
  return [...parts, drawRun({ ...run, text: run.text.slice(from) })];
}

