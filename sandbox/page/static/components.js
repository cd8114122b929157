// Message components and embeds as elements.

import { act } from "./api.js";
import { avatar, bytes, h, icon } from "./dom.js";
import { link, markdown, spoiler } from "./markdown.js";
import { menuButton } from "./menu.js";
import { iconOf, nameOf, names, openChannel, store, WAITING } from "./store.js";

const BUTTONS = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/** The components of a message. `refuse(text)` shows an error. */
export function renderComponents(message, refuse) {
  return message.components.map((component) => render(component, { message, refuse }));
}

function render(component, context) {
  return RENDERERS[component.type]?.(component, context) ?? null;
}

const RENDERERS = {
  1: (row, context) => h("div", { class: "row" }, row.components.map((child) => render(child, context))),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: (section, context) => h("div", { class: "section" },
    h("div", { class: "grow" }, section.components.map((child) => render(child, context))),
    render(section.accessory, context)),
  10: (text) => markdown(text.content, names),
  11: (thumbnail) => h("div", { class: "thumbnail" }, media(thumbnail.media, thumbnail.description, thumbnail.spoiler)),
  12: (gallery) => h("div", { class: `gallery items-${Math.min(gallery.items.length, 4)}` },
    gallery.items.map((item) => media(item.media, item.description, item.spoiler))),
  13: (file) => fileCard({ url: file.file.url, filename: file.name ?? "file", size: file.size ?? 0 }),
  14: (separator) => h("hr", { class: `separator ${separator.divider ? "" : "blank"} ${separator.spacing === 2 ? "large" : ""}` }),
  17: (container, context) => {
    const style = container.accent_color === null ? {} : { "--accent": colour(container.accent_color) };
    const box = h("div", { class: `container ${container.accent_color === null ? "" : "accented"}`, style },
      container.components.map((child) => render(child, context)));
    return container.spoiler ? spoiler(box, true) : box;
  },
};

function colour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

function emojiOf(component) {
  return component.emoji?.name ?? null;
}

function isBusy(message, customId) {
  return [...store.interactions.values()].some((interaction) => interaction.stage === WAITING
    && interaction.message_id === message.id && interaction.custom_id === customId);
}

function button(component, { message, refuse }) {
  const inside = [emojiOf(component) && h("span", { class: "emoji" }, emojiOf(component)), component.label];
  const kind = BUTTONS[component.style] ?? "secondary";
  if (component.style === 5) {
    if (!/^(https?|discord):/i.test(component.url)) return null;
    const anchor = link(component.url, [...inside, icon("link")]);
    anchor.className = `button ${kind}`;
    return anchor;
  }
  const busy = isBusy(message, component.custom_id);
  return h("button", {
    type: "button",
    class: `button ${kind} ${busy ? "busy" : ""}`,
    disabled: component.disabled,
    "aria-disabled": busy ? "true" : undefined, // a disabled button would lose the focus
    "data-custom-id": component.custom_id,
    onclick: () => busy || press(message, component.custom_id, undefined, refuse),
  }, inside);
}

function press(message, customId, values, refuse) {
  act("component", { message_id: message.id, custom_id: customId, values }).catch((error) => refuse(error.message));
}

function select(component, { message, refuse }) {
  const items = selectItems(component);
  const chosen = items.filter((item) => item.checked).map((item) => item.label).join(", ");
  const placeholder = component.placeholder ?? "Make a selection";
  const busy = isBusy(message, component.custom_id);
  return menuButton({
    class: `select ${chosen ? "" : "empty"} ${busy ? "busy" : ""}`,
    disabled: component.disabled,
    "aria-label": chosen ? `${placeholder}: ${chosen}` : placeholder,
    "aria-disabled": busy ? "true" : undefined,
    "data-custom-id": component.custom_id,
  }, () => items, {
    least: component.min_values,
    most: Math.min(component.max_values, items.length),
    label: placeholder,
    onChoose: (values) => press(message, component.custom_id, values, refuse),
  }, h("span", { class: "grow" }, chosen || placeholder), icon("chevron"));
}

