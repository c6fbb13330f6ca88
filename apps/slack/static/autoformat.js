// What is typed as marks turns into formatting, as it is typed.
import { at, insertRuns, remove, restyle, setKind, slice, split, styleOf, words } from "./lines.js";

const MARKS = { "*": "bold", _: "italic", "~": "strike", "`": "code" };
const STARTS = [[/^>$/, "quote"], [/^[-*•]$/, "bullet"], [/^1[.)]$/, "ordered"]];

// A change for what has just been typed before the caret, or null: (lines, range) => where the caret is then.
export function formatting(lines, range, typed, { chipOf, faceOf }) {
  const { line: number, at: place } = range.start;
  const line = lines[number];
  const before = words(line).slice(0, place);
  if (before.endsWith("```")) return (all, here) => fence(all, here, line.kind);
  if (line.kind === "code") return null;
  if (typed === " ") return (line.kind === "plain" && starting(before)) || facing(before, faceOf);
  if (MARKS[typed]) return marking(line, before, typed);
  return typed === ":" ? naming(before, chipOf) : null;
}

function starting(before) {
  const found = STARTS.find(([pattern]) => pattern.test(before.slice(0, -1)));
  if (!found) return null;
  return (lines, { start }) => {
    remove(lines, { start: { ...start, at: 0 }, end: start });
    return setKind(lines, at(start.line, 0), found[1]);
  };
}

// The mark that was typed closes what the same mark opened before a word.
function marking(line, before, mark) {
  const sign = mark === "*" ? "\\*" : mark;
  const inside = `[^${sign}\\s](?:[^${sign}]*[^${sign}\\s])?`;
  const found = before.match(new RegExp(`(?:^|[^\\p{L}\\p{N}${sign}])(${sign}(${inside})${sign})$`, "u"));
  if (!found || slice(line.runs, before.length - found[1].length).some((run) => run.code)) return null;
  return (lines, { start }) => {
    const from = start.at - found[1].length;
    remove(lines, { start: { ...start, at: start.at - 1 }, end: start });
    remove(lines, { start: { ...start, at: from }, end: { ...start, at: from + 1 } });
    restyle(lines, { start: { ...start, at: from }, end: { ...start, at: start.at - 2 } }, MARKS[mark], true);
    return { ...at(start.line, start.at - 2), off: MARKS[mark] };
  };
}

function naming(before, chipOf) {
  const found = before.match(/(?:^|[\s(])(:[a-z0-9_+'-]+:)$/);
  const chip = found && chipOf(found[1].slice(1, -1));
  if (!chip) return null;
  return (lines, { start }) => insertRuns(lines, { start: { ...start, at: start.at - found[1].length }, end: start }, [chip]);
}

function facing(before, faceOf) {
  const found = before.match(/(?:^|\s)(\S{2,4}) $/);
  const chip = found && faceOf(found[1]);
  if (!chip) return null;
  return (lines, { start }) => insertRuns(lines, { start: { ...start, at: start.at - found[1].length - 1 }, end: start }, [chip, { text: " " }]);
}

const FACE = /(?<!\S)[:;=<>]\S{1,3}(?!\S)/g;

export const mayHaveFaces = (lines) => lines.some((line) => line.kind !== "code" && words(line).search(FACE) >= 0);

// The emoticons that are still there when a text is sent.
export function faced(lines, faceOf) {
  return lines.map((line) => (line.kind === "code" ? line : { ...line, runs: line.runs.flatMap((run) => (run.token || run.code || run.link ? [run] : facesIn(run, faceOf))) }));
}

function facesIn(run, faceOf) {
  const found = [];
  let from = 0;
  for (const { 0: face, index } of run.text.matchAll(FACE)) {
    const chip = faceOf(face);
    if (!chip) continue;
    found.push({ ...run, text: run.text.slice(from, index) }, { ...styleOf(run), ...chip });
    from = index + face.length;
  }
  return [...found, { ...run, text: run.text.slice(from) }];
}

// Three backticks begin a block of code, and end it.
function fence(lines, { start }, kind) {
  const from = { ...start, at: start.at - 3 };
  const caret = remove(lines, { start: from, end: start });
  return setKind(lines, from.at ? split(lines, caret) : caret, kind === "code" ? "plain" : "code");
}
