// What @, #, : and / offer to complete, as a list over the field that keys walk through.
import { audience } from "./audience.js";
import { chip, emojiNames, findEmoji, isReady, toned } from "./emoji.js";
import { element, image } from "./drawing.js";
import { words } from "./lines.js";
import { $, data, escaped, getJSON, settings } from "./work.js";

const MOST = 8;
const box = $("#autocomplete");
const listbox = $("#autocomplete-list");
const EVERYBODY = [
  ["here", "Notify every online member in this channel."],
  ["channel", "Notify everyone in this channel."],
  ["everyone", "Notify everyone in your workspace."],
];
const TYPED = /(?:^|[\s(\ufffc])(?:(@)([\p{L}\p{N}._'-]*(?: [\p{L}\p{N}._'-]+)?)|(#)([\p{L}\p{N}_-]*)|(:)([a-z0-9_+'-]{2,}))$/u;
let composer = null;
let length = 0;
let options = [];
let chosen = 0;
let left = false;
let present = null;
let completions = null;

const isOpen = () => box.matches(":popover-open");

function typedName() {
  const { lines, range } = composer.editor.state();
  const { start, end } = range;
  const line = lines[start.line];
  if (start.line !== end.line || start.at !== end.at || line.kind === "code") return null;
  const before = words(line).slice(0, start.at);
  const command = !start.line && line.kind === "plain" && !composer.editing && before.match(/^\/([\w-]*)$/);
  if (command) return { sign: "/", wanted: command[1].toLowerCase(), length: before.length };
  const [, at, person, hash, place, , emoji] = before.match(TYPED) || [];
  if (at) return { sign: "@", wanted: person.toLowerCase(), length: person.length + 1 };
  if (hash) return { sign: "#", wanted: place.toLowerCase(), length: place.length + 1 };
  return emoji ? { sign: ":", wanted: emoji, length: emoji.length + 1 } : null;
}

// --- what there is to choose from ------------------------------------------------------------------------

// What comes later is offered when it is there, unless its reader has left the list.
function later(promise) {
  promise.then(() => {
    if (!left) suggest(composer, options[chosen]?.label);
  }, () => {});
}

function audienceHere() {
  const { channel } = composer.form.dataset;
  if (!channel) return null;
  if (present?.channel !== channel) {
    const asked = { channel };
    present = asked;
    later(audience(composer.form).then((found) => Object.assign(asked, { members: new Set(found.members), kind: found.kind })));
  }
  return present.members ? present : null;
}

function people(wanted) {
  const here = audienceHere();
  const begins = (text) => ` ${text.toLowerCase()}`.includes(` ${wanted}`);
  const absent = (each) => Boolean(here) && here.kind !== "im" && here.kind !== "mpim" && !here.members.has(each.id);
  const found = data.people.filter((each) => [each.label, each.real, each.handle, each.handle.replaceAll(".", " ")].some(begins));
  if (here) found.sort((one, other) => absent(one) - absent(other));
  const all = found.map((each) => ({
    run: { token: `<@${each.id}>`, shown: `@${each.label}`, picture: "" }, kind: "user", mark: each.initials, color: each.color,
    label: each.label === each.real ? each.name : `${each.name} ${each.real}`,
    note: absent(each) ? "Not in channel" : each.title,
  }));
  return [...all, ...groups(wanted), ...everybody(wanted)];
}

function groups(wanted) {
  const found = (completions?.groups || []).filter((each) => each.handle.startsWith(wanted) || each.name.toLowerCase().startsWith(wanted));
  if (!completions) completing();
  return found.map((each) => ({
    run: { token: `<!subteam^${each.id}>`, shown: `@${each.handle}`, picture: "" }, kind: "group", mark: "@",
    label: `@${each.handle}`, note: `${each.name} · ${each.members} ${each.members === 1 ? "person" : "people"}`,
  }));
}

const everybody = (wanted) => EVERYBODY.filter(([name]) => name.startsWith(wanted)).map(([name, note]) => ({
  run: { token: `<!${name}>`, shown: `@${name}`, picture: "" }, kind: "broadcast", mark: "@", label: `@${name}`, note,
}));

function places(wanted) {
  const found = data.places.filter((each) => ["public", "private"].includes(each.kind) && !each.archived
    && each.name.toLowerCase().includes(wanted));
  found.sort((one, other) => Number(other.name.startsWith(wanted)) - Number(one.name.startsWith(wanted)));
  return found.map((each) => ({
    run: { token: `<#${each.id}|${escaped(each.name)}>`, shown: `#${each.name}`, picture: "" }, kind: "channel", mark: "#",
    label: each.name, note: each.member ? "" : "Not joined",
  }));
}

function emoji(wanted) {
  if (!isReady()) {
    later(emojiNames());
    return [];
  }
  return findEmoji(wanted).map((each) => chip(toned(each))).map((run) => ({
    run, kind: "emoji", mark: run.shown, picture: run.picture, label: run.token.replace("::", ": :"), note: "",
  }));
}

function completing() {
  completions = {};
  later(getJSON(settings.completions).then((found) => {
    completions = found;
  }));
}

function commands(wanted) {
  if (!completions) completing();
  const found = (completions.commands || []).filter((each) => each.name.slice(1).startsWith(wanted));
  return found.map((each) => ({
    run: { text: each.name }, kind: "command", mark: "/", label: [each.name, each.usage].filter(Boolean).join(" "),
    note: [each.description, each.app].filter(Boolean).join(" · "),
  }));
}

const MAKERS = { "@": people, "#": places, ":": emoji, "/": commands };

// --- the list --------------------------------------------------------------------------------------------

// `label` says which one was chosen before, if the list is only completed.
export function suggest(from, label = "") {
  composer = from;
  left = false;
  const typed = from.field === document.activeElement ? typedName() : null;
  options = typed ? MAKERS[typed.sign](typed.wanted).slice(0, MOST) : [];
  if (!options.length) return closeSuggestions();
  length = typed.length;
  render(Math.max(options.findIndex((each) => each.label === label), 0));
  return undefined;
}

function render(number) {
  listbox.replaceChildren(...options.map(row));
  const { left, top, width } = composer.field.closest(".c-composer__box").getBoundingClientRect();
  box.style.left = `${left}px`;
  box.style.width = `${Math.min(width, 480)}px`;
  box.style.bottom = `${innerHeight - top + 4}px`;
  if (!isOpen()) box.showPopover();
  composer.field.setAttribute("aria-controls", listbox.id);
  composer.field.setAttribute("aria-autocomplete", "list");
  select(number);
}

function row(option, number) {
  const shown = element("div", "c-autocomplete__option");
  shown.role = "option";
  shown.id = `suggestion-${number}`;
  shown.dataset.qa = "tab_complete_ui_item";
  const marks = { user: "c-avatar", emoji: "c-emoji" };
  const mark = element("span", marks[option.kind] || "c-autocomplete__mark", option.picture ? image(option.picture, "") : option.mark);
  mark.ariaHidden = "true";
  if (option.color) mark.style.cssText = `--face:${option.color};--size:20px`;
  shown.append(mark, element("b", "", option.label), element("small", "", option.note));
  shown.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    chosen = number;
    choose();
  });
  shown.addEventListener("pointermove", () => select(number));
  return shown;
}