/** The options of a select menu in the open channel, as items for `openMenu`. */
export function selectItems(component) {
  if (component.type === 3) {
    return component.options.map((option) => ({
      label: option.label,
      description: option.description,
      emoji: emojiOf(option),
      value: option.value,
      checked: option.default,
    }));
  }
  const here = openChannel();
  const chosen = new Set(component.default_values?.map((entry) => entry.id));
  const item = (label, { id }, picture) => ({ label, value: id, checked: chosen.has(id), picture });
  const people = store.members.map((member) => item(member.name, member, avatar(member, "small")));
  const roles = store.roles.filter((role) => role.guild_id === here.guild_id)
    .map((role) => item(`@${role.name.replace(/^@/, "")}`, role, icon("person")));
  const channels = store.channels
    .filter((channel) => channel.guild_id && channel.guild_id === here.guild_id)
    .filter((channel) => !component.channel_types?.length || component.channel_types.includes(channel.type))
    .map((channel) => item(nameOf(channel), channel, icon(iconOf(channel))));
  return { 5: people, 6: roles, 7: [...people, ...roles], 8: channels }[component.type];
}

/** A picture that can be enlarged; a link when it has another origin or is no picture. */
function media(item, description, hidden) {
  const local = item.url.startsWith(`${location.origin}/`);
  if (!local) return h("span", { class: "elsewhere" }, link(item.url, [description || item.url]));
  if (!item.content_type?.startsWith("image/") || !item.width) {
    return fileCard({ url: item.url, filename: decodeURIComponent(new URL(item.url).pathname.split("/").at(-1)), size: 0 });
  }
  const shown = picture(item, description ?? "");
  return hidden ? spoiler(shown, true) : shown;
}

const MAX_HEIGHT = 350; // of Discord on a desktop
const MAX_WIDTH = 550;

/** A picture as a button that opens it in full size. Its space is reserved before it has loaded. */
function picture(item, description) {
  const width = Math.min(item.width, MAX_WIDTH, Math.round(MAX_HEIGHT * item.width / item.height));
  const image = h("img", { src: item.url, alt: description, loading: "lazy", decoding: "async" });
  image.style.setProperty("width", `${width}px`);
  image.style.setProperty("aspect-ratio", `${item.width} / ${item.height}`);
  return h("button", {
    type: "button",
    class: "picture",
    "aria-label": description ? `Enlarge: ${description}` : "Enlarge the picture",
    onclick: () => enlarge(item, description),
  }, image, description && h("span", { class: "alt", "aria-hidden": "true", title: description }, "ALT"));
}

function enlarge(item, description) {
  const dialog = h("dialog", { class: "lightbox", "aria-label": description || "Picture", onclick: () => dialog.close(), onclose: () => dialog.remove() },
    h("img", { src: item.url, alt: description, width: item.width, height: item.height }),
    h("p", {}, description, " ", link(item.url, ["Open original"])),
    h("button", { type: "button", class: "icon-button", "aria-label": "Close", autofocus: true }, icon("close")));
  document.body.append(dialog);
  dialog.showModal();
}

export function fileCard(file) {
  return h("a", { class: "file", href: file.url, download: file.filename, target: "_blank", rel: "noopener" },
    icon("file"), h("span", { class: "grow" }, file.filename, file.size ? h("small", {}, bytes(file.size)) : null));
}

export function renderAttachment(attachment) {
  const image = attachment.content_type?.startsWith("image/") && attachment.width;
  if (!image) return fileCard(attachment);
  const shown = picture(attachment, attachment.description ?? "");
  return attachment.filename.startsWith("SPOILER_") ? spoiler(shown, true) : shown;
}

export function renderEmbed(embed) {
  const title = embed.title && h("strong", { class: "embed-title" }, embed.url ? link(embed.url, [embed.title]) : embed.title);
  const style = embed.color ? { "--accent": colour(embed.color) } : {};
  return h("div", { class: "container embed accented", style },
    h("div", { class: "section" },
      h("div", { class: "grow" },
        embed.author && h("small", {}, embed.author.name),
        title,
        embed.description && markdown(embed.description, names),
        embed.fields?.length && h("div", { class: "fields" }, embed.fields.map((field) =>
          h("div", { class: field.inline ? "inline" : "" }, h("strong", {}, field.name), markdown(field.value, names))))),
      embed.thumbnail && h("div", { class: "thumbnail" }, embedMedia(embed.thumbnail))),
    embed.image && h("div", { class: "gallery items-1" }, embedMedia(embed.image)),
    embed.footer && h("small", { class: "embed-footer" }, embed.footer.text));
}

function embedMedia(item) {
  return media({ content_type: item.width ? "image/" : null, ...item }, item.description);
}
