// A field that is written in: the browser types, and every change of form goes through lines.
import { formatting } from "./autoformat.js";
import { draw, pointIn } from "./drawing.js";
import * as text from "./lines.js";
import { read } from "./reading.js";

const REGULAR = "p, ul, ol, blockquote, pre";
const STRAY = "span:not([data-token]), font, p p, li p, div:not(pre > div), [style]:not(.c-chip):not(.c-emoji__picture)";
const MOST_STEPS = 200;
const INLINE = { bold: "b, strong", italic: "i, em", strike: "s", code: "code", link: "a" };

export class Editor {
  // `emoji` has `chipOf` a name and `faceOf` an emoticon; `changed` hears of every change, `moved` of the caret's.
  constructor(root, { emoji, changed, moved }) {
    Object.assign(this, { root, emoji, changed, moved, undone: [], done: [], group: "", next: null });
    if (!root.childElementCount) root.replaceChildren(draw([text.plainLine()]));
    root.addEventListener("beforeinput", (event) => this.before(event));
    root.addEventListener("input", (event) => this.after(event));
    root.addEventListener("compositionend", () => this.after({ inputType: "insertCompositionText" }));
    document.addEventListener("selectionchange", () => {
      if (root.isConnected && this.holdsCaret()) this.moved();
    });
    this.showBlank();
  }

  // --- what is there ---

  get lines() {
    return read(this.root).lines;
  }

  set lines(lines) {
    this.root.replaceChildren(draw(lines));
    this.showBlank();
  }

  holdsCaret() {
    return this.root.contains(getSelection().anchorNode);
  }

  // Lines and the range chosen; at the end while the caret is elsewhere.
  state() {
    const selection = getSelection();
    if (!this.holdsCaret() || !this.root.contains(selection.focusNode)) {
      const { lines } = this;
      return { lines, range: text.at(text.end(lines).line, text.end(lines).at) };
    }
    const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
    const { lines, places } = read(this.root, [[startContainer, startOffset], [endContainer, endOffset]]);
    const start = places[0] || { line: 0, at: 0 };
    return { lines, range: { start, end: places[1] || start } };
  }

  select({ start, end }) {
    const first = pointIn(this.root, start);
    const last = start === end ? first : pointIn(this.root, end);
    getSelection().setBaseAndExtent(...first, ...last);
  }

  focusEnd() {
    this.root.focus();
    const end = text.end(this.lines);
    this.select({ start: end, end });
  }

  showBlank() {
    const blank = !this.root.textContent && !this.root.querySelector("[data-token], ul, ol, blockquote, pre, p + p");
    this.root.classList.toggle("ql-blank", blank);
  }

  // --- changing it ---

  // `change` works on the lines and returns the range that is chosen then.
  edit(change) {
    const { lines, range } = this.state();
    this.note("", { lines: structuredClone(lines), range });
    const chosen = change(lines, range);
    this.put(lines, chosen);
    return chosen;
  }

  put(lines, range) {
    const { scrollTop } = this.root;
    this.root.replaceChildren(draw(lines));
    this.root.scrollTop = scrollTop;
    this.root.focus({ preventScroll: true });
    this.select(range);
    this.reveal();
    this.next = null;
    this.showBlank();
    this.changed();
  }

  reveal() {
    const { focusNode } = getSelection();
    const shown = focusNode?.nodeType === Node.ELEMENT_NODE ? focusNode : focusNode?.parentElement;
    if (shown !== this.root && this.root.scrollHeight > this.root.clientHeight) shown?.scrollIntoView({ block: "nearest" });
  }

  // What was sent is gone, with all that led to it.
  clear() {
    this.lines = [text.plainLine()];
    [this.done, this.undone, this.group, this.next] = [[], [], "", null];
    if (document.activeElement === this.root) this.select(text.at(0, 0));
  }

  // --- undoing ---

  note(group, state = this.state()) {
    if (group && group === this.group) return;
    this.group = group;
    this.done.push(state);
    if (this.done.length > MOST_STEPS) this.done.shift();
    this.undone = [];
  }