function select(number) {
  chosen = (number + options.length) % options.length;
  [...listbox.children].forEach((each, at) => each.setAttribute("aria-selected", String(at === chosen)));
  composer.field.setAttribute("aria-activedescendant", `suggestion-${chosen}`);
}

function choose() {
  const { run } = options[chosen];
  const typed = length;
  closeSuggestions();
  composer.complete(typed, run);
}

// A command that is written out is sent, not completed once more.
function enter() {
  if (options[chosen].kind === "command" && composer.text === options[chosen].run.text) {
    closeSuggestions();
    return false;
  }
  choose();
  return true;
}

// A key that the open list takes for itself.
export function suggesting(event) {
  if (!isOpen()) return false;
  const keys = {
    ArrowDown: () => select(chosen + 1),
    ArrowUp: () => select(chosen - 1),
    Enter: enter,
    Tab: choose,
    Escape: leave,
  };
  const act = event.shiftKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
  if (!act || act() === false) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

function leave() {
  left = true;
  closeSuggestions();
}

export function closeSuggestions() {
  if (!isOpen()) return;
  box.hidePopover();
  composer.field.removeAttribute("aria-activedescendant");
  composer.field.removeAttribute("aria-controls");
}

document.addEventListener("workaday:change", () => {
  [present, completions] = [null, null];
});
