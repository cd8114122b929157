// Messages and notices as elements.

import { act } from "./api.js";
import { renderAttachment, renderComponents, renderEmbed } from "./components.js";
import { avatar, h, icon } from "./dom.js";
import { formatted, markdown } from "./markdown.js";
import { menuButton } from "./menu.js";
import { commandsHere, EPHEMERAL, FAILED, FORUM, LOADING, names, now, openChannel, store, WAITING } from "./store.js";

const NO_ANSWER = "The application did not respond";

/** A message; `compact` omits the author, who also wrote the message above. */
export function renderMessage(message, compact, refuse) {
  const when = new Date(message.timestamp);
  const hidden = Boolean(message.flags & EPHEMERAL);
  const body = h("div", { class: "body" },
    !compact && h("div", { class: "author" },
      authorName(message, refuse),
      message.author.bot && h("span", { class: "badge" }, "APP"),
      h("time", { datetime: when.toISOString(), title: formatted(when, "F") }, shortTime(when))),
    content(message, refuse),
    failureOf(message),
    store.channels.filter(({ id }) => id === message.id && id !== message.channel_id).map(threadLink), // started from this message
    hidden && onlyYou({ message_id: message.id }, refuse));
  return h("article", {
    class: `message ${compact ? "compact" : ""} ${hidden ? "ephemeral" : ""}`,
    "data-id": message.id,
    "aria-label": `${message.author.name}, ${shortTime(when)}`,
  }, aboveOf(message),
  compact
    ? h("time", { class: "gutter", datetime: when.toISOString() }, formatted(when, "t"))
    : avatar(message.author),
  body, appsButton(message, refuse));
}

/** The author's name; a button if there are user commands. */
function authorName(message, refuse) {
  const commands = commandsHere(2);
  const known = store.members.some((member) => member.id === message.author.id);
  if (!commands.length || !known) return h("strong", {}, message.author.name);
  const { id: user_id, name: author } = message.author;
  return appsMenu({ class: "text-button name", "aria-label": `${author}: apps for this person` }, commands, `Apps for ${author}`,
    (name) => act("user-command", { channel_id: store.channel, user_id, name }), refuse, author);
}

/** A button that opens a list of commands; `use(name)` uses one. */
function appsMenu(attributes, commands, label, use, refuse, child) {
  const items = () => commands.map(({ label, name }) => ({ label, value: name }));
  return menuButton(attributes, items, { label, onChoose: ([name]) => use(name).catch((error) => refuse(error.message)) }, child);
}

function onlyYou(what, refuse) {
  return h("p", { class: "only-you" }, icon("eye"), "Only you can see this", h("span", { "aria-hidden": "true" }, " · "),
    h("button", { type: "button", class: "text-button", onclick: () => act("dismiss", what).catch((error) => refuse(error.message)) }, "Dismiss message"));
}

function content(message, refuse) {
  if (message.flags & LOADING) return thinking(message);
  const edited = message.edited_timestamp && h("small", { class: "edited", title: formatted(new Date(message.edited_timestamp), "F") }, "(edited)");
  return [
    message.content && markdown(message.content, names),
    message.content && edited,
    message.attachments.length > 0 && h("div", { class: "attachments" }, message.attachments.map(renderAttachment)),
    message.embeds.map(renderEmbed),
    h("div", { class: "components" }, renderComponents(message, refuse)),
    !message.content && edited,
  ];
}

