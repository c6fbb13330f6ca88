// Links in what is written: the dialog that asks for words and address.
import { collapsed, insertRuns, restyle, styleAt, words } from "./lines.js";
import { $ } from "./work.js";

const dialog = $("#link-dialog");
let linking = null;

export const isURL = (text) => /^(?:https?:\/\/[^\s<>|]+|mailto:[^\s<>|]+)$/i.test(text) && !/^https?:\/\/$/i.test(text);

// A link in place of what is chosen, or over it.
export function linked(lines, range, url, label) {
  const { start, end } = range;
  const chosen = start.line === end.line ? words(lines[start.line]).slice(start.at, end.at) : "";
  if (!collapsed(range) && (start.line !== end.line || !label || label === chosen)) {
    restyle(lines, range, "link", url);
    return { start: end, end };
  }
  return insertRuns(lines, range, [{ ...styleAt(lines[start.line], start.at), link: url, text: label || url }]);
}

// With an existing link's element: its words and address, to be changed or taken away.
export function askLink(composer, link = null) {
  if (link) getSelection().selectAllChildren(link);
  const { range } = composer.editor.state();
  linking = { composer, range };
  const form = $("form", dialog);
  form.label.value = getSelection().toString().replaceAll("\u200b", "");
  form.url.value = link ? link.getAttribute("href") : "";
  $("#link-title").textContent = link ? "Edit link" : "Add link";
  $("[data-link=remove]", dialog).hidden = !link;
  $(".c-dialog__error", dialog).hidden = true;
  dialog.showModal();
  (form.label.value ? form.url : form.label).focus();
}

function finish(change) {
  const { composer, range } = linking;
  dialog.close();
  composer.field.focus();
  composer.editor.select(range);
  composer.editor.edit(change);
}

function save(event) {
  event.preventDefault();
  const typed = event.target.url.value.trim();
  const url = /^[a-z]+:/i.test(typed) ? typed : typed.includes("@") && !typed.includes("/") ? `mailto:${typed}` : `https://${typed}`;
  if (!isURL(url)) {
    const told = $(".c-dialog__error", dialog);
    told.hidden = false;
    told.textContent = "Please enter a valid link.";
    return;
  }
  const label = event.target.label.value.trim().replace(/\s+/g, " ");
  finish((lines, range) => linked(lines, range, url, label));
}

if (dialog) {
  dialog.addEventListener("submit", save);
  $("[data-link=remove]", dialog).addEventListener("click", () => {
    finish((lines, range) => restyle(lines, range, "link", ""));
  });
}
