// The emoji that there are: names, characters, skin tones, the workspace's own, and which one uses most.
import { getJSON, post, settings } from "./work.js";

let asked = null;
let known = { categories: [], byName: new Map(), faces: new Map() };

// Once, for the page: { categories: [[label, [emoji]]], byName, faces: by emoticon }.
export async function emojiNames() {
  asked ??= getJSON(settings.emoji);
  try {
    known = index(await asked);
  } catch (error) {
    asked = null;
    throw error;
  }
  return known;
}

function index(categories) {
  if (known.categories.length) return known;
  const found = categories.map(([label, group]) => [label, group.map(emojiOf)]);
  const [byName, faces] = [new Map(), new Map()];
  for (const emoji of found.flatMap(([, group]) => group)) {
    for (const name of [emoji.name, ...emoji.aliases]) byName.set(name, emoji);
    for (const face of emoji.emoticons) faces.set(face, emoji);
  }
  return { categories: found, byName, faces };
}

const emojiOf = ([name, character, aliases, tones, emoticons, picture = ""]) => ({ name, character, aliases, tones, emoticons, picture });

// As one sees it in the skin tone that one has chosen (0, or 2 to 6).
export function toned(emoji, tone = settings.skin_tone) {
  if (!tone || !emoji.tones.length) return emoji;
  return { ...emoji, name: `${emoji.name}::skin-tone-${tone}`, character: emoji.tones[tone - 2] };
}

export const chip = ({ name, character, picture }) => ({ token: `:${name}:`, shown: character || `:${name}:`, picture });

// Under the name that was typed.
export function chipOf(name) {
  const emoji = known.byName.get(name);
  return emoji ? chip(toned({ ...emoji, name })) : null;
}

// Of an emoticon, if one wants them to become emoji.
export function faceOf(text) {
  const emoji = settings.convert_emoticons && known.faces.get(text);
  return emoji ? chip(emoji) : null;
}

export function findEmoji(wanted) {
  const found = [];
  for (const [, group] of known.categories) {
    for (const emoji of group) {
      const ranks = [emoji.name, ...emoji.aliases].filter((each) => each.includes(wanted))
        .map((each) => (each === wanted ? 0 : each.startsWith(wanted) ? 1 : 2));
      if (ranks.length) found.push([Math.min(...ranks), emoji]);
    }
  }
  return found.sort((one, other) => one[0] - other[0]).map(([, emoji]) => emoji);
}

const MOST = 18;

// What one reacts with most often, and on this page what one has used last.
export function frequent() {
  return settings.frequent_emoji.map((name) => known.byName.get(name.split("::")[0])).filter(Boolean);
}

export function used({ name }) {
  settings.frequent_emoji = [...new Set([name, ...settings.frequent_emoji])].slice(0, MOST);
}

export async function chooseTone(tone) {
  settings.skin_tone = tone;
  await post(settings.tone, { tone });
}

export const isReady = () => known.categories.length > 0;
