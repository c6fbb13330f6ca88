// From lines to a message's text: Slack's mrkdwn, with control tokens.
import { STYLES, isBlank, joined, numbering } from "./lines.js";
import { escaped } from "./work.js";

const MARKS = { bold: "*", italic: "_", strike: "~", code: "`" };
const BULLETS = ["•", "◦", "▪"];
const LETTER = /[\p{L}\p{N}]/u;
const WORD = /[\p{L}\p{N}_`]/u;
// Stands between a mark and a letter that touches it: else the mark would be a character of the word.
const GAP = "\u200b";

export function spell(all) {
  const lines = filled(all);
  const numbers = numbering(lines);
  const spelled = [];
  lines.forEach((line, number) => {
    const fence = line.kind === "code";
    if (fence && lines[number - 1]?.kind !== "code") spelled.push("```");
    spelled.push(fence ? escaped(line.runs.map((run) => run.text).join("")) : prefix(line, numbers[number]) + spellRuns(line.runs));
    if (fence && lines[number + 1]?.kind !== "code") spelled.push("```");
  });
  const text = spelled.join("\n").trimEnd();
  return lines[0]?.kind === "plain" ? text.trimStart() : text;
}

// Without the blank lines at both ends.
function filled(lines) {
  const used = (line) => line.kind === "code" || !isBlank([line]);
  return lines.slice(Math.max(lines.findIndex(used), 0), lines.findLastIndex(used) + 1);
}

function prefix({ kind, indent }, number) {
  const space = "    ".repeat(indent);
  if (kind === "bullet") return `${space}${BULLETS[indent % BULLETS.length]} `;
  if (kind === "ordered") return `${space}${number}. `;
  return kind === "quote" ? "&gt; " : "";
}

function spellRuns(runs) {
  const speller = new Speller();
  for (const run of pieces(runs)) speller.run(run);
  speller.wear([]);
  return speller.text;
}

// Marks hold on to words, not to the blanks around them.
function pieces(runs) {
  const cut = joined(runs).flatMap((run) => {
    if (run.token || run.link || run.code) return [run];
    const [, before, core, after] = run.text.match(/^(\s*)([^]*?)(\s*)$/);
    return [before, core, after].filter(Boolean).map((text) => ({ ...run, text, blank: !text.trim() }));
  });
  return cut.map((run, number) => (run.blank ? { ...run, ...between(cut, number) } : run));
}

function between(cut, number) {
  const before = cut.slice(0, number).findLast((each) => !each.blank);
  const after = cut.slice(number + 1).find((each) => !each.blank);
  return Object.fromEntries(STYLES.map((name) => [name, Boolean(cut[number][name] && before?.[name] && after?.[name])]));
}

const touches = (mark, character = "") => character === mark || (mark === "`" ? WORD : LETTER).test(character);

class Speller {
  text = "";
  worn = [];
  // The marks at the end of the text, that the next character must not touch.
  edge = "";

  run(run) {
    this.wear(STYLES.filter((name) => run[name]));
    const piece = spellRun(run);
    if ([...this.edge].some((mark) => (this.opening ? mark === piece[0] : touches(mark, piece[0])))) this.text += GAP;
    this.text += piece;
    this.edge = "";
  }

  wear(wanted) {
    const kept = this.worn.findIndex((name) => !wanted.includes(name));
    for (const name of kept < 0 ? [] : this.worn.splice(kept).reverse()) this.close(MARKS[name]);
    for (const name of wanted.filter((each) => !this.worn.includes(each))) {
      this.open(MARKS[name]);
      this.worn.push(name);
    }
  }

  close(mark) {
    if (this.text.at(-1) === mark || (this.edge.at(-1) === "`" && mark === "_")) this.text += GAP;
    this.edge = (this.opening ? "" : this.edge) + mark;
    this.text += mark;
    this.opening = false;
  }

  open(mark) {
    if (touches(mark, this.text.at(-1)) || (this.edge.at(-1) === "`" && mark === "_")) this.text += GAP;
    this.edge = (this.opening ? this.edge : "") + mark;
    this.text += mark;
    this.opening = true;
  }
}

function spellRun(run) {
  if (run.token) return run.token;
  if (!run.link) return escaped(run.text);
  const url = escaped(run.link.replace(/[\s<>|]/g, encodeURIComponent));
  return run.text === run.link ? `<${url}>` : `<${url}|${escaped(run.text)}>`;
}
