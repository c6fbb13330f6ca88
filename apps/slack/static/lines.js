// A text that is being written: lines { kind, indent, runs }, each run a text or a chip (a mention, an emoji)
// with its styles.  Positions are { line, at }; a chip is one long.  Nothing here touches the page.
export const STYLES = ["bold", "italic", "strike", "code"];
export const DEEPEST = 8;

export const plainLine = (...runs) => ({ kind: "plain", indent: 0, runs });
export const lengthOf = (run) => (run.token ? 1 : run.text.length);
export const isList = (line) => line.kind === "bullet" || line.kind === "ordered";
export const lineLength = (line) => line.runs.reduce((sum, run) => sum + lengthOf(run), 0);
export const end = (lines) => ({ line: lines.length - 1, at: lineLength(lines.at(-1)) });
export const words = (line) => line.runs.map((run) => (run.token ? "\ufffc" : run.text)).join("");
export const isBlank = (lines) => lines.every((line) => !line.runs.some((run) => run.token || run.text.trim()));
export const collapsed = ({ start, end: last }) => start.line === last.line && start.at === last.at;
export const at = (line, offset) => ({ start: { line, at: offset }, end: { line, at: offset } });

const sameStyle = (one, other) => [...STYLES, "link"].every((name) => (one[name] || "") === (other[name] || ""));

export function styleOf(run) {
  const style = {};
  for (const name of [...STYLES, "link"]) if (run?.[name]) style[name] = run[name];
  return style;
}

// Neighbours of one style are one run.
export function joined(runs) {
  const found = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (!run.token && !run.text) continue;
    if (last && !last.token && !run.token && sameStyle(last, run)) found[found.length - 1] = { ...last, text: last.text + run.text };
    else found.push(run);
  }
  return found;
}

export function slice(runs, from, to = Infinity) {
  const found = [];
  let place = 0;
  for (const run of runs) {
    const [first, last] = [Math.max(from - place, 0), Math.min(to - place, lengthOf(run))];
    if (first < last) found.push(run.token ? run : { ...run, text: run.text.slice(first, last) });
    place += lengthOf(run);
  }
  return found;
}

// The styles of what is left of a position: what is typed there goes on with them.
export const styleAt = (line, offset) => styleOf(slice(line.runs, Math.max(offset - 1, 0), Math.max(offset, 1))[0]);

// --- changes: each takes lines and a range, changes the lines, and returns where the caret is then ---------

export function remove(lines, { start, end: last }) {
  const kept = lines[start.line];
  kept.runs = joined([...slice(kept.runs, 0, start.at), ...slice(lines[last.line].runs, last.at)]);
  lines.splice(start.line + 1, last.line - start.line);
  return { start, end: start };
}

export function insertRuns(lines, range, runs) {
  const { start } = remove(lines, range);
  const line = lines[start.line];
  line.runs = joined([...slice(line.runs, 0, start.at), ...runs, ...slice(line.runs, start.at)]);
  return at(start.line, start.at + runs.reduce((sum, run) => sum + lengthOf(run), 0));
}

export function insertText(lines, range, text, style) {
  const styles = style || styleAt(lines[range.start.line], range.start.at);
  let caret = range;
  text.split("\n").forEach((part, number) => {
    if (number) caret = split(lines, caret);
    caret = insertRuns(lines, caret, [{ ...styles, text: part }]);
  });
  return caret;
}

export function split(lines, range) {
  const { start } = remove(lines, range);
  const line = lines[start.line];
  lines.splice(start.line + 1, 0, { ...line, runs: slice(line.runs, start.at) });
  line.runs = slice(line.runs, 0, start.at);
  return at(start.line + 1, 0);
}

// The first and the last of the new lines grow together with what stands before and after.
export function insertLines(lines, range, fresh) {
  const { start } = remove(lines, range);
  const line = lines[start.line];
  if (line.kind === "code") {
    return insertText(lines, { start, end: start }, fresh.map(words).join("\n").replaceAll("\ufffc", ""), {});
  }
  const empty = !lineLength(line);
  const rest = slice(line.runs, start.at);
  if (empty) Object.assign(line, { kind: fresh[0].kind === "plain" ? line.kind : fresh[0].kind, indent: Math.max(line.indent, fresh[0].indent) });
  line.runs = joined([...slice(line.runs, 0, start.at), ...fresh[0].runs]);
  lines.splice(start.line + 1, 0, ...fresh.slice(1).map((each) => ({ ...each })));
  const last = lines[start.line + fresh.length - 1];
  const place = lineLength(last);
  last.runs = joined([...last.runs, ...rest]);
  return at(start.line + fresh.length - 1, place);
}

// Code has no styles.
function overRuns(lines, { start, end: last }, change) {
  for (let number = start.line; number <= last.line; number += 1) {
    const line = lines[number];
    if (line.kind === "code") continue;
    const from = number === start.line ? start.at : 0;
    const to = number === last.line ? last.at : Infinity;
    line.runs = joined([...slice(line.runs, 0, from), ...slice(line.runs, from, to).map(change), ...slice(line.runs, to)]);
  }
}

export function restyle(lines, range, name, value) {
  overRuns(lines, range, (run) => ({ ...run, [name]: value }));
  return range;
}

export function styled(lines, range, name) {
  const found = [];
  overRuns(lines, range, (run) => (found.push(run), run));
  return found.length > 0 && found.every((run) => run[name]);
}

export function setKind(lines, range, kind) {
  for (let number = range.start.line; number <= range.end.line; number += 1) {
    const line = lines[number];
    if (kind === "code") {
      const text = words({ runs: line.runs.map((run) => (run.token ? { text: run.shown } : run)) });
      line.runs = text ? [{ text }] : [];
    }
    Object.assign(line, { kind, indent: isList({ kind }) ? line.indent : 0 });
  }
  const fit = ({ line, at: offset }) => ({ line, at: Math.min(offset, lineLength(lines[line])) });
  return { start: fit(range.start), end: fit(range.end) };
}

export function indent(lines, range, by) {
  for (let number = range.start.line; number <= range.end.line; number += 1) {
    const line = lines[number];
    if (isList(line)) line.indent = Math.min(Math.max(line.indent + by, 0), DEEPEST);
  }
  return range;
}

// The number of each item of an ordered list, by line.
export function numbering(lines) {
  const counts = [];
  return lines.map((line) => {
    if (!isList(line)) {
      counts.length = 0;
      return 0;
    }
    counts.length = line.indent + 1;
    counts[line.indent] = line.kind === "ordered" ? (counts[line.indent] || 0) + 1 : 0;
    return counts[line.indent];
  });
}
