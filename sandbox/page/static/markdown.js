// Discord's markdown as elements. Text only ever becomes text nodes.

import { h } from "./dom.js";
import { now } from "./store.js";

const INLINE = new RegExp(
  [
    /\\([\\`*_~|<>#[\]()-])/, // 1 escaped sign
    /``(.+?)``|`([^`]+)`/, // 2, 3 code
    /\|\|(.+?)\|\|/, // 4 spoiler
    /\*\*\*(.+?)\*\*\*/, // 5 bold italic
    /\*\*(.+?)\*\*(?!\*)/, // 6 bold
    /__(.+?)__(?!_)/, // 7 underline
    /~~(.+?)~~/, // 8 strike
    /\*(?!\s)([^*]+?)\*/, // 9 italic
    /(?<!\w)_([^_]+?)_(?!\w)/, // 10 italic
    /\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, // 11, 12 masked link
    /<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/, // 13, 14 time
    /<@!?(\d+)>/, // 15 person
    /<#(\d+)>/, // 16 channel
    /<\/([^:>]+):\d+>/, // 17 command
    /<(https?:\/\/[^\s>]+)>/, // 18 link without preview
    /(https?:\/\/[^\s<]+[^\s<.,:;"')\]!?])/, // 19 link
    /<@&(\d+)>/, // 20 role
    /<a?(:\w+:)\d+>/, // 21 emoji of a server
    /(@everyone|@here)\b/, // 22
  ].map((part) => part.source).join("|"),
  "s",
);

/** The address of a message, with its channel. */
const MESSAGE = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/(\d+)$/;

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** `names` resolves ids of people and channels: { person(id), channel(id) }. */
export function markdown(text, names) {
  return h("div", { class: "markdown" }, blocks(text, names));
}

function blocks(text, names) {
  const found = [];
  for (const [index, part] of text.split(/```/).entries()) {
    if (index % 2 === 1) found.push(codeBlock(part));
    else if (part.trim() !== "") found.push(...lines(part.replace(/^\n|\n$/g, ""), names));
  }
  return found;
}

function codeBlock(part) {
  const code = part.replace(/^[\w+-]*\n/, "").replace(/\n$/, "");
  return h("pre", { tabindex: "0" }, h("code", {}, code));
}

function lines(text, names) {
  const found = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) found.push(h("p", {}, inline(paragraph.join("\n"), names)));
    paragraph = [];
  };
  const add = (block) => {
    flush();
    found.push(block);
  };
  const rest = text.split("\n");
  while (rest.length) {
    const line = rest.shift();
    const heading = line.match(/^(#{1,3})\s+(.+)/);
    const subtext = line.match(/^-#\s+(.+)/);
    if (heading) add(h("h2", { class: `heading-${heading[1].length}` }, inline(heading[2], names)));
    else if (subtext) add(h("p", { class: "subtext" }, inline(subtext[1], names)));
    else if (line.startsWith(">>> ")) {
      add(h("blockquote", {}, lines([line.slice(4), ...rest.splice(0)].join("\n"), names)));
    } else if (line.startsWith("> ")) {
      const quoted = [line.slice(2), ...takeWhile(rest, (next) => next.startsWith("> ")).map((next) => next.slice(2))];
      add(h("blockquote", {}, lines(quoted.join("\n"), names)));
    } else if (LIST.test(line)) add(list([line, ...takeWhile(rest, (next) => continues(line, next))], names));
    else paragraph.push(line);
  }
  flush();
  return found;
}

/** Whether a line continues the list that another line began: indented deeper, or with the same marker. */
function continues(first, next) {
  const [a, b] = [first.match(LIST), next.match(LIST)];
  return b !== null && (b[1].length > a[1].length || /^\d/.test(a[2]) === /^\d/.test(b[2]));
}

const LIST = /^(\s*)([-*]|\d{1,9}\.)\s+(.+)/;

function list(items, names) {
  const root = h(/^\s*\d/.test(items[0]) ? "ol" : "ul", {});
  const first = items[0].match(LIST)[2];
  if (root.tagName === "OL") root.setAttribute("start", parseInt(first, 10));
  let last = null;
  const depth = items[0].match(LIST)[1].length;
  for (let index = 0; index < items.length; index += 1) {
    const [, indent, , content] = items[index].match(LIST);
    if (indent.length > depth && last) {
      const nested = [items[index]];
      while (index + 1 < items.length && items[index + 1].match(LIST)[1].length > depth) nested.push(items[++index]);
      last.append(list(nested, names));
    } else {
      last = h("li", {}, inline(content, names));
      root.append(last);
    }
  }
  return root;
}

function takeWhile(items, accept) {
  const count = items.findIndex((item) => !accept(item));
  return items.splice(0, count < 0 ? items.length : count);
}

function inline(text, names) {
  const found = [];
  let rest = text;
  while (rest) {
    const match = rest.match(INLINE);
    if (!match) break;
    found.push(...plain(rest.slice(0, match.index)), element(match, names));
    rest = rest.slice(match.index + match[0].length);
  }
  return [...found, ...plain(rest)];
}

function plain(text) {
  return text.split("\n").flatMap((line, index) => (index ? [h("br"), line] : [line]));
}

function element(m, names) {
  if (m[1]) return m[1];
  if (m[2] ?? m[3]) return h("code", {}, m[2] ?? m[3]);
  if (m[4]) return spoiler(inline(m[4], names));
  if (m[5]) return h("strong", {}, h("em", {}, inline(m[5], names)));
  if (m[6]) return h("strong", {}, inline(m[6], names));
  if (m[7]) return h("u", {}, inline(m[7], names));
  if (m[8]) return h("s", {}, inline(m[8], names));
  if (m[9] ?? m[10]) return h("em", {}, inline(m[9] ?? m[10], names));
  if (m[11]) return link(m[12], inline(m[11], names));
  if (m[13]) return time(Number(m[13]), m[14] ?? "f");
  if (m[15]) return h("span", { class: "mention" }, `@${names.person(m[15])}`);
  if (m[16]) return h("a", { class: "mention", href: `#${m[16]}` }, `#${names.channel(m[16])}`);
  if (m[17]) return commandLink(m[17]);
  if (m[20]) return h("span", { class: "mention" }, `@${names.role(m[20])}`);
  if (m[21]) return m[21];
  if (m[22]) return h("span", { class: "mention" }, m[22]);
  const place = (m[18] ?? m[19]).match(MESSAGE);
  if (place) return h("a", { class: "mention", href: `#${place[1]}`, "data-message": place[2] }, `#${names.channel(place[1])} › message`);
  return link(m[18] ?? m[19], [m[18] ?? m[19]]);
}

export function link(address, children) {
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, children);
}

/** A mention of a command; pressing it dispatches an event that requests to open the command. */
function commandLink(name) {
  const detail = { bubbles: true, detail: name };
  return h("button", { type: "button", class: "mention", onclick: (event) => event.target.dispatchEvent(new CustomEvent("command", detail)) }, `/${name}`);
}

/** Content that is hidden until it is pressed; a `block` has a label in the middle. */
export function spoiler(children, block = false) {
  const cover = h("span", { class: `spoiler ${block ? "block" : ""}`, role: "button", tabindex: "0", "aria-label": "Spoiler, hidden", "aria-expanded": "false" },
    h("span", { class: "spoiler-content" }, children));
  const open = (event) => {
    if (cover.classList.contains("open") || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    cover.classList.add("open");
    for (const name of ["role", "aria-label", "aria-expanded"]) cover.removeAttribute(name);
  };
  cover.addEventListener("click", open);
  cover.addEventListener("keydown", open);
  return cover;
}

function time(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  const shown = h("time", { datetime: date.toISOString(), title: formatted(date, "F") },
    style === "R" ? relative(date) : formatted(date, style));
  if (style === "R") shown.dataset.relative = "";
  return shown;
}

export function formatted(date, style) {
  return new Intl.DateTimeFormat(undefined, STYLES[style]).format(date);
}

function relative(date) {
  const seconds = Math.round((date.getTime() - now()) / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}

/** Updates relative times such as "in 5 minutes". */
export function refreshTimes() {
  for (const shown of document.querySelectorAll("time[data-relative]")) {
    shown.textContent = relative(new Date(shown.dateTime));
  }
}
