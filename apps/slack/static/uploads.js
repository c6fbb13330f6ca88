// Files that go out with a message: chosen, dropped or pasted, described, taken out again, and sent with it.
import { element } from "./drawing.js";
import { place, walk } from "./popovers.js";
import { $, $$, Refused, Unreached, busy, settings } from "./work.js";

const LARGEST = 9 * 1024 * 1024;
const MOST = 10;
const PREVIEWED = 4 * 1024 * 1024;
const menu = $("#attach-menu");
const details = $("#file-dialog");
const snippet = $("#snippet-dialog");
const overlay = $("#drop-overlay");
let composer = null;
let described = null;

export class Attachments {
  constructor(from) {
    this.composer = from;
    this.files = [];
    this.tiles = $(".c-composer__files", from.form);
    this.input = $("input[type=file]", from.form);
    this.input.addEventListener("change", () => {
      this.add([...this.input.files]);
      this.input.value = "";
    });
  }

  get any() {
    return this.files.length > 0;
  }

  menu(anchor) {
    composer = this.composer;
    place(menu, anchor);
    $("[role=menuitem]", menu).focus();
  }

  choose() {
    this.input.click();
  }

  add(files) {
    const fit = files.filter((file) => file.size && file.size <= LARGEST);
    const room = fit.slice(0, MOST - this.files.length);
    this.files.push(...room.map((file) => ({ file, name: file.name, title: "", alt: "" })));
    this.changed();
    const refused = files.find((file) => !room.includes(file));
    if (refused) this.composer.tell(why(refused));
    this.composer.focus();
  }

  take() {
    const taken = this.files;
    this.files = [];
    this.draw();
    return taken;
  }

  giveBack(files) {
    this.files = [...files, ...this.files];
    this.changed();
  }

  changed() {
    this.draw();
    this.composer.showReady();
  }

  draw() {
    this.tiles.hidden = !this.any;
    this.tiles.replaceChildren(...this.files.map((each) => this.tile(each)));
  }

  tile(each) {
    const name = each.title || each.name;
    const label = element("span", "c-file_tile__text", element("b", "", name), element("small", "", sized(each.file.size)));
    const edit = button(`Edit details of ${name}`, "c-file_tile__name", () => this.describe(each), picture(each.file), label);
    const remove = button(`Remove ${name}`, "c-file_tile__remove", () => this.remove(each), "×");
    const tile = element("div", "c-file_tile", edit, remove);
    tile.role = "listitem";
    tile.dataset.qa = "file_attachment";
    return tile;
  }

  remove(each) {
    this.files = this.files.filter((other) => other !== each);
    this.changed();
    this.composer.focus();
  }

  describe(each) {
    described = { each, attachments: this };
    const form = $("form", details);
    [form.title.value, form.alt.value] = [each.title || each.name, each.alt];
    form.alt.closest("label").hidden = !each.file.type.startsWith("image/");
    details.showModal();
  }
}

function why(file) {
  if (!file.size) return `${file.name} is empty: there is nothing to upload.`;
  if (file.size > LARGEST) return `${file.name} is too large: a file may have up to ${sized(LARGEST)}.`;
  return `A message may have up to ${MOST} files.`;
}

function sized(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const [unit, size] = bytes < 1024 ** 2 ? ["KB", 1024] : ["MB", 1024 ** 2];
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
}

function button(label, className, act, ...inside) {
  const made = element("button", className, ...inside);
  made.type = "button";
  made.ariaLabel = label;
  made.title = label;
  made.addEventListener("click", act);
  return made;
}

function picture(file) {
  const shown = element("span", "c-file_tile__picture", file.name.split(".").pop().slice(0, 4).toUpperCase());
  shown.ariaHidden = "true";
  if (!file.type.startsWith("image/") || file.size > PREVIEWED) return shown;
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    shown.textContent = "";
    shown.style.backgroundImage = `url("${reader.result}")`;
  });
  reader.readAsDataURL(file);
  return shown;
}

// --- sending them ----------------------------------------------------------------------------------------

// Uploads what is not yet there; `told` hears of the share that is done.  The ids and titles for the message.
export async function uploadAll(files, told) {
  const whole = files.reduce((sum, { file }) => sum + file.size, 0);
  let before = 0;
  for (const each of files) {
    each.id ??= await busy(upload(each, (done) => told((before + done) / whole)));
    before += each.file.size;
    told(before / whole);
  }
  return files.map(({ id, title }) => ({ id, title }));
}

function upload({ file, name, alt, type = "" }, told) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ name, alt_text: alt, snippet_type: type })) form.append(key, value);
  form.append("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", settings.upload);
  request.setRequestHeader("Accept", "application/json");
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => told((loaded / total) * file.size));
  return new Promise((done, fail) => {
    request.addEventListener("error", () => fail(new Unreached("The file could not be uploaded.")));
    request.addEventListener("load", () => {
      if (request.status === 200) done(request.response.id);
      else fail(new Refused(request.response?.message || `${name} could not be uploaded.`));
    });
    request.send(form);
  });
}

// --- snippets --------------------------------------------------------------------------------------------

export function askSnippet(from) {
  composer = from;
  const form = $("form", snippet);
  form.reset();
  form.content.value = getSelection().toString().replaceAll("\u200b", "");
  $(".c-dialog__error", snippet).hidden = true;
  snippet.showModal();
  form.title.focus();
}

function makeSnippet(event) {
  event.preventDefault();
  const { title, type, content } = event.target;
  if (!content.value.trim()) {
    const told = $(".c-dialog__error", snippet);
    told.hidden = false;
    told.textContent = "A snippet needs some content.";
    content.focus();
    return;
  }
  snippet.close();
  const name = title.value.trim() || "Untitled";
  const file = new File([content.value], name, { type: "text/plain" });
  composer.attachments.files.push({ file, name, title: name, alt: "", type: type.value });
  composer.attachments.changed();
  composer.send();
}

// --- what is dropped anywhere on a conversation ----------------------------------------------------------

const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");

function under(event) {
  return $(".c-composer:not(.c-composer--edit)", event.target.closest?.(".p-flexpane") || $("#footer") || document);
}

function startDropping(composerOf) {
  document.addEventListener("dragover", (event) => {
    const form = carriesFiles(event) && under(event);
    if (!form) return;
    event.preventDefault();
    overlay.textContent = `Upload to ${form.dataset.label}`;
    if (overlay.hidden) overlay.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) overlay.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    overlay.hidden = true;
    const form = carriesFiles(event) && under(event);
    if (!form) return;
    event.preventDefault();
    composerOf(form).attachments.add([...event.dataTransfer.files]);
  });
}

export function startUploads(composerOf) {
  if (!menu) return;
  const acts = { upload: () => composer.attachments.choose(), snippet: () => askSnippet(composer) };
  menu.addEventListener("click", (event) => {
    const item = event.target.closest("[role=menuitem]");
    if (!item) return;
    menu.hidePopover();
    acts[item.dataset.attach]();
  });
  menu.addEventListener("keydown", (event) => walk(event, $$("[role=menuitem]", menu)));
  details.addEventListener("submit", ({ target: { title, alt } }) => {
    Object.assign(described.each, { title: title.value.trim(), alt: alt.value.trim() });
    described.attachments.changed();
  });
  snippet.addEventListener("submit", makeSnippet);
  startDropping(composerOf);
}