  travel(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push(this.state());
    this.group = "";
    this.put(state.lines, state.range);
  }

  undo() {
    this.travel(this.done, this.undone);
  }

  redo() {
    this.travel(this.undone, this.done);
  }

  // --- typing ---

  before(event) {
    const { inputType, data } = event;
    if (event.isComposing || inputType === "insertCompositionText") return;
    const act = this.own(inputType, data);
    if (act) {
      event.preventDefault();
      act();
    } else this.note(data === " " ? "" : inputType);
  }

  // What the browser is not left to do: across lines, with styles chosen beforehand, of its own making.
  own(inputType, data) {
    if (inputType === "historyUndo") return () => this.undo();
    if (inputType === "historyRedo") return () => this.redo();
    if (inputType.startsWith("format")) return () => {};
    if (inputType === "insertParagraph" || inputType === "insertLineBreak") return () => this.newLine();
    if (inputType === "insertText" && data !== null) {
      if (data.length > 2 || this.acrossLines()) return () => this.type(data);
      const style = this.chosenStyle();
      return style ? () => this.type(data, style) : null;
    }
    if (inputType.startsWith("delete")) return this.deleting(inputType);
    return null;
  }

  type(data, style) {
    this.edit((lines, range) => text.insertText(lines, range, data, lines[range.start.line].kind === "code" ? {} : style));
    if (data.length === 1) this.format(data);
  }

  acrossLines() {
    const { anchorNode, focusNode, isCollapsed } = getSelection();
    return !isCollapsed && (this.lineOf(anchorNode) !== this.lineOf(focusNode) || !this.lineOf(anchorNode));
  }

  lineOf(node) {
    const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
    const line = element?.closest("p, li, div");
    return line && line !== this.root && this.root.contains(line) ? line : null;
  }

  deleting(inputType) {
    if (this.acrossLines()) return () => this.edit(text.remove);
    if (!getSelection().isCollapsed) return null;
    const { lines, range } = this.state();
    const { line, at } = range.start;
    if (inputType.endsWith("Backward") && at === 0) return () => this.edit(backwards);
    if (inputType.endsWith("Forward") && at === text.lineLength(lines[line])) return () => this.edit(forwards);
    return null;
  }

  after(event) {
    if (event.isComposing) return;
    this.tidy();
    this.showBlank();
    if (event.inputType === "insertText" && event.data) this.format(event.data);
    this.changed();
  }

  tidy() {
    const stray = [...this.root.childNodes].some((node) => node.nodeType !== Node.ELEMENT_NODE || !node.matches(REGULAR));
    if (!stray && this.root.childElementCount && !this.root.querySelector(STRAY)) return;
    const { lines, range } = this.state();
    this.root.replaceChildren(draw(lines));
    if (document.activeElement === this.root) this.select(range);
  }

  format(typed) {
    if (!"*_~` :".includes(typed)) return;
    const { lines, range } = this.state();
    const change = text.collapsed(range) && formatting(lines, range, typed, this.emoji);
    if (!change) return;
    const { off } = this.edit(change);
    if (off) this.choose({ ...this.styleHere(), [off]: false });
  }

  newLine() {
    this.edit((lines, range) => {
      const { line: number } = range.start;
      const line = lines[number];
      if (text.collapsed(range) && line.kind !== "plain" && !text.lineLength(line)) {
        if (line.kind !== "code") return line.indent ? text.indent(lines, range, -1) : text.setKind(lines, range, "plain");
        const previous = lines[number - 1];
        if (previous?.kind === "code" && !text.lineLength(previous) && lines[number + 1]?.kind !== "code") {
          lines.splice(number - 1, 1);
          return text.setKind(lines, text.at(number - 1, 0), "plain");
        }
      }
      return text.split(lines, range);
    });
  }

  // --- styles ---

