// Files: shown over the page, and texts at their whole length in the message.
import { $, failed, getHTML, toast } from "./work.js";
import { parse } from "./patch.js";

let viewer = null;

function opened() {
  viewer ??= document.createElement("dialog");
  viewer.className = "c-dialog c-lightbox";
  viewer.setAttribute("aria-labelledby", "file-title");
  viewer.dataset.qa = "file_viewer";
  return viewer;
}

// An image is looked at, everything else is read: both with what can be done with the file.
async function view(anchor) {
  const html = await getHTML(`${anchor.href}?part=1`);
  const dialog = opened();
  const close = $("#file-close").content.firstElementChild.cloneNode(true);
  dialog.replaceChildren(close, parse(html));
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
  close.focus();
}

async function expand(link) {
  const lines = $(".c-file__lines", link.closest(".c-file"));
  const text = await getHTML(link.dataset.source);
  lines.replaceChildren(...text.replace(/\r\n/g, "\n").replace(/\n$/, "").split("\n").map(line));
  lines.classList.add("c-file__lines--whole");
  lines.focus();
  link.remove();
}

function line(text) {
  const made = document.createElement("span");
  made.className = "c-file__line";
  made.textContent = `${text}\n`;
  return made;
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.link);
    toast("Link copied");
  } catch {
    toast(button.dataset.link);
  }
}

export const deeds = {
  "view-file": (anchor) => view(anchor).catch(failed),
  "expand-file": (link) => expand(link).catch(failed),
  "copy-file": (button) => copy(button),
};
