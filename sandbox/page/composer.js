// The message box: plain text, or a slash command with its options.

import { act } from "./api.js";
import { h, icon } from "./dom.js";
import { optionField } from "./fields.js";
import { slashCommands, store } from "./store.js";

const MAX_LENGTH = 2000;
const root = document.querySelector("#composer");
const problem = h("p", { class: "problem", role: "alert" });
const picker = h("ul", { id: "command-picker", class: "picker", role: "listbox", "aria-label": "Commands", hidden: true });
const input = h("textarea", {
  id: "composer-input",
  rows: "1",
  maxlength: MAX_LENGTH,
  role: "combobox",
  "aria-controls": "command-picker",
  "aria-expanded": "false",
  "aria-label": "Message",
  oninput: onInput,
  onkeydown: onKey,
});
const sendButton = h("button", { type: "button", class: "icon-button send", "aria-label": "Send", onclick: sendText }, icon("send"));

let matches = [];
let active = 0;

export function refuse(text) {
  problem.textContent = text;
}

/** The plain message box of the open channel. */
export function showComposer({ focus = false } = {}) {
  input.setAttribute("placeholder", placeholder());
  root.replaceChildren(problem, h("div", { class: "writing" }, picker, h("div", { class: "box" }, input, sendButton)));
  refuse("");
  grow();
  hidePicker();
  if (focus) input.focus();
}

/** The list of commands may have changed. */
export function refreshComposer() {
  input.setAttribute("placeholder", placeholder());
  if (!picker.hidden) onInput();
}

function placeholder() {
  const channel = store.channels.find((candidate) => candidate.id === store.channel);
  return `Message ${channel.guild ? "#" : "@"}${channel.name}${slashCommands().length ? ", or / for commands" : ""}`;
}

function grow() {
  input.style.setProperty("height", "auto");
  input.style.setProperty("height", `${Math.min(input.scrollHeight, 180)}px`);
}

function onInput() {
  grow();
  const text = input.value;
  if (!text.startsWith("/") || text.includes("\n")) {
    hidePicker();
    return;
  }
  const wanted = text.slice(1).toLowerCase().trimEnd();
  const commands = slashCommands();
  matches = [
    ...commands.filter((command) => command.name.startsWith(wanted)),
    ...commands.filter((command) => !command.name.startsWith(wanted) && command.name.includes(wanted)),
  ];
  active = 0;
  drawPicker();
}

function drawPicker() {
  const empty = h("li", { class: "nothing" }, store.online ? "No command matches." : "No bot is connected yet.");
  picker.replaceChildren(...matches.map((command, index) => h("li", {
    id: `command-${index}`,
    role: "option",
    "aria-selected": String(index === active),
    onpointerdown: (event) => {
      event.preventDefault();
      openCommand(command);
    },
  }, h("span", { class: "command-name" }, `/${command.name}`),
  command.options.map((option) => h("span", { class: `parameter ${option.required ? "" : "may"}` }, option.name)),
  h("small", {}, command.description))));
  if (!matches.length) picker.append(empty);
  picker.hidden = false;
  input.setAttribute("aria-expanded", "true");
  if (matches.length) input.setAttribute("aria-activedescendant", `command-${active}`);
  picker.children[active]?.scrollIntoView({ block: "nearest" });
}

function hidePicker() {
  picker.hidden = true;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function onKey(event) {
  if (!picker.hidden && matches.length && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    const step = event.key === "ArrowDown" ? 1 : -1;
    active = (active + step + matches.length) % matches.length;
    drawPicker();
  } else if (!picker.hidden && matches.length && ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab")) {
    openCommand(matches[active]);
  } else if (!picker.hidden && event.key === "Escape") {
    hidePicker();
  } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    sendText();
  } else {
    return;
  }
  event.preventDefault();
}

async function sendText() {
  if (!picker.hidden && matches.length) {
    openCommand(matches[active]);
    return;
  }
  const text = input.value;
  if (!text.trim()) return;
  try {
    await act("post", { channel_id: store.channel, text });
    input.value = "";
    refuse("");
    grow();
  } catch (error) {
    refuse(error.message);
  }
  input.focus();
}

/** Replaces the message box by the options of a command. */
export function openCommand(command) {
  input.value = "";
  refuse("");
  const valuesSoFar = () => Object.fromEntries(fields.map((field) => [field.option.name, field.typed()]).filter(([, value]) => value));
  const fields = command.options.map((option) => optionField(command, option, valuesSoFar));
  const send = h("button", { type: "submit", class: "icon-button send", "aria-label": `Send /${command.name}` }, icon("send"));
  const cancel = h("button", { type: "button", class: "icon-button", "aria-label": "Leave this command", onclick: () => showComposer({ focus: true }) }, icon("close"));
  const form = h("form", {
    class: "command",
    "aria-label": `/${command.name}: ${command.description}`,
    novalidate: true,
    onsubmit: submit,
    onkeydown: (event) => {
      if (event.key === "Escape") showComposer({ focus: true });
    },
  },
  h("div", { class: "command-head" }, h("span", { class: "command-name" }, `/${command.name}`), h("span", { class: "grow command-description" }, command.description), cancel, send),
  fields.length > 0 && h("div", { class: "fields-grid" }, fields));
  root.replaceChildren(problem, form);
  if (fields.length) fields[0].focusInput();
  else send.focus();

  async function submit(event) {
    event.preventDefault();
    const values = {};
    const files = [];
    for (const field of fields) {
      const value = field.read();
      field.classList.toggle("missing", Boolean(field.option.required) && value === "");
      if (value instanceof File) files.push([field.option.name, value]);
      else if (value !== "") values[field.option.name] = value;
      else if (field.typed() !== "") {
        refuse(`Choose ${field.option.name} from its list.`);
        field.focusInput();
        return;
      }
    }
    const missing = fields.find((field) => field.classList.contains("missing"));
    if (missing) {
      refuse(`Fill in ${missing.option.name}: it is required.`);
      missing.focusInput();
      return;
    }
    send.disabled = true;
    try {
      await act("slash", { channel_id: store.channel, name: command.name, values }, files);
      showComposer({ focus: true });
    } catch (error) {
      refuse(error.message);
      send.disabled = false;
    }
  }
}
