// What is asked before many are notified, and offered when somebody is mentioned who will not read it.
import { audience } from "./audience.js";
import { element } from "./drawing.js";
import { addRow, listOf, removeRow } from "./outbox.js";
import { $, data, failed, post, toast } from "./work.js";

const MANY = 6;
const dialog = $("#notify-dialog");
const BROADCAST = /<!(here|channel|everyone)(?:\|[^>]*)?>/;

// Whether a message may go out: one that notifies more than six people is asked about first.
export async function mayNotify(form, text) {
  const broadcast = text.match(BROADCAST)?.[1];
  const quiet = form.dataset.thread && !$("[name=broadcast]", form)?.checked;
  if (!broadcast || quiet) return true;
  const { members, zones } = await audience(form);
  return members.length <= MANY || confirmed(broadcast, members.length, zones);
}

function confirmed(broadcast, people, zones) {
  const across = zones > 1 ? ` across ${zones} time zones` : "";
  $("p", dialog).textContent = `By using @${broadcast}, a notification will be sent to ${people} people${across}. Are you sure?`;
  dialog.showModal();
  $("[value=send]", dialog).focus();
  return new Promise((answer) => {
    dialog.onsubmit = ({ submitter }) => answer(submitter.value === "send");
    dialog.onclose = () => answer(false);
  });
}

// --- those who are not there -----------------------------------------------------------------------------

export async function offerInvitations(form, text) {
  const mentioned = new Set([...text.matchAll(/<@([UW][A-Z0-9]+)>/g)].map(([, id]) => id));
  if (!mentioned.size || !form.isConnected || !listOf(form)) return;
  const { kind, members } = await audience(form);
  if (kind === "im" || kind === "mpim") return;
  const absent = data.people.filter((each) => mentioned.has(each.id) && !members.includes(each.id) && each.id !== "USLACKBOT");
  if (absent.length) offer(form, absent);
}

function offer(form, absent) {
  const names = absent.map((each) => `@${each.label}`);
  const listed = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  const [one, many] = ["they’re not in this channel.", "they aren’t in this channel."];
  const told = element("div", "c-message__body", `You mentioned ${listed}, but ${absent.length > 1 ? many : one}`);
  const buttons = element("div", "c-invite_prompt__buttons");
  const row = addRow(form, { name: "Slackbot", initials: "S", color: "#4a154b" }, [told, buttons], { note: "Only visible to you" });
  row.dataset.qa = "invite_prompt";
  buttons.append(
    button("Invite them", "c-button c-button--small c-button--primary", () => invite(form, absent, row)),
    button("Do nothing", "c-button c-button--small", () => leave(form, row)),
  );
}

function leave(form, row) {
  removeRow(row);
  $(".ql-editor", form)?.focus();
}

function button(label, className, act) {
  const made = element("button", className, label);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

async function invite(form, absent, row) {
  try {
    await post(form.dataset.invite, { users: absent.map((each) => each.id).join(",") });
    leave(form, row);
    toast(`${absent.length} ${absent.length > 1 ? "people" : "person"} invited.`);
  } catch (error) {
    failed(error);
  }
}