function thinking(message) {
  const age = (now() - new Date(message.timestamp).getTime()) / 1000;
  if (age > store.token_seconds) return h("p", { class: "failure" }, icon("warning"), NO_ANSWER);
  return h("p", { class: "thinking", role: "status" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    `${message.author.name} is thinking…`);
}

/** The line above a message: the command that was used, or the message that it replies to. */
function aboveOf(message) {
  if (message.used) return used(message.used.user, message.used.title);
  if (!message.message_reference) return null;
  const source = store.messages.get(message.message_reference.message_id);
  if (!source) return h("div", { class: "above" }, h("span", { class: "spine" }), h("em", {}, "The original message is not here"));
  return above(source.author, " ",
    h("button", { type: "button", class: "text-button preview", "aria-label": `Go to: ${preview(source)}`, onclick: () => goTo(source.id) }, preview(source)));
}

function above(user, ...rest) {
  return h("div", { class: "above" }, h("span", { class: "spine" }), avatar(user, "tiny"), h("strong", {}, user.name), rest);
}

const used = (user, title) => above(user, " used ", h("span", { class: "mention" }, title));

/** Scrolls to a message of the open channel. */
export function goTo(id) {
  const row = document.querySelector(`#timeline .message[data-id="${id}"]`);
  row?.scrollIntoView({ block: "center" });
  row?.animate?.([{ background: "var(--mention)" }, {}], 1200);
}

function preview(message) {
  if (message.content) return message.content.slice(0, 120);
  const text = firstText(message.components) ?? message.embeds[0]?.title;
  if (text) return text.replace(/[#*_`>~|]|^-#? /gm, "").trim().split("\n")[0].slice(0, 120);
  return message.flags & LOADING ? "…" : "a file";
}

function firstText(components) {
  for (const component of components) {
    const text = component.content ?? firstText(component.components ?? []);
    if (text) return text;
  }
  return null;
}

function threadLink(thread) {
  return h("a", { class: "thread-link", href: `#${thread.id}` }, icon("thread"), h("strong", {}, thread.name),
    h("small", {}, thread.archived ? "Archived" : "See thread ›"));
}

/** The notice that a thread was started, or that a post is in a forum. */
export function renderThreadStart(thread) {
  const forum = openChannel().type === FORUM;
  return h("div", { class: "system" }, icon("thread"),
    h("p", {}, h("strong", {}, thread.owner?.name ?? "Somebody"), forum ? ` posted${thread.tags.map((tag) => ` · ${tag}`).join("")}:` : " started a thread:"), threadLink(thread));
}

/** The separator between two days. */
export function renderDay(date) {
  return h("div", { class: "day", role: "separator", "aria-label": formatted(date, "D") }, h("span", {}, formatted(date, "D")));
}

/** The notice that the last press on this message failed. */
function failureOf(message) {
  const failed = [...store.interactions.values()].find((interaction) =>
    interaction.type === 3 && interaction.message_id === message.id && interaction.stage === FAILED);
  return failed && h("p", { class: "failure", role: "status" }, icon("warning"), "This interaction failed: ", NO_ANSWER.toLowerCase(), ".");
}

function appsButton(message, refuse) {
  const commands = commandsHere(3);
  if (!commands.length || message.flags & LOADING) return null;
  const label = `Apps for this message by ${message.author.name}`;
  return h("div", { class: "tools" }, appsMenu({ class: "icon-button apps", title: "Apps", "aria-label": label }, commands, "Apps",
    (name) => act("message-command", { message_id: message.id, name }), refuse, icon("apps")));
}

/** The notice of a command that waits for its acknowledgement, or was not acknowledged in time. */
export function renderNotice(interaction, refuse) {
  const failed = interaction.stage === FAILED;
  return h("article", { class: `message notice ${failed ? "failed" : ""}`, "data-id": interaction.id, "aria-label": interaction.title },
    used(store.you, interaction.title),
    avatar(store.bot),
    h("div", { class: "body" },
      h("div", { class: "author" }, h("strong", {}, store.bot.name), h("span", { class: "badge" }, "APP")),
      failed
        ? h("p", { class: "failure", role: "status" }, icon("warning"), NO_ANSWER)
        : h("p", { class: "thinking", role: "status" }, "Sending command…"),
      failed && onlyYou({ interaction_id: interaction.id }, refuse)));
}

export function isNotice(interaction) {
  return (interaction.type === 2 || interaction.type === 5) && (interaction.stage === WAITING || interaction.stage === FAILED);
}

function shortTime(date) {
  const today = new Date(now()).toDateString() === date.toDateString();
  return formatted(date, today ? "t" : "s");
}