  // The styles that the next character will have, if somebody has said so here.
  chosenStyle() {
    const { anchorNode, anchorOffset, isCollapsed } = getSelection();
    if (!isCollapsed) return null;
    if (this.next && this.next.node === anchorNode && this.next.offset === anchorOffset) return this.next.style;
    return this.atLinkEnd(anchorNode, anchorOffset) ? { ...this.styleHere(), link: "" } : null;
  }

  atLinkEnd(node, offset) {
    const link = node?.nodeType === Node.TEXT_NODE && node.parentElement.closest("a");
    return link && this.root.contains(link) && offset === node.data.length && link.textContent.endsWith(node.data);
  }

  choose(style) {
    const { anchorNode, anchorOffset } = getSelection();
    this.next = { node: anchorNode, offset: anchorOffset, style };
    this.moved();
  }

  styleHere() {
    const node = getSelection().anchorNode;
    const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
    const found = {};
    for (const [name, tag] of Object.entries(INLINE)) {
      const around = element?.closest(tag);
      if (around && this.root.contains(around)) found[name] = name === "link" ? around.getAttribute("href") : true;
    }
    return found;
  }

  // What the toolbar says of where the caret is.
  style() {
    if (getSelection().isCollapsed || !this.holdsCaret()) return this.chosenStyle() || this.styleHere();
    const { lines, range } = this.state();
    return Object.fromEntries(text.STYLES.map((name) => [name, text.styled(lines, range, name)]));
  }

  kind() {
    const box = this.lineOf(getSelection().anchorNode)?.parentElement;
    return { UL: "bullet", OL: "ordered", BLOCKQUOTE: "quote", PRE: "code" }[box?.nodeName] || "plain";
  }

  toggleStyle(name) {
    if (!this.holdsCaret()) this.focusEnd();
    if (getSelection().isCollapsed) {
      const style = this.chosenStyle() || this.styleHere();
      this.choose({ ...style, [name]: !style[name] });
    } else this.edit((lines, range) => text.restyle(lines, range, name, !text.styled(lines, range, name)));
  }

  toggleKind(kind) {
    if (!this.holdsCaret()) this.focusEnd();
    this.edit((lines, range) => {
      const all = lines.slice(range.start.line, range.end.line + 1).every((line) => line.kind === kind);
      return text.setKind(lines, range, all ? "plain" : kind);
    });
  }

  indent(by) {
    this.edit((lines, range) => text.indent(lines, range, by));
  }

  inList() {
    return ["bullet", "ordered"].includes(this.kind());
  }

  // A step down out of a code block or quote that ends the text.
  leaveBox() {
    if (!["code", "quote"].includes(this.kind())) return false;
    const { lines, range } = this.state();
    if (!text.collapsed(range) || range.end.line < lines.length - 1) return false;
    this.edit((all) => text.at(all.push(text.plainLine()) - 1, 0));
    return true;
  }

  // A step to the right out of the code at a line's end: what is typed then is not code.
  leaveCode() {
    const { anchorNode, anchorOffset, isCollapsed } = getSelection();
    const style = this.chosenStyle() || this.styleHere();
    const { lines, range } = isCollapsed && style.code ? this.state() : {};
    if (!lines || anchorNode.nodeType !== Node.TEXT_NODE || anchorOffset < anchorNode.data.length) return false;
    if (range.start.at < text.lineLength(lines[range.start.line])) return false;
    this.choose({ ...style, code: false });
    return true;
  }
}

function backwards(lines, range) {
  const { line: number } = range.start;
  const line = lines[number];
  if (text.isList(line) && line.indent) return text.indent(lines, range, -1);
  if (line.kind !== "plain" && (line.kind !== "code" || lines[number - 1]?.kind !== "code")) return text.setKind(lines, range, "plain");
  if (!number) return range;
  const start = { line: number - 1, at: text.lineLength(lines[number - 1]) };
  return text.remove(lines, { start, end: range.start });
}

function forwards(lines, range) {
  const { line: number } = range.start;
  if (number === lines.length - 1) return range;
  return text.remove(lines, { start: range.start, end: { line: number + 1, at: 0 } });
}
